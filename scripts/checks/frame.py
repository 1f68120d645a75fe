"""A question's page has the frame: its title, seven sections in order, enough of everything; all headings have ids.

The hints of `scripts.new_page` and `scripts.translate_page` are gone from a finished page.
"""

import re
from collections.abc import Iterator
from posixpath import join, normpath

from scripts.checks import Problem, Sources
from scripts.checks._text import columns, quote, tables
from scripts.content.data import Question
from scripts.content.editions import Edition
from scripts.content.pages import FRAME, SourcePage, line_of
from scripts.page_frame import TIP, tip

IDENT = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
OPEN_FENCE = re.compile(r"^[ \t]*(?:`{3,}|~{3,})", re.M)
UNDERLINE = re.compile(r"^(?![ \t]*$)(?!\s*[|>#-]).+\n(?:=+|-+)[ \t]*$", re.M)
COMMENT = re.compile(r"<!--(.*?)(?:-->|\Z)", re.S)
EMPTY_BOX = re.compile(r"^([ \t]*)(?:\?\?\?\+?|!!!) .*\n(?:[ \t]*\n)*+(?!\1(?: {4}|\t))", re.M)
"""An admonition or collapsed answer whose next line of text is not indented below it."""
BOX = re.compile(r"^[ \t]*(?:\?{2,}\+?|!{2,}\+?)[ \t].*$", re.M)
WELL_FORMED = re.compile(r'[ \t]*(?:\?\?\?\+?|!!!) [a-z]+(?: "[^"]+")?[ \t]*')
TAKEN = ("references", "related", "same-tags", "title")
"""Ids of what the site adds to a question's page."""

ITEMS = {
    "pitfalls": re.compile(r"^(?:- |\d+\. |### |!!! |\?\?\?)", re.M),
    "follow-ups": re.compile(r"^\?\?\?\+? question ", re.M),
    "checklist": re.compile(r"^- \[ \] ", re.M),
}
"""What begins an item of these sections."""

Found = Iterator[tuple[int, str]]


def check(sources: Sources) -> Iterator[Problem]:
    """Yield the problems of headings of every page, and those of the frame of every question's page."""
    for file, page in sources.pages.items():
        for line, message in _headings(page):
            yield Problem(file, line, "frame", message)
    paths = {question.path: question.id for question in sources.questions.values()}
    for file, page, question, edition in sources.question_pages():
        whole = (_title(page, question, edition), _sections(page), _tip(page, edition), _floors(page, question, paths))
        for found in (*whole, _boxes(page), _rows(page), _hints(page)):
            for line, message in found:
                yield Problem(file, line, "frame", message)


def _headings(page: SourcePage) -> Found:
    """Headings from `##` on need an explicit id that occurs once; other ways to write a heading are refused."""
    lines: dict[str, int] = {}
    for heading in page.headings:
        shown = quote(f"{'#' * heading.level} {heading.text}")
        if heading.level == 1:
            continue
        if heading.id is None:
            yield heading.line, f"heading {shown} has no id; end it with `{{#some-words}}`, the same in all editions"
        elif not IDENT.fullmatch(heading.id):
            message = f"id {quote(heading.id)} may hold only a-z, 0-9 and single hyphens, and begins with a letter"
            yield heading.line, f"{message}; use the id of the other editions"
        elif heading.id in lines:
            message = f"id `{heading.id}` stands already on line {lines[heading.id]}; give one of the two another id"
            yield heading.line, message
        elif heading.id in TAKEN:
            yield heading.line, f"id `{heading.id}` is used by a part that the site adds to the page; choose another id"
        lines.setdefault(heading.id or "", heading.line)
    for match in UNDERLINE.finditer(page.bare):
        line = line_of(page.bare, match.start())
        shown = quote(match.group().split("\n")[0])
        advice = "write `## … {#id}`, or put an empty line between"
        yield line, f"{shown} is made a heading by the line of dashes below it; {advice}"
    for match in OPEN_FENCE.finditer(page.prose):
        line = line_of(page.prose, match.start())
        yield line, "code fence is never closed; end it with a line of as many ` or ~, indented alike"


def _title(page: SourcePage, question: Question, edition: Edition) -> Found:
    """The page begins with the question's wording."""
    wanted = question.title.get(edition.code) if isinstance(question.title, dict) else None
    first = next((n for n, line in enumerate(page.prose.split("\n"), start=1) if line.strip()), 1)
    titles = [heading for heading in page.headings if heading.level == 1]
    if not titles or titles[0].line != first:
        yield (
            first,
            f"the text does not begin with the title; write {quote(f'# {wanted}', 300)} right after the front matter",
        )
    for extra in titles[1:]:
        yield extra.line, f"second title {quote(extra.text)}; begin sections with `##`"
    if titles and wanted and titles[0].text != wanted:
        message = f"the title is not the question of data/questions.yml; write {quote(f'# {wanted}', 300)}"
        yield titles[0].line, message


def _sections(page: SourcePage) -> Found:
    """The `##` sections are those of the frame, in its order, and none is empty.

    As long as a heading has no id, no section is called missing: it may be that one.
    """
    lines = page.text.split("\n")
    tops = [heading for heading in page.headings if heading.level == 2]
    for heading, following in zip(tops, [*tops[1:], None]):
        if heading.id and heading.id not in FRAME:
            message = f"`## … {{#{heading.id}}}` is no section of the frame; make it a `###` heading inside one"
            yield heading.line, message
        elif not "".join(lines[heading.line : following.line - 1 if following else None]).strip():
            yield heading.line, f"section {quote(heading.text)} is empty; write it"
    present: dict[str, int] = {}
    for heading in tops:
        if heading.id in FRAME:
            present.setdefault(heading.id, heading.line)
    for number, ident in enumerate(FRAME):
        if ident not in present and all(heading.id for heading in tops):
            before = [present[other] for other in FRAME[:number] if other in present]
            where = f"after section `{FRAME[number - 1]}`" if number else "after the title"
            yield max(before, default=1), f"section `{ident}` is missing; add `## … {{#{ident}}}` {where}"
    for ident, wanted in zip(present, sorted(present, key=FRAME.index)):
        if ident != wanted:
            message = f"section `{ident}` stands where `{wanted}` belongs; the order is {', '.join(FRAME)}"
            yield present[ident], message
            break


def _tip(page: SourcePage, edition: Edition) -> Found:
    """The short answer has the tip on why the question is asked."""
    section = page.section(FRAME[0])
    if section and section.text.strip() and not TIP.search(section.text):
        advice = f"write {quote(tip(edition))} below the heading, and why, indented by four spaces"
        yield section.line, f"the short answer has no tip; {advice}"


def _floors(page: SourcePage, question: Question, paths: dict[str, str]) -> Found:
    """There are enough pitfalls, follow-ups, checklist points, sources and links to other questions."""
    counted = (
        ("pitfalls", 4, "pitfalls", "`- **wrong belief.** what is right`"),
        ("follow-ups", 5, "follow-up questions", '`??? question "…"` with the answer indented below it'),
        ("checklist", 6, "checklist points", "`- [ ] …`"),
    )
    for ident, floor, what, how in counted:
        section = page.section(ident)
        if section and (count := len(ITEMS[ident].findall(section.text))) < floor:
            yield section.line, f"{count} of at least {floor} {what}; add more, each as {how}"
    if (cited := len({citation.text for citation in page.citations})) < 4:
        line = papers.line if (papers := page.section("papers")) else 1
        yield line, f"{cited} of at least 4 sources are cited; add `[@key]` with keys of data/references.bib"
    linked = {paths[name] for name in _linked(page, question) if name in paths} - {question.id}
    if len(linked) < 2:
        advice = "link them where they matter, as `[…](../infra/slug.md)`"
        yield 1, f"{len(linked)} of at least 2 other questions are linked; {advice}"


def _boxes(page: SourcePage) -> Found:
    """An admonition or a collapsed answer begins as Markdown wants it, and its text is indented; otherwise the box is empty."""
    for match in BOX.finditer(page.bare):
        if not WELL_FORMED.fullmatch(match.group()):
            line = line_of(page.bare, match.start())
            yield line, f"{quote(match.group().strip())} begins no box; write it as `??? question \"…\"` or `!!! tip \"…\"`"
    for match in EMPTY_BOX.finditer(page.bare):
        line = line_of(page.bare, match.start())
        shown = quote(match.group().split("\n")[0].strip())
        yield line, f"{shown} has nothing in it; indent its text by four spaces"


def _rows(page: SourcePage) -> Found:
    """Every row of a table has as many cells as its head; otherwise cells are lost or left empty."""
    for head, *rows in tables(page):
        for row in rows:
            if (cells := columns(row.text)) != (wanted := columns(head.text)):
                yield row.line, f"the row has {cells} cells, the head of its table {wanted}; add or remove `|`"


def _hints(page: SourcePage) -> Found:
    """Comments: a page has no use for them, so what is there is a hint that waits to be followed."""
    for match in COMMENT.finditer(page.bare):
        line = line_of(page.bare, match.start())
        yield line, f"hint {quote(match.group(1).strip())} is still here; write what it asks for and delete it"


def _linked(page: SourcePage, question: Question) -> Iterator[str]:
    """The pages that a page links to, as paths below the edition's folder."""
    for link in page.links:
        yield normpath(join(question.track, link.text.split("#")[0]))
