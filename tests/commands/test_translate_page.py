"""`python -m scripts.translate_page`: what it carries over, and what it refuses."""

from pathlib import Path

import pytest

from scripts import check, translate_page
from scripts.content.pages import parse

SOURCE = "docs/en/algorithm/baseline.md"
TARGET = "docs/pt/algorithm/baseline.md"


@pytest.fixture
def untranslated(tree: Path) -> Path:
    """The small site with a page in English alone, of a higher revision."""
    for code in ("zh", "pt"):
        (tree / f"docs/{code}/algorithm/baseline.md").unlink()
    page = (tree / SOURCE).read_text("utf-8").replace("revision: 1", "revision: 3")
    page = page.replace("    It lowers", "    For the variance.\n\nIt lowers")
    page = page.replace("## Pitfalls", "### Agents {#agentic}\n\nTool outputs are masked.\n\n## Pitfalls")
    (tree / SOURCE).write_text(page, "utf-8")
    return tree


def run(root: Path, *arguments: str) -> int:
    return translate_page.main(arguments, root)


def test_structure_is_carried_over(untranslated: Path, capsys: pytest.CaptureFixture[str]):
    assert run(untranslated, SOURCE, "--to", "pt") == 0
    assert capsys.readouterr().out.startswith(f"{TARGET} written; ")
    old, new = parse(untranslated / SOURCE), parse(untranslated / TARGET)
    assert new.meta == old.meta == {"id": "algo-05", "revision": 3, "as_of": "2026-10"}
    assert [heading.id for heading in new.headings] == [heading.id for heading in old.headings]
    for part in ("formulas", "citations", "links", "code"):
        assert [at.text for at in getattr(new, part)] == [at.text for at in getattr(old, part)], part
    assert new.formulas and new.citations and new.links and new.code


def test_title_headings_and_tip_are_those_of_the_edition(untranslated: Path):
    run(untranslated, SOURCE, "--to", "pt")
    text = (untranslated / TARGET).read_text("utf-8")
    assert text.startswith(
        "---\nid: algo-05\nrevision: 3\nas_of: 2026-10\n---\n\n# Por que subtrair uma linha de base?\n"
    )
    assert "\n## Armadilhas {#pitfalls}\n" in text
    assert "\n### RL agêntico, de vários turnos {#agentic}\n" in text
    assert "\n### A step {#a-step}\n" in text
    assert '\n!!! tip "Por que perguntam isso"\n    For the variance.\n' in text
    assert "\n# A sample\n\n## Without an id\n" in text, "code is left alone"


def test_every_part_waits_to_be_translated(untranslated: Path, capsys: pytest.CaptureFixture[str]):
    run(untranslated, SOURCE, "--to", "pt")
    capsys.readouterr()
    assert check.main([], untranslated) == 1
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith(TARGET)]
    sections = [heading for heading in parse(untranslated / SOURCE).headings if heading.level in (2, 3)]
    assert len(lines) == len(sections)
    assert all("[frame] hint `Escreva esta parte em português" in line for line in lines)


def test_without_the_hints_the_check_has_nothing_to_say(untranslated: Path, capsys: pytest.CaptureFixture[str]):
    run(untranslated, SOURCE, "--to", "pt")
    text = (untranslated / TARGET).read_text("utf-8")
    (untranslated / TARGET).write_text(
        "".join(line for line in text.splitlines(True) if not line.startswith("<!--")), "utf-8"
    )
    assert check.main([], untranslated) == 0, capsys.readouterr().out


@pytest.mark.parametrize("name", [f"./{SOURCE}", SOURCE.replace("/", "\\"), "absolute"])
def test_the_page_may_be_named_in_other_ways(name: str, untranslated: Path):
    assert run(untranslated, str(untranslated / SOURCE) if name == "absolute" else name, "--to", "zh") == 0
    assert (untranslated / "docs/zh/algorithm/baseline.md").is_file()


@pytest.mark.parametrize(
    "page, to, said",
    [
        (SOURCE, "zh", "docs/zh/algorithm/baseline.md is there already; open it, or delete it first"),
        (SOURCE, "en", f"{SOURCE} is a page of en itself; name another edition with --to"),
        (SOURCE, "", "'' is no edition; the editions are zh, pt, en"),
        (
            "docs/en/about.md",
            "pt",
            "'docs/en/about.md' is no page of a question; name one such as docs/zh/algorithm/baseline.md",
        ),
        ("docs/en/infra/memory.md", "pt", "'docs/en/infra/memory.md' is no page of a question; name one such as"),
        ("../../etc/passwd", "pt", "'../../etc/passwd' is no page of a question; name one such as"),
        ("", "pt", "'.' is no page of a question; name one such as docs/zh/algorithm/baseline.md"),
        ("/etc/passwd", "pt", "'/etc/passwd' is not in this repository; name a page such as"),
    ],
)
def test_what_is_refused(page: str, to: str, said: str, tree: Path, capsys: pytest.CaptureFixture[str]):
    before = {path: path.read_bytes() for path in tree.rglob("*") if path.is_file()}
    assert run(tree, page, "--to", to) == 1
    assert capsys.readouterr().out.startswith(said)
    assert {path: path.read_bytes() for path in tree.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("front", ["", "---\nid: algo-05\n---\n", "---\nid: algo-05\nrevision: 1\nas_of: [1]\n---\n"])
def test_a_page_with_wrong_front_matter_is_refused(front: str, untranslated: Path, capsys: pytest.CaptureFixture[str]):
    (untranslated / SOURCE).write_text(f"{front}\n# Why subtract a baseline?\n", "utf-8")
    assert run(untranslated, SOURCE, "--to", "pt") == 1
    assert capsys.readouterr().out.startswith(f"the front matter of {SOURCE} is wrong; correct it first")
    assert not (untranslated / TARGET).exists()
