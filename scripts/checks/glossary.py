"""Pages say the terms as `data/glossary.yml` does: none of the wordings that an entry lists under `avoid`."""

import re
from collections.abc import Iterator

from scripts.checks import Problem, Sources
from scripts.checks._prose import prose
from scripts.content.editions import EDITIONS


def check(sources: Sources) -> Iterator[Problem]:
    """Yield a problem for every line and wording that the glossary advises against."""
    for edition in EDITIONS:
        avoided = dict(_avoided(sources, edition.code))
        if not avoided:
            continue
        pattern = _pattern(avoided, words=edition.words_a_minute is not None)
        for file, page in sources.pages.items():
            if not file.startswith(f"docs/{edition.code}/"):
                continue
            for number, line in enumerate(prose(page).split("\n"), start=1):
                for found in dict.fromkeys(match.group() for match in pattern.finditer(line)):
                    message = f"`{found}` is not our wording of this term; write `{avoided[found.lower()]}`"
                    yield Problem(file, number, "glossary", message)


def _avoided(sources: Sources, edition: str) -> Iterator[tuple[str, str]]:
    """The wordings to avoid in an edition, in lower case, with the term that takes their place."""
    for entry in sources.entries("glossary"):
        terms, avoid = entry.get("term"), entry.get("avoid")
        if isinstance(terms, dict) and isinstance(avoid, dict) and isinstance(avoid.get(edition), list):
            for wording in avoid[edition]:
                yield str(wording).lower(), str(terms.get(edition))


def _pattern(wordings: dict[str, str], words: bool) -> re.Pattern[str]:
    """Matches the wordings, longest first; as whole words in a language that has spaces."""
    either = "|".join(map(re.escape, sorted(wordings, key=len, reverse=True)))
    return re.compile(rf"(?<!\w)(?:{either})(?!\w)" if words else either, re.I)
