"""A copy of the project with three questions and short pages of its own: it builds in a fraction of the time."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from scripts.content import ROOT
from scripts.content.editions import EDITIONS

DATA = ROOT / "tests" / "checks" / "_site" / "data"
PAGES = {
    "index.md": "# Home\n\nText.\n",
    "about.md": "# About\n\n## Licence {#licence}\n\n## Levels {#levels}\n",
    "contributing.md": "# Contributing\n\nText with $x^2$.\n",
}
SETTINGS = {"NO_MKDOCS_2_WARNING": "1", "SITE_URL": "https://example.org/repo/"}


def copy_project(folder: Path) -> Path:
    """Make the copy in `folder` and return it."""
    for name in ("scripts", "overrides", "data"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for settings in ROOT.glob("mkdocs*.yml"):
        shutil.copy(settings, folder)
    for file in DATA.iterdir():
        if file.stem in ("questions", "labs", "tags", "topics", "glossary", "references", "redirects"):
            shutil.copy(file, folder / "data")
    for edition in EDITIONS:
        for name, text in PAGES.items():
            write(folder / "docs" / edition.code / name, text)
        write(folder / "docs" / edition.code / "labs" / "kl.ipynb", notebook([]))
    (folder / "docs" / "assets").mkdir()
    return folder


def write(file: Path, text: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")
    return file


def notebook(outputs: list[dict]) -> str:
    """A notebook with a title and one cell of code that has these outputs."""
    cells = [
        {"cell_type": "markdown", "id": "title", "metadata": {}, "source": "# Lab"},
        {"cell_type": "code", "id": "code", "metadata": {}, "source": "1", "execution_count": 1, "outputs": outputs},
    ]
    language = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": language, "cells": cells})


def command(*options: str) -> list[str]:
    return [sys.executable, "-m", "mkdocs", "build", *options]


def build(project: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Build the copy; standard output and errors together."""
    return subprocess.run(
        command(*options),
        cwd=project,
        env={**os.environ, **SETTINGS},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    )
