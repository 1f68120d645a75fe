"""What a reader ticks in a checklist stays: in this browser, for the question, in every edition and version."""

import re

import pytest
from playwright.sync_api import expect

from scripts.bench.server import serve
from scripts.content.editions import EDITIONS
from tests.browser.places import ANSWERED, QUESTION
from tests.release.scratch import NEW, OLD, PAGE

OTHER = next(path for path in ANSWERED if path != QUESTION)
ENTRIES = 'Object.keys(localStorage).filter((name) => name.startsWith("checklist/"))'
FIRST_POINT = re.compile(r'<li class="task-list-item">.*?</li>', re.S)
NO_STORAGE = """for (const name of ["getItem", "setItem"]) {
  const kept = Storage.prototype[name];
  Storage.prototype[name] = function (key, ...value) {
    if (key.startsWith("checklist/")) {
      window.refused = (window.refused ?? 0) + 1;
      throw new DOMException("forbidden", "SecurityError");
    }
    return kept.call(this, key, ...value);
  };
}"""
FORGET = """for (const box of document.querySelectorAll("#checklist ~ ul [type=checkbox]")) box.checked = false"""
"""A browser may fill in forms by itself when it comes back to a page."""


def boxes(page):
    return page.locator("#checklist ~ ul").get_by_role("checkbox")


def expect_ticks(page, *ticked: int) -> None:
    """These points are ticked, counted from 0, and no others."""
    expect(page.locator("#checklist ~ ul :checked")).to_have_count(len(ticked))
    for k in ticked:
        expect(boxes(page).nth(k)).to_be_checked()


def tick(page, *points: int) -> None:
    page.wait_for_load_state("networkidle")  # the script is there
    for k in points:
        boxes(page).nth(k).click()
    for _ in range(100):  # the first tick of all loads the script; whether it was kept is for the test to say
        if page.evaluate(f"window.refused || {ENTRIES}.length"):
            break
        page.wait_for_timeout(50)


def go(page, url: str, link: str) -> None:
    page.locator(link).first.click()
    expect(page).to_have_url(re.compile(re.escape(url) + "(#.*)?$"))  # the theme may add the section that was read last


def switch(page, edition) -> None:
    page.locator(f'header a[hreflang="{edition.language}"]').click()
    expect(page.locator("html")).to_have_attribute("lang", edition.language)


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.code)
def test_ticks_survive_a_reload_and_so_does_what_is_unticked(page, site, edition):
    page.goto(site.url(edition.root + QUESTION))
    tick(page, 0, 2, 3)
    page.reload()
    expect_ticks(page, 0, 2, 3)
    tick(page, 2)
    page.evaluate(FORGET)
    page.reload()
    expect_ticks(page, 0, 3)
    page.goto(site.url(edition.root + OTHER))
    page.wait_for_load_state("networkidle")
    expect_ticks(page)


def test_editions_share_the_ticks(page, site):
    zh, pt, en = EDITIONS
    page.goto(site.url(zh.root + QUESTION))
    tick(page, 1, 4)
    switch(page, pt)
    expect_ticks(page, 1, 4)
    tick(page, 1, 5)
    switch(page, en)
    expect_ticks(page, 4, 5)
    while page.locator("html").get_attribute("lang") != zh.language:  # the theme may have added places to the history
        page.go_back()
    expect_ticks(page, 4, 5)


def test_every_question_has_ticks_of_its_own(page, site):
    for k, path in enumerate(ANSWERED[:6]):
        page.goto(site.url("en/" + path))
        tick(page, k)
    for k, path in enumerate(ANSWERED[:6]):
        page.goto(site.url("pt/" + path))
        expect_ticks(page, k)


def test_ticks_survive_instant_navigation(page, site):
    page.goto(site.url("en/"))
    page.evaluate("window.survives = true")
    question, home = (site.url("en/" + QUESTION), f'article a[href$="{QUESTION}"]'), (site.url("en/"), "header a.md-logo")
    go(page, *question)
    tick(page, 0, 5)
    go(page, *home)
    go(page, *question)
    expect_ticks(page, 0, 5)
    tick(page, 5)
    go(page, *home)
    go(page, *question)
    expect_ticks(page, 0)
    assert page.evaluate("window.survives"), "the page was loaded anew"


def test_versions_share_the_ticks(page, published):
    with serve(published) as versions:
        page.goto(versions.url(f"{OLD}/en/{PAGE}"))
        tick(page, 1)
        page.goto(versions.url(f"{NEW}/pt/{PAGE}"))
        expect_ticks(page, 1)


def test_another_tab_follows(page, site):
    page.goto(site.url("en/" + QUESTION))
    page.wait_for_load_state("networkidle")
    other = page.context.new_page()
    other.goto(site.url("pt/" + QUESTION))
    tick(other, 3)
    expect_ticks(page, 3)
    tick(page, 3)
    expect_ticks(other)


@pytest.mark.parametrize("nonsense", ["", "null", "{", "1", "1" * 500, "x1111111", "１１１１１１１１", '{"0":true}'])
def test_nonsense_in_the_storage_does_no_harm(page, site, nonsense):
    """The length of the list is that of a good entry, so that one of these could pass for it."""
    page.goto(site.url("en/" + QUESTION))
    tick(page, 0)
    (name,) = page.evaluate(ENTRIES)
    page.evaluate("([name, value]) => localStorage.setItem(name, value)", [name, nonsense])
    page.goto(site.url("pt/" + QUESTION))
    page.wait_for_load_state("networkidle")
    expect_ticks(page)
    tick(page, 2)
    page.goto(site.url("en/" + QUESTION))
    expect_ticks(page, 2)


def without_the_first_point(route) -> None:
    route.fulfill(body=FIRST_POINT.sub("", route.fetch().text(), count=1), content_type="text/html")


def test_a_list_of_another_length_begins_anew(page, site):
    page.goto(site.url("en/" + QUESTION))
    tick(page, 0, 1)
    page.route(site.url("pt/" + QUESTION), without_the_first_point)
    page.goto(site.url("pt/" + QUESTION))
    page.wait_for_load_state("networkidle")
    expect_ticks(page)
    tick(page, 3)
    page.reload()
    expect_ticks(page, 3)
    page.goto(site.url(QUESTION))
    expect_ticks(page, 0, 1)


def test_boxes_can_be_ticked_where_nothing_can_be_stored(page, site):
    page.add_init_script(NO_STORAGE)
    page.goto(site.url("en/" + QUESTION))
    tick(page, 0, 1)
    expect_ticks(page, 0, 1)
    assert page.evaluate("window.refused") >= 2, "the storage was not tried"
    assert page.evaluate(ENTRIES) == []


def test_nothing_is_stored_before_a_tick_and_nothing_is_sent(page, site):
    page.goto(site.url("en/" + QUESTION))
    page.wait_for_load_state("networkidle")
    assert page.evaluate(ENTRIES) == []
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    tick(page, 0)
    assert len(page.evaluate(ENTRIES)) == 1
    assert page.context.cookies() == []
    own = ("/checklist.js", "/favicon.svg")  # the browser asks for the latter when the theme changes the address
    assert [url for url in requests if not url.endswith(own)] == []
    requests.clear()
    tick(page, 1, 2)
    assert [url for url in requests if not url.endswith(own[1])] == []


def test_restored_ticks_move_nothing(page, site):
    where = """[...document.querySelectorAll("#checklist ~ *")].map((part) => {
      const { top, height } = part.getBoundingClientRect();
      return [top + scrollY, height];
    })"""
    page.goto(site.url(f"en/{QUESTION}#checklist"))
    page.wait_for_load_state("networkidle")
    before = page.evaluate(where)
    tick(page, 0, 1, 2)
    page.reload()
    expect_ticks(page, 0, 1, 2)
    page.wait_for_load_state("networkidle")
    assert page.evaluate(where) == before


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_restored_ticks_are_printed(open_page, site, scheme):
    page = open_page("en/" + QUESTION, scheme=scheme)
    tick(page, 0)
    page.goto(site.url("pt/" + QUESTION))
    expect_ticks(page, 0)
    page.emulate_media(media="print", color_scheme=scheme)
    ticked, empty = (boxes(page).nth(k).screenshot() for k in (0, 1))
    assert ticked != empty
    expect(boxes(page).nth(1)).to_have_css("color-scheme", "light")  # else an empty box is dark on paper


def test_without_script_the_boxes_are_there_and_empty(open_page, site):
    page = open_page("en/" + QUESTION, javascript=False)
    expect(boxes(page)).not_to_have_count(0)
    expect_ticks(page)
    boxes(page).first.click()
    expect_ticks(page, 0)
