"""`mkdocs serve`, as `make serve` calls it, shows the three editions and a saved edit of any of them soon."""

import os
import re
import socket
import subprocess
import time
import urllib.request

import pytest

from scripts.bench.budgets import SAVED_EDIT_SECONDS
from scripts.content import ROOT
from scripts.content.editions import EDITIONS
from tests.build.small import Project, copy_sources, quiet
from tests.browser.places import QUESTION

STARTS_WITHIN = 120


@pytest.fixture(scope="module")
def project(tmp_path_factory) -> Project:
    """The whole project, copied."""
    return Project(copy_sources(tmp_path_factory.mktemp("served")))


@pytest.fixture(scope="module")
def root(project, tmp_path_factory):
    """The address at which the project is being served."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    recipe = re.search(r"\tmkdocs (serve .*)|\t\S*mkdocs (serve .*)", (ROOT / "Makefile").read_text("utf-8"))
    arguments = (recipe.group(1) or recipe.group(2)).split()
    log = tmp_path_factory.mktemp("log") / "serve.log"
    with log.open("wb") as output:
        command = project.command(*arguments, "--dev-addr", f"127.0.0.1:{port}")
        server = subprocess.Popen(command, cwd=project.root, env=quiet(), stdout=output, stderr=output)
    address = f"http://127.0.0.1:{port}/"
    try:
        wait_for(address, "", STARTS_WITHIN, lambda: server.poll() is None)
        assert server.poll() is None, log.read_text("utf-8")
        yield address
    finally:
        server.terminate()
        server.wait(20)


def get(address: str) -> str:
    try:
        with urllib.request.urlopen(address, timeout=60) as response:
            return response.read().decode("utf-8")
    except OSError:
        return ""


def wait_for(address: str, text: str, seconds: float, go_on=lambda: True) -> float:
    """The seconds until the page at `address` holds `text`."""
    start = time.monotonic()
    while go_on():
        page = get(address)
        if page and text in page:
            break
        assert time.monotonic() - start < seconds, f"{text!r} is not at {address} after {seconds} seconds"
        time.sleep(0.1)
    return time.monotonic() - start


def test_serves_the_three_editions(root):
    for edition in EDITIONS:
        page = get(root + edition.root + QUESTION)
        assert f'<html lang="{edition.language}"' in page
        assert f'rel="canonical" href="{root}{edition.root}{QUESTION}"' in page
        assert "<loc>" in get(f"{root}{edition.root}sitemap.xml")


@pytest.mark.parametrize("code", [edition.code for edition in EDITIONS])
def test_a_saved_edit_is_visible_soon(project, root, code):
    edition = next(e for e in EDITIONS if e.code == code)
    page = project.page(code, QUESTION.rstrip("/") + ".md")
    mark = f"edited-{code}-{time.time_ns()}"
    time.sleep(1)  # edits come one after the other
    allowed = SAVED_EDIT_SECONDS * max(1, os.getloadavg()[0] / os.cpu_count())  # others may use the machine too
    page.write_text(page.read_text("utf-8") + f"\n{mark}\n", "utf-8")
    assert wait_for(root + edition.root + QUESTION, mark, 60) <= allowed
    for other in EDITIONS:
        assert f'<html lang="{other.language}"' in get(root + other.root + QUESTION)


def test_a_mistake_is_shown_and_does_not_end_the_server(project, root):
    page = project.page("pt", QUESTION.rstrip("/") + ".md")
    good = page.read_text("utf-8")
    page.write_text(good + "\n$\\frac{1}{$\n", "utf-8")
    time.sleep(3)
    mark = f"mended-{time.time_ns()}"
    page.write_text(good + f"\n{mark}\n", "utf-8")
    wait_for(f"{root}pt/{QUESTION}", mark, 60)
