"""`python -m scripts.new_page`: the page it writes, and what it refuses."""

from datetime import date
from pathlib import Path

import pytest

from scripts import check, new_page
from scripts.content.data import questions
from scripts.content.editions import EDITIONS
from scripts.content.pages import FRAME, page_file, parse
from scripts.page_frame import DERIVATION, FRAMES, headings, tip

TODAY = date(2026, 11, 2)
CODES = [edition.code for edition in EDITIONS]


def run(root: Path, *arguments: str) -> int:
    return new_page.main(arguments, root, TODAY)


@pytest.mark.parametrize("code", CODES)
def test_the_page_has_front_matter_title_and_frame(code: str, tree: Path, capsys: pytest.CaptureFixture[str]):
    assert run(tree, "infra-01", "--to", code) == 0
    name = f"docs/{code}/infra/memory.md"
    assert capsys.readouterr().out.startswith(f"{name} written; ")
    page = parse(tree / name)
    assert page.meta == {"id": "infra-01", "revision": 1, "as_of": "2026-11"}
    title = {"zh": "显存里有什么？", "pt": "O que ocupa a memória?", "en": "What fills the memory?"}[code]
    assert [heading.text for heading in page.headings if heading.level == 1] == [title]
    assert [heading.id for heading in page.headings if heading.level == 2] == list(FRAME)
    assert "agentic" in {heading.id for heading in page.headings if heading.level == 3}
    assert f"## {DERIVATION[code]['infra']} {{#derivation}}" in page.text
    assert "{month}" not in page.text and "{title}" not in page.text


def test_chinese_is_the_edition_that_is_meant_without_to(tree: Path):
    assert run(tree, "infra-01") == 0
    assert (tree / "docs/zh/infra/memory.md").is_file()
    assert "## 推导与成本模型 {#derivation}" in (tree / "docs/zh/infra/memory.md").read_text("utf-8")


@pytest.mark.parametrize("code", CODES)
def test_the_check_asks_for_the_text_and_for_nothing_else(code: str, tree: Path, capsys: pytest.CaptureFixture[str]):
    run(tree, "infra-01", "--to", code)
    capsys.readouterr()
    assert check.main([], tree) == 1
    lines = [line for line in capsys.readouterr().out.splitlines() if "memory.md" in line and "warning" not in line]
    assert {line.split("[")[1].split("]")[0] for line in lines} == {"frame"}
    hints = [line for line in lines if "is still here; write what it asks for and delete it" in line]
    assert len(hints) == len(FRAME) + 2
    assert all(" of at least " in line for line in lines if line not in hints)


def test_next_is_the_first_question_without_a_page(tree: Path, capsys: pytest.CaptureFixture[str]):
    assert run(tree, "next", "--to", "pt") == 0
    assert run(tree, "next", "--to", "pt") == 0
    assert run(tree, "next", "--to", "pt") == 1
    first, second, third = capsys.readouterr().out.splitlines()
    assert first.startswith("docs/pt/infra/memory.md written")
    assert second.startswith("docs/pt/infra/kl.md written")
    assert third == "pt has a page for every one"


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["algo-05"], "docs/zh/algorithm/baseline.md is there already; open it, or delete it first"),
        (["algo-99"], "'algo-99' is no id in data/questions.yml; without a page in zh: infra-01, infra-02"),
        (["", "--to", "en"], "no question is named, such as QUESTION=algo-03; without a page in en: infra-01, infra-02"),
        (["../algo-05"], "'../algo-05' is no id in data/questions.yml; without a page in zh: infra-01, infra-02"),
        (["infra-01", "--to", "fr"], "'fr' is no edition; the editions are zh, pt, en"),
        (["infra-01", "--to", ""], "'' is no edition; the editions are zh, pt, en"),
    ],
)
def test_what_is_refused(arguments: list[str], said: str, tree: Path, capsys: pytest.CaptureFixture[str]):
    before = {path: path.read_bytes() for path in tree.rglob("*") if path.is_file()}
    assert run(tree, *arguments) == 1
    assert capsys.readouterr().out == f"{said}\n"
    assert {path: path.read_bytes() for path in tree.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("data", [b"", b"\xff", b"- {id: infra-01, track: infra, slug: memory, title: 5}\n"])
def test_data_that_is_of_no_use_is_refused(data: bytes, tree: Path, capsys: pytest.CaptureFixture[str]):
    (tree / "data/questions.yml").write_bytes(data)
    assert run(tree, "infra-01") == 1
    assert (
        capsys.readouterr().out
        == "data/questions.yml can't be used; `python -m scripts.check` says what is wrong with it\n"
    )


def test_no_page_is_written_outside_the_edition(tree: Path, capsys: pytest.CaptureFixture[str]):
    questions = (tree / "data/questions.yml").read_text("utf-8").replace("slug: memory", "slug: ../../../escaped")
    (tree / "data/questions.yml").write_text(questions, "utf-8")
    assert run(tree, "infra-01") == 1
    assert "leaves docs/zh/; correct the slug in data/questions.yml" in capsys.readouterr().out
    assert not list(tree.parent.rglob("escaped.md"))


def test_a_folder_that_is_a_file_is_refused(tree: Path, capsys: pytest.CaptureFixture[str]):
    (tree / "docs/zh/infra").write_text("a file", "utf-8")
    assert run(tree, "infra-01") == 1
    assert "docs/zh/infra/memory.md " in capsys.readouterr().out


@pytest.mark.parametrize("code", CODES)
def test_headings_are_those_of_the_pages_that_are_written(code: str):
    """The wording of an edition is one: a page that has been answered can't have other headings than a new one."""
    edition = next(edition for edition in EDITIONS if edition.code == code)
    found = 0
    for question in questions().values():
        file = page_file(edition, question)
        if file.is_file():
            page = parse(file)
            wanted = headings(question, edition)
            have = {heading.id: heading.text for heading in page.headings}
            fixed = wanted.keys() & have.keys() - {"derivation"}
            assert fixed >= set(FRAME) - {"derivation"}
            assert {ident: have[ident] for ident in fixed} == {ident: wanted[ident] for ident in fixed}, file
            assert have["derivation"] in DERIVATION[code].values(), file
            assert tip(edition) in page.text, file
            found += 1
    assert found


def test_there_is_a_frame_for_every_edition():
    assert {path.stem for path in FRAMES.glob("*.md")} == set(CODES) == set(DERIVATION)
