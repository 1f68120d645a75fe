"""The sources under a root folder, read once for all rules; what can't be read is left to the `files` rule."""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from pathlib import Path

from scripts.checks._history import History
from scripts.checks._yaml import Document, load
from scripts.content.data import Question
from scripts.content.editions import EDITIONS, Edition
from scripts.content.pages import LISTINGS, SourcePage, parse

TEXT_SUFFIXES = (".md", ".ipynb", ".svg", ".yml", ".bib", ".json", ".txt")
LARGEST = {".md": 150_000}
LARGEST_OTHER = 500_000
"""Bytes of a text file; the largest page has a quarter of it."""


@dataclass
class Sources:
    """`docs/` and `data/` below `root`. Files are named by their path from there, with `/`.

    With a `history`, rules also look at what has changed.
    """

    root: Path
    today: date = field(default_factory=date.today)
    history: History | None = None
    _documents: dict[str, Document | None] = field(default_factory=dict, init=False)

    @cached_property
    def files(self) -> dict[str, str]:
        """Every file, hidden ones left out, with the reason why it can't be read ("" when it can)."""
        return {file: self._obstacle(self.root / file) for file in sorted(self._walk())}

    def _walk(self) -> Iterator[str]:
        for top in ("data", "docs"):
            for folder, folders, names in os.walk(self.root / top):
                folders[:] = [name for name in folders if not name.startswith(".")]
                links = [name for name in folders if (Path(folder) / name).is_symlink()]
                for name in [*names, *links]:
                    if not name.startswith("."):
                        yield (Path(folder) / name).relative_to(self.root).as_posix()

    @staticmethod
    def _obstacle(path: Path) -> str:
        if path.is_symlink():
            return "is a symbolic link; put the file itself here"
        if not path.is_file():
            return "is no ordinary file; remove it"
        largest = LARGEST.get(path.suffix, LARGEST_OTHER)
        if path.suffix in TEXT_SUFFIXES and path.stat().st_size > largest:
            return f"has {path.stat().st_size:,} bytes; shorten it to {largest:,}"
        if not os.access(path, os.R_OK):
            return "can't be opened; give yourself the permission to read it"
        return ""

    @cached_property
    def bytes(self) -> dict[str, bytes]:
        """The content of every text file that can be read."""
        return {
            file: (self.root / file).read_bytes()
            for file, obstacle in self.files.items()
            if not obstacle and file.endswith(TEXT_SUFFIXES)
        }

    def text(self, file: str) -> str | None:
        """The text of a file, lines ended by `\\n`, without byte order mark; None if it is missing or not UTF-8."""
        try:
            text = self.bytes[file].decode("utf-8-sig")
        except (KeyError, UnicodeDecodeError):
            return None
        return text.replace("\r\n", "\n").replace("\r", "\n")

    @cached_property
    def pages(self) -> dict[str, SourcePage]:
        """Every Markdown page of the editions that can be read, by file."""
        folders = tuple(f"docs/{edition.code}/" for edition in EDITIONS)
        texts = {file: self.text(file) for file in self.files if file.startswith(folders) and file.endswith(".md")}
        return {file: parse(Path(file), text) for file, text in texts.items() if text is not None}

    @cached_property
    def notebooks(self) -> list[str]:
        """Every notebook of the editions that can be read, by file."""
        folders = tuple(f"docs/{edition.code}/" for edition in EDITIONS)
        return [file for file in self.bytes if file.startswith(folders) and file.endswith(".ipynb")]

    def data(self, name: str) -> Document | None:
        """`data/<name>.yml`, or None when there is no such file or it can't be read."""
        if name not in self._documents:
            text = self.text(f"data/{name}.yml")
            self._documents[name] = None if text is None else load(text)
        return self._documents[name]

    def entries(self, name: str) -> list[dict]:
        """The entries of `data/<name>.yml` that are mappings; the data-schema rule reports the others."""
        document = self.data(name)
        items = document.value if document and isinstance(document.value, list) else []
        return [item for item in items if isinstance(item, dict)]

    def ids(self, name: str) -> set[str] | None:
        """The ids in `data/<name>.yml`, or None when the file is of no use, so that nothing is called unknown."""
        ids = {entry["id"] for entry in self.entries(name) if isinstance(entry.get("id"), str)}
        return ids or None

    @cached_property
    def questions(self) -> dict[str, Question]:
        """The questions whose entry says which page they have, by id."""
        needed = ("id", "track", "slug")
        complete = [e for e in self.entries("questions") if all(isinstance(e.get(key), str) for key in needed)]
        return {e["id"]: Question(**{key: e.get(key) for key in Question.__dataclass_fields__}) for e in complete}

    def question_pages(self) -> Iterator[tuple[str, SourcePage, Question, Edition]]:
        """Every page that answers a question, with its file, question and edition."""
        for question in self.questions.values():
            for edition in EDITIONS:
                file = f"docs/{edition.code}/{question.path}"
                if file in self.pages:
                    yield file, self.pages[file], question, edition

    def generated(self) -> set[str] | None:
        """Pages of every edition, by path, that need no file of their own; None when the data don't tell."""
        tags = self.ids("tags")
        if not tags or not self.questions:
            return None
        questions = (question.path for question in self.questions.values())
        return {*LISTINGS, *(f"tags/{tag}.md" for tag in tags), *questions}
