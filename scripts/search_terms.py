"""The search terms of a text. `overrides/assets/javascripts/search-terms.js` does the same to a query.

A run of Han characters gives its overlapping pairs, so that any substring of two characters or more is found without
a dictionary. A word gives its stem; a compound (`low_var_kl`, `--kl-loss-type`, `pass@k`, `AllReduce`) gives its
parts, neighbouring parts joined, and all of it joined, so that it is found however it is written.
"""

import functools
import re
import unicodedata
from collections.abc import Iterator

HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
LETTERS = rf"(?:(?![{HAN}])[^\W_])+"
TOKEN = re.compile(rf"[{HAN}]+|{LETTERS}(?:[-_.:@+]{LETTERS})*")
CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z][a-z]{2})")
NUMBER = re.compile("[0-9.]+")
STEM_FROM = 4
"""Shorter words are their own stem."""

ENGLISH = [("([iy])z(?=[aei])", r"\1s"), ("our", "or"), ("ll(?=ed|er|ing)", "l"), ("tre$", "ter"),
           ("(^..u|[^sui])s$", r"\1"), ("e$", ""), ("y$", "i")]  # fmt: skip
PORTUGUESE = [("([iy])z(?=[aei])", r"\1s"), ("(ao|[ao]es|aos)$", "o"), ("([ae])is$", r"\1l"),
              ("(^..u|[^sui])s$", r"\1"), ("m$", "n"), ("y$", "i"), ("(...)[aeo]$", r"\1")]  # fmt: skip
STEMS = {"zh": ENGLISH, "pt": PORTUGUESE, "en": ENGLISH}
"""Per language, the replacements that make spellings (British, American), plurals and final vowels equal."""


def fold(text: str) -> str:
    """Lower case, without accents and width variants."""
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(c for c in decomposed if unicodedata.category(c)[0] != "M").lower()


def stem(word: str, language: str) -> str:
    """What a folded word has in common with its other forms."""
    if len(word) >= STEM_FROM:
        for pattern, replacement in STEMS[language]:
            word = re.sub(pattern, replacement, word)
    return word


def terms(text: str, language: str) -> Iterator[str]:
    """The terms of a text, in order, repeated as they occur."""
    for token in TOKEN.findall(text):
        yield from token_terms(token, language)


@functools.cache
def token_terms(token: str, language: str) -> tuple[str, ...]:
    """The terms that one run of Han characters, word or compound is found by."""
    if re.match(f"[{HAN}]", token):
        return tuple(token[i : i + 2] for i in range(len(token) - 1)) or (token,)
    if NUMBER.fullmatch(token):
        return (token,)
    parts = [fold(part) for piece in re.split("[-_.:@+]", token) for part in CAMEL.split(piece)]
    pairs = [a + b for a, b in zip(parts, parts[1:])] if len(parts) > 2 else []
    whole = ["".join(parts)] if len(parts) > 1 else []
    return tuple(stem(word, language) for word in [*parts, *pairs, *whole])
