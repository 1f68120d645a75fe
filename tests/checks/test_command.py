"""The command `python -m scripts.check`: its report, its exit status, and that no input makes it fail itself."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import check
from scripts.checks import Problem, Sources
from scripts.content import ROOT

FIXTURES = Path(__file__).parent

FRONT = b"---\nid: algo-05\nrevision: 1\nas_of: 2026-10\n---\n\n"
PAGE = "docs/en/algorithm/baseline.md"
QUESTIONS = "data/questions.yml"
BIB = "data/references.bib"

HOSTILE: dict[str, tuple[str, bytes, str]] = {
    "empty page": (PAGE, b"", "front-matter"),
    "one byte": (PAGE, b"\xff", "characters"),
    "utf-16": (PAGE, "# Title\n".encode("utf-16"), "characters"),
    "nul bytes": (PAGE, b"\x00" * 1000, "characters"),
    "null in front matter": (PAGE, b"---\nid: \x00\n---\n", "front-matter"),
    "front matter is a list": (PAGE, b"---\n- id\n---\n", "front-matter"),
    "front matter is a number": (PAGE, b"---\n5\n---\n", "front-matter"),
    "front matter never ends": (PAGE, b"---\nid: algo-05\n" * 100, "front-matter"),
    "front matter with a tag": (PAGE, b"---\nid: !!python/object/apply:os.system [ls]\n---\n", "front-matter"),
    "front matter with a bad date": (PAGE, b"---\nas_of: 2026-13-45\n---\n", "front-matter"),
    "front matter with a forced type": (PAGE, b"---\nrevision: !!int one\n---\n", "front-matter"),
    "front matter with a forced date": (PAGE, b"---\nas_of: !!timestamp today\n---\n", "front-matter"),
    "front matter with a key that is a list": (PAGE, b"---\n? [a, b]\n: 1\n---\n", "front-matter"),
    "deep front matter": (PAGE, b"---\nid: " + b"[" * 900 + b"]" * 900 + b"\n---\n", "front-matter"),
    "deeper front matter": (PAGE, b"---\nid: " + b"[" * 50_000 + b"\n---\n", "front-matter"),
    "a number without end": (PAGE, b"---\nrevision: " + b"9" * 20_000 + b"\n---\n", "front-matter"),
    "revision of infinity": (PAGE, b"---\nid: algo-05\nrevision: .inf\nas_of: 2026-10\n---\n", "front-matter"),
    "revision that is a mapping": (PAGE, b"---\nid: algo-05\nrevision: {a: 1}\nas_of: 2026-10\n---\n", "front-matter"),
    "unbalanced display formula": (PAGE, FRONT + b"$$\na\n", "formulas"),
    "only dollars": (PAGE, FRONT + b"$" * 5_001, "formulas"),
    "a deep formula": (PAGE, FRONT + b"$" + b"{" * 20_000 + b"$", "formulas"),
    "a formula that grows": (PAGE, FRONT + rb"$\def\a{\a\a}\a$", "formulas"),
    "a formula with a backtick": (PAGE, FRONT + b"$\\text{`}$ and $`$", "frame"),
    "a formula with a separator": (PAGE, FRONT + "$\u2028$".encode(), "characters"),
    "only brackets": (PAGE, FRONT + b"[" * 20_000, "frame"),
    "links that never close": (PAGE, FRONT + b"[a](" * 5_000, "frame"),
    "only backticks": (PAGE, FRONT + b"`" * 20_000, "frame"),
    "fences that never close": (PAGE, FRONT + b"".join(b"`" * k + b"\n" for k in range(3, 100)), "frame"),
    "a fence that never closes": (PAGE, FRONT + b"```python\n# Title\n", "frame"),
    "headings alone": (PAGE, FRONT + b"## {#a}\n" * 2_000, "frame"),
    "an emoji as id": (PAGE, FRONT + "## Title {#\U0001f600}\n".encode(), "frame"),
    "a link to nowhere": (PAGE, FRONT + b"[a](" + b"../" * 300 + b"etc/passwd)", "links"),
    "a link with NUL": (PAGE, FRONT + b"[a](b\x00.md)", "links"),
    "a link that is a bare sign": (PAGE, FRONT + b"[a](#) [b](?) [c](:)", "links"),
    "a table without cells": (PAGE, FRONT + b"|\n|-|\n|\n", "frame"),
    "a page in no folder": ("docs/en/algorithm/deep/er/page.md", b"# Title\n", "front-matter"),
    "a folder named like a page": ("docs/en/algorithm/baseline.md/inside.md", b"# Title\n", "front-matter"),
    "questions are empty": (QUESTIONS, b"", "data-schema"),
    "questions are a mapping": (QUESTIONS, b"id: algo-05\n", "data-schema"),
    "questions are a text": (QUESTIONS, b"algo-05\n", "data-schema"),
    "questions hold null": (QUESTIONS, b"- null\n- []\n- 5\n- id: null\n", "data-schema"),
    "questions of the wrong types": (
        QUESTIONS,
        b"- {id: algo-05, track: algorithm, slug: baseline, number: [1], tags: 5, title: 5, related: {a: 1}, aliases: x}\n"
        b"- {id: [1], track: {}, slug: 5, tags: [[], {}], related: [1, {id: 5}, {id: []}]}\n",
        "data-schema",
    ),
    "slug that climbs": (QUESTIONS, b"- {id: algo-05, track: ../.., slug: ../../etc/passwd}\n", "data-schema"),
    "yaml bomb": (
        QUESTIONS,
        b"- &a [x, x, x, x, x, x, x, x, x]\n"
        + b"".join(
            b"- &%c [*%c, *%c, *%c, *%c, *%c, *%c, *%c, *%c]\n" % ((97 + k,) + (96 + k,) * 8) for k in range(1, 20)
        ),
        "data-schema",
    ),
    "yaml that holds itself": (QUESTIONS, b"&a [*a]\n", "data-schema"),
    "two yaml documents": (QUESTIONS, b"- 1\n---\n- 2\n", "data-schema"),
    "a directive": (QUESTIONS, b"%YAML 9.9\n--- []\n", "data-schema"),
    "full-width colon": (QUESTIONS, "- id：algo-05\n".encode(), "data-schema"),
    "tabs": (QUESTIONS, b"-\tid: algo-05\n\t\ttrack: x\n", "data-schema"),
    "merge key": (QUESTIONS, b"- <<: {id: algo-05}\n", "data-schema"),
    "interface is a list": ("data/interface.yml", b"- 1\n", "data-schema"),
    "interface with numbers as keys": ("data/interface.yml", b"1: {zh: a}\ntrue: b\n", "data-schema"),
    "bibliography is empty": (BIB, b"", "citations"),
    "bibliography is no bibtex": (BIB, b"{}}}{ @ @@ @article{ @article{,} @article{a @misc(b)", "citations"),
    "bibliography never ends": (BIB, b"@article{a, title = {" + b"{" * 5_000, "citations"),
    "bibliography with odd names": (
        BIB,
        b'@article{a, author = "a, b, c, d, e and and , ,, and others", title = "}"',
        "citations",
    ),
    "bibliography of macros": (BIB, b"@string{a = a # a}\n@misc{b, title = a # b # 5}\n", "citations"),
    "bibliography in latin-1": (BIB, b'@misc{a, author = "Jo\xe3o"}\n', "characters"),
    "a data file without schema": ("data/more.yml", b"[]\n", "data-schema"),
}
"""Per input: the file it stands in, its bytes, and the rule that must have something to say."""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small site that passes."""
    shutil.copytree(FIXTURES / "_site", tmp_path, dirs_exist_ok=True)
    return tmp_path


def run(root: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    status = check.main(root)
    return status, capsys.readouterr().out.splitlines()


def test_a_small_site_passes(tree: Path, capsys: pytest.CaptureFixture[str]):
    assert run(tree, capsys) == (0, ["4 pages checked by 9 rules: 0 problems, 0 warnings"])


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_input_gets_a_message(name: str, tree: Path, capsys: pytest.CaptureFixture[str]):
    file, content, rule = HOSTILE[name]
    path = tree / file
    if path.parent.is_file():
        path.parent.unlink()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    status, lines = run(tree, capsys)
    assert status == 1
    assert [line for line in lines if "the rule itself failed" in line] == []
    assert [line for line in lines if line.startswith(f"{file}:") and f": [{rule}] " in line], "\n".join(lines)


def test_missing_sources_get_messages(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    status, lines = run(tmp_path, capsys)
    assert status == 1
    assert (
        "data/questions.yml:1: [data-schema] the file is missing or can't be read; restore it from the repository"
        in lines
    )
    assert lines[-1] == "0 pages checked by 9 rules: 7 problems, 0 warnings"


def test_all_problems_are_printed_in_one_run_sorted_by_file_and_line(tree: Path, capsys: pytest.CaptureFixture[str]):
    (tree / PAGE).write_bytes(FRONT + b"# Wrong\n\n[a](b.md)\n\n$\\x$ [@nobody2020x]\n")
    (tree / "docs/en/about.md").write_bytes(b"# About\n\n## Part\n")
    _, lines = run(tree, capsys)
    places = [
        (line.split(":")[0], int(line.split(":")[1])) for line in lines if ": [" in line and "warning: " not in line
    ]
    assert places == sorted(places)
    assert len({line.split("[")[1].split("]")[0] for line in lines if ": [" in line}) >= 5


def test_warnings_stand_apart_and_do_not_fail(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch):
    def rule(sources: Sources):
        yield Problem("b.md", 1, "rule", "an edition is missing", warning=True)
        if sources.root != tmp_path:
            yield Problem("c.md", 2, "rule", "this is wrong; put it right")

    monkeypatch.setattr(check, "rules", lambda: {"rule": rule})
    warned = ["b.md:1: [rule] warning: an edition is missing", ""]
    assert run(tmp_path, capsys) == (0, [*warned, "0 pages checked by 1 rules: 0 problems, 1 warnings"])
    failing = ["c.md:2: [rule] this is wrong; put it right", ""]
    assert run(tmp_path / "other", capsys) == (
        1,
        [*failing, *warned, "0 pages checked by 1 rules: 1 problems, 1 warnings"],
    )


def test_a_rule_that_breaks_is_reported_and_the_others_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch
):
    def broken(sources: Sources):
        raise KeyError("x")
        yield

    def sound(sources: Sources):
        yield Problem("z.md", 1, "sound", "this is wrong; put it right")

    monkeypatch.setattr(check, "rules", lambda: {"broken-rule": broken, "sound": sound})
    status, lines = run(tmp_path, capsys)
    assert status == 1
    assert lines[:2] == [
        "scripts/checks/broken_rule.py:1: [broken-rule] the rule itself failed (KeyError: 'x'); please report it",
        "z.md:1: [sound] this is wrong; put it right",
    ]


def test_the_command_runs_from_anywhere_and_in_a_narrow_encoding(tmp_path: Path):
    command = [
        sys.executable,
        "-c",
        "import sys; from scripts.check import main; from pathlib import Path; sys.exit(main(Path(sys.argv[1])))",
    ]
    (tmp_path / "docs/zh").mkdir(parents=True)
    (tmp_path / "docs/zh/about.md").write_text("# 关于\n\n## 许可\n", "utf-8")
    environment = {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii"}
    done = subprocess.run([*command, str(tmp_path)], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.stderr == ""
    assert done.returncode == 1
    assert "docs/zh/about.md:3: [frame] heading `## \\u8bb8\\u53ef` has no id" in done.stdout
