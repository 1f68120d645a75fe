"""The hook of .pre-commit-config.yaml runs the same rules, from the environment that is active."""

import os
import re
import subprocess
import sys
from pathlib import Path

import yaml

from scripts.content import ROOT

CONFIG = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))


def test_there_is_one_hook_and_nothing_is_fetched_for_it():
    (repository,) = CONFIG["repos"]
    (hook,) = repository["hooks"]
    assert repository["repo"] == "local"
    assert hook["language"] == "system"
    assert hook["pass_filenames"] is False


def test_it_runs_when_a_source_is_committed():
    pattern = CONFIG["repos"][0]["hooks"][0]["files"]
    files = {"docs/zh/index.md": True, "data/questions.yml": True, "data/words/pt.txt": True, "README.md": False}
    assert {file: bool(re.search(pattern, file)) for file in files} == files


def test_its_command_is_the_check():
    command = CONFIG["repos"][0]["hooks"][0]["entry"].split()
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [*command, "--help"], cwd=ROOT, env={**os.environ, "PATH": path}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "usage: python -m scripts.check" in done.stdout
