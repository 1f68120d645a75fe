"""The small site that the tests of commands begin with, on a day that stays."""

import functools
import shutil
from datetime import date
from pathlib import Path

import pytest

from scripts import check
from scripts.checks import Sources

SITE = Path(__file__).parent / "_site"
TODAY = date(2026, 11, 30)


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small site that passes, today being TODAY."""
    monkeypatch.setattr(check, "Sources", functools.partial(Sources, today=TODAY))
    shutil.copytree(SITE, tmp_path, dirs_exist_ok=True)
    return tmp_path
