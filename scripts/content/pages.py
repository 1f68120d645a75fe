"""A question's Markdown page: front matter, headings, formulas, citations and links, each with its line."""

import functools
import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from scripts.content import DOCS
from scripts.content.data import Question
from scripts.content.editions import EDITIONS, Edition

LISTINGS = ("map.md", "tags.md", "papers.md", "glossary.md")
"""Pages of each edition that are made from the data alone; besides them there is `tags/<id>.md` for every tag."""

FRAME = ("short-answer", "derivation", "in-practice", "pitfalls", "follow-ups", "checklist", "papers")

FRONT_MATTER = re.compile(r"\A---\n(.*?)\n---\n", re.S)
FENCE = re.compile(r"^([ \t]*)(`{3,}+|~{3,}+)([^\n]*)\n(.*?)^\1\2[ \t]*$", re.M | re.S)
CODE_SPAN = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)")
HEADING = re.compile(r"^(#{1,6})[ \t]+(.*?)(?:[ \t]*\{[^}#]*#([^\s}]+)[^}]*\})?[ \t]*$", re.M)
FORMULA = re.compile(r"(?<![\\$])\$\$(.+?)(?<!\\)\$\$|(?<![\\$])\$(?!\s)([^$\n]+?)(?<![\s\\])\$(?!\d)", re.S)
CITATION = re.compile(r"\[(@[\w:-]+(?:\s*;\s*@[\w:-]+)*)\]")
LINK = re.compile(r"(!?)\[(?:[^\[\]]|\[[^\[\]]*\])*\]\(([^)\s]{1,1000})(?:\s+\"[^\"]*\")?\)")


@dataclass(frozen=True)
class At:
    """A piece of a page and the line (from 1) where it starts."""

    line: int
    text: str


@dataclass(frozen=True)
class Heading(At):
    level: int
    id: str | None


@dataclass(frozen=True)
class Formula(At):
    display: bool


@dataclass(frozen=True)
class Link(At):
    image: bool


@dataclass
class SourcePage:
    """A parsed page. `meta` is the front matter, or None when there is none or it is malformed.

    `prose` is the text without front matter and fences, `bare` also without code spans and formulas; both keep the
    lines of the text.
    """

    path: Path
    text: str
    meta: dict | None
    headings: list[Heading] = field(default_factory=list)
    formulas: list[Formula] = field(default_factory=list)
    citations: list[At] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    code: list[At] = field(default_factory=list)
    prose: str = ""
    bare: str = ""

    @property
    def revision(self) -> int:
        revision = (self.meta or {}).get("revision", 0)
        return revision if isinstance(revision, int) else 0

    def section(self, ident: str) -> At | None:
        """The body of the `##` section with this id: the line of its heading and its text, code blanked."""
        tops = [h for h in self.headings if h.level == 2]
        lines = self.prose.split("\n")
        for k, heading in enumerate(tops):
            if heading.id == ident:
                end = tops[k + 1].line - 1 if k + 1 < len(tops) else len(lines)
                return At(heading.line, "\n".join(lines[heading.line : end]))
        return None


def parse(path: Path, text: str | None = None) -> SourcePage:
    """Parse a page. `text` spares reading the file. Raises UnicodeDecodeError when the file is not UTF-8."""
    text = path.read_text("utf-8") if text is None else text
    page = SourcePage(path, text, _front_matter(text))
    prose = FRONT_MATTER.sub(lambda m: "\n" * m.group().count("\n"), text)
    page.code = [At(line_of(prose, m.start()), m.group(4)) for m in FENCE.finditer(prose)]
    prose = FENCE.sub(lambda m: "\n" * m.group().count("\n"), prose)
    page.prose = prose
    bare = CODE_SPAN.sub(lambda m: " " * len(m.group()), prose)
    page.formulas = [
        Formula(line_of(bare, m.start()), m.group(1) or m.group(2), display=m.group(1) is not None)
        for m in FORMULA.finditer(bare)
    ]
    bare = FORMULA.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), bare)
    page.bare = bare
    for m in CITATION.finditer(bare):
        line = line_of(bare, m.start())
        page.citations += [At(line, key.strip().lstrip("@")) for key in m.group(1).split(";")]
    page.links = [Link(line_of(bare, m.start()), m.group(2), image=m.group(1) == "!") for m in LINK.finditer(bare)]
    page.headings = [
        Heading(line_of(prose, m.start()), m.group(2), level=len(m.group(1)), id=m.group(3))
        for m in HEADING.finditer(prose)
    ]
    return page


def outside_code(text: str, change: Callable[[str], str]) -> str:
    """`text` with `change` applied to what is neither in a fence nor in a code span."""
    return between(FENCE, text, lambda prose: between(CODE_SPAN, prose, change))


def between(kept: re.Pattern[str], text: str, change: Callable[[str], str]) -> str:
    """`text` with `change` applied to what lies between the matches of `kept`."""
    parts, start = [], 0
    for match in kept.finditer(text):
        parts += [change(text[start : match.start()]), match.group()]
        start = match.end()
    return "".join([*parts, change(text[start:])])


def _front_matter(text: str) -> dict | None:
    match = FRONT_MATTER.match(text)
    if match is None:
        return None
    try:
        meta = yaml.safe_load(match.group(1))
    except (yaml.YAMLError, AttributeError, RecursionError, TypeError, ValueError):
        return None
    return meta if isinstance(meta, dict) else None


def line_of(text: str, offset: int) -> int:
    """The line, from 1, on which `offset` lies."""
    return text.count("\n", 0, offset) + 1


def page_file(edition: Edition, question: Question) -> Path:
    return DOCS / edition.code / question.path


def stored(path: Path) -> SourcePage:
    """The page as it is in its file, parsed anew when the file has changed."""
    return _stored(path, path.stat().st_mtime)


@functools.cache
def _stored(path: Path, _modified: float) -> SourcePage:
    return parse(path)


def revision(edition: Edition, question: Question) -> int | None:
    """The page's revision, or None when this edition has no page for the question."""
    path = page_file(edition, question)
    return stored(path).revision if path.is_file() else None


def answered_in(question: Question) -> list[Edition]:
    """The editions that have a page for the question."""
    return [e for e in EDITIONS if page_file(e, question).is_file()]


def reading_minutes(edition: Edition, prose: str) -> int:
    """Minutes to read a page's Markdown, formulas left out, at the pace the edition states."""
    prose = FORMULA.sub(" ", prose)
    if edition.characters_a_minute:
        amount = len(re.findall(r"[\u4e00-\u9fff]", prose)) + len(re.findall(r"[A-Za-z0-9]+", prose))
        return max(1, math.ceil(amount / edition.characters_a_minute))
    return max(1, math.ceil(len(re.findall(r"\w+", prose)) / edition.words_a_minute))
