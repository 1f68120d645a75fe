"""The text of the weekly issue."""

import json
from pathlib import Path

import pytest

from scripts import weekly_report
from scripts.checks import Problem, Sources


def link(url: str, line: int, text: str, **details: str) -> dict:
    """A link as lychee 0.24 writes it."""
    return {"url": url, "status": {"text": text, **details}, "span": {"line": line, "column": 1}}


LINKS = {
    "error_map": {
        "docs/zh/about.md": [link("https://example.org/b", 9, "Rejected status code: 404 Not Found")],
        "docs/en/about.md": [
            link("https://example.org/b", 7, "Rejected status code: 404 Not Found"),
            link("https://example.org/a", 5, "Network error: … (error sending request)", details="Connection refused"),
        ],
    },
    "timeout_map": {"data/references.bib": [link("https://example.org/c", 1, "Timeout")]},
}
PACKAGES = {
    "dependencies": [
        {"name": "jinja2", "version": "3.1.0", "vulns": [{"id": "GHSA-x", "fix_versions": ["3.1.6", "4.0"]}]},
        {"name": "babel", "version": "2.0", "vulns": [{"id": "PYSEC-y", "fix_versions": []}]},
        {"name": "click", "version": "8.0", "vulns": []},
        {"name": "odd", "skip_reason": "not on the index"},
    ],
    "fixes": [],
}
NO_LINKS = {"error_map": {}, "timeout_map": {}}
NO_PACKAGES = {"dependencies": [{"name": "click", "version": "8.0", "vulns": []}], "fixes": []}
STALE = Problem("docs/pt/algorithm/a.md", 4, "stale", "as_of 2026-01 is older than six months; check again", warning=True)
WRONG = Problem("docs/pt/algorithm/a.md", 9, "links", "no such file")


@pytest.fixture
def report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """A function that gives the report on these findings; None stands for a file that was never written."""

    def report(links: dict | None, packages: dict | None, *problems: Problem) -> str:
        monkeypatch.setattr(weekly_report, "run", lambda sources: list(problems))
        arguments = []
        for name, found in {"links": links, "packages": packages}.items():
            file = tmp_path / f"{name}.json"
            if found is not None:
                file.write_text(json.dumps(found), "utf-8")
            arguments += [f"--{name}", str(file)]
        assert weekly_report.main(arguments, tmp_path) == 0
        return capsys.readouterr().out

    return report


def test_all_findings(report):
    assert report(LINKS, PACKAGES, WRONG, STALE).splitlines() == [
        "## Dead links",
        "",
        "- <https://example.org/a> (docs/en/about.md:5): Connection refused",
        "- <https://example.org/b> (docs/en/about.md:7, docs/zh/about.md:9): Rejected status code: 404 Not Found",
        "- <https://example.org/c> (data/references.bib:1): Timeout",
        "",
        "## Vulnerable packages",
        "",
        "- babel 2.0: PYSEC-y, fixed in no version yet",
        "- jinja2 3.1.0: GHSA-x, fixed in 3.1.6 or 4.0",
        "- odd: not looked up, not on the index",
        "",
        "## Pages to bring up to date",
        "",
        "- `docs/pt/algorithm/a.md`: as_of 2026-01 is older than six months; check again",
    ]


def test_nothing_to_report(report):
    assert report(NO_LINKS, NO_PACKAGES) == ""


def test_what_is_in_order_is_left_out(report):
    assert report(NO_LINKS, NO_PACKAGES, STALE).startswith("## Pages to bring up to date\n")


def test_a_search_that_did_not_finish_is_told(report):
    assert report(None, None).count(weekly_report.UNFINISHED) == 2


def test_a_broken_result_counts_as_unfinished(tmp_path: Path):
    (tmp_path / "links.json").write_bytes(b'{"error_map": \xff')
    assert weekly_report._read(tmp_path / "links.json") is None


def test_a_long_report_is_cut_between_lines(report):
    many = [link(f"https://example.org/页/{number}", 1, "Timeout") for number in range(5_000)]
    lines = report({"error_map": {"a.md": many}, "timeout_map": {}}, NO_PACKAGES).splitlines()
    assert len("\n".join(lines).encode()) < 65_536
    assert lines[-1] == "The rest is left out; the run's summary has it."
    assert all(line.endswith("Timeout") for line in lines[2:-2])


def test_the_warnings_are_those_of_the_checks(tmp_path: Path):
    """A page that only one edition has: the others are told to write it."""
    pages = {
        "data/questions.yml": "- {id: algo-05, track: algorithm, slug: baseline}\n",
        "docs/zh/algorithm/baseline.md": "---\nid: algo-05\nrevision: 1\nas_of: 2026-10\n---\n# 基线\n",
    }
    for file, text in pages.items():
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(text, "utf-8")
    items = list(weekly_report.pages_to_update(Sources(tmp_path)))
    assert [item.split(":")[0] for item in items if "no page yet" in item] == [
        "- `docs/en/algorithm/baseline.md`",
        "- `docs/pt/algorithm/baseline.md`",
    ]
