"""Print every measured figure beside its budget: `python -m scripts.bench`. Ends with 1 when one is over.

`--quick` leaves out the build of ten times the pages.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml
from playwright.sync_api import Browser

from scripts.bench import budgets, chromium, scale
from scripts.bench.server import Served, serve
from scripts.bench.visit import DESKTOP, PHONE, first_search_hit, first_visit, layout_shift, sent
from scripts.content import ROOT
from scripts.content.data import labs, questions
from scripts.content.editions import EDITIONS
from scripts.content.pages import answered_in

QUERIES = ROOT / "tests" / "search" / "queries.yml"
QUERIES_AN_EDITION = 4
TIMES = 10


@dataclass(frozen=True)
class Figure:
    what: str
    measured: float
    budget: float
    unit: str

    @property
    def over(self) -> bool:
        return self.measured > self.budget


def pages() -> list[str]:
    """The pages whose weight counts: answered questions and labs."""
    answered = [q.url for q in questions().values() if len(answered_in(q)) == len(EDITIONS)]
    return [*answered, *(f"labs/{lab.slug}/" for lab in labs())]


def visit_figures(browser: Browser, site: Served) -> Iterator[Figure]:
    """The heaviest page of each edition, and the worst of its searches and layout shifts."""
    for edition in EDITIONS:
        addresses = [edition.root + path for path in pages()]
        weights = {address: first_visit(browser, site, address) for address in addresses}
        for name, part, budget in (
            ("HTML", "html", budgets.HTML),
            ("script", "script", budgets.SCRIPT),
            ("first visit", "everything", budgets.FIRST_VISIT),
        ):
            address = max(weights, key=lambda address: getattr(weights[address], part))
            yield Figure(f"{name}, {address}", getattr(weights[address], part) / budgets.KB, budget / budgets.KB, "KB")
        found = [first_search_hit(browser, site, edition.root, query) for query in queries(edition.code)]
        yield Figure(f"bytes to the first search hit, {edition.code}", max(found) / budgets.KB, budgets.FIRST_SEARCH_HIT / budgets.KB, "KB")
        heaviest = max(addresses, key=lambda address: sent(site.file(site.url(address))))
        for size, name in ((DESKTOP, "desktop"), (PHONE, "phone")):
            shift = layout_shift(browser, site, heaviest, size)
            yield Figure(f"layout shift on a {name}, {heaviest}", shift, budgets.LAYOUT_SHIFT, "")


def queries(edition: str) -> list[str]:
    """Some of the queries of the search tests, from all over the list."""
    answered = {q.id for q in questions().values() if len(answered_in(q)) == len(EDITIONS)}
    entries = yaml.safe_load(QUERIES.read_text("utf-8"))
    own = [entry["q"] for entry in entries if entry["edition"] == edition and answered & set(entry["want"])]
    return own[:: max(1, len(own) // QUERIES_AN_EDITION)]


def build_figures(quick: bool) -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder)
        scale.copy_project(project)
        count = scale.fill(project, 1)
        once = min(scale.build(project) for _ in range(2))
        yield Figure(f"clean build, {count} questions answered", once, budgets.BUILD_SECONDS, "s")
    if quick:
        return
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder)
        scale.copy_project(project)
        count = scale.fill(project, TIMES)
        many = scale.build(project)
        yield Figure(f"clean build, {count} questions ({many:.0f} s), times that of the above", many / once, budgets.TEN_TIMES_THE_PAGES, "×")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="leave out the build of ten times the pages")
    arguments = parser.parse_args()
    if os.getloadavg()[0] > 1:
        print(f"the machine is busy (load {os.getloadavg()[0]:.1f}): times will be too long", file=sys.stderr)
    figures = []
    for figure in _all(arguments.quick):
        figures.append(figure)
        print(f"measured: {figure.what}", file=sys.stderr)
    width = max(len(figure.what) for figure in figures)
    print(f"{'':{width}}  {'measured':>12}  {'budget':>12}")
    for figure in figures:
        digits = 3 if figure.unit == "" else 1
        measured, budget = (f"{value:.{digits}f} {figure.unit}" for value in (figure.measured, figure.budget))
        print(f"{figure.what:{width}}  {measured:>12}  {budget:>12}  {'OVER' if figure.over else 'ok'}")
    return int(any(figure.over for figure in figures))


def _all(quick: bool) -> Iterator[Figure]:
    yield from build_figures(quick)
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder) / "site"
        environment = {**os.environ, "SITE_URL": "https://example.org/repo/", "NO_MKDOCS_2_WARNING": "1"}
        subprocess.run([sys.executable, "-m", "mkdocs", "build", "-q", "-d", str(site)], cwd=ROOT, env=environment, check=True)
        with serve(site) as served, chromium.launch() as browser:
            yield from visit_figures(browser, served)


if __name__ == "__main__":
    sys.exit(main())
