"""Scratch repositories: a small site with two published versions, and the git commands to look at them."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.content import ROOT
from scripts.content.editions import EDITIONS

SMALL_SITE = ROOT / "tests" / "checks" / "_site"
CODE = ("scripts", "overrides", "mkdocs.yml", "mkdocs.pt.yml", "mkdocs.en.yml", ".gitignore")
SITE_URL = "https://example.org/repo/"
OLD, NEW = "2026.11", "2026.12"
PAGE = "algorithm/baseline/"
MOVED, MOVED_TO = "infra/kl/", "infra/kl-estimate/"
"""A page that has another address in NEW."""


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def commit(folder: Path) -> None:
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "Change")


def repository(folder: Path) -> Path:
    """A new repository in `folder`, without a commit."""
    folder.mkdir(parents=True, exist_ok=True)
    git(folder, "init", "--quiet", "--initial-branch=main")
    git(folder, "config", "user.name", "Nobody")
    git(folder, "config", "user.email", "nobody@example.org")
    return folder


def small_site(folder: Path) -> Path:
    """A repository with this project's code and the site of three questions, one of them answered, committed."""
    repository(folder)
    for name in CODE:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, folder / name)
    for name in ("data", "docs"):
        shutil.copytree(SMALL_SITE / name, folder / name)
    shutil.copytree(ROOT / "docs" / "assets", folder / "docs" / "assets", ignore=shutil.ignore_patterns("*.svg"))
    for name in ("schemas", "words"):
        shutil.copytree(ROOT / "data" / name, folder / "data" / name, dirs_exist_ok=True)
    shutil.copy(ROOT / "data" / "interface.yml", folder / "data")
    (folder / "data" / "labs.yml").write_text("[]\n", "utf-8")
    for edition in EDITIONS:
        docs = folder / "docs" / edition.code
        shutil.rmtree(docs / "labs")
        (docs / "index.md").write_text("# Home\n\n## List {#questions}\n\n<!-- questions -->\n", "utf-8")
        for name in ("about", "contributing"):
            (docs / f"{name}.md").write_text(f"# {name}\n", "utf-8")
    commit(folder)
    return folder


def move_a_page(folder: Path) -> None:
    """Give MOVED the address MOVED_TO, with its redirect."""
    old, new = MOVED.split("/")[1], MOVED_TO.split("/")[1]
    for path in (folder / "data" / "questions.yml", *(folder / "docs").glob("*/algorithm/*.md")):
        text = path.read_text("utf-8").replace(f"slug: {old}\n", f"slug: {new}\n")
        path.write_text(text.replace(f"infra/{old}.md", f"infra/{new}.md"), "utf-8")
    (folder / "data" / "redirects.yml").write_text(f"{MOVED}: {MOVED_TO}\n", "utf-8")
    commit(folder)


def release(folder: Path, version: str) -> None:
    environment = {**os.environ, "SITE_URL": SITE_URL}
    command = [sys.executable, "-m", "scripts.release", version]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="session")
def released(tmp_path_factory) -> Path:
    """A repository of the small site that has released OLD and then NEW."""
    folder = small_site(tmp_path_factory.mktemp("released") / "repository")
    release(folder, OLD)
    move_a_page(folder)
    release(folder, NEW)
    return folder


@pytest.fixture(scope="session")
def published(released) -> Path:
    """The files of its published branch."""
    folder = released.with_name("published")
    git(released, "clone", "--quiet", "--branch", "gh-pages", str(released), str(folder))
    shutil.rmtree(folder / ".git")
    return folder
