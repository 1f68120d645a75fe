"""A question on paper: everything is there, dark on white."""

import io
import re
import unicodedata

import pytest
from PIL import Image
from pypdf import PdfReader

from scripts.content.editions import EDITIONS
from tests.browser.contrast import hard_to_read
from tests.browser.places import QUESTION

PRINTED = "article :is(p, li, h1, h2, h3, a, code, td, th, summary, figcaption, .katex-html, svg text)"
COLLAPSED = """() => [...document.querySelectorAll("article details")].map((details) => {
  const paragraph = [...details.querySelectorAll("p, li")].find((p) => !p.querySelector(".katex, code, sup") && p.textContent.length > 30);
  return paragraph?.textContent ?? "";
}).filter(Boolean)"""

def squeezed(text: str) -> str:
    """Letters and digits alone; a PDF may hold look-alikes, such as radicals for Han characters."""
    return re.sub(r"\W", "", unicodedata.normalize("NFKC", text))


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
    page.wait_for_timeout(400)  # colours fade
    assert hard_to_read(page, PRINTED, lightest_paper=0.75) == []


def test_an_empty_box_is_empty_on_paper(open_page):
    page = open_page("en/" + QUESTION, scheme="dark")
    page.emulate_media(media="print", color_scheme="dark")
    box = Image.open(io.BytesIO(page.locator("article [type=checkbox]").first.screenshot())).convert("L")
    assert box.getpixel((box.width // 2, box.height // 2)) > 230


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
