"""Parsing a page: what is found, on which line, and what is left alone."""

from pathlib import Path

import pytest

from scripts.content import pages
from scripts.content.data import questions
from scripts.content.editions import DEFAULT, EDITIONS, edition
from scripts.content.pages import (
    At,
    Formula,
    Heading,
    Link,
    answered_in,
    between,
    outside_code,
    page_file,
    parse,
    reading_minutes,
    revision,
)

TEXT = r"""---
id: algo-05
revision: 3
---

# Title with `code`

## First {#first}

One $x_1$, a price of \$5, [@a2020one; @b2021two] and [a link](../infra/memory.md#part "Memory").

$$
y = x
$$

```python
# no heading
z = "$no$ [@nobody2020x] [no](no.md)"
```

### Inside { .wide #inside }

`$no$ [@nobody2020x] [no](no.md)` but [`code`](code.md), $\mathbb{E}[R](\theta)$ and ![An image](a.svg).

## Second {#second}

    ~~~
    indented $no$
    ~~~
"""


@pytest.fixture
def page():
    return parse(Path("docs/en/algorithm/baseline.md"), TEXT)


def test_front_matter(page):
    assert page.meta == {"id": "algo-05", "revision": 3}
    assert page.revision == 3


@pytest.mark.parametrize(
    "text",
    [
        "# Title\n",
        "\n---\nid: a\n---\n",
        "---\nid: a\n# never closed\n",
        "---\n- a list\n---\n",
        "---\nid: [\n---\n",
        "---\nas_of: 2026-13-45\n---\n",
        "---\nas_of: !!timestamp today\n---\n",
        "---\nid: " + "[" * 900 + "]" * 900 + "\n---\n",
    ],
)
def test_no_front_matter_or_a_malformed_one_is_none(text):
    page = parse(Path("x.md"), text)
    assert page.meta is None
    assert page.revision == 0


def test_a_revision_that_is_no_number_counts_as_none():
    assert parse(Path("x.md"), "---\nrevision: two\n---\n").revision == 0


def test_headings(page):
    assert page.headings == [
        Heading(6, "Title with `code`", level=1, id=None),
        Heading(8, "First", level=2, id="first"),
        Heading(21, "Inside", level=3, id="inside"),
        Heading(25, "Second", level=2, id="second"),
    ]


def test_formulas(page):
    assert page.formulas == [
        Formula(10, "x_1", display=False),
        Formula(12, "\ny = x\n", display=True),
        Formula(23, r"\mathbb{E}[R](\theta)", display=False),
    ]


def test_citations(page):
    assert page.citations == [At(10, "a2020one"), At(10, "b2021two")]


def test_links_are_found_outside_code_and_formulas(page):
    assert page.links == [
        Link(10, "../infra/memory.md#part", image=False),
        Link(23, "code.md", image=False),
        Link(23, "a.svg", image=True),
    ]


def test_code_blocks_carry_the_line_of_their_fence(page):
    assert page.code == [
        At(16, '# no heading\nz = "$no$ [@nobody2020x] [no](no.md)"\n'),
        At(27, "    indented $no$\n"),
    ]


def test_prose_and_bare_keep_the_lines(page):
    lines = TEXT.split("\n")
    for text in (page.prose, page.bare):
        assert len(text.split("\n")) == len(lines)
        assert text.split("\n")[7] == lines[7]
    assert "`code`" in page.prose and "`code`" not in page.bare
    assert "no heading" not in page.prose
    assert "x_1" in page.prose and "x_1" not in page.bare


def test_section(page):
    section = page.section("first")
    assert section.line == 8
    assert section.text.startswith("\nOne $x_1$")
    assert "### Inside" in section.text and "## Second" not in section.text
    assert page.section("inside") is None
    assert page.section("none") is None


@pytest.mark.parametrize("dollars", ["a $5 and $6", "$ x $", r"\$x\$", "$x\ny$", "$$"])
def test_dollars_that_are_no_formula(dollars):
    assert parse(Path("x.md"), dollars).formulas == []


def test_a_longer_fence_holds_a_shorter_one():
    text = "````markdown\n```python\n$a$\n```\n````\n\n$b$\n"
    page = parse(Path("x.md"), text)
    assert [formula.text for formula in page.formulas] == ["b"]
    assert page.code == [At(1, "```python\n$a$\n```\n")]


def test_outside_code_changes_prose_alone():
    text = "a `a` ``a ` a`` a\n\n```\na\n```\n\na\n"
    assert outside_code(text, lambda prose: prose.replace("a", "b")) == "b `a` ``a ` a`` b\n\n```\na\n```\n\nb\n"


def test_between_keeps_the_matches():
    import re

    assert between(re.compile("<[^>]*>"), "a<a>a<a>", str.upper) == "A<a>A<a>"


def test_editions_by_code():
    assert DEFAULT is edition("zh") and DEFAULT.root == ""
    assert [(e.code, e.language, e.root) for e in EDITIONS[1:]] == [("pt", "pt-BR", "pt/"), ("en", "en", "en/")]
    with pytest.raises(KeyError):
        edition("es")


@pytest.mark.parametrize(
    "code, prose, minutes",
    [
        ("zh", "字" * 300, 1),
        ("zh", "字" * 301, 2),
        ("zh", "字" * 299 + " GRPO", 1),
        ("zh", "字" * 300 + " GRPO", 2),
        ("pt", "palavra " * 180, 1),
        ("en", "word " * 181, 2),
        ("en", "word " * 180 + "$a + b$", 1),
        ("en", "", 1),
    ],
)
def test_reading_minutes(code, prose, minutes):
    assert reading_minutes(edition(code), prose) == minutes


def test_answers_of_a_question(small_site, monkeypatch, tmp_path):
    answered, stub = questions()["algo-05"], questions()["infra-01"]
    assert page_file(edition("pt"), answered) == small_site / "docs/pt/algorithm/baseline.md"
    assert answered_in(answered) == list(EDITIONS)
    assert answered_in(stub) == []
    assert revision(edition("en"), answered) == 1
    assert revision(edition("en"), stub) is None
    monkeypatch.setattr(pages, "DOCS", tmp_path)
    assert answered_in(answered) == []


def test_an_edited_page_has_its_new_revision(small_site, monkeypatch, tmp_path):
    import os

    monkeypatch.setattr(pages, "DOCS", tmp_path)
    question = questions()["algo-05"]
    file = page_file(edition("en"), question)
    file.parent.mkdir(parents=True)
    for number in (1, 2):
        file.write_text(f"---\nrevision: {number}\n---\n", "utf-8")
        os.utime(file, (number, number))
        assert revision(edition("en"), question) == number


def test_a_page_that_is_not_utf_8_says_so(tmp_path):
    file = tmp_path / "x.md"
    file.write_bytes(b"S\xe3o Paulo")
    with pytest.raises(UnicodeDecodeError):
        parse(file)
