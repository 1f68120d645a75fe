"""The `revision` rule, on histories made for it."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from scripts import check
from scripts.checks import Sources, rules
from scripts.checks._history import HistoryError, since

PAGES = {code: f"docs/{code}/algorithm/baseline.md" for code in ("zh", "pt", "en")}
MUCH = "Another paragraph says a good deal that was not said before. " * 4
MUCH_CHINESE = "这里多了一整段此前没有的话，说明另一件事，读者应当知道，其余版本也应当跟上。"


def git(root: Path, *arguments: str) -> None:
    who = ["-c", "user.name=nobody", "-c", "user.email=nobody@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", "-C", root, *who, *arguments], check=True, capture_output=True)


@pytest.fixture
def branch(tree: Path) -> Path:
    """The small site, committed on `main`, with the work tree on a branch."""
    git(tree, "init", "-q", "-b", "main")
    git(tree, "add", ".")
    git(tree, "commit", "-q", "-m", "one")
    git(tree, "switch", "-q", "-c", "work")
    return tree


@pytest.fixture
def edit(branch: Path) -> Callable[[str, str, str], None]:
    """A function that replaces text on the page of an edition."""

    def replace(code: str, old: str, new: str) -> None:
        path = branch / PAGES[code]
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), "utf-8")

    return replace


def messages(root: Path, ref: str = "main") -> list[str]:
    return [str(problem) for problem in rules()["revision"](Sources(root, history=since(root, ref)))]


def test_nothing_is_said_without_a_history(branch: Path, edit):
    edit("en", "It lowers", MUCH + "It lowers")
    assert list(rules()["revision"](Sources(branch))) == []


def test_nothing_has_changed(branch: Path):
    assert messages(branch) == []


def test_a_change_in_one_edition_alone(branch: Path, edit):
    edit("en", "It lowers", MUCH + "It lowers")
    assert messages(branch) == [
        f"{PAGES['en']}:3: [revision] 48 words or signs changed, but nothing in {PAGES['zh']} and {PAGES['pt']}; carry the change "
        "over, or write `revision: 2`, here if the others are to follow, in all if only the wording changed"
    ]


def test_chinese_characters_count_as_words(branch: Path, edit):
    edit("zh", "It lowers", MUCH_CHINESE + "\n\nIt lowers")
    assert [message.split(":")[0] for message in messages(branch)] == [PAGES["zh"]]


def test_a_typo_needs_no_revision(branch: Path, edit):
    edit("en", "It lowers the variance", "It reduces the variances")
    assert messages(branch) == []


def test_what_is_committed_on_the_branch_counts_too(branch: Path, edit):
    edit("en", "It lowers", MUCH + "It lowers")
    git(branch, "commit", "-aqm", "two")
    assert len(messages(branch)) == 1


def test_what_others_did_on_main_does_not_count(branch: Path, edit):
    git(branch, "switch", "-q", "main")
    edit("en", "It lowers", MUCH + "It lowers")
    git(branch, "commit", "-aqm", "elsewhere")
    git(branch, "switch", "-q", "work")
    assert messages(branch) == []


def test_a_raised_revision_is_enough(branch: Path, edit):
    edit("en", "It lowers", MUCH + "It lowers")
    edit("en", "revision: 1", "revision: 2")
    assert messages(branch) == []


def test_so_is_a_change_in_another_edition(branch: Path, edit):
    edit("en", "It lowers", MUCH + "It lowers")
    edit("pt", "One [@", "Also, one [@")
    assert messages(branch) == []


def test_a_change_of_front_matter_alone_carries_nothing_over(branch: Path, edit):
    edit("en", "It lowers", MUCH + "It lowers")
    edit("pt", "as_of: 2026-10", "as_of: 2026-11")
    assert len(messages(branch)) == 1


def test_a_page_that_was_behind_may_catch_up_by_parts(branch: Path, edit):
    edit("zh", "revision: 1", "revision: 2")
    git(branch, "commit", "-aqm", "ahead")
    edit("en", "It lowers", MUCH + "It lowers")
    assert messages(branch, "work") == []


def test_a_page_without_other_editions(branch: Path, edit):
    for code in ("zh", "pt"):
        git(branch, "rm", "-q", PAGES[code])
    git(branch, "commit", "-qm", "alone")
    edit("en", "It lowers", MUCH + "It lowers")
    assert messages(branch, "work") == []


def test_a_new_page_has_no_revision_to_raise(branch: Path):
    new = branch / "docs/en/infra/memory.md"
    new.parent.mkdir()
    new.write_text((branch / PAGES["en"]).read_text("utf-8").replace("algo-05", "infra-01"), "utf-8")
    assert messages(branch) == []


def test_a_page_that_is_gone(branch: Path):
    (branch / PAGES["pt"]).unlink()
    advice = "restore it, or take its question out of data/questions.yml as well"
    assert messages(branch) == [f"{PAGES['pt']}:1: [revision] the page is gone; {advice}"]


def test_a_revision_that_is_lowered(branch: Path, edit):
    edit("en", "revision: 1", "revision: 4")
    git(branch, "commit", "-aqm", "four")
    edit("en", "revision: 4", "revision: 3")
    said = "[revision] revision 3 is lower than it was; write `revision: 4` or more"
    assert messages(branch, "work") == [f"{PAGES['en']}:3: {said}"]


def test_the_command_takes_the_branch(branch: Path, edit, capsys: pytest.CaptureFixture[str]):
    edit("en", "It lowers", MUCH + "It lowers")
    assert check.main([], branch) == 0
    assert check.main(["--since", "main"], branch) == 1
    assert f"{PAGES['en']}:3: [revision] " in capsys.readouterr().out


@pytest.mark.parametrize("ref", ["nowhere", "HEAD~9", "--help", "main:docs", "\x01"])
def test_a_ref_that_is_none_gets_a_message(ref: str, branch: Path, capsys: pytest.CaptureFixture[str]):
    assert check.main([f"--since={ref}"], branch) == 1
    assert capsys.readouterr().out.startswith(f"Git finds nothing in common with {ref!r}")


def test_a_folder_without_history_gets_a_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(HistoryError, match="Git finds nothing in common with 'main' .*not a git repository"):
        since(tmp_path, "main")


def test_unrelated_histories_get_a_message(branch: Path):
    git(branch, "switch", "-q", "--orphan", "other")
    git(branch, "commit", "-q", "--allow-empty", "-m", "zero")
    with pytest.raises(HistoryError, match="nothing in common with 'main'"):
        since(branch, "main")
