"""Every formula parses, and stands where Markdown leaves it whole."""

import re
from collections.abc import Iterator

from scripts import maths
from scripts.checks import Problem, Sources
from scripts.checks._text import quote, tables
from scripts.content.pages import CODE_SPAN, FORMULA, SourcePage

BAR = re.compile(r"(?<!\\)\|")
DOLLAR = re.compile(r"(?<!\\)\${1,2}")


def check(sources: Sources) -> Iterator[Problem]:
    """Yield the problems of all formulas of all pages."""
    for file, page in sources.pages.items():
        for found in (_refused(page), _in_tables(page), _in_headings(page), _unbalanced(page)):
            for line, message in found:
                yield Problem(file, line, "formulas", message)


def _refused(page: SourcePage) -> Iterator[tuple[int, str]]:
    for formula in page.formulas:
        if re.search(r"\n[ \t]*\n", formula.text):
            message = "formula that begins here holds an empty line; close it with `$$`, or remove the empty line"
            yield formula.line, f"{message} (the formulas after it are not looked at)"
            return
        elif reason := maths.refusal(formula.text.strip(), formula.display):
            yield formula.line, f"formula {quote(formula.text)} does not parse: {' '.join(reason.split())}"


def _in_tables(page: SourcePage) -> Iterator[tuple[int, str]]:
    lines = page.text.split("\n")
    for table in tables(page):
        for row in table:
            for match in FORMULA.finditer(CODE_SPAN.sub("", lines[row.line - 1])):
                if BAR.search(match.group()):
                    advice = "write `\\mid`, `\\lvert … \\rvert` or `\\Vert`"
                    yield row.line, f"formula {quote(match.group())} has a `|`, which ends the table's cell; {advice}"


def _in_headings(page: SourcePage) -> Iterator[tuple[int, str]]:
    for heading in page.headings:
        if match := FORMULA.search(CODE_SPAN.sub("", heading.text)):
            advice = "headings are also shown as plain text, so write it in words"
            yield heading.line, f"formula {quote(match.group())} in a heading; {advice}"


def _unbalanced(page: SourcePage) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(page.bare.split("\n"), start=1):
        signs = DOLLAR.findall(line)
        if "$$" in signs:
            yield number, "`$$` has no partner; open and close a displayed formula with `$$` on lines of their own"
        elif signs:
            advice = "write a formula on one line as `$x$`, no spaces inside the signs, and a dollar sign as `\\$`"
            yield number, f"`$` neither opens nor closes a formula; {advice}"
