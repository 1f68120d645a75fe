"""What does not depend on the language: questions, tags, glossary, topics, labs and interface strings of `data/`."""

import functools
from dataclasses import dataclass, field
from typing import Any

import yaml

from scripts.content import DATA

Text = dict[str, str]
"""A wording per edition code: {"zh": …, "pt": …, "en": …}."""


@dataclass(frozen=True)
class Tag:
    id: str
    name: Text
    about: Text


@dataclass(frozen=True)
class Question:
    """One of the 35 questions. `path` is its page in every edition, `url` its address below the edition's root."""

    id: str
    track: str
    number: int
    slug: str
    level: str
    tags: list[str]
    title: Text
    short: Text
    aliases: dict[str, list[str]]

    @property
    def path(self) -> str:
        return f"{self.track}/{self.slug}.md"

    @property
    def url(self) -> str:
        return f"{self.track}/{self.slug}/"


@dataclass(frozen=True)
class Relation:
    """Two questions that need each other, with the reason; symmetric, written once."""

    ids: tuple[str, str]
    why: Text

    def other(self, question_id: str) -> str | None:
        """The id at the other end, or None when the relation does not touch `question_id`."""
        first, second = self.ids
        return {first: second, second: first}.get(question_id)


@dataclass(frozen=True)
class Term:
    id: str
    term: Text
    also: list[str]
    meaning: Text
    questions: list[str]
    match: dict[str, list[str]]
    avoid: dict[str, list[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Lab:
    slug: str
    question: str
    title: Text

    @property
    def path(self) -> str:
        return f"labs/{self.slug}.ipynb"


@dataclass(frozen=True)
class Topic:
    id: str
    name: Text


def read(name: str) -> Any:
    """The parsed content of `data/<name>.yml`. Raises yaml.YAMLError, which names file and line, when it does not parse."""
    with (DATA / f"{name}.yml").open("rb") as file:
        return yaml.load(file, yaml.CSafeLoader)


@functools.cache
def questions() -> dict[str, Question]:
    """Every question by id, in the list's order."""
    fields = Question.__dataclass_fields__
    return {entry["id"]: Question(**{k: v for k, v in entry.items() if k in fields}) for entry in read("questions")}


@functools.cache
def relations() -> list[Relation]:
    """Every relation, in the order of the list."""
    return [
        Relation((entry["id"], related["id"]), related["why"])
        for entry in read("questions")
        for related in entry.get("related", [])
    ]


@functools.cache
def tags() -> dict[str, Tag]:
    return {entry["id"]: Tag(**entry) for entry in read("tags")}


@functools.cache
def glossary() -> list[Term]:
    return [Term(**{"also": [], **entry}) for entry in read("glossary")]


@functools.cache
def topics() -> list[Topic]:
    return [Topic(**entry) for entry in read("topics")]


@functools.cache
def labs() -> list[Lab]:
    return [Lab(**entry) for entry in read("labs")]


@functools.cache
def interface() -> dict[str, Text]:
    """The site's own wording by key, such as "question.related"."""
    return read("interface")


def forget() -> None:
    """Drop what was read, so that an edit of `data/` shows at the next build of the development server."""
    for cached in (questions, relations, tags, glossary, topics, labs, interface):
        cached.cache_clear()
