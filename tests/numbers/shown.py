"""Assert that a computed number stands on a question's page in all three editions."""

import functools
import re
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
EDITIONS = ("zh", "pt", "en")
MATH = re.compile(r"\$\$.+?\$\$|\$[^$\n]+\$", re.S)


@functools.cache
def page_text(question: str, edition: str) -> str:
    """The page's Markdown with numbers in one notation: decimal point, no thousands separator."""
    entry = next(q for q in yaml.safe_load((ROOT / "data/questions.yml").read_text("utf-8")) if q["id"] == question)
    page = ROOT / "docs" / edition / entry["track"] / f"{entry['slug']}.md"
    text = page.read_text("utf-8")
    if edition == "pt":
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


def assert_shown(question: str, value: float, places: int) -> None:
    """Assert that every edition of the page shows `value` rounded to `places` decimals, as a whole number token.

    A leading zero may be left out and a sign may be written apart (`\\pm.04`); trailing digits may not differ.
    """
    wanted = f"{abs(value):.{places}f}"
    pattern = r"(?<![\d.])" + (r"0?" + re.escape(wanted[1:]) if wanted.startswith("0.") else re.escape(wanted)) + r"(?!\d|\.\d)"
    for edition in EDITIONS:
        assert re.search(pattern, page_text(question, edition)), f"{question} ({edition}) does not show {wanted}"
