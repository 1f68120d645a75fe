"""The targets of the Makefile call the plain commands, which is all that they do."""

import os
import shutil
import subprocess

import pytest

from scripts.content import ROOT

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="no make here, and none is needed")


@pytest.mark.parametrize(
    "arguments, command",
    [
        (["check"], "scripts.check"),
        (["check", "SINCE="], "scripts.check"),
        (["check", "SINCE=origin/main"], 'scripts.check --since "origin/main"'),
        (["fix"], "scripts.fix"),
        (["new", "QUESTION=algo-03"], 'scripts.new_page "algo-03" --to "zh"'),
        (["new", "QUESTION=next", "TO=en"], 'scripts.new_page "next" --to "en"'),
        (["new"], 'scripts.new_page "" --to "zh"'),
        (["translate", "PAGE=docs/zh/a.md", "TO=pt"], 'scripts.translate_page "docs/zh/a.md" --to "pt"'),
        (["translate"], 'scripts.translate_page "" --to ""'),
    ],
)
def test_make_calls(arguments: list[str], command: str):
    outside_of_make = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
    done = subprocess.run(
        ["make", "--dry-run", *arguments], cwd=ROOT, env=outside_of_make, capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].strip() == f".venv/bin/python -m {command}"
