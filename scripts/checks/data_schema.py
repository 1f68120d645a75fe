"""Every file of `data/` has the form that its JSON Schema states, and names only what exists."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, ValidationError

from scripts.checks import Problem, Sources
from scripts.checks._text import quote
from scripts.content import ROOT
from scripts.content.editions import EDITIONS

SCHEMAS = ROOT / "data" / "schemas"
TYPES = {
    "array": "a list of entries that begin with `- `",
    "object": "lines of the form `key: value`",
    "string": "a text, in quotes if it looks like something else",
    "integer": "a whole number without quotes",
}
PLACEHOLDER = re.compile(r"\{\w*\}")

Found = Iterator[tuple[tuple, str]]
"""Path of an item in its file, and what is wrong with it."""


def check(sources: Sources) -> Iterator[Problem]:
    """Yield the problems of every data file: its syntax, its schema, then what it refers to."""
    schemas = {path.name.removesuffix(".schema.json"): path for path in sorted(SCHEMAS.glob("*.schema.json"))}
    for name, schema in schemas.items():
        file = f"data/{name}.yml"
        document = sources.data(name)
        if document is None:
            yield Problem(
                file, 1, "data-schema", "the file is missing or can't be read; restore it from the repository"
            )
            continue
        for error in document.errors:
            yield Problem(file, error.line, "data-schema", f"the file {error.text}")
        if not document.errors:
            for path, message in (*_by_schema(document.value, schema), *_by_content(name, sources)):
                yield Problem(file, document.line(path), "data-schema", _name(document.value, path) + message)
    for file in sources.files:
        if file.startswith("data/") and file.endswith((".yml", ".yaml")) and Path(file).stem not in schemas:
            message = (
                f"there is no data/schemas/{Path(file).stem}.schema.json for this file; write it, or remove the file"
            )
            yield Problem(file, 1, "data-schema", message)


def _name(value: Any, path: tuple) -> str:
    """The item at `path` as a reader calls it: "algo-05: `short.pt` "."""
    if not path:
        return "the file "
    name, rest = "", path
    if isinstance(value, list) and isinstance(path[0], int):
        entry, rest = value[path[0]], path[1:]
        ident = entry.get("id", entry.get("slug")) if isinstance(entry, dict) else None
        name = f"{ident if isinstance(ident, str) else f'entry {path[0] + 1}'}: "
    dotted = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in rest).lstrip(".")
    return f"{name}{quote(dotted)} " if dotted else name


def _by_schema(value: Any, schema: Path) -> Found:
    for error in Draft202012Validator(json.loads(schema.read_text("utf-8"))).iter_errors(value):
        path = tuple(error.absolute_path)
        if error.validator == "additionalProperties":
            known = error.schema.get("properties", {})
            for key in error.instance:
                if key not in known and not any(re.search(p, key) for p in error.schema.get("patternProperties", {})):
                    yield (
                        (*path, key),
                        f"is an unknown key; the keys are {', '.join(known) or 'those of the entries around it'}",
                    )
        else:
            yield path, _plain(error)


def _plain(error: ValidationError) -> str:
    """The validator's complaint in plain words."""
    value, limit = error.instance, error.validator_value
    if error.validator == "required":
        missing = [key for key in limit if key not in value]
        return f"lacks the key {', '.join(map(quote, missing))}; add it"
    if error.validator == "type":
        shown = f"is {quote(str(value))}" if isinstance(value, str | int | float) else "has another form"
        return f"{shown}; write it as {TYPES.get(limit, limit)}"
    if error.validator in ("enum", "const"):
        return (
            f"is {quote(str(value))}; write one of {', '.join(map(str, limit if isinstance(limit, list) else [limit]))}"
        )
    if error.validator == "maxLength":
        return f"has {len(value)} characters; shorten it to {limit}"
    if error.validator in ("minItems", "maxItems"):
        bound = "at least" if error.validator == "minItems" else "at most"
        return f"has {len(value)} items; it may have {bound} {limit}"
    if error.validator == "uniqueItems":
        return "holds one item twice; remove one of them"
    if error.validator in ("pattern", "minLength"):
        wanted = error.schema.get("description") or error.schema.get("pattern", "a text")
        return f"is {quote(str(value))}; it should be {wanted}"
    return f"is wrong: {quote(error.message, 200)}; compare with the entries around it"


def _by_content(name: str, sources: Sources) -> Found:
    """What the schema can't say: names that exist, and things stated once."""
    rows = list(enumerate(sources.entries(name)))
    for key in ("id", "slug"):
        yield from _twice(((index, key), entry.get(key)) for index, entry in rows if key == "id" or name == "labs")
    if name == "questions":
        yield from _twice(((i, "slug"), (e.get("track"), e["slug"])) for i, e in rows if "slug" in e)
        yield from _twice(((i, "number"), (e.get("track"), e["number"])) for i, e in rows if "number" in e)
        yield from _unknown(rows, "tags", sources.ids("tags"), "tags.yml")
        yield from _relations(rows, sources.ids("questions"))
    if name == "glossary":
        yield from _unknown(rows, "questions", sources.ids("questions"), "questions.yml")
    if name == "labs":
        yield from _labs(rows, sources)
    if name == "interface":
        yield from _placeholders(sources.data(name).value)


def _twice(values: Iterator[tuple[tuple, Any]]) -> Found:
    seen = set()
    for path, value in values:
        shown = quote(str(value[-1] if isinstance(value, tuple) else value))
        if str(value) in seen and value is not None:
            yield path, f"{shown} is used already by an entry above; choose another"
        seen.add(str(value))


def _unknown(rows: list[tuple[int, dict]], key: str, known: set[str] | None, file: str) -> Found:
    for index, entry in rows:
        for place, ident in enumerate(_items(entry.get(key))):
            if known is not None and isinstance(ident, str) and ident not in known:
                yield (index, key, place), f"names {quote(ident)}, which is not in data/{file}; use an id from there"


def _items(value: Any) -> list:
    return value if isinstance(value, list) else []


def _relations(rows: list[tuple[int, dict]], known: set[str] | None) -> Found:
    """A relation joins two questions that exist, and is stated on one of them."""
    stated: dict[frozenset, str] = {}
    for index, entry in rows:
        for place, relation in enumerate(_items(entry.get("related"))):
            other, path = relation.get("id") if isinstance(relation, dict) else None, (index, "related", place)
            if not isinstance(other, str) or not isinstance(entry.get("id"), str):
                continue
            pair = frozenset((entry["id"], other))
            if len(pair) == 1:
                yield path, "relates the question to itself; remove it"
            elif known and other not in known:
                yield path, f"names {quote(other)}, which is no question; use an id of this file"
            elif pair in stated:
                advice = "state it once, it is shown on both pages"
                yield path, f"states the relation to {quote(other)} again ({stated[pair]} has it); {advice}"
            stated.setdefault(pair, entry["id"])


def _labs(rows: list[tuple[int, dict]], sources: Sources) -> Found:
    questions = sources.ids("questions")
    for index, entry in rows:
        question, slug = entry.get("question"), entry.get("slug")
        if questions and isinstance(question, str) and question not in questions:
            yield (
                (index, "question"),
                f"names {quote(question)}, which is not in data/questions.yml; use an id from there",
            )
        for edition in EDITIONS:
            notebook = f"docs/{edition.code}/labs/{slug}.ipynb"
            if isinstance(slug, str) and notebook not in sources.files:
                yield (index, "slug"), f"has no notebook {notebook}; add it, every edition links to it"


def _placeholders(words: Any) -> Found:
    for key, wordings in words.items() if isinstance(words, dict) else ():
        texts = [text for text in wordings.values() if isinstance(text, str)] if isinstance(wordings, dict) else []
        if len({frozenset(PLACEHOLDER.findall(text)) for text in texts}) > 1:
            yield (key,), "has different placeholders such as `{n}` in the editions; use the same in each"
