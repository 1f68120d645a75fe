"""Light and dark: after the system's preference, by the switch, kept on the next page."""

import pytest
from playwright.sync_api import expect

from tests.browser.contrast import hard_to_read
from tests.browser.places import ANSWERED, LAB, QUESTION

LIGHTNESS = """(selector) => {
  const [red, green, blue] = getComputedStyle(document.querySelector(selector))[selector === "body" ? "backgroundColor" : "color"]
    .match(/[\\d.]+/g).map(Number);
  return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
}"""
FIGURE_INK = 'getComputedStyle(document.querySelector("article figure svg text")).fill'


def assert_scheme(page, name: str) -> None:
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", name)
    dark = name == "slate"
    assert (page.evaluate(LIGHTNESS, "body") < 0.2) == dark
    assert (page.evaluate(LIGHTNESS, "article p") > 0.6) == dark


def test_follows_the_system(open_page):
    assert_scheme(open_page(QUESTION, scheme="light"), "default")
    assert_scheme(open_page(QUESTION, scheme="dark"), "slate")


def test_dark_does_not_wait_for_the_theme_s_script(page, site):
    page.emulate_media(color_scheme="dark")
    page.route("**/bundle.*.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.route("**/site.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.goto(site.url(QUESTION) + "#title")  # where a section is named, no script is waited for to lay the page out
    assert_scheme(page, "slate")


def test_switch_changes_the_scheme_and_the_next_page_keeps_it(page, site):
    page.goto(site.url("en/" + QUESTION))
    light_ink = page.evaluate(FIGURE_INK)
    page.locator('label[for="__palette_1"]:visible').click()
    assert_scheme(page, "slate")
    assert page.evaluate(FIGURE_INK) != light_ink, "figures keep their light colours"
    page.locator("header a.md-logo").click()
    expect(page).to_have_url(site.url("en/"))
    assert_scheme(page, "slate")
    page.reload()
    assert_scheme(page, "slate")
    page.locator('label[for="__palette_0"]:visible').click()
    assert_scheme(page, "default")


def test_switch_works_with_the_keyboard(page, site):
    page.goto(site.url("en/" + QUESTION))
    page.locator("#__palette_0").focus()
    page.keyboard.press("ArrowRight")
    assert_scheme(page, "slate")


def test_the_choice_holds_in_the_other_editions(page, site):
    page.goto(site.url("en/" + QUESTION))
    page.locator('label[for="__palette_1"]:visible').click()
    page.locator('header a[hreflang="pt-BR"]').click()
    expect(page).to_have_url(site.url("pt/" + QUESTION))
    assert_scheme(page, "slate")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_labels_of_figures_stand_out(open_page, site, scheme):
    page = open_page(scheme=scheme)
    for path in [*ANSWERED, LAB, "map/"]:
        page.goto(site.url("en/" + path))
        assert hard_to_read(page, "article svg text") == [], path
