"""The lock files: every package pinned with hashes, in step with what is asked for."""

import re
from pathlib import Path

import pytest

from scripts.content import ROOT

ASKED = sorted(ROOT.glob("requirements*.in"))
PIN = re.compile(r"^([a-z0-9][a-z0-9._-]*)==(\S+)((?: \\\n    --hash=sha256:[0-9a-f]{64})+)$", re.M)
FLAGS = re.compile(r"--(?:generate-hashes|strip-extras|allow-unsafe|no-emit-[a-z-]+)\b")


def name(requirement: str) -> str:
    """A package's name without extras, written as lock files write it."""
    return re.sub(r"[-_.]+", "-", re.match(r"[\w.-]+", requirement)[0]).lower()


def asked(file: Path) -> dict[str, str | None]:
    """The packages that an .in file asks for, with the version if it names one."""
    lines = [line.split("#")[0].strip() for line in file.read_text("utf-8").splitlines()]
    lines = [line for line in lines if line and not line.startswith("-")]
    return {name(line): line.partition("==")[2] or None for line in lines}


def pinned(file: Path) -> dict[str, str]:
    return {match[1]: match[2] for match in PIN.finditer(file.with_suffix(".txt").read_text("utf-8"))}


@pytest.mark.parametrize("file", ASKED, ids=lambda path: path.stem)
def test_every_line_is_a_pin_with_hashes(file: Path):
    text = file.with_suffix(".txt").read_text("utf-8")
    rest = PIN.sub("", text)
    assert [line for line in rest.splitlines() if line.strip() and not line.strip().startswith("#")] == []
    assert len(pinned(file)) >= len(asked(file)) > 0


@pytest.mark.parametrize("file", ASKED, ids=lambda path: path.stem)
def test_what_is_asked_for_is_what_is_pinned(file: Path):
    pins = pinned(file)
    assert {p: pins.get(p) for p, version in asked(file).items() if pins.get(p) is None or version not in (None, pins[p])} == {}
    direct = re.findall(rf"^([a-z0-9][\w.-]*)==(?:(?!^[a-z0-9]).)*?\s-r {file.name}$", file.with_suffix(".txt").read_text("utf-8"), re.M | re.S)
    assert set(direct) <= asked(file).keys(), "run make lock"


def test_the_site_is_tested_with_the_packages_that_build_it():
    site, test = (pinned(ROOT / f"requirements{kind}.in") for kind in ("", "-test"))
    shared = site.keys() & test.keys()
    assert shared
    assert {p: (site[p], test[p]) for p in shared if site[p] != test[p]} == {}


@pytest.mark.parametrize("file", ASKED, ids=lambda path: path.stem)
def test_lock_files_are_written_as_make_lock_writes_them(file: Path):
    recipe = re.search(r"^COMPILE := (.*\\\n.*)$", (ROOT / "Makefile").read_text("utf-8"), re.M)[1]
    command = re.search(r"^#    pip-compile (.*)$", file.with_suffix(".txt").read_text("utf-8"), re.M)[1]
    assert command.endswith(f"--output-file={file.stem}.txt --strip-extras {file.name}")
    assert set(FLAGS.findall(command)) == set(FLAGS.findall(recipe))
