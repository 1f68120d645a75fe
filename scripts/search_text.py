"""The searchable text of a rendered article, by section."""

import html
import re
from dataclasses import dataclass
from html.parser import HTMLParser

from scripts.search_terms import HAN

SKIPPED_TAGS = {"button", "nav", "script", "style", "sup", "svg"}
SKIPPED_CLASSES = {"footnote", "headerlink", "linenos"}
VOID_TAGS = {"br", "col", "hr", "img", "input", "source", "wbr"}
INLINE_TAGS = {"a", "abbr", "b", "code", "del", "em", "i", "ins", "kbd", "mark", "s", "small", "span", "strong", "sub", "u"}
SECTION_TAGS = {"h2", "h3", "h4"}

FORMULA = re.compile(r'<span class="katex(-display)?">')
SPAN = re.compile(r"<(/?)span\b")
TEX = re.compile(r"<annotation[^>]*>(.*?)</annotation>", re.S)
TWO_DIMENSIONAL = re.compile(r"\\(?:[dt]?frac|sum|prod|int|sqrt|begin|binom|over|under|hat|bar|tilde)")
LONGEST_FORMULA = 24
INVISIBLE = re.compile("[\u200b\u2061-\u2064\ufeff]")


@dataclass
class Section:
    """A heading, its id, and the text up to the next heading. Text before the first heading has neither."""

    id: str = ""
    heading: str = ""
    text: str = ""


def sections(article: str) -> list[Section]:
    """The sections of an article that hold text: no title, permalinks, figures, display formulas or footnotes."""
    parser = _Parser()
    parser.feed(_with_plain_formulas(article))
    parser.close()
    found = [Section(part.id, _tidy(part.heading), _tidy(part.text)) for part in parser.found]
    return [section for section in found if section.text]


def _tidy(text: str) -> str:
    return re.sub(r"\s+", " ", INVISIBLE.sub("", text)).strip()


def _with_plain_formulas(article: str) -> str:
    """The article with each formula as plain text: `πθ`; `…` for one that has no plain form, or is long."""
    parts, at = [], 0
    while start := FORMULA.search(article, at):
        end = _end_of_span(article, start.start())
        plain = " " if start.group(1) else _plain_formula(article[start.start() : end])
        parts += [article[at : start.start()], plain]
        at = end
    return "".join([*parts, article[at:]])


def _end_of_span(article: str, start: int) -> int:
    depth = 0
    for tag in SPAN.finditer(article, start):
        depth += -1 if tag.group(1) else 1
        if depth == 0:
            return article.index(">", tag.end()) + 1
    return len(article)


def _plain_formula(markup: str) -> str:
    tex = TEX.search(markup)
    if not tex or TWO_DIMENSIONAL.search(tex.group(1)):
        return "…"
    plain = re.sub("<[^>]+>|\\s", "", markup[: tex.start()])
    return plain if len(INVISIBLE.sub("", html.unescape(plain))) <= LONGEST_FORMULA else "…"


class _Parser(HTMLParser):
    """Collects text by section, skipping whole elements that are no prose."""

    def __init__(self) -> None:
        super().__init__()
        self.found = [Section()]
        self.skipping = 0
        self.heading = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in VOID_TAGS:
            self.handle_data(" ")
            return
        attributes = dict(attrs)
        classes = set((attributes.get("class") or "").split())
        if self.skipping or tag in SKIPPED_TAGS or classes & SKIPPED_CLASSES:
            self.skipping += 1
            return
        if tag in SECTION_TAGS and attributes.get("id"):
            self.found.append(Section(attributes["id"]))
        if tag in SECTION_TAGS or tag == "h1":
            self.heading = tag
        elif tag not in INLINE_TAGS:
            self.handle_data(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID_TAGS:
            return
        if self.skipping:
            self.skipping -= 1
        elif tag == self.heading:
            self.heading = ""
        elif tag not in INLINE_TAGS:
            self.handle_data(" ")

    def handle_data(self, data: str) -> None:
        if self.skipping or self.heading == "h1":
            return
        data = re.sub(rf"(?<=[{HAN}])\s*\n\s*(?=[{HAN}])", "", data)
        if self.heading:
            self.found[-1].heading += data
        else:
            self.found[-1].text += data
