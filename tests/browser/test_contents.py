"""The table of contents follows the reader."""

import pytest
from playwright.sync_api import expect

from scripts.content.editions import EDITIONS
from scripts.content.pages import FRAME
from tests.browser.places import QUESTION


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.code)
def test_b27_table_of_contents_follows_scrolling(page, site, edition):
    page.goto(site.url(edition.root + QUESTION))
    active = page.locator(".md-sidebar--secondary .md-nav__link--active")
    for section in FRAME[1:4]:
        page.evaluate("(id) => document.getElementById(id).scrollIntoView()", section)
        page.mouse.wheel(0, 5)
        expect(active.last).to_have_attribute("href", f"#{section}")


def test_the_address_names_the_section_in_view(page, site):
    page.goto(site.url("en/" + QUESTION))
    page.evaluate("document.getElementById('pitfalls').scrollIntoView()")
    page.mouse.wheel(0, 5)
    page.wait_for_function("location.hash.length > 1")
    assert page.evaluate("Boolean(document.querySelector(location.hash))")
