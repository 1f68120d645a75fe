"""Pages are in the language of their edition: English paragraphs that a translation has left are named."""

import re
from collections.abc import Iterator

from scripts.checks import Problem, Sources
from scripts.checks._prose import prose
from scripts.checks.frame import COMMENT
from scripts.content.editions import EDITIONS
from scripts.content.pages import SourcePage

WORD = re.compile(r"[^\W\d_]+")
HAN = re.compile("[\u3400-\u9fff]")
ENGLISH = frozenset("the of and to is are with for that by it from which when an not this be at on or than its".split())
"""Words that make up a third of English text, and are none of Portuguese or of the terms kept in English."""

WORDS = 10
"""Shorter lines may be names and terms."""
SHARE = 0.2


def check(sources: Sources) -> Iterator[Problem]:
    """Yield one problem for every page with English paragraphs; tables and the list of papers may hold English."""
    for edition in EDITIONS:
        if edition.language == "en":
            continue
        for file, page in sources.pages.items():
            if file.startswith(f"docs/{edition.code}/") and not COMMENT.search(page.bare) and (lines := _english(page)):
                message = f"paragraphs in English: {len(lines)}, the first here; write them in the language of the edition"
                yield Problem(file, lines[0], "language", message)


def _english(page: SourcePage) -> list[int]:
    """The lines that are English paragraphs."""
    papers = page.section("papers")
    end = papers.line if papers else None
    found = []
    for number, line in enumerate(prose(page).split("\n")[:end], start=1):
        words = [] if HAN.search(line) or "|" in line else WORD.findall(line.lower())
        if len(words) >= WORDS and sum(word in ENGLISH for word in words) >= SHARE * len(words):
            found.append(number)
    return found
