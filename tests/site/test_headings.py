"""Heading ids: stable, unique, and equal in the editions, so that a shared link and the language switch keep working."""

import re
from collections import Counter

import pytest

from scripts.content.pages import FRAME

COUNTED = re.compile(r"_\d+|.*[^0-9]_\d+")
"""What the table-of-contents extension makes of a heading without Latin letters, or of one that repeats."""


def heading_ids(page) -> list[str]:
    return page.tree.xpath("//article//*[self::h1 or self::h2 or self::h3 or self::h4]/@id")


def test_b25_no_numbered_heading_ids(html):
    wrong = [f"{page}: {ident}" for page in html.pages for ident in heading_ids(page) if COUNTED.fullmatch(ident)]
    assert not wrong, "\n".join(wrong)


def test_b25_ids_equal_in_the_editions(html):
    wrong = []
    for name, pages in html.counterparts():
        if len({page.kind for page in pages.values()}) > 1:
            continue  # a stub in one edition has no sections yet
        if len({tuple(heading_ids(page)) for page in pages.values()}) != 1:
            wrong.append(name)
    assert not wrong, wrong


def test_heading_ids_are_ascii(html):
    wrong = [f"{page}: {i}" for page in html.pages for i in heading_ids(page) if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", i)]
    assert not wrong, "\n".join(wrong)


def test_ids_are_unique_in_a_page(html):
    wrong = {str(page): again for page in html.pages if (again := [i for i, n in Counter(page.ids).items() if n > 1])}
    assert not wrong, wrong


def test_one_title_a_page(html):
    wrong = [str(page) for page in html.pages if len(page.tree.xpath("//h1")) != 1]
    assert not wrong, wrong


def test_every_heading_of_prose_has_an_id(html):
    """Headings made from data inside a section may do without."""
    pages = html.kind("question", "lab", "home", "about", "contributing")
    wrong = [f"{page}: {h.text_content()}" for page in pages for h in page.tree.xpath("//article//*[self::h2 or self::h3][not(@id)]")]
    assert not wrong, "\n".join(wrong)


def test_b24_answers_have_the_sections_of_the_frame_in_order(html):
    wrong = {
        str(page): sections
        for page in html.kind("question")
        if (sections := [i for i in page.tree.xpath("//article//h2/@id") if i in FRAME]) != list(FRAME)
    }
    assert not wrong, wrong


@pytest.mark.parametrize("ident, counted", [("_1", True), ("clip_2", True), ("grpo-2", False), ("k3", False)])
def test_numbered_ids_are_recognised(ident, counted):
    assert bool(COUNTED.fullmatch(ident)) == counted
