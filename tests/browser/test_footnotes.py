"""Citations show their source as a card, on hover and on focus."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from scripts.bench.visit import PHONE
from scripts.content.editions import EDITIONS
from tests.browser.places import QUESTION

CARD = ".md-tooltip2--active"
HIDDEN = "(links) => links.filter((link) => getComputedStyle(link).opacity !== '1').length"


@pytest.fixture(params=EDITIONS, ids=lambda edition: edition.code)
def citation(request, page, site):
    page.goto(site.url(request.param.root + QUESTION))
    return page.locator("article a.footnote-ref").first


def note_of(citation):
    """The cited source in the list at the page's end."""
    return citation.page.locator(f'li[id="{urlsplit(citation.get_attribute("href")).fragment}"]')


def title(citation) -> str:
    return note_of(citation).locator("a").first.inner_text()


def test_card_on_hover(citation):
    citation.scroll_into_view_if_needed()
    citation.hover()
    expect(citation.page.locator(CARD)).to_contain_text(title(citation))


def test_card_on_focus(citation):
    citation.focus()
    expect(citation.page.locator(CARD)).to_contain_text(title(citation))
    expect(citation.page.locator(f"{CARD} a").first).to_be_visible()


def test_citation_leads_to_the_source_and_back(citation):
    citation.scroll_into_view_if_needed()
    citation.click()
    expect(note_of(citation)).to_be_in_viewport()
    note_of(citation).locator("a.footnote-backref").first.click()
    expect(citation).to_be_in_viewport()


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.code)
def test_the_ways_back_are_seen_without_a_pointer(open_page, edition):
    """Hidden, they left an empty line wherever they wrapped."""
    page = open_page(edition.root + QUESTION, size=PHONE, is_mobile=True, has_touch=True)
    back = page.locator("article a.footnote-backref")
    assert back.count() > 0
    assert back.evaluate_all(HIDDEN) == 0
    citation = page.locator("article a.footnote-ref").first
    back = note_of(citation).locator("a.footnote-backref").first
    back.tap()
    expect(citation).to_be_in_viewport()
    back.focus()
    expect(citation).not_to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(citation).to_be_in_viewport()
