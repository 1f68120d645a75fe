"""Chinese pages have spaces between Chinese and Latin letters, and full-width punctuation; AutoCorrect is the judge."""

import os
from collections.abc import Iterator

from scripts.checks import Problem, Sources
from scripts.checks._text import quote
from scripts.checks._typography import Correction, corrections

AROUND = 8
"""Characters shown before and after the first difference."""


def check(sources: Sources) -> Iterator[Problem]:
    """Yield a problem for every line that AutoCorrect would change, except titles that are a question's wording."""
    titled = {f"docs/zh/{question.path}" for question in sources.questions.values()}
    for file, page in sources.pages.items():
        if file.startswith("docs/zh/"):
            for correction in corrections(page, with_title=file not in titled):
                yield Problem(file, correction.line, "typography", _message(correction))


def _message(correction: Correction) -> str:
    old, new = correction.old, correction.new
    start = len(os.path.commonprefix([old, new]))
    end = len(os.path.commonprefix([old[start:][::-1], new[start:][::-1]]))
    before = max(0, start - AROUND)
    here, there = (text[before : len(text) - max(0, end - AROUND)] for text in (old, new))
    return f"{quote(here, 80)} breaks the rules of typography; write {quote(there, 80)} (`python -m scripts.fix` does)"
