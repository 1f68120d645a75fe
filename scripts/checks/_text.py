"""Small helpers for messages and Markdown that several rules share."""

import re
from collections.abc import Iterable
from difflib import get_close_matches

from scripts.content.pages import At, SourcePage

SEPARATOR = re.compile(r"^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$")


def quote(text: str, longest: int = 60) -> str:
    """`text` for a message: one line, no characters that can't be printed, cut when long, between backticks."""
    text = "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in " ".join(text.split()))
    return f"`{text if len(text) <= longest else text[: longest - 1] + '…'}`"


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that `word` was probably meant to be."""
    return next(iter(get_close_matches(word, known, n=1, cutoff=0.75)), None)


def blank(pattern: re.Pattern[str], text: str) -> str:
    """`text` with spaces in place of what matches; lines and columns stay."""
    return pattern.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)


def key_line(page: SourcePage, key: str) -> int:
    """The line on which a key of the front matter stands; 1 when it is missing."""
    return next((n for n, line in enumerate(page.text.split("\n"), start=1) if line.startswith(f"{key}:")), 1)


def tables(page: SourcePage) -> list[list[At]]:
    """The rows of each table, its head first, the separator left out; code and formulas are blanked."""
    lines = page.bare.split("\n")
    found = []
    for number, line in enumerate(lines):
        if number and "|" in line and SEPARATOR.match(line) and "|" in lines[number - 1]:
            rows = [At(number, lines[number - 1])]
            for below in range(number + 1, len(lines)):
                if not lines[below].strip():
                    break
                rows.append(At(below + 1, lines[below]))
            found.append(rows)
    return found


def columns(row: str) -> int:
    """The number of cells of a table row."""
    cells = re.sub(r"\\\|", "", row).strip().strip("|").split("|")
    return len(cells)
