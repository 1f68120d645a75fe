"""A page whose text changes in one edition alone gets a higher `revision` (only with `--since`, as for pull requests).

A page of a question is not taken away.

Small changes pass: a typo needs no new revision.
"""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from scripts.checks import Problem, Sources
from scripts.checks._text import key_line
from scripts.content.editions import EDITIONS
from scripts.content.pages import FRONT_MATTER, SourcePage, parse

SMALL = 25
"""Words, or Chinese characters, that may change as mere wording."""

WORD = re.compile(r"[\u3400-\u9fff]|[^\W\u3400-\u9fff]+|[^\w\s]")


def check(sources: Sources) -> Iterator[Problem]:
    """Yield a problem for every page that is gone or changed alone, and for every revision that is lowered."""
    history = sources.history
    if history is None:
        return
    changed = history.changed()
    for question in sources.questions.values():
        files = [f"docs/{edition.code}/{question.path}" for edition in EDITIONS]
        pages = {file: sources.pages[file] for file in files if file in sources.pages}
        for file in set(files) & changed - pages.keys():
            if history.text(file) is not None:
                message = "the page is gone; restore it, or take its question out of data/questions.yml as well"
                yield Problem(file, 1, "revision", message)
        texts = {file: history.text(file) for file in pages if file in changed}
        before = {file: parse(Path(file), text) for file, text in texts.items() if text is not None}
        amounts = {file: _amount(page, pages[file]) for file, page in before.items()}
        newest = max((page.revision for page in pages.values()), default=0)
        for file, old in before.items():
            page = pages[file]
            others = [other for other in pages if other != file]
            moved = [other for other in others if other in changed and amounts.get(other, 1)]
            if page.revision < old.revision:
                message = f"revision {page.revision} is lower than it was; write `revision: {old.revision}` or more"
                yield Problem(file, key_line(page, "revision"), "revision", message)
            elif amounts[file] > SMALL and others and not moved and page.revision == old.revision == newest:
                yield Problem(file, key_line(page, "revision"), "revision", _message(amounts[file], others, page.revision))


def _message(amount: int, others: list[str], revision: int) -> str:
    advice = f"write `revision: {revision + 1}`, here if the others are to follow, in all if only the wording changed"
    return f"{amount} words or signs changed, but nothing in {' and '.join(others)}; carry the change over, or {advice}"


def _amount(old: SourcePage, new: SourcePage) -> int:
    """The words and signs of the body that were taken out or put in."""
    before, after = (Counter(WORD.findall(FRONT_MATTER.sub("", page.text))) for page in (old, new))
    return ((before - after) + (after - before)).total()
