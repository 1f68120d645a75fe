"""The table of contents follows the reader."""

import re

import pytest
from playwright.sync_api import expect

from scripts.content.editions import EDITIONS
from scripts.content.pages import FRAME
from tests.browser.places import QUESTION


SECTION_OF = """(id) => {
  const heading = document.getElementById(id);
  const within = [heading];
  for (let next = heading.nextElementSibling; next && next.tagName !== "H2"; next = next.nextElementSibling) within.push(next);
  return within.map((element) => element.id).filter(Boolean);
}"""


def scroll_to(page, section: str) -> None:
    page.evaluate("(id) => document.getElementById(id).scrollIntoView()", section)
    page.mouse.wheel(0, 5)


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.code)
def test_b27_table_of_contents_follows_scrolling(page, site, edition):
    page.goto(site.url(edition.root + QUESTION))
    active = page.locator(".md-sidebar--secondary .md-nav__link--active")
    for section in FRAME[1:4]:
        scroll_to(page, section)
        inside = page.evaluate(SECTION_OF, section)
        expect(active.last).to_have_attribute("href", re.compile(rf"#({'|'.join(inside)})$"))


def test_the_address_names_the_section_in_view(page, site):
    page.goto(site.url("en/" + QUESTION))
    for section in ("derivation", "pitfalls"):
        scroll_to(page, section)
        page.wait_for_timeout(400)
    expect(page).to_have_url(re.compile("#pitfalls$"))
