"""The summary of a pull request: what each changed page lacks."""

from pathlib import Path

import pytest

from scripts import page_summary
from scripts.checks import Problem, Sources

QUESTIONS = """
- {id: algo-05, track: algorithm, slug: baseline}
"""
ZH, PT, EN = (f"docs/{code}/algorithm/baseline.md" for code in ("zh", "pt", "en"))


@pytest.fixture
def summarise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """A function that gives the lines of the summary of the files named, when the checks find these problems.

    The zh and en editions have a page for algo-05, the pt edition has none.
    """
    for file, text in {"data/questions.yml": QUESTIONS, ZH: "# 基线\n", EN: "# Baseline\n"}.items():
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(text, "utf-8")

    def summarise(*files: str, problems: tuple[Problem, ...] = ()) -> list[str]:
        def run(sources: Sources) -> list[Problem]:
            assert sources.root == tmp_path
            return sorted(problems)

        monkeypatch.setattr(page_summary, "run", run)
        assert page_summary.main(["--", *files], tmp_path) == 0
        return [line for line in capsys.readouterr().out.splitlines() if line]

    return summarise


MISSING = Problem(PT, 1, "parity", "the pt edition has no page yet; write it from …", warning=True)
BEHIND = Problem(EN, 1, "parity", "revision 1, but … has 2; carry over what changed there", warning=True)
WRONG = Problem(EN, 12, "formulas", "`$\\x$` does not parse: …")


def test_a_page_lists_what_each_edition_lacks(summarise):
    assert summarise(ZH, problems=(MISSING, WRONG, BEHIND)) == [
        "## Changed pages",
        "### algo-05: `algorithm/baseline.md`",
        "- **中文**: lacks nothing",
        "- **Português**",
        "    - line 1, parity: (warning) the pt edition has no page yet; write it from …",
        "- **English**",
        "    - line 1, parity: (warning) revision 1, but … has 2; carry over what changed there",
        "    - line 12, formulas: `$\\x$` does not parse: …",
    ]


def test_a_page_is_listed_once_however_many_of_its_editions_changed(summarise):
    lines = summarise(EN, ZH)
    assert [line for line in lines if line.startswith("#")] == ["## Changed pages", "### algo-05: `algorithm/baseline.md`"]


def test_a_page_that_is_gone_everywhere_is_told(summarise):
    assert summarise("docs/pt/algorithm/gone.md")[2:] == [
        "- **中文**: no such page",
        "- **Português**: no such page",
        "- **English**: no such page",
    ]


def test_other_changed_files_are_listed_when_they_have_problems(summarise):
    problem = Problem("data/tags.yml", 3, "data-schema", "the file is not valid YAML")
    assert summarise("data/tags.yml", "README.md", problems=(problem,)) == [
        "No page changed.",
        "## Other changed files",
        "- `data/tags.yml`:",
        "    - line 3, data-schema: the file is not valid YAML",
    ]


def test_problems_elsewhere_are_counted_and_warnings_are_not(summarise):
    assert summarise("README.md", problems=(WRONG, BEHIND, MISSING)) == [
        "No page changed.",
        "Problems in files that this change does not touch: 1. `make check` lists them.",
    ]


def test_no_file_at_all(summarise):
    assert summarise() == ["No page changed."]


def test_a_file_with_many_problems_shows_the_first_ones(summarise):
    problems = tuple(Problem(EN, line, "links", "no such file") for line in range(1, 101))
    lines = summarise(EN, problems=problems)
    assert lines[-1] == f"    - and {100 - page_summary.LISTED} more"
    assert lines[-2] == f"    - line {page_summary.LISTED}, links: no such file"


def test_a_change_of_everything_stays_below_the_limit(summarise):
    files = [f"docs/en/algorithm/page-{number}.md" for number in range(5_000)]
    lines = summarise(*files)
    assert len(lines) <= page_summary.LINES + 1
    assert lines[-1].startswith("The rest is left out.")


@pytest.mark.parametrize("name", ["--help", "a`b.md", "two\nlines.md", "\udcff.md", "<b>.md"])
def test_odd_file_names_stay_on_one_line(summarise, name: str):
    title = summarise(f"docs/zh/{name}" if name.endswith(".md") else name)
    assert len([line for line in title if line.startswith("### ")]) == name.endswith(".md")


def test_the_pages_of_this_repository_can_be_summarised(capsys: pytest.CaptureFixture[str]):
    assert page_summary.main(["docs/en/algorithm/kl-in-grpo.md", "docs/zh/labs/kl-estimators.ipynb"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "### algo-08: `algorithm/kl-in-grpo.md`" in lines
    assert "### `labs/kl-estimators.ipynb`" in lines
