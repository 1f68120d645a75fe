"""`python -m scripts.fix`: what it repairs, what it leaves alone, and that once is enough."""

import os
import random
from pathlib import Path

import pytest

from scripts import check, fix
from scripts.content.pages import SourcePage, parse

ZH, EN, BIB = "docs/zh/about.md", "docs/en/about.md", "data/references.bib"


def repaired(file: str, text: str) -> tuple[str, list[str]]:
    content, done = fix.fixed(file, text.encode("utf-8"))
    return content.decode("utf-8"), done


@pytest.mark.parametrize(
    "file, before, after, done",
    [
        (EN, "\ufeff# A\r\nb\rc\n", "# A\nb\nc\n", ["byte order mark", "line ends"]),
        (EN, "# A", "# A\n", ["end of the file"]),
        (EN, "# A\n\n\n", "# A\n", ["end of the file"]),
        (EN, "a \nb\t\n\n   \nc  \n", "a\nb\n\n\nc\n", ["spaces at line ends"]),
        (EN, "a  \nb\n", "a  \nb\n", []),
        (EN, "a `b`  \nc `d` \ne\n", "a `b`  \nc `d`\ne\n", ["spaces at line ends"]),
        (EN, "a\u200bb\u2060 \ufeffc\u00add\n", "ab cd\n", ["invisible characters"]),
        (EN, "a \u200b\nb\n", "a\nb\n", ["invisible characters", "spaces at line ends"]),
        (EN, "中文abc\n", "中文abc\n", []),
        (ZH, "中文abc,参数$x$的值.\n", "中文 abc，参数 $x$ 的值。\n", ["typography"]),
        (
            ZH,
            "中文\u200babc \r\n",
            "中文 abc\n",
            ["line ends", "invisible characters", "spaces at line ends", "typography"],
        ),
        (
            BIB,
            "@misc{b, a = 1\n}\n@misc{a, a = 2\n}\n",
            "@misc{a, a = 2\n}\n\n@misc{b, a = 1\n}\n",
            ["order of entries"],
        ),
        (BIB, "% why\n@misc{b, a = 1\n}\n@misc{a, a = 2\n}\n", "% why\n@misc{b, a = 1\n}\n@misc{a, a = 2\n}\n", []),
        (BIB, "@misc{b, a = 1\n}\n@misc{a, a = {2\n}\n", "@misc{b, a = 1\n}\n@misc{a, a = {2\n}\n", []),
        ("data/tags.yml", "- a: |\r\n    b  \r\n", "- a: |\n    b  \n", ["line ends"]),
        (EN, "", "", []),
    ],
)
def test_repairs(file: str, before: str, after: str, done: list[str]):
    assert repaired(file, before) == (after, done)
    assert repaired(file, after) == (after, [])


KEPT = """---
id: algo-05 {blank}
---

`a {blank}\u200b中文abc` and $x{blank}\u200b\\text{{中文abc}}$

$$
\\text{{中文abc}} {blank}
$$

```python
x = 1  # 中文abc, {blank}\u200b

```
"""


@pytest.mark.parametrize("file", [ZH, EN])
def test_front_matter_code_and_formulas_stay(file: str):
    text = KEPT.format(blank=" ")
    assert repaired(file, text) == (text, [])


def test_bytes_that_are_no_utf_8_stay():
    assert fix.fixed(EN, b"a \xff \r\n") == (b"a \xff \r\n", [])


PIECES = (
    "中文", "abc", "3", " ", "  ", "\t", "\n", "\n\n", "\r\n", ",", "，", ".", "。", "?", "!", ":", "：", "(", ")", "（", "“", "”", '"',
    "`", "``", "```\n", "\n```text\n", "$", "$$", "\n$$\n", "$x$", "$\\text{中文abc}$", "`x`", "`中文abc `", "~~~\n", "\u200b", "\ufeff",
    "[链接](中文abc.md)", "[@a2020中文b]", "{#id}", "<b>", "**", "*", "- ", "# ", "    ", "|", "%", "---\n", "https://a.example/中文abc",
)  # fmt: skip


def shielded(page: SourcePage) -> tuple[list[str], list[str]]:
    return [block.text for block in page.code], [formula.text for formula in page.formulas]


@pytest.mark.parametrize("file", [ZH, EN])
def test_any_text_is_repaired_at_once_and_keeps_its_code_and_formulas(file: str):
    pieces = random.Random(7)
    for _ in range(1_500):
        text = "".join(pieces.choices(PIECES, k=pieces.randint(1, 25)))
        once, _ = repaired(file, text)
        assert repaired(file, once) == (once, []), repr(text)
        plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        if "\u200b" not in plain and "\ufeff" not in plain:
            assert shielded(parse(Path(file), once)) == shielded(parse(Path(file), plain)), repr(text)


def test_the_command_repairs_files_and_says_so(tree: Path, capsys: pytest.CaptureFixture[str]):
    (tree / EN).write_bytes(b"\xef\xbb\xbf# About\r\n\r\n## Licence {#licence} \r\n")
    (tree / ZH).write_text("# 关于RL\n", "utf-8")
    (tree / "docs/en/labs/kl.ipynb").write_bytes(b'{"a": "b"}\r\n')
    assert fix.main([], tree) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{EN}: byte order mark, line ends, spaces at line ends",
        f"{ZH}: typography",
    ]
    assert (tree / EN).read_bytes() == b"# About\n\n## Licence {#licence}\n"
    assert (tree / "docs/en/labs/kl.ipynb").read_bytes() == b'{"a": "b"}\r\n'
    assert fix.main([], tree) == 0
    assert capsys.readouterr().out == "nothing to repair\n"
    assert list(tree.rglob(".*")) == []


def test_what_it_repairs_the_check_no_longer_reports(tree: Path, capsys: pytest.CaptureFixture[str]):
    broken = "\ufeff# 关于RL\r\n\r\n中文\u200b,abc中文 \r\n"
    (tree / ZH).write_bytes(broken.encode("utf-8"))
    assert check.main([], tree) == 1
    assert {line.split("[")[1].split("]")[0] for line in capsys.readouterr().out.splitlines() if ZH in line} >= {
        "characters",
        "typography",
    }
    fix.main([], tree)
    capsys.readouterr()
    check.main([], tree)
    assert [line for line in capsys.readouterr().out.splitlines() if line.startswith(ZH)] == []


def test_a_questions_wording_is_not_changed(tree: Path):
    page = tree / "docs/zh/algorithm/baseline.md"
    text = page.read_text("utf-8").replace("# 为什么要减去基线？", "# 为什么要减去baseline?", 1)
    page.write_text(text, "utf-8")
    assert fix.main([], tree) == 0
    assert page.read_text("utf-8") == text


@pytest.mark.skipif(os.name == "nt", reason="on Windows links need a privilege")
def test_links_are_not_followed(tree: Path, tmp_path_factory: pytest.TempPathFactory):
    outside = tmp_path_factory.mktemp("outside") / "secret.md"
    outside.write_bytes(b"a \r\n")
    (tree / ZH).symlink_to(outside)
    assert fix.main([], tree) == 0
    assert outside.read_bytes() == b"a \r\n"


def test_a_file_that_cannot_be_written_is_named_and_stays_whole(tree: Path, capsys, monkeypatch: pytest.MonkeyPatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    (tree / EN).write_bytes(b"# About \n")
    monkeypatch.setattr(fix.os, "replace", full)
    assert fix.main([], tree) == 1
    assert capsys.readouterr().out == f"{EN}: nothing, it can't be written: No space left on device\n"
    assert (tree / EN).read_bytes() == b"# About \n"
    assert list(tree.rglob(".*")) == []


def test_our_own_sources_need_no_repair(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(fix, "write", lambda path, content: None)
    fix.main([])
    assert capsys.readouterr().out == "nothing to repair\n"
