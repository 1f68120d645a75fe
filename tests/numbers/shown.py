"""Assert that a computed number stands on a question's page in every edition that is up to date."""

import functools
import re

from scripts.content.data import questions
from scripts.content.editions import EDITIONS, edition
from scripts.content.pages import page_file, revision

MATH = re.compile(r"\$\$.+?\$\$|\$[^$\n]+\$", re.S)


@functools.cache
def page_text(question: str, code: str) -> str:
    """The page's Markdown with numbers in one notation: decimal point, no thousands separator."""
    text = page_file(edition(code), questions()[question]).read_text("utf-8")
    if code == "pt":
        text = _outside_maths_and_code(text, _portuguese_numbers)
    text = text.replace("{,}", "").replace("\u2212", "-").replace("\\,", "")
    return re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", text)


def _portuguese_numbers(text: str) -> str:
    text = re.sub(r"(?<=\d)\.(?=\d{3}(?!\d))", "", text)
    return re.sub(r"(?<=\d),(?=\d)", ".", text)


def _outside_maths_and_code(text: str, change) -> str:
    keep = re.compile(rf"```.*?```|`[^`\n]*`|\]\([^)]*\)|{MATH.pattern}", re.S)
    parts, start = [], 0
    for match in keep.finditer(text):
        parts += [change(text[start : match.start()]), match.group()]
        start = match.end()
    return "".join([*parts, change(text[start:])])


@functools.cache
def up_to_date(question: str) -> list[str]:
    """The editions with the page's highest revision; the site tells readers of the others that theirs is behind."""
    revisions = {e.code: revision(e, questions()[question]) for e in EDITIONS}
    newest = max(number or 0 for number in revisions.values())
    return [code for code, number in revisions.items() if number == newest]


def assert_shown(question: str, value: float, places: int) -> None:
    """Assert that every edition that is up to date shows `value` rounded to `places` decimals, as a whole number token.

    A leading zero may be left out and a sign may be written apart (`\\pm.04`); trailing digits may not differ.
    """
    wanted = f"{abs(value):.{places}f}"
    pattern = r"(?<![\d.])" + (r"0?" + re.escape(wanted[1:]) if wanted.startswith("0.") else re.escape(wanted)) + r"(?!\d|\.\d)"
    for code in up_to_date(question):
        assert re.search(pattern, page_text(question, code)), f"{question} ({code}) does not show {wanted}"
