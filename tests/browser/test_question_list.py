"""The list of questions on the home page: filters, count, address, keyboard."""

import pytest
from playwright.sync_api import expect

from scripts.content.data import questions
from scripts.content.editions import EDITIONS

ALL = list(questions().values())


@pytest.fixture(params=EDITIONS, ids=lambda edition: edition.code)
def home(request, page, site):
    page.goto(site.url(request.param.root))
    expect(page.locator(".question-filter")).to_be_visible()
    return page


def visible(page):
    return page.locator("ol.questions > li:visible")


def wanted(**choice: str) -> int:
    keep = [q for q in ALL if choice.get("track", q.track) == q.track and choice.get("level", q.level) == q.level]
    return len([q for q in keep if "tag" not in choice or choice["tag"] in q.tags])


def choose(page, **choice: str) -> None:
    for name, value in choice.items():
        page.select_option(f'.question-filter select[name="{name}"]', value)


def test_shows_all_questions_at_first(home):
    expect(visible(home)).to_have_count(len(ALL))


@pytest.mark.parametrize(
    "choice",
    [{"track": "infra"}, {"level": "foundation"}, {"tag": "kl"}, {"track": "algorithm", "level": "core", "tag": "grpo"}],
    ids=lambda choice: "+".join(choice),
)
def test_filters_and_keeps_the_choice_in_the_address(home, choice):
    choose(home, **choice)
    count = wanted(**choice)
    assert 0 < count < len(ALL)
    expect(visible(home)).to_have_count(count)
    expect(home.locator(".question-filter output")).to_contain_text(str(count))
    home.reload()
    expect(visible(home)).to_have_count(count)
    for name, value in choice.items():
        expect(home.locator(f'.question-filter select[name="{name}"]')).to_have_value(value)


def test_says_when_nothing_matches_and_clears(home):
    tag = next(t for q in ALL for t in q.tags if not wanted(track="infra", level="foundation", tag=t))
    choose(home, track="infra", level="foundation", tag=tag)
    expect(visible(home)).to_have_count(0)
    expect(home.locator(".question-none")).to_be_visible()
    home.locator('.question-filter button[type="reset"]').click()
    expect(visible(home)).to_have_count(len(ALL))
    expect(home.locator(".question-none")).to_be_hidden()
    assert "?" not in home.url


def test_works_with_the_keyboard(page, site):
    page.goto(site.url("en/"))
    page.locator('.question-filter select[name="track"]').focus()
    page.keyboard.press("ArrowDown")
    expect(visible(page)).to_have_count(wanted(track="algorithm"))
    page.keyboard.press("Tab")
    expect(page.locator('.question-filter select[name="level"]')).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(visible(page)).to_have_count(wanted(track="algorithm", level="foundation"))
    for _ in range(2):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(visible(page)).to_have_count(len(ALL))


def test_comes_back_as_it_was_left(page, site):
    page.goto(site.url("en/"))
    choose(page, tag="kl")
    visible(page).first.locator("a").first.click()
    expect(page).not_to_have_url(site.url("en/?tag=kl"))
    page.go_back()
    expect(page).to_have_url(site.url("en/?tag=kl"))
    expect(visible(page)).to_have_count(wanted(tag="kl"))


def test_an_unknown_choice_in_the_address_is_ignored(page, site):
    page.goto(site.url("en/?track=nonsense&tag=kl"))
    expect(visible(page)).to_have_count(wanted(tag="kl"))
