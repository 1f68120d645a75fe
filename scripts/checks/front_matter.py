"""The front matter of a question's page has exactly the keys id, revision and as_of, with values that make sense."""

import re
from collections.abc import Iterator
from typing import Any

from scripts.checks import Problem, Sources
from scripts.checks._text import quote
from scripts.checks._yaml import load
from scripts.content.editions import EDITIONS
from scripts.content.pages import FRONT_MATTER

KEYS = ("id", "revision", "as_of")
TRACKS = ("algorithm", "infra")
MONTH = re.compile(r"\d{4}-(0[1-9]|1[0-2])")


def check(sources: Sources) -> Iterator[Problem]:
    """Yield the problems of every page in a track's folder, one that answers no question included."""
    questions = {question.path: question for question in sources.questions.values()}
    folders = tuple(f"docs/{edition.code}/{track}/" for edition in EDITIONS for track in TRACKS)
    for file, page in sources.pages.items():
        if not file.startswith(folders):
            continue
        question = questions.get(file.split("/", 2)[2])
        if question is None and sources.questions:
            message = "no question of data/questions.yml has this page; name the file after the slug of its question"
            yield Problem(file, 1, "front-matter", message)
        for line, message in _problems(page.text, question.id if question else None, f"{sources.today:%Y-%m}"):
            yield Problem(file, line, "front-matter", message)


def _problems(text: str, ident: str | None, this_month: str) -> Iterator[tuple[int, str]]:
    """Line and message of each problem in the front matter of `text`, whose question is `ident`."""
    block = FRONT_MATTER.match(text)
    if block is None:
        wrong = "not closed" if text.startswith("---\n") else "missing"
        yield (
            1,
            f"front matter is {wrong}; begin the file with the lines `---`, `id: …`, `revision: 1`, `as_of: …`, `---`",
        )
        return
    document = load(block.group(1))
    if document.errors:
        for error in document.errors:
            yield error.line + 1, f"front matter {error.text}"
        return
    meta = document.value
    if not isinstance(meta, dict):
        yield 2, "front matter holds no `key: value` lines; write an ASCII colon and a space after each key"
        return
    for key in meta:
        if key not in KEYS:
            yield document.line((key,)) + 1, f"unknown key {quote(key)}; the keys are {', '.join(KEYS)}"
    for key in KEYS:
        if key not in meta:
            yield 1, f"key `{key}` is missing; add it to the front matter"
        elif message := _wrong(key, meta[key], ident, this_month):
            yield document.line((key,)) + 1, message


def _month(text: str) -> str | None:
    """The month that was meant by something like 11/2026, 2026/11 or 2026-11-30."""
    year, month = re.search(r"\b20\d\d\b", text), re.search(r"(?<!\d)(0?[1-9]|1[0-2])(?!\d)", text)
    return f"{year.group()}-{int(month.group()):02}" if year and month else None


def _wrong(key: str, value: Any, ident: str | None, this_month: str) -> str:
    """What is wrong with the value of a key, or ""."""
    shown = quote(str(value))
    if key == "id" and ident and value != ident:
        return f"id {shown} is not that of this file; write `id: {ident}`"
    if key == "revision" and (type(value) is not int or value < 1):
        return f"revision {shown} is no whole number from 1; write `revision: 1` for a new page"
    if key == "as_of":
        if not isinstance(value, str) or not MONTH.fullmatch(value):
            return f"as_of {shown} is no month; write it as `{_month(str(value)) or this_month}`"
        if value > this_month:
            return f"as_of {shown} lies in the future; write the month in which you checked, at most {this_month}"
    return ""
