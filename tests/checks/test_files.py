"""The `files` rule, on trees that no repository should hold: links, large files, names that collide."""

import os
from pathlib import Path

import pytest

from scripts.checks import Sources, rules
from scripts.checks._sources import LARGEST


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs" / "en"
    folder.mkdir(parents=True)
    return folder


def messages(root: Path) -> list[str]:
    return [str(problem) for problem in rules()["files"](Sources(root))]


def test_ordinary_files_pass(docs: Path, tmp_path: Path):
    (docs / "about.md").write_text("# About\n", "utf-8")
    (docs / ".about.md.swp").symlink_to("about.md")
    assert messages(tmp_path) == []


def test_symbolic_links_are_refused_and_not_followed(docs: Path, tmp_path: Path):
    secret = tmp_path / "secret.md"
    secret.write_text("# Outside\n", "utf-8")
    (docs / "about.md").symlink_to(secret)
    (docs / "loop").symlink_to(docs)
    (docs / "nowhere.md").symlink_to("missing.md")
    refused = "[files] the file is a symbolic link; put the file itself here"
    assert messages(tmp_path) == [f"docs/en/{name}:1: {refused}" for name in ("about.md", "loop", "nowhere.md")]
    assert Sources(tmp_path).pages == {}


def test_a_large_file_is_refused(docs: Path, tmp_path: Path):
    (docs / "fits.md").write_bytes(b"a" * LARGEST[".md"])
    (docs / "large.md").write_bytes(b"a" * (LARGEST[".md"] + 1))
    assert messages(tmp_path) == ["docs/en/large.md:1: [files] the file has 150,001 bytes; shorten it to 150,000"]
    assert list(Sources(tmp_path).pages) == ["docs/en/fits.md"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no named pipes in folders")
def test_a_pipe_is_refused_and_not_read(docs: Path, tmp_path: Path):
    os.mkfifo(docs / "pipe.md")
    assert messages(tmp_path) == ["docs/en/pipe.md:1: [files] the file is no ordinary file; remove it"]


def test_names_that_differ_in_case_alone(tmp_path: Path):
    sources = Sources(tmp_path)
    sources.files = {"docs/en/About.md": "", "docs/en/about.md": "", "docs/pt/about.md": ""}
    assert [str(problem) for problem in rules()["files"](sources)] == [
        "docs/en/about.md:1: [files] the name differs from docs/en/About.md in upper and lower case alone; rename one"
    ]


@pytest.mark.parametrize("name", ["page.html", "script.js", "style.CSS", "drawing.svgz", "feed.xml"])
def test_files_that_a_browser_would_run_are_not_published(name: str, docs: Path, tmp_path: Path):
    (docs / name).write_text("", "utf-8")
    (docs / "CNAME").write_text("", "utf-8")
    kind = f".{name.split('.')[1].lower()}"
    said = f"files of the kind `{kind}` are not published; keep pages, notebooks and pictures in docs/"
    assert messages(tmp_path) == [f"docs/en/{name}:1: [files] {said}"]
