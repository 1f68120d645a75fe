"""Figures: one source for all editions, labels in the reader's language, a name for those who can't see them."""

import re

from scripts.content import DOCS
from scripts.content.data import questions
from scripts.content.editions import EDITIONS
from scripts.content.pages import page_file, parse

SUFFIXED = re.compile(r"[._-](zh|pt|en|pt-br|zh-hans|zh-cn)\.(png|jpe?g|svg|webp|gif|avif)$", re.I)
FIXED = re.compile(r"#[0-9a-f]{3,8}\b|rgb|hsl", re.I)
FALLBACK = re.compile(r"var\([^)]*\)")
FIGURE = '//article//figure[contains(@class, "figure")]'


def test_b22_no_image_has_a_language_in_its_name(html):
    sources = [path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*") if path.is_file()]
    assert not [path for path in [*html.files, *sources] if SUFFIXED.search(path)]


def test_b22_shared_images_stand_once_in_the_site(html):
    shared = [path.relative_to(DOCS).as_posix() for path in (DOCS / "assets").rglob("*") if path.is_file()]
    assert shared
    roots = [edition.root for edition in EDITIONS if edition.root]
    assert not [root + path for root in roots for path in shared if root + path in html.files]


def test_b22_every_figure_of_a_page_is_there_in_every_edition(html):
    for page in html.kind("question"):
        question = next(q for q in questions().values() if q.url == page.name)
        images = [link for link in parse(page_file(page.edition, question)).links if link.image]
        figures = page.tree.xpath(FIGURE)
        assert len(figures) >= len(images), str(page)
        assert all(figure.xpath('.//*[self::svg or self::img]') for figure in figures), str(page)


def test_every_figure_has_a_name_and_those_of_prose_a_caption(html):
    seen = 0
    for page in html.pages:
        for figure in page.tree.xpath(FIGURE):
            drawing = figure.xpath(".//svg | .//img")[0]
            seen += 1
            assert drawing.get("aria-label") or drawing.get("alt") or drawing.get("role") == "presentation", str(page)
            if page.kind == "question":
                assert figure.xpath(".//figcaption"), f"{page}: {drawing.get('aria-label')}"
    assert seen


def test_labels_of_figures_are_chosen_at_build(html):
    wrong = [str(page) for page in html.pages if page.tree.xpath("//svg//text[@data-zh or @data-pt or @data-en]")]
    assert not wrong, wrong


def test_figures_use_colours_of_the_scheme(html):
    """A colour written into a figure would stay the same in dark mode."""
    wrong = []
    for page in html.pages:
        for drawing in page.tree.xpath(f'{FIGURE}//svg | //*[contains(@class, "jp-OutputArea")]//svg'):
            colours = drawing.xpath(".//@fill | .//@stroke | .//@style | .//@stop-color")
            wrong += [f"{page}: {colour}" for colour in colours if FIXED.search(FALLBACK.sub("", colour))]
    assert not wrong, "\n".join(sorted(set(wrong)))
