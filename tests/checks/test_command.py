"""The command `python -m scripts.check`: its report, its exit status, and that no input makes it fail itself."""

import subprocess
import sys
from pathlib import Path

import pytest

from scripts import check
from scripts.checks import Problem, Sources, rules
from scripts.content import ROOT

RULES = len(rules())
PAGE = "docs/en/algorithm/baseline.md"
FRONT = b"---\nid: algo-05\nrevision: 1\nas_of: 2026-10\n---\n\n"


def run(root: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    status = check.main([], root)
    return status, capsys.readouterr().out.splitlines()


def test_a_small_site_passes(tree: Path, capsys: pytest.CaptureFixture[str]):
    assert run(tree, capsys) == (0, [f"4 pages checked by {RULES} rules: 0 problems, 0 warnings"])


def test_missing_sources_get_messages(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    status, lines = run(tmp_path, capsys)
    assert status == 1
    assert (
        "data/questions.yml:1: [data-schema] the file is missing or can't be read; restore it from the repository"
        in lines
    )
    assert lines[-1] == f"0 pages checked by {RULES} rules: 8 problems, 0 warnings"


def test_all_problems_are_printed_in_one_run_sorted_by_file_and_line(tree: Path, capsys: pytest.CaptureFixture[str]):
    (tree / PAGE).write_bytes(FRONT + b"# Wrong\n\n[a](b.md)\n\n$\\x$ [@nobody2020x]\n")
    (tree / "docs/en/about.md").write_bytes(b"# About\n\n## Part\n")
    _, lines = run(tree, capsys)
    places = [
        (line.split(":")[0], int(line.split(":")[1])) for line in lines if ": [" in line and "warning: " not in line
    ]
    assert places == sorted(places)
    assert len({line.split("[")[1].split("]")[0] for line in lines if ": [" in line}) >= 5


def test_what_a_page_holds_can_not_command_the_terminal(tree: Path, capsys: pytest.CaptureFixture[str]):
    (tree / PAGE).write_bytes(FRONT + b"# T\n\n[a](\x1b[2J\x07b.md)\n")
    check.main([], tree)
    output = capsys.readouterr().out
    assert "\\u001b[2J\\u0007b.md" in output
    assert [char for char in output if not char.isprintable() and char != "\n"] == []


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
        "import sys; from scripts.check import main; from pathlib import Path; sys.exit(main([], Path(sys.argv[1])))",
    ]
    (tmp_path / "docs/zh").mkdir(parents=True)
    (tmp_path / "docs/zh/about.md").write_text("# 关于\n\n## 许可\n", "utf-8")
    environment = {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii"}
    done = subprocess.run([*command, str(tmp_path)], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.stderr == ""
    assert done.returncode == 1
    assert "docs/zh/about.md:3: [frame] heading `## \\u8bb8\\u53ef` has no id" in done.stdout
