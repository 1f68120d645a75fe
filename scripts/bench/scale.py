"""Build time of the whole site with every question answered, and with ten times as many questions.

Pages are copies of real ones in a temporary copy of the project. Every formula of a copy is made different, because a
build renders each formula once however often it occurs.
"""

import itertools
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import yaml

from scripts.content import ROOT
from scripts.content.data import Question, questions, read
from scripts.content.editions import EDITIONS, Edition
from scripts.content.pages import FORMULA, outside_code, page_file

FOLDERS = ("data", "docs", "overrides", "scripts")
SIBLING = re.compile(r"\]\(([\w-]+\.md)")
"""A link to a page of the same track."""


def copy_project(target: Path) -> None:
    """Copy the sources, without what is made from them."""
    for name in FOLDERS:
        shutil.copytree(ROOT / name, target / name, ignore=shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints"))
    for file in ROOT.glob("mkdocs*.yml"):
        shutil.copy(file, target)


def fill(project: Path, times: int) -> int:
    """Answer every question of the copy, and add copies of all until there are `times` as many. Returns their number."""
    entries = read("questions")
    copies = [entry if k == 0 else _renamed(entry, k) for k in range(times) for entry in entries]
    (project / "data" / "questions.yml").write_text(yaml.safe_dump(copies, allow_unicode=True, sort_keys=False), "utf-8")
    for edition in EDITIONS:
        answers = itertools.cycle([text for question in questions().values() if (text := _answer(edition, question))])
        for number, entry in enumerate(copies):
            page = project / "docs" / edition.code / entry["track"] / f"{entry['slug']}.md"
            if not page.is_file():
                page.parent.mkdir(exist_ok=True)
                page.write_text(_varied(next(answers), entry, edition.code, number), "utf-8")
    return len(copies)


def build(project: Path) -> float:
    """The seconds that a clean build of the copy takes. Raises RuntimeError with the output when it fails."""
    for made in ("site", ".cache"):
        shutil.rmtree(project / made, ignore_errors=True)
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    start = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build"], cwd=project, env=environment, capture_output=True, text=True
    )
    seconds = time.monotonic() - start
    if done.returncode:
        raise RuntimeError(f"the generated site does not build:\n{done.stderr[-4000:]}")
    return seconds


def _renamed(entry: dict, k: int) -> dict:
    related = [{**other, "id": f"{other['id']}-{k}"} for other in entry.get("related", [])]
    return {**entry, "id": f"{entry['id']}-{k}", "slug": f"{entry['slug']}-{k}", "related": related}


def _answer(edition: Edition, question: Question) -> str | None:
    """The text of a page, or None without one; its links work from either track."""
    file = page_file(edition, question)
    return SIBLING.sub(rf"](../{question.track}/\1", file.read_text("utf-8")) if file.is_file() else None


def _varied(text: str, entry: dict, edition: str, number: int) -> str:
    """A page's text for another question, its formulas different from those of every other page."""
    _, front, body = text.split("---\n", 2)
    fields = {**yaml.safe_load(front), "id": entry["id"]}
    title, _, rest = body.lstrip().partition("\n")
    space = f"\\hspace{{{number / 100_000:.5f}em}}"
    rest = outside_code(rest, lambda prose: FORMULA.sub(lambda m: _with(space, m.group()), prose))
    return f"---\n{yaml.safe_dump(fields)}---\n# {entry['title'][edition]}\n{rest}"


def _with(space: str, formula: str) -> str:
    marks = "$$" if formula.startswith("$$") else "$"
    inner = formula.removeprefix(marks).removesuffix(marks)
    return marks + (f"\n{space}" if inner.startswith("\n") else space) + inner + marks
