"""A page's statements about moving software were looked at in the last six months (a warning, not a problem)."""

from collections.abc import Iterator
from datetime import date

from scripts.checks import Problem, Sources
from scripts.checks._text import key_line
from scripts.checks.front_matter import MONTH

MONTHS = 6
KEY = "as_of"


def check(sources: Sources) -> Iterator[Problem]:
    """Yield a warning for every page of a question whose `as_of` is older than that."""
    for file, page, _, _ in sources.question_pages():
        month = (page.meta or {}).get(KEY)
        if isinstance(month, str) and MONTH.fullmatch(month) and (age := _age(month, sources.today)) > MONTHS:
            advice = f"check what it says about software, then write `{KEY}: {sources.today:%Y-%m}`"
            yield Problem(file, key_line(page, KEY), "stale", f"last checked {month}, {age} months ago; {advice}", warning=True)


def _age(month: str, today: date) -> int:
    year, number = map(int, month.split("-"))
    return (today.year - year) * 12 + today.month - number
