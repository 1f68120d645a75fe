"""At 360 px the page never scrolls sideways; what is wide scrolls inside itself."""

import io

import pytest
from PIL import Image, ImageChops

from scripts.content.editions import EDITIONS
from scripts.bench.visit import DESKTOP, PHONE
from tests.browser.places import ANSWERED, LAB, PLACES, QUESTION
from tests.browser.waiting import wait_until

PAGES = list(dict.fromkeys([*PLACES.values(), *ANSWERED]))
PAGE_WIDTH = "Math.max(document.documentElement.scrollWidth, document.body.scrollWidth)"
TOO_WIDE = """(width) => [...document.querySelectorAll("article *, header *, footer *")]
  .filter((element) => {
    if (element.closest(".katex-mathml") || element.parentElement.closest("svg")) return false;
    const box = element.getBoundingClientRect();
    if (!box.width || !box.height || box.right <= width + 1) return false;
    for (let outer = element.parentElement; outer; outer = outer.parentElement) {
      if (["auto", "scroll"].includes(getComputedStyle(outer).overflowX)) return false;
      if (outer.matches(".md-ellipsis, .md-header__title, [hidden]")) return false;
    }
    return true;
  })
  .map((element) => `${element.tagName} ${element.className.baseVal ?? element.className}: ${element.textContent.trim().slice(0, 40)}`)"""
UNREADABLE = """(width) => [...document.querySelectorAll("article :is(div.arithmatex, .arithmatex-display, .md-typeset__table, pre)")]
  .filter((box) => box.scrollWidth > box.clientWidth + 1 && !["auto", "scroll"].includes(getComputedStyle(box).overflowX)
    && ![...box.querySelectorAll("*")].some((inner) => ["auto", "scroll"].includes(getComputedStyle(inner).overflowX)))
  .map((box) => box.textContent.trim().slice(0, 40))"""


@pytest.fixture(scope="module")
def phone(browser, site):
    context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, is_mobile=True, has_touch=True)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.code)
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.strip("/") or "home")
def test_b36_no_sideways_scroll(phone, site, edition, path):
    phone.goto(site.url(edition.root + path))
    phone.evaluate("for (const details of document.querySelectorAll('article details')) details.open = true")
    assert phone.evaluate("innerWidth") == PHONE[0]
    assert phone.evaluate(PAGE_WIDTH) <= PHONE[0]
    assert phone.evaluate(TOO_WIDE, PHONE[0]) == []
    assert phone.evaluate(UNREADABLE, PHONE[0]) == []


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.code)
def test_the_header_shows_the_whole_name_of_the_site(phone, site, edition):
    phone.goto(site.url(edition.root))
    name = phone.locator(".md-header__topic .md-ellipsis").first
    assert name.evaluate("(name) => name.scrollWidth <= name.clientWidth && name.clientWidth > 0")


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.code)
def test_the_way_to_the_top_is_on_one_line(phone, site, edition):
    phone.goto(site.url(edition.root + QUESTION))
    lines = phone.locator(".md-top").evaluate(
        """(button) => {
          const range = document.createRange();
          range.selectNodeContents(button.lastChild);
          return range.getClientRects().length;
        }"""
    )
    assert lines == 1


CHOPPED = r"""() => [...document.querySelectorAll("article td:first-child code")].flatMap((code) => {
  const range = document.createRange();
  return [...code.textContent.matchAll(/\w+/g)].filter(({ 0: word, index }) => {
    range.setStart(code.firstChild, index);
    range.setEnd(code.firstChild, index + word.length);
    return range.getClientRects().length > 1;
  }).map(([word]) => word);
})"""


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.code)
def test_the_names_in_a_first_column_stay_whole(phone, site, edition):
    phone.goto(site.url(edition.root + PLACES["contributing"]))
    assert phone.locator("article td:first-child code").count() > 5
    assert phone.evaluate(CHOPPED) == []


def test_wide_content_is_on_the_tested_pages(phone, site):
    """Otherwise the test above would prove nothing."""
    wide = 0
    for path in ANSWERED:
        phone.goto(site.url("en/" + path))
        wide += phone.evaluate(
            "[...document.querySelectorAll('div.arithmatex, .md-typeset__table, .highlight code')]"
            ".filter((box) => box.scrollWidth > box.clientWidth + 1).length"
        )
    assert wide > 0


FORMULAS = """() => [...document.querySelectorAll("article div.arithmatex")].map((box) => {
  const parts = [...box.querySelectorAll(".katex-part, .katex-base:not(.katex-part > *)")].map((part) => part.getBoundingClientRect());
  return {
    scrolls: box.scrollWidth > box.clientWidth + 1,
    fits: Math.max(...parts.map((part) => part.width)) < box.clientWidth - 40,
    wraps: parts.at(-1).top > parts[0].bottom,
    text: box.querySelector("annotation").textContent,
  };
})"""


def test_formulas_wrap_between_their_parts(phone, site):
    """Only a part that is too wide by itself, such as a matrix, makes a formula scroll."""
    formulas = []
    for path in ANSWERED:
        phone.goto(site.url("en/" + path))
        wait_until(phone, "document.fonts.status === 'loaded'")
        phone.evaluate("for (const details of document.querySelectorAll('article details')) details.open = true")
        formulas += phone.evaluate(FORMULAS)
    assert [formula["text"] for formula in formulas if formula["scrolls"] and formula["fits"]] == []
    assert any(formula["wraps"] for formula in formulas)


FOLLOWERS = """() => {
  const pairs = [];
  const last = (text, character) => {
    const range = new Range();
    range.setStart(text, character);
    range.setEnd(text, character + 1);
    return range.getBoundingClientRect();
  };
  for (const formula of document.querySelectorAll("article span.arithmatex")) {
    const [base, after] = [[...formula.querySelectorAll(".katex-base")].at(-1), formula.lastChild];
    if (after.nodeType === Node.TEXT_NODE) pairs.push([base.getBoundingClientRect(), last(after, 0), formula.textContent]);
  }
  for (const number of document.querySelectorAll("article sup:has(> .footnote-ref)")) {
    const before = number.previousSibling;
    const end = before?.nodeType === Node.TEXT_NODE ? before.data.search(/[\\s\\u2060]*$/) : 0;
    if (end) pairs.push([last(before, end - 1), number.getBoundingClientRect(), before.data]);
  }
  return pairs.filter(([a]) => a.width).map(([a, b, text]) => ({ parted: b.left < a.left, text }));
}"""


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.code)
def test_no_line_begins_with_punctuation_after_a_formula_or_with_a_citation(phone, site, edition):
    followers = []
    for path in ANSWERED[::4]:
        phone.goto(site.url(edition.root + path))
        wait_until(phone, "document.fonts.status === 'loaded'")
        phone.evaluate("for (const details of document.querySelectorAll('article details')) details.open = true")
        followers += phone.evaluate(FOLLOWERS)
    assert len(followers) > 100
    assert [follower["text"] for follower in followers if follower["parted"]] == []


UNREACHABLE = """[...document.querySelectorAll("article *")].filter((box) =>
  ["auto", "scroll"].includes(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth + 1
  && box.getClientRects().length && box.tabIndex < 0 && !box.querySelector("a, button")
)"""


def test_what_scrolls_sideways_can_be_reached_with_the_keyboard(phone, site):
    for path in [*ANSWERED, LAB]:
        phone.goto(site.url("en/" + path))
        phone.evaluate("for (const details of document.querySelectorAll('article details')) details.open = true")
        wait_until(phone, f"document.fonts.status === 'loaded' && {UNREACHABLE}.length === 0")


def test_the_drawer_leads_to_every_question_of_a_track(phone, site):
    phone.goto(site.url("en/" + ANSWERED[0]))
    phone.locator('header label[for="__drawer"]').click()
    items = phone.locator('.md-sidebar--primary a[href*="/infra/"], .md-sidebar--primary a[href*="/algorithm/"]')
    assert items.count() >= 16


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_line_under_linked_code_leaves_the_underscores_alone(open_page, scheme, size):
    page = open_page("en/" + QUESTION, scheme=scheme, size=size)
    code = page.locator("article a > code").first
    code.evaluate("(code) => { code.textContent = 'train_one_step' }")
    code.scroll_into_view_if_needed()
    box = code.bounding_box()

    def picture() -> Image.Image:
        clip = {"x": box["x"], "y": box["y"] - 4, "width": box["width"], "height": box["height"] + 10}
        return Image.open(io.BytesIO(page.screenshot(clip=clip))).convert("RGB")

    def rows(one: Image.Image, other: Image.Image) -> tuple[int, int]:
        """The first row in which the pictures differ, and the one after the last."""
        _, top, _, bottom = ImageChops.difference(one, other).getbbox()
        return top, bottom

    underlined = picture()
    code.evaluate("(code) => { code.parentElement.style.textDecoration = code.style.border = 'none' }")
    plain = picture()
    code.evaluate("(code) => { code.textContent = 'train\\u00a0one\\u00a0step' }")
    spaced = picture()
    line, underscores = rows(underlined, plain), rows(plain, spaced)
    assert underscores[1] < line[0], "no free row between underscores and line"
