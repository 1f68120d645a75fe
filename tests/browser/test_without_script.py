"""With JavaScript off the site can be read, switched and navigated."""

import pytest
from playwright.sync_api import expect

from scripts.content.data import questions
from scripts.content.editions import EDITIONS
from scripts.bench.visit import DESKTOP, PHONE
from tests.browser.places import LAB, QUESTION


@pytest.fixture(params=[DESKTOP, PHONE], ids=["desktop", "phone"])
def plain(request, open_page):
    return open_page(size=request.param, javascript=False)


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.code)
def test_a_question_is_readable(plain, site, edition):
    plain.goto(site.url(edition.root + QUESTION))
    expect(plain.locator("article h1")).to_be_visible()
    expect(plain.locator("#derivation")).to_be_visible()
    for formula in (plain.locator("article div.arithmatex .katex-html").first, plain.locator("article p .katex-html").first):
        expect(formula).to_be_visible()
        assert formula.bounding_box()["width"] > 5
    answer = plain.locator("article details").first
    expect(answer.locator("> p").first).to_be_hidden()
    answer.locator("summary").click()
    expect(answer.locator("> p").first).to_be_visible()


def test_language_links_lead_to_the_same_page(plain, site):
    plain.goto(site.url(QUESTION))
    for edition in [*EDITIONS[1:], EDITIONS[0]]:
        plain.locator(f'header a[hreflang="{edition.language}"]').click()
        expect(plain).to_have_url(site.url(edition.root + QUESTION))


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.code)
def test_the_list_of_questions_is_complete(plain, site, edition):
    plain.goto(site.url(edition.root))
    expect(plain.locator("ol.questions > li:visible")).to_have_count(len(questions()))
    expect(plain.locator(".question-filter")).to_be_hidden()
    plain.locator(f'ol.questions a[href$="{QUESTION}"]').click()
    expect(plain).to_have_url(site.url(edition.root + QUESTION))


def test_a_notebook_is_readable(plain, site):
    plain.goto(site.url("en/" + LAB))
    expect(plain.locator("article .jp-OutputArea svg").first).to_be_visible()
    expect(plain.locator("article .katex-html").first).to_be_visible()


def test_nothing_offers_what_needs_a_script(plain, site):
    plain.goto(site.url("en/" + QUESTION))
    expect(plain.locator("[data-open-search]")).to_be_hidden()
    expect(plain.locator("article button")).to_have_count(0)
