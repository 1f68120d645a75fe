"""The searchable text of a rendered article, by section."""

import html
import re
from dataclasses import dataclass
from html.parser import HTMLParser
from xml.etree import ElementTree

from scripts.search_terms import HAN

SKIPPED_TAGS = {"button", "nav", "script", "style", "sup", "svg"}
SKIPPED_CLASSES = {"footnote", "headerlink", "linenos"}
VOID_TAGS = {"br", "col", "hr", "img", "input", "source", "wbr"}
INLINE_TAGS = {"a", "abbr", "b", "code", "del", "em", "i", "ins", "kbd", "mark", "s", "small", "span", "strong", "sub", "u"}
CELL_TAGS = {"td", "th"}
SECTION_TAGS = {"h2", "h3", "h4"}

FORMULA = re.compile(r'<span class="katex(-display)?">')
SPAN = re.compile(r"<(/?)span\b")
MATHML = re.compile(r"<math\b.*?</math>", re.S)
STACKED = re.compile("<(?:mtable|munder|mover)")
LONGEST_FORMULA = 24
SUPERSCRIPTS = str.maketrans("0123456789+−-n′", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻ⁿ'")
APPLIED = "\u2061"
"""Stands invisibly between a function's name and its argument."""
INVISIBLE = re.compile("[\u200b\u2060\u2062-\u2064\ufeff]")
GAP_BEFORE_PUNCTUATION = re.compile(r"\s+(?=[，。；：、）]|[,.;:)](?:\s|$))")


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
    return GAP_BEFORE_PUNCTUATION.sub("", re.sub(r"\s+", " ", INVISIBLE.sub("", text))).strip()


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
    mathml = MATHML.search(markup)
    if not mathml or STACKED.search(markup):
        return "…"
    plain = INVISIBLE.sub("", _on_one_line(ElementTree.fromstring(mathml.group())).replace(APPLIED, " "))
    return html.escape(plain) if len(plain) <= LONGEST_FORMULA else "…"


def _on_one_line(node: ElementTree.Element) -> str:
    """The MathML of a formula as one writes it in running text: `β=0.04`, `(G−1)/G`, `10⁻⁶`."""
    tag = node.tag.rpartition("}")[2]
    parts = [_on_one_line(child) for child in node]
    match tag, parts:
        case "annotation", _:
            return ""
        case "msup", [base, exponent]:
            return base + _superscript(exponent)
        case "msubsup", [base, index, exponent]:
            return base + index + _superscript(exponent)
        case "mfrac", [above, below]:
            return f"{_grouped(above)}/{_grouped(below)}"
        case "msqrt", _:
            return f"√{_grouped(''.join(parts))}"
    return (node.text or "").strip() + "".join(parts)


def _superscript(exponent: str) -> str:
    raised = exponent.translate(SUPERSCRIPTS)
    return raised if set(raised).isdisjoint(exponent) else f"^{_grouped(exponent)}"


def _grouped(part: str) -> str:
    return part if len(part) == 1 or part.isalnum() else f"({part})"


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
            self.handle_data(" · " if tag in CELL_TAGS else " ")

    def handle_data(self, data: str) -> None:
        if self.skipping or self.heading == "h1":
            return
        data = re.sub(rf"(?<=[{HAN}])\s*\n\s*(?=[{HAN}])", "", data)
        if self.heading:
            self.found[-1].heading += data
        else:
            self.found[-1].text += data
