"""The search index of one edition, in pieces that the browser loads as a query needs them.

`index.json` lists the pages and the pieces; a `terms-*.json` holds one alphabetical range of terms with their places; a
`text-*.json` holds a page's sections, to choose the section and the excerpt from. Pieces are named by their content, so
that a cached piece is never wrong. Terms, places and lengths have the form of MiniSearch's serialised index.
"""

import hashlib
import json
import shutil
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scripts.search_terms import STEMS, terms
from scripts.search_text import Section, sections

SERIALIZATION_VERSION = 2
"""Of the vendored MiniSearch."""

FIELDS = ("titles", "aliases", "headings", "text")
SHARD_CHARACTERS = 12_000

Places = dict[str, dict[str, int]]
"""Field number → page number → how often."""


@dataclass(frozen=True)
class SearchPage:
    """A page to be found. `url` is relative to the edition's root; `tags` are ids; `body_html` is the rendered article."""

    url: str
    title: str
    short: str
    aliases: list[str]
    track: str
    tags: list[str]
    body_html: str


def write_index(pages: list[SearchPage], target: Path, language: str) -> None:
    """Write the index of `pages` into the folder `target`, in place of what is there.

    `language` is the edition's, as in `<html lang>`. Raises KeyError for one without stem rules.
    """
    language = language.split("-")[0]
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    texts = [sections(page.body_html) for page in pages]
    counted = [_counts(page, text, language) for page, text in zip(pages, texts)]
    index = {
        "stems": [[pattern, replacement.replace("\\", "$")] for pattern, replacement in STEMS[language]],
        "pages": [_entry(page, text, target) for page, text in zip(pages, texts)],
        "shards": [[shard[0][0], _write_piece(target, "terms", dict(shard))] for shard in _shards(_places(counted))],
        "engine": _engine(counted),
    }
    _write(target / "index.json", index)


def _counts(page: SearchPage, text: list[Section], language: str) -> list[Counter[str]]:
    """How often each term stands in each field of the page."""
    titles = [page.title, page.short]
    headings = [section.heading for section in text]
    fields = (titles, page.aliases, headings, [section.text for section in text])
    return [Counter(term for part in parts for term in terms(part, language)) for parts in fields]


def _entry(page: SearchPage, text: list[Section], target: Path) -> dict[str, Any]:
    piece = _write_piece(target, "text", [[section.id, section.heading, section.text] for section in text])
    return {"url": page.url, "title": page.title, "track": page.track, "tags": page.tags, "text": piece}


def _places(counted: list[list[Counter[str]]]) -> dict[str, Places]:
    places: dict[str, Places] = defaultdict(dict)
    for number, fields in enumerate(counted):
        for field, counts in enumerate(fields):
            for term, count in counts.items():
                places[term].setdefault(str(field), {})[str(number)] = count
    return dict(sorted(places.items()))


def _shards(places: dict[str, Places]) -> Iterator[list[tuple[str, Places]]]:
    shard: list[tuple[str, Places]] = []
    size = 0
    for item in places.items():
        shard.append(item)
        size += len(json.dumps(item))
        if size > SHARD_CHARACTERS:
            yield shard
            shard, size = [], 0
    if shard:
        yield shard


def _engine(counted: list[list[Counter[str]]]) -> dict[str, Any]:
    """MiniSearch's serialised index, but for the terms."""
    lengths = [[len(counts) for counts in fields] for fields in counted]
    return {
        "documentCount": len(counted),
        "nextId": len(counted),
        "documentIds": {number: number for number in range(len(counted))},
        "fieldIds": {name: number for number, name in enumerate(FIELDS)},
        "fieldLength": dict(enumerate(lengths)),
        "averageFieldLength": [sum(field) / len(lengths) for field in zip(*lengths)],
        "storedFields": {},
        "dirtCount": 0,
        "serializationVersion": SERIALIZATION_VERSION,
    }


def _write_piece(target: Path, kind: str, content: Any) -> str:
    name = f"{kind}-{hashlib.sha256(json.dumps(content).encode()).hexdigest()[:10]}.json"
    _write(target / name, content)
    return name


def _write(path: Path, content: Any) -> None:
    path.write_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")), "utf-8")
