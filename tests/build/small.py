"""A copy of the project with hardly any content, which builds fast and may be broken at will."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from scripts.content import ROOT
from scripts.content.editions import EDITIONS

KEPT = ("algo-05", "algo-08", "infra-01")
PAGE = "algorithm/advantage-and-baseline.md"
ANSWER = """---
id: algo-05
revision: 1
as_of: 2026-11
---
# Advantage

## Short answer {#short-answer}

The mean reward $b=\\bar R$ is a baseline [@williams1992reinforce], see [memory](../infra/grpo-memory.md).
"""


@dataclass(frozen=True)
class Project:
    """The copy. `root` is its folder."""

    root: Path

    @property
    def site(self) -> Path:
        return self.root / "site"

    def page(self, edition: str, path: str = PAGE) -> Path:
        return self.root / "docs" / edition / path

    def command(self, *arguments: str) -> list[str]:
        return [sys.executable, "-m", "mkdocs", *arguments]

    def build(self, *arguments: str, environment: dict[str, str] | None = None) -> "Outcome":
        """Run `mkdocs build`; `environment` replaces the environment."""
        done = subprocess.run(
            self.command("build", *arguments),
            cwd=self.root,
            env=environment if environment is not None else quiet(),
            capture_output=True,
            text=True,
            encoding="utf-8",
        )
        return Outcome(done.returncode, done.stdout + done.stderr)

    def html(self, edition: str, name: str) -> str:
        """The built page of a question, such as "algorithm/kl-in-grpo"."""
        root = next(e.root for e in EDITIONS if e.code == edition)
        return (self.site / root / name / "index.html").read_text("utf-8")

    def digest(self) -> dict[str, str]:
        """What stands in the built site: a digest of each file."""
        files = (path for path in self.site.rglob("*") if path.is_file())
        return {path.relative_to(self.site).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}

    def leftovers(self) -> list[str]:
        """What an unfinished build has left beside the site."""
        found = [*self.root.glob(".cache/building-*"), *self.root.glob(".site-*")]
        return [path.relative_to(self.root).as_posix() for path in found]


@dataclass(frozen=True)
class Outcome:
    status: int
    output: str = field(repr=False)


def quiet() -> dict[str, str]:
    return {**os.environ, "NO_MKDOCS_2_WARNING": "1"}


def copy_sources(target: Path) -> Path:
    """The project's sources in `target`, without what is made from them."""
    ignored = shutil.ignore_patterns("__pycache__", "*.pyc", ".ipynb_checkpoints")
    for name in ("data", "docs", "overrides", "scripts"):
        shutil.copytree(ROOT / name, target / name, ignore=ignored)
    for file in ROOT.glob("mkdocs*.yml"):
        shutil.copy(file, target)
    return target


def small_project(target: Path) -> Project:
    """Three questions; the first is answered in every edition and ahead in Chinese, the second in Chinese alone."""
    copy_sources(target)
    _reduce_data(target / "data")
    for edition in EDITIONS:
        docs = target / "docs" / edition.code
        for folder in ("algorithm", "infra"):
            shutil.rmtree(docs / folder)
        (docs / "algorithm").mkdir()
        (docs / PAGE).write_text(_with_citation(ANSWER), "utf-8")
        (docs / "index.md").write_text("# Home\n\n<!-- questions -->\n", "utf-8")
        (docs / "about.md").write_text("# About\n\n## Levels {#levels}\n\n## Licence {#licence}\n", "utf-8")
        (docs / "contributing.md").write_text("# Contributing\n", "utf-8")
    project = Project(target)
    ahead = project.page("zh")
    ahead.write_text(ahead.read_text("utf-8").replace("revision: 1", "revision: 2"), "utf-8")
    alone = ANSWER.replace("algo-05", "algo-08").replace("# Advantage", "# KL")
    project.page("zh", "algorithm/kl-in-grpo.md").write_text(_with_citation(alone), "utf-8")
    return project


def _with_citation(text: str) -> str:
    key = re.search(r"^@\w+\{([^,\s]+),", (ROOT / "data" / "references.bib").read_text("utf-8"), re.M).group(1)
    return text.replace("williams1992reinforce", key)


def _reduce_data(data: Path) -> None:
    def change(name: str, reduce) -> None:
        file = data / f"{name}.yml"
        content = reduce(yaml.safe_load(file.read_text("utf-8")))
        file.write_text(yaml.safe_dump(content, allow_unicode=True, sort_keys=False), "utf-8")

    def questions(entries: list[dict]) -> list[dict]:
        kept = [entry for entry in entries if entry["id"] in KEPT]
        for entry in kept:
            entry["related"] = [related for related in entry.get("related", []) if related["id"] in KEPT]
        return kept

    def glossary(entries: list[dict]) -> list[dict]:
        for entry in entries:
            entry["questions"] = [ident for ident in entry["questions"] if ident in KEPT]
        return entries[:10]

    change("questions", questions)
    change("glossary", glossary)
