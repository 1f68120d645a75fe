"""English (British) and Portuguese (Brazilian) words are spelt as Hunspell's dictionaries have them.

A page that still holds hints, such as a translation just begun, is left alone.

A word is reported only if it is unknown and one letter away from a known word, so that new terms pass and slips don't.
Words that are right all the same stand in `data/words/<edition>.txt`.
"""

import functools
import re
from collections import Counter
from collections.abc import Iterator

from hunspell import Hunspell

from scripts.checks import Problem, Sources
from scripts.checks._prose import prose
from scripts.checks.frame import COMMENT
from scripts.content import ROOT

FOLDER = ROOT / "scripts" / "vendor" / "dictionaries"
DICTIONARIES = {"en": "en_GB", "pt": "pt_BR"}
LETTERS = {"en": "abcdefghijklmnopqrstuvwxyz", "pt": "abcdefghijklmnopqrstuvwxyzáéíóúâêôãõàç"}
WORD = re.compile(
    r"(?<![\w@/.\\&'’-])[a-zà-öø-ÿ]{4,40}(?![\w@/\\'’]|\.\w)|(?<=[a-zà-ÿ]-)[a-zà-öø-ÿ]{4,40}(?![\w@/\\'’]|\.\w)"
)
"""Words in lower case, the parts of compounds each; names, abbreviations and what looks like code are left alone."""
PREFIXES = ("un", "re", "pre", "sub", "non", "de", "mis", "over", "multi")
SHOWN = 3
"""Suggestions in a message, those first that other pages use."""


def check(sources: Sources) -> Iterator[Problem]:
    """Yield a problem for every misspelt word of the English and Portuguese pages."""
    english = words(sources.text("data/words/en.txt") or "")
    for edition in DICTIONARIES:
        own = english | words(sources.text(f"data/words/{edition}.txt") or "")
        pages = {file: page for file, page in sources.pages.items() if file.startswith(f"docs/{edition}/")}
        texts = {file: prose(page) for file, page in pages.items() if not COMMENT.search(page.bare)}
        used = Counter(word for text in texts.values() for word in WORD.findall(text))
        for file, text in texts.items():
            for line, word in _unknown(text, edition, own):
                if meant := sorted(near(edition, word), key=lambda other: -used[other]):
                    suggestions = " or ".join(f"`{other}`" for other in meant[:SHOWN])
                    advice = f"write {suggestions}, or add the word to data/words/{edition}.txt"
                    yield Problem(file, line, "spelling", f"`{word}` is not in the dictionary; {advice}")


def words(text: str) -> set[str]:
    """The words of a project word list: one a line, `#` begins a comment."""
    return {line.partition("#")[0].strip() for line in text.split("\n")} - {""}


def _unknown(text: str, edition: str, own: set[str]) -> Iterator[tuple[int, str]]:
    """The words of a text that neither the project's list nor English word formation knows, where each stands first."""
    seen: set[str] = set()
    for number, line in enumerate(text.split("\n"), start=1):
        for word in WORD.findall(line):
            if word not in seen and word not in own and not (edition == "en" and _derived(word, own)):
                yield number, word
            seen.add(word)


def _derived(word: str, own: set[str]) -> bool:
    """Whether an English word is a known one with a common prefix or ending, such as `unfused` or `normaliser`."""
    stems = [re.sub("(?<![sxyz])s$", "", word), re.sub("(?<=e)rs?$", "", word)]
    stems += [word.removeprefix(prefix) for prefix in PREFIXES]
    known = dictionary("en").spell
    return any(stem != word and len(stem) >= 5 and (stem in own or known(stem)) for stem in stems)


@functools.cache
def dictionary(edition: str) -> Hunspell:
    """The dictionary of an edition."""
    return Hunspell(DICTIONARIES[edition], hunspell_data_dir=str(FOLDER))


@functools.cache
def near(edition: str, word: str) -> tuple[str, ...]:
    """The known words that are one letter away from an unknown word; none for a word that is known itself.

    English words are known in Portuguese too.
    """
    own = dictionary(edition)
    if own.spell(word) or (edition != "en" and dictionary("en").spell(word)):
        return ()
    return tuple(other for other in dict.fromkeys(_edits(word, LETTERS[edition])) if own.spell(other))


def _edits(word: str, letters: str) -> Iterator[str]:
    """What `word` becomes when one slip is undone: letters swapped, left out, typed in addition, or mistaken."""
    halves = [(word[:k], word[k:]) for k in range(len(word) + 1)]
    for left, right in halves:
        if len(right) > 1:
            yield left + right[1] + right[0] + right[2:]
    for left, right in halves:
        yield from (left + letter + right for letter in letters)
    for left, right in halves:
        if right:
            yield left + right[1:]
    for left, right in halves:
        if right:
            yield from (left + letter + right[1:] for letter in letters)
