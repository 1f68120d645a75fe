"""Citations show their source as a card, on hover and on focus."""

import pytest
from playwright.sync_api import expect

from scripts.content.editions import EDITIONS
from tests.browser.places import QUESTION

CARD = ".md-tooltip2--active"


@pytest.fixture(params=EDITIONS, ids=lambda edition: edition.code)
def citation(request, page, site):
    page.goto(site.url(request.param.root + QUESTION))
    return page.locator("article a.footnote-ref").first


def source(citation) -> str:
    """The title of the cited source, from the list at the page's end."""
    note = citation.get_attribute("href")
    return citation.page.locator(f'li[id="{note[1:]}"] a').first.inner_text()


def test_card_on_hover(citation):
    citation.scroll_into_view_if_needed()
    citation.hover()
    expect(citation.page.locator(CARD)).to_contain_text(source(citation))


def test_card_on_focus(citation):
    citation.focus()
    expect(citation.page.locator(CARD)).to_contain_text(source(citation))
    expect(citation.page.locator(f"{CARD} a").first).to_be_visible()


def test_citation_leads_to_the_source_and_back(citation):
    page = citation.page
    note = citation.get_attribute("href")
    citation.click()
    expect(page.locator(f'li[id="{note[1:]}"]')).to_be_in_viewport()
    page.locator(f'li[id="{note[1:]}"] a.footnote-backref').first.click()
    expect(citation).to_be_in_viewport()
