"""Two published versions under a sub-path: versions and languages compose, the alias and the root lead on."""

import re

import pytest
from playwright.sync_api import expect

from scripts.bench.server import serve
from scripts.content.data import interface
from scripts.content.editions import EDITIONS
from scripts.bench.visit import PHONE
from tests.browser.test_accessibility import violations
from tests.release.scratch import MOVED, MOVED_TO, NEW, OLD, PAGE, SITE_URL

SECTION = "#pitfalls"
SCROLL_DOWN = """async () => {
  let height;
  for (let still = 0; still < 10; still = document.body.scrollHeight === height ? still + 1 : 0) {
    height = document.body.scrollHeight;
    scrollTo(0, height);
    await new Promise(requestAnimationFrame);
  }
}"""
"""Long pages lay out what comes near, so the foot of a page moves until all is laid out."""
PAIRS = [(here, there) for here in EDITIONS for there in EDITIONS if here != there]


def by_code(edition):
    return edition.code


@pytest.fixture(scope="module")
def site(published):
    with serve(published) as served:
        yield served


def choose(page, version):
    page.locator("header .versions summary").click()
    page.locator(f'header .versions [data-version-link="{version}"]').click()


def test_b29_version_and_language_compose(page, site):
    """Every change of language in both versions, and every change of version in all editions, in one walk."""
    zh, pt, en = EDITIONS
    walk = [(OLD, edition) for edition in (zh, pt, en, zh, en, pt, zh)]
    walk += [(NEW, zh), (NEW, pt), (OLD, pt), (NEW, pt), (NEW, en), (OLD, en), (NEW, en)]
    walk += [(NEW, edition) for edition in (zh, en, pt, zh)] + [(OLD, zh)]
    steps = set(zip(walk, walk[1:]))
    assert {((v, a), (v, b)) for v in (OLD, NEW) for a, b in PAIRS} <= steps
    assert {((a, e), (b, e)) for e in EDITIONS for a, b in ((OLD, NEW), (NEW, OLD))} <= steps
    page.goto(site.url(f"{OLD}/{PAGE}{SECTION}"))
    for (version, here), (other, there) in zip(walk, walk[1:]):
        if version == other:
            page.locator(f'header a[hreflang="{there.language}"]').click()
        else:
            choose(page, other)
        expect(page).to_have_url(site.url(f"{other}/{there.root}{PAGE}{SECTION}"))
        expect(page.locator("html")).to_have_attribute("lang", there.language)
        expect(page.locator("header .versions summary")).to_have_text(other)
        expect(page.locator(SECTION)).to_be_in_viewport()


@pytest.mark.parametrize("here, there", PAIRS[:2], ids=by_code)
def test_b29_home_pages_stay_in_their_version(page, site, here, there):
    page.goto(site.url(f"{OLD}/{here.root}"))
    page.locator(f'header a[hreflang="{there.language}"]').click()
    expect(page).to_have_url(site.url(f"{OLD}/{there.root}"))
    choose(page, NEW)
    expect(page).to_have_url(site.url(f"{NEW}/{there.root}"))


@pytest.mark.parametrize("edition", EDITIONS, ids=by_code)
def test_both_follow_instant_navigation(page, site, edition):
    page.goto(site.url(f"{OLD}/{edition.root}about/"))
    page.evaluate("window.survives = true")
    page.locator(f'.md-tabs a[href$="{PAGE}"]').click()
    expect(page).to_have_url(site.url(f"{OLD}/{edition.root}{PAGE}"))
    expect(page.locator("#derivation")).to_be_attached()
    assert page.evaluate("window.survives"), "the page was loaded anew"
    expect(page.locator(".version-notice")).to_be_visible()
    choose(page, NEW)
    expect(page).to_have_url(site.url(f"{NEW}/{edition.root}{PAGE}"))


def test_the_chooser_lists_the_versions_and_marks_the_latest_and_this_one(page, site):
    page.goto(site.url(f"{OLD}/pt/{PAGE}"))
    page.locator("header .versions summary").click()
    links = page.locator("header .versions a")
    expect(links).to_have_text([f"{NEW} ({interface()['version.latest']['pt']})", OLD])
    expect(page.locator("header .versions a[aria-current]")).to_have_text([OLD])


def test_the_chooser_opens_and_closes_with_the_keyboard(page, site):
    page.goto(site.url(f"{OLD}/en/{PAGE}"))
    expect(page.locator("header .versions summary")).to_be_visible()
    page.locator("header .versions summary").focus()
    page.keyboard.press("Enter")
    link = page.locator("header .versions a").first
    expect(link).to_be_visible()
    page.keyboard.press("Escape")
    expect(link).to_be_hidden()
    expect(page.locator("header .versions summary")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page).to_have_url(site.url(f"{NEW}/en/{PAGE}"))


def test_a_version_opens_in_a_new_tab(page, site):
    page.goto(site.url(f"{OLD}/en/{PAGE}{SECTION}"))
    page.locator("header .versions summary").click()
    with page.context.expect_page() as opened:
        page.locator(f'header .versions [data-version-link="{NEW}"]').click(modifiers=["ControlOrMeta"])
    expect(opened.value).to_have_url(site.url(f"{NEW}/en/{PAGE}{SECTION}"))


def test_a_page_that_the_other_version_has_not_leads_to_the_home_page_of_the_edition(page, site, faults):
    page.goto(site.url(f"{NEW}/pt/{MOVED_TO}"))
    choose(page, OLD)
    expect(page).to_have_url(site.url(f"{OLD}/pt/"))
    faults.forgive("404")


@pytest.mark.parametrize("edition", EDITIONS, ids=by_code)
def test_an_older_version_says_so_and_leads_to_the_same_page_in_the_latest(page, site, edition):
    page.goto(site.url(f"{OLD}/{edition.root}{PAGE}{SECTION}"))
    notice = page.locator(".version-notice")
    expect(notice).to_contain_text(interface()["version.not_latest"][edition.code].format(version=OLD))
    link = notice.get_by_text(interface()["version.read_latest"][edition.code])
    expect(link).to_have_attribute("href", site.url(f"latest/{edition.root}{PAGE}{SECTION}"))
    link.click()
    expect(page).to_have_url(site.url(f"{NEW}/{edition.root}{PAGE}{SECTION}"))
    expect(page.locator("header .versions")).to_be_visible()
    expect(notice).to_be_hidden()


@pytest.mark.parametrize("edition", EDITIONS, ids=by_code)
def test_b30_the_alias_keeps_query_and_section(page, site, edition):
    page.goto(site.url(f"latest/{edition.root}{PAGE}?from=a%20b&x{SECTION}"))
    expect(page).to_have_url(site.url(f"{NEW}/{edition.root}{PAGE}?from=a%20b&x{SECTION}"))
    expect(page.locator(SECTION)).to_be_in_viewport()


def test_the_alias_leads_on_without_script(open_page, site):
    page = open_page(f"latest/pt/{PAGE}", javascript=False)
    expect(page).to_have_url(site.url(f"{NEW}/pt/{PAGE}"))


def test_the_root_leads_to_the_latest_version(page, site):
    page.goto(site.url())
    expect(page).to_have_url(site.url(f"{NEW}/"))


def test_an_address_that_has_moved_leads_on(page, site):
    page.goto(site.url(f"latest/pt/{MOVED}#title"))
    expect(page).to_have_url(site.url(f"{NEW}/pt/{MOVED_TO}#title"))
    page.goto(site.url(f"{OLD}/pt/{MOVED}"))
    choose(page, NEW)
    expect(page).to_have_url(site.url(f"{NEW}/pt/{MOVED_TO}"))


@pytest.mark.parametrize("path", ["pt/algorithm/old/", "nowhere", f"{OLD}/pt/nowhere/"])
def test_b31_an_unknown_address_offers_the_latest_version_in_all_languages(page, site, faults, path):
    assert page.goto(site.url(path)).status == 404
    faults.forgive("404")
    for edition in EDITIONS:
        link = page.locator(f'section[lang="{edition.language}"] a')
        expect(link).to_have_text(interface()["notfound.latest"][edition.code])
        assert link.get_attribute("href") == f"{SITE_URL}latest/{edition.root}"
    page.goto(site.url(f"latest/{EDITIONS[1].root}"))
    expect(page).to_have_url(re.compile(f"/{NEW}/pt/$"))


def test_axe_finds_nothing_wrong_with_notice_and_chooser(open_page, site):
    for scheme in ("light", "dark"):
        page = open_page(f"{OLD}/en/{PAGE}", scheme=scheme)
        expect(page.locator(".version-notice")).to_be_visible()
        page.locator("header .versions summary").click()
        assert violations(page) == []


@pytest.mark.parametrize("edition", EDITIONS, ids=by_code)
def test_on_a_phone_the_chooser_stands_in_the_footer(open_page, site, edition):
    page = open_page(f"{OLD}/{edition.root}{PAGE}", size=PHONE, is_mobile=True, has_touch=True)
    expect(page.locator(".version-notice")).to_be_visible()
    expect(page.locator("header .versions")).to_be_hidden()
    chooser = page.locator("footer .versions")
    page.evaluate(SCROLL_DOWN)
    chooser.locator("summary").tap()
    expect(chooser).to_have_attribute("open", "")
    box = chooser.locator("ul").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= PHONE[0]
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    chooser.locator(f'[data-version-link="{NEW}"]').tap()
    expect(page).to_have_url(re.compile(f"/{re.escape(f'{NEW}/{edition.root}{PAGE}')}(#.*)?$"))
