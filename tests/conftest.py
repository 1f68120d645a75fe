"""The built site that the tests of pages and of the browser share."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts.bench.server import Served, serve
from scripts.content import ROOT
from scripts.content.data import questions
from scripts.content.editions import EDITIONS
from scripts.content.pages import answered_in
from tests.release.scratch import published, released  # noqa: F401

SITE_URL = "https://example.org/repo/"


@pytest.fixture(scope="session")
def built(tmp_path_factory) -> Path:
    """The whole site, built once for SITE_URL. TEST_SITE names a site that stands ready, to try one test in a hurry."""
    if ready := os.environ.get("TEST_SITE"):
        return Path(ready).resolve()
    folder = tmp_path_factory.mktemp("built") / "site"
    environment = {**os.environ, "SITE_URL": SITE_URL, "NO_MKDOCS_2_WARNING": "1"}
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    build = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, encoding="utf-8")
    assert build.returncode == 0, f"the site does not build:\n{build.stderr}"
    return folder


@pytest.fixture(scope="session")
def site(built) -> Iterator[Served]:
    """The built site, served under /repo/."""
    with serve(built) as served:
        yield served


@pytest.fixture(scope="session")
def answered() -> set[str]:
    """The ids of the questions that every edition answers."""
    return {q.id for q in questions().values() if len(answered_in(q)) == len(EDITIONS)}
