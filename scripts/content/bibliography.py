"""The bibliography: `data/references.bib` read with pybtex."""

import functools
import re
from dataclasses import dataclass

from pybtex.database import Entry, parse_file
from pybtex.richtext import Text

from scripts.content import DATA

FILE = DATA / "references.bib"


@dataclass(frozen=True)
class Reference:
    """One verified source. `authors` is ready to print; `topic` is an id of `data/topics.yml`."""

    key: str
    title: str
    authors: str
    year: str
    url: str
    arxiv: str | None
    topic: str

    def markdown(self) -> str:
        """The reference as one line of Markdown: authors, year, linked title, arXiv id."""
        title = re.sub(r"([\\`*_{}\[\]<>|$])", r"\\\1", self.title)
        arxiv = f" arXiv:{self.arxiv}." if self.arxiv else ""
        return f"{self.authors} ({self.year}). [{title}]({self.url}).{arxiv}"


@functools.cache
def references() -> dict[str, Reference]:
    """Every reference by key. Raises pybtex.exceptions.PybtexError when the file does not parse."""
    entries = parse_file(str(FILE), "bibtex").entries
    return {key: _reference(key, entry) for key, entry in entries.items()}


def _reference(key: str, entry: Entry) -> Reference:
    fields = entry.fields
    return Reference(
        key=key,
        title=_plain(fields["title"]),
        authors=_authors(entry),
        year=fields["year"],
        url=fields["url"],
        arxiv=fields.get("eprint"),
        topic=fields.get("keywords", ""),
    )


def _authors(entry: Entry) -> str:
    """"Schulman", "Schulman & Moritz" or "Schulman et al."."""
    names = [_plain(" ".join(p.prelast_names + p.last_names)) for p in entry.persons["author"]]
    if len(names) > 2 or "others" in names:
        return f"{names[0]} et al."
    return " & ".join(names)


def _plain(latex: str) -> str:
    return str(Text.from_latex(latex))
