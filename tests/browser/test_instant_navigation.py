"""Pages change without a full load; formulas and search stay alive."""

import pytest
from playwright.sync_api import expect

from scripts.content.editions import EDITIONS
from tests.browser.places import ANSWERED, LAB, QUESTION
from tests.browser.waiting import wait_for_layout

RAW_TEX = r"""() => {
  const walker = document.createTreeWalker(document.querySelector("article"), NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.parentElement.closest("annotation, code, pre, script")) continue;
    if (/\\[(\[]|\$\$|\\[a-z]{2,}/i.test(node.data)) found.push(node.data);
  }
  return found;
}"""
FORMULAS = """() => [...document.querySelectorAll("article .katex-html")].filter((formula) => !formula.closest("details")).map((formula) => {
  const { width, height } = formula.getBoundingClientRect();
  return `${width.toFixed(1)} ${height.toFixed(1)}`;
})"""
SETTLED = "document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => done(true))))"


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.code)
def test_b32_b33_formulas_are_the_same_after_instant_navigation(page, site, edition):
    page.goto(site.url(edition.root))
    page.evaluate("window.survives = true")
    for path in [*ANSWERED[:4], LAB]:
        page.locator(f'article a[href$="{path}"]').first.click()
        expect(page).to_have_url(site.url(edition.root + path))
        expect(page.locator("article .katex").first).to_be_visible()
        assert page.evaluate("window.survives"), f"{path}: the page was loaded anew"
        assert page.evaluate(RAW_TEX) == []
        page.evaluate(SETTLED)
        arrived = page.evaluate(FORMULAS)
        fresh = page.context.new_page()
        fresh.goto(page.url)
        wait_for_layout(fresh)
        fresh.evaluate(SETTLED)
        assert arrived and fresh.evaluate(FORMULAS) == arrived, path
        fresh.close()
        page.locator("header a.md-logo").click()
        expect(page.locator("ol.questions").first).to_be_visible()
    assert page.evaluate("window.survives")


def test_search_is_alive_after_instant_navigation(page, site):
    page.goto(site.url("en/tags/kl/"))
    page.evaluate("window.survives = true")
    page.locator(f'article a.question-link[href$="{QUESTION}"]').click()
    expect(page).to_have_url(site.url("en/" + QUESTION))
    results = page.evaluate("siteSearch('KL in GRPO').then((found) => found.map((result) => result.url))")
    assert results and results[0].startswith(site.url("en/" + QUESTION))
    page.keyboard.press("/")
    expect(page.locator("dialog[open] input")).to_be_focused()
    assert page.evaluate("window.survives"), "the page was loaded anew"


def test_title_and_canonical_follow(page, site):
    page.goto(site.url("en/"))
    page.evaluate("window.survives = true")
    page.locator(f'article a[href$="{QUESTION}"]').first.click()
    expect(page).to_have_url(site.url("en/" + QUESTION))
    expect(page.locator('link[rel="canonical"]')).to_have_attribute("href", f"https://example.org/repo/en/{QUESTION}")
    expect(page).to_have_title(page.locator("article h1").inner_text().rstrip("#").strip() + " – RL Interview 2026")
    assert page.evaluate("window.survives"), "the page was loaded anew"


def test_filters_work_on_a_home_page_reached_by_instant_navigation(page, site):
    page.goto(site.url("en/about/"))
    page.evaluate("window.survives = true")
    page.locator("header a.md-logo").click()
    expect(page).to_have_url(site.url("en/"))
    page.select_option('.question-filter select[name="track"]', "infra")
    expect(page.locator("ol.questions > li[data-track=algorithm]:visible")).to_have_count(0)
    assert page.evaluate("window.survives"), "the page was loaded anew"


THEME_NOTES_THE_PLACE = 500
"""Milliseconds after which the theme has surely written down how far a page is scrolled."""


def test_a_jump_inside_a_page_loads_nothing_and_keeps_what_is_open(page, site):
    page.goto(site.url("en/" + QUESTION), wait_until="networkidle")
    page.locator("article details").first.locator("summary").click()
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    for section in ("pitfalls", "derivation", "papers"):
        page.evaluate("scrollBy(0, 50)")
        page.locator(f'.md-sidebar--secondary a[href$="#{section}"]').click()
        expect(page).to_have_url(site.url(f"en/{QUESTION}#{section}"))
        expect(page.locator(f"#{section}")).to_be_in_viewport()
        page.wait_for_timeout(THEME_NOTES_THE_PLACE)
        expect(page.locator(f"#{section}")).to_be_in_viewport()
    page.go_back()
    expect(page.locator("#derivation")).to_be_in_viewport()
    expect(page.locator("article details").first).to_have_attribute("open", "")
    assert [url for url in loaded if url.endswith("/")] == []


def test_going_back_restores_page_and_place(page, site):
    page.goto(site.url("en/" + QUESTION))
    page.evaluate("window.survives = true")
    page.locator('.md-sidebar--secondary a[href$="#pitfalls"]').click()
    expect(page.locator("#pitfalls")).to_be_in_viewport()
    page.wait_for_timeout(THEME_NOTES_THE_PLACE)
    page.locator("header a.md-logo").click()
    expect(page.locator("ol.questions").first).to_be_visible()
    page.wait_for_timeout(THEME_NOTES_THE_PLACE)
    page.go_back()
    expect(page.locator("#pitfalls")).to_be_in_viewport()
    assert page.evaluate("window.survives"), "the page was loaded anew"
