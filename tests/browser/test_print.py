"""A question on paper: everything is there, dark on white."""

import io
import re

import pytest
from pypdf import PdfReader

from scripts.content.editions import EDITIONS
from tests.browser.places import QUESTION

COLLAPSED = """() => [...document.querySelectorAll("article details")].map((details) => {
  const paragraph = [...details.querySelectorAll("p, li")].find((p) => !p.querySelector(".katex, code, sup") && p.innerText.length > 30);
  return paragraph?.textContent ?? "";
}).filter(Boolean)"""
UNREADABLE = """() => {
  const luminance = (colour) => {
    const [red, green, blue] = colour.match(/[\\d.]+/g).slice(0, 3).map((part) => {
      const value = part / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ground = (element) => {
    for (let outer = element; outer; outer = outer.parentElement) {
      const colour = getComputedStyle(outer).backgroundColor;
      if (!/, 0\\)$|transparent/.test(colour)) return luminance(colour);
    }
    return 1;
  };
  const found = [];
  for (const element of document.querySelectorAll("article :is(p, li, h1, h2, h3, a, code, td, th, summary, figcaption, .katex-html, svg text)")) {
    if (!element.getClientRects().length) continue;
    const style = getComputedStyle(element);
    const ink = luminance(element.closest("svg") ? style.fill : style.color);
    const paper = ground(element);
    if (paper < 0.75 || (paper + 0.05) / (ink + 0.05) < 4.5) found.push(`${element.tagName} ${style.color} on ${paper.toFixed(2)}: ${element.textContent.trim().slice(0, 40)}`);
  }
  return found;
}"""


def squeezed(text: str) -> str:
    return re.sub(r"\W", "", text)


@pytest.fixture(params=EDITIONS, ids=lambda edition: edition.code)
def edition(request):
    return request.param


def test_b40_collapsed_answers_are_printed(page, site, edition):
    page.goto(site.url(edition.root + QUESTION))
    page.evaluate("document.fonts.ready")
    title = page.locator("article h1").inner_text()
    page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
    answers = page.evaluate(COLLAPSED)
    page.evaluate("for (const details of document.querySelectorAll('details')) details.open = false")
    sheets = [squeezed(sheet.extract_text()) for sheet in PdfReader(io.BytesIO(page.pdf(format="A4"))).pages]
    assert squeezed(title)[:12] in sheets[0], "the first sheet does not begin with the question"
    assert len(sheets[0]) > 200
    printed = "".join(sheets)
    assert len(answers) >= 2
    missing = [answer for answer in answers if squeezed(answer)[:25] not in printed]
    assert not missing, missing


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_b41_print_is_dark_on_white(open_page, scheme):
    page = open_page("en/" + QUESTION, scheme=scheme)
    page.emulate_media(media="print", color_scheme=scheme)
    assert page.evaluate(UNREADABLE) == []


def test_navigation_is_not_printed(page, site, edition):
    page.goto(site.url(edition.root + QUESTION))
    page.emulate_media(media="print")
    for part in ("header.md-header", ".md-tabs", ".md-sidebar", "footer nav"):
        assert not page.locator(part).first.is_visible(), part


def test_nothing_wide_is_cut_off_on_paper(page, site):
    """What scrolls on a screen has to fit on paper: A4 less its margins is about 718 px."""
    page.set_viewport_size({"width": 718, "height": 1000})
    page.goto(site.url("en/" + QUESTION))
    page.emulate_media(media="print")
    cut = page.evaluate(
        """() => [...document.querySelectorAll("article :is(div.arithmatex, .md-typeset__table, table, pre)")]
          .filter((box) => box.scrollWidth > box.clientWidth + 2 && getComputedStyle(box).overflowX !== "visible")
          .map((box) => box.textContent.trim().slice(0, 60))"""
    )
    assert cut == []
