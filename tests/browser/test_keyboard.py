"""The site with the keyboard alone."""

from playwright.sync_api import expect

from scripts.content.editions import EDITIONS
from tests.browser.places import QUESTION
from tests.browser.waiting import wait_until

FOCUSED = """() => {
  const { tagName, href, textContent, ariaLabel, id, dataset } = document.activeElement;
  return { tag: tagName, href: href ?? "", name: ariaLabel || textContent.trim(), id, search: "openSearch" in dataset };
}"""
RING = """() => {
  const shown = (element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || boxShadow !== "none";
  };
  const focused = document.activeElement;
  return shown(focused) || (focused.type === "radio" && shown(focused.nextElementSibling));
}"""


def tab_through(page, stops: int) -> list[dict]:
    found = []
    for _ in range(stops):
        page.keyboard.press("Tab")
        found.append({**page.evaluate(FOCUSED), "ring": page.evaluate(RING)})
    return found


def test_first_stop_skips_to_the_content(page, site):
    page.goto(site.url("en/" + QUESTION))
    page.keyboard.press("Tab")
    expect(page.locator("a.md-skip")).to_be_focused()
    expect(page.locator("a.md-skip")).to_be_in_viewport()
    page.keyboard.press("Enter")
    wait_until(page, "document.querySelector(':target')?.id === 'title'")
    page.keyboard.press("Tab")
    assert page.evaluate("Boolean(document.activeElement.closest('article'))"), "the next stop is not in the article"


def test_header_is_reached_in_reading_order_and_shows_the_focus(page, site):
    page.goto(site.url("en/" + QUESTION))
    stops = tab_through(page, 7)
    names = ["skip", "logo", "search", "palette", "zh", "pt"]
    found = [
        "skip" if stop["href"].endswith("#title")
        else "logo" if stop["href"] == site.url("en/")
        else "search" if stop["search"]
        else "palette" if stop["id"].startswith("__palette")
        else "zh" if stop["href"] == site.url(QUESTION)
        else "pt" if stop["href"] == site.url("pt/" + QUESTION)
        else stop["name"]
        for stop in stops
    ]  # fmt: skip
    assert found[: len(names)] == names
    assert [stop for stop in stops if not stop["ring"]] == []


def test_slash_opens_search_and_escape_closes_it(page, site):
    for edition in EDITIONS:
        page.goto(site.url(edition.root + QUESTION))
        page.locator(f'header a[hreflang="{EDITIONS[1 if edition != EDITIONS[1] else 0].language}"]').focus()
        before = page.evaluate(FOCUSED)
        page.keyboard.press("/")
        expect(page.locator("dialog[open] input")).to_be_focused()
        expect(page.locator("dialog[open] input")).to_have_value("")
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
        assert page.evaluate(FOCUSED) == before, "the focus does not come back"


def test_collapsed_answers_open_with_the_keyboard(page, site):
    page.goto(site.url("en/" + QUESTION))
    answer = page.locator("article details").first
    answer.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(answer).to_have_attribute("open", "")
    expect(answer.locator("p").nth(0)).to_be_visible()


def test_topic_map_is_reached_and_followed(page, site):
    page.goto(site.url("en/map/"))
    node = page.locator('.topic-map a[data-id="algo-08"]')
    node.focus()
    assert page.evaluate("document.querySelectorAll('.topic-map .map-active').length") > 0
    page.keyboard.press("Enter")
    expect(page).to_have_url(site.url("en/" + QUESTION))


def test_checklist_can_be_ticked(page, site):
    page.goto(site.url("en/" + QUESTION))
    box = page.locator('article input[type="checkbox"]').first
    box.focus()
    page.keyboard.press("Space")
    expect(box).to_be_checked()
