"""Every `[@key]` is in the bibliography, and every entry of the bibliography is complete and stands there once."""

import re
from collections.abc import Iterator

import pybtex.errors
from pybtex.database import Entry
from pybtex.database.input.bibtex import Parser
from pybtex.exceptions import PybtexError

from scripts.checks import Problem, Sources
from scripts.checks._text import nearest, quote
from scripts.content.pages import CITATION, line_of

FILE = "data/references.bib"
START = re.compile(r"^[ \t]*@(?!comment|string|preamble)\w+[ \t]*[{(][ \t]*([^\s,]+)", re.M | re.I)
STRAY = re.compile(r"(?<![\w.@/])@[a-z][\w:-]*\d{4}[\w:-]*")
ARXIV = re.compile(r"\d{2}(0[1-9]|1[0-2])\.\d{4,5}|[a-z-]+(\.[A-Z]{2})?/\d{2}(0[1-9]|1[0-2])\d{3}")
ARXIV_URL = re.compile(r"https?://(?:www\.)?arxiv\.org/(?:abs|pdf|html)/([\w./-]*\d)")
FIELDS = ("title", "year", "url", "keywords")

Found = Iterator[tuple[int, str]]


def check(sources: Sources) -> Iterator[Problem]:
    """Yield the problems of `data/references.bib`, then the unknown keys and malformed citations of every page."""
    text = sources.text(FILE)
    if text is None:
        yield Problem(
            FILE, 1, "citations", "the bibliography is missing or can't be read; restore it from the repository"
        )
        return
    lines: dict[str, list[int]] = {}
    for match in START.finditer(text):
        lines.setdefault(match.group(1), []).append(line_of(text, match.start()))
    entries, errors = _parse(text, lines)
    for found in (errors, _repeated(lines), _entries(entries, lines, sources.ids("topics"))):
        for line, message in found:
            yield Problem(FILE, line, "citations", message)
    for file, page in sources.pages.items():
        for citation in page.citations:
            if citation.text not in entries and citation.text not in lines:
                meant = nearest(citation.text, entries)
                advice = f"if [@{meant}] is meant, write that; otherwise " if meant else "use one of its keys, or "
                message = f"[@{citation.text}] is not in {FILE}; {advice}add the source there"
                yield Problem(file, citation.line, "citations", message)
        for number, line in enumerate(CITATION.sub("", page.bare).split("\n"), start=1):
            for stray in STRAY.findall(line):
                message = f"{stray} is not written as a citation; write `[{stray}]`, several as `[@key1; @key2]`"
                yield Problem(file, number, "citations", message)


def _parse(text: str, lines: dict[str, list[int]]) -> tuple[dict[str, Entry], list[tuple[int, str]]]:
    """The entries by key, and line and message of what does not parse."""
    parser = Parser()
    with pybtex.errors.capture() as captured:
        try:
            parser.parse_string(text)
        except PybtexError as error:
            captured.append(error)
        errors = list(captured)
    found = (
        [] if parser.data.entries or errors else [(1, "the bibliography has no entry; restore it from the repository")]
    )
    for error in errors:
        reason = re.sub(r" in line \d+", "", str(error))
        if not reason.startswith("repeated"):
            line = next((places[0] for key, places in lines.items() if f" {key} " in reason), 1)
            message = f"not valid BibTeX: {reason}; compare with the entries around it"
            found.append((getattr(error, "lineno", line), message))
    return dict(parser.data.entries.items()), found


def _repeated(lines: dict[str, list[int]]) -> Found:
    for key, places in lines.items():
        for line in places[1:]:
            yield line, f"key {quote(key)} is used on line {places[0]} already; remove one entry or give it another key"


def _entries(entries: dict[str, Entry], lines: dict[str, list[int]], topics: set[str] | None) -> Found:
    """What is missing or malformed in an entry, and papers that stand there twice."""
    papers: dict[str, str] = {}
    for key, entry in entries.items():
        line = lines.get(key, [1])[0]
        fields = entry.fields
        missing = [name for name in FIELDS if not fields.get(name, "").strip()]
        if not entry.persons.get("author"):
            missing.insert(0, "author")
        for name in missing:
            yield line, f"{key}: field `{name}` is missing; add it, copied from the source's own page"
        year, topic, eprint = fields.get("year", ""), fields.get("keywords", ""), fields.get("eprint", "")
        if year and not re.fullmatch(r"\d{4}", year):
            yield line, f"{key}: year {quote(year)} is no year; write four digits"
        if topic and topics and topic not in topics:
            yield line, f"{key}: unknown topic {quote(topic)} in `keywords`; use one id of data/topics.yml"
        if url := fields.get("url", ""):
            yield from ((line, f"{key}: {message}") for message in _address(url, eprint))
        if eprint and not ARXIV.fullmatch(eprint):
            message = "write it as on the paper's page, such as 2402.03300, without version"
            yield line, f"{key}: eprint {quote(eprint)} is no arXiv id; {message}"
        elif eprint and (first := papers.setdefault(eprint, key)) != key:
            yield (
                line,
                f"{key}: arXiv {eprint} is the paper of `{first}` already; keep one entry and cite it everywhere",
            )


def _address(url: str, eprint: str) -> Iterator[str]:
    if not re.match(r"https?://[^\s/]+", url):
        yield f"url {quote(url)} is no web address; begin it with https://"
    paper = ARXIV_URL.match(url)
    if paper and eprint and re.sub(r"v\d+$", "", paper.group(1)) != eprint:
        yield f"url and eprint name different papers ({paper.group(1)}, {eprint}); look both up and correct one"
