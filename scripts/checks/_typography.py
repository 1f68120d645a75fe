"""Chinese typography as AutoCorrect has it: spaces between Chinese and Latin letters, full-width punctuation."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import autocorrect_py

from scripts.content.pages import CITATION, CODE_SPAN, FORMULA, SourcePage

autocorrect_py.load_config("rules: {space-dollar: 1, halfwidth-word: 0}")
"""`space-dollar` is for formulas; `halfwidth-word` would take `V3.2：3.1 节` for a ratio."""

HAN = re.compile("[\u3400-\u9fff]")
MARKUP = re.compile(r"(?<=\])\([^)\s]{0,1000}\)|\{[^{}\n]{0,500}\}|<[^<>\n]{0,500}>|https?://\S+")
KEPT = (CODE_SPAN, FORMULA, CITATION, MARKUP)
"""What stays as it is in a line: code, formulas, citations; targets of links, ids, tags, addresses."""

STANDS_IN = {"`": "{}", "$": "${}$", "[": "[@{}]", "(": "({})", "{": "{{#{}}}", "<": "<{}>", "h": "https://{}.example"}
"""By its first letter, what AutoCorrect sees in place of something that stays; code counts as a Latin word."""


@dataclass(frozen=True)
class Correction:
    """A line of a page, as it is and as it should be."""

    line: int
    old: str
    new: str


def corrections(page: SourcePage, with_title: bool) -> Iterator[Correction]:
    """The lines of a page's prose that should change. Without `with_title` the `#` heading is left alone."""
    taken = {f.line + k for f in page.formulas for k in range(f.text.count("\n") + 1) if "\n" in f.text}
    if not with_title:
        taken |= {heading.line for heading in page.headings if heading.level == 1}
    lines = zip(page.text.split("\n"), page.prose.split("\n"))
    for number, (line, shown) in enumerate(lines, start=1):
        if number not in taken and line == shown and HAN.search(line) and (new := corrected(line)) != line:
            yield Correction(number, line, new)


def corrected(line: str) -> str:
    """A line of prose with its typography put right; as it was when what has to stay would not stay."""
    parts, kept, start = [], [], 0
    for first, last in _kept(line):
        kept.append((STANDS_IN[line[first]].format(f"qz{len(kept)}zq"), line[first:last]))
        parts += [line[start:first], kept[-1][0]]
        start = last
    new = autocorrect_py.format_for("".join([*parts, line[start:]]), "markdown")
    for stand_in, piece in kept:
        if new.count(stand_in) != 1:
            return line
        new = new.replace(stand_in, piece)
    return new


def _kept(line: str) -> list[tuple[int, int]]:
    """Where in a line something stays, from left to right, what overlaps taken together."""
    found: list[tuple[int, int]] = []
    for pattern in KEPT:
        found += [match.span() for match in pattern.finditer(line)]
        line = pattern.sub(lambda match: " " * len(match.group()), line)
    spans: list[tuple[int, int]] = []
    for first, last in sorted(found):
        if spans and first < spans[-1][1]:
            spans[-1] = (spans[-1][0], max(last, spans[-1][1]))
        else:
            spans.append((first, last))
    return spans
