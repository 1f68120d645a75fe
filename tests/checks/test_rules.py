"""Each rule on its fixtures: `tests/checks/<rule>/<case>/` holds a small tree and, in expected.txt, what is said of it.

The files of `<rule>/_base/`, where there is one, are laid under those of each case.
"""

import shutil
from datetime import date
from pathlib import Path

import pytest

from scripts.check import main
from scripts.checks import Sources, rules

HERE = Path(__file__).parent
CASES = sorted(f"{path.parent.name}/{path.name}" for path in HERE.glob("[!_]*/[!_]*") if path.is_dir())
TODAY = date(2026, 11, 30)
WITHOUT_FIXTURES = {"files", "revision"}
"""Other tests make their cases: links, large files, names that collide and a history don't belong in a repository."""

WARNS = {"stale"}
"""Rules that never fail a page."""


@pytest.mark.parametrize("case", CASES)
def test_rule_on(case: str, tmp_path: Path):
    rule = case.split("/")[0]
    for folder in (HERE / rule / "_base", HERE / case):
        if folder.is_dir():
            shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    found = sorted(rules()[rule](Sources(tmp_path, TODAY)))
    assert [str(problem) for problem in found] == (HERE / case / "expected.txt").read_text("utf-8").splitlines()
    assert {problem.rule for problem in found} <= {rule}


@pytest.mark.parametrize("rule", sorted(set(rules()) - WITHOUT_FIXTURES))
def test_rule_has_a_clean_case_and_two_that_fail(rule: str):
    expected = {path.parent.name: path.read_text("utf-8") for path in (HERE / rule).glob("*/expected.txt")}
    assert expected.pop("clean") == ""
    warning = {name: ["] warning: " in line for line in text.splitlines()] for name, text in expected.items()}
    assert len([name for name, lines in warning.items() if lines and all(lines) == (rule in WARNS)]) >= 2


def test_every_fixture_folder_belongs_to_a_rule():
    assert {case.split("/")[0] for case in CASES} == set(rules()) - WITHOUT_FIXTURES


def test_every_message_says_what_to_do():
    """What is wrong and what to do are parted by a semicolon; KaTeX's own message stands for itself."""
    lines = [line for path in HERE.glob("*/*/expected.txt") for line in path.read_text("utf-8").splitlines()]
    assert len(lines) > 100
    assert [line for line in lines if ";" not in line.split("] ", 1)[1] and "does not parse: " not in line] == []


def test_the_sources_pass(capsys: pytest.CaptureFixture[str]):
    status = main([])
    output = capsys.readouterr().out
    assert status == 0, output
