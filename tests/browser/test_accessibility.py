"""axe finds nothing wrong: every page type, both colour schemes, three editions."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from scripts.content.editions import EDITIONS
from scripts.bench.visit import PHONE
from tests.browser.places import PLACES, QUESTION

AXE = Axe()
STILL = """() => {
  const style = new CSSStyleSheet();
  style.replaceSync("*, ::before, ::after { transition: none !important }");
  document.adoptedStyleSheets.push(style);
}"""
"""A fade that begins off screen may halt there, and axe would see its first colour."""
OPTIONS = {"resultTypes": ["violations"]}


def violations(page) -> list[str]:
    page.evaluate(STILL)
    found = AXE.run(page, options=OPTIONS).response["violations"]
    return [
        f"{violation['id']} ({violation['help']}): {node['html'][:160]} | {node['failureSummary'].splitlines()[-1].strip()[:200]}"
        for violation in found
        for node in violation["nodes"][:3]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.code)
@pytest.mark.parametrize("kind", PLACES)
def test_b39_no_violation(open_page, kind, edition, scheme):
    page = open_page(edition.root + PLACES[kind], scheme=scheme)
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", {"light": "default", "dark": "slate"}[scheme])
    page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
    assert violations(page) == []


@pytest.mark.parametrize("kind", ["home", "question"])
def test_no_violation_on_a_phone(open_page, kind):
    assert violations(open_page("en/" + PLACES[kind], size=PHONE)) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.code)
def test_no_violation_in_the_open_search(open_page, edition, scheme):
    page = open_page(edition.root + QUESTION, scheme=scheme)
    page.keyboard.press("/")
    page.locator("dialog[open] input").fill("KL")
    expect(page.locator("dialog[open] a").first).to_be_visible()
    assert violations(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_violation_on_the_page_for_lost_readers(open_page, faults, scheme):
    page = open_page("no/such/page/", scheme=scheme)
    expect(page.locator("h1")).to_have_text("404")
    assert violations(page) == []
    faults.forgive("404 (Not Found)")


def test_axe_sees_what_is_wrong(open_page):
    """Otherwise an axe that does not run would pass everything."""
    page = open_page("en/about/")
    page.evaluate("document.querySelector('article p').style.color = '#eee'")
    page.evaluate("document.querySelector('article').append(document.createElement('img'))")
    found = " ".join(violations(page))
    assert "color-contrast" in found and "image-alt" in found
