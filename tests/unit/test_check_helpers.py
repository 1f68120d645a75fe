"""What the rules share: YAML with lines, tables, quoted text."""

from pathlib import Path

import pytest

from scripts.checks._text import columns, quote, tables
from scripts.checks._yaml import load
from scripts.content.pages import At, parse


def test_yaml_values_and_their_lines():
    document = load("- id: a\n  tags: [x,\n    y]\n- {id: b}\n")
    assert document.value == [{"id": "a", "tags": ["x", "y"]}, {"id": "b"}]
    assert (document.line((0, "tags")), document.line((0, "tags", 1)), document.line((1, "id"))) == (2, 3, 4)


def test_an_unknown_place_has_the_line_of_what_holds_it():
    document = load("a: 1\nb:\n  c: 2\n")
    assert (document.line(("b", "d", 0)), document.line(("z",)), load("").line(("z",))) == (2, 1, 1)


@pytest.mark.parametrize(
    "text, line",
    [
        ("a: 1\nb: [\n", 3),
        ("a: 1\na: 2\n", 2),
        ("a: &x 1\nb: *x\n", 1),
        ("a: 1\n2: b\n", 2),
        ("a: 1\nb: !!python/name:os 1\n", 2),
        ("a: 2026-13-45\n", 1),
        ("a: \x00\n", 1),
    ],
)
def test_what_is_refused_has_a_line_and_no_value(text, line):
    document = load(text)
    assert [error.line for error in document.errors] == [line]
    assert document.value is None


@pytest.mark.parametrize(
    "text, shown",
    [
        ("a  b\nc", "`a b c`"),
        ("a" * 61, f"`{'a' * 59}…`"),
        ("\x00\u200b", "`\\u0000\\u200b`"),
        ("中文", "`中文`"),
    ],
)
def test_quoted_text_is_one_short_line_of_visible_characters(text, shown):
    assert quote(text) == shown


TABLES = r"""| a | b |
| --- | :-: |
| 1 | `x|y` |
| $p\|q$ | \| |

a | b | c
--|---|--
1 | 2 | 3

- a | b
- ---

| no | table |

```
| a | b |
| --- | --- |
```
"""


def test_tables_are_found_with_their_lines_and_shapes():
    found = tables(parse(Path("x.md"), TABLES))
    assert [[row.line for row in rows] for rows in found] == [[1, 3, 4], [6, 8]]
    assert [[columns(row.text) for row in rows] for rows in found] == [[2, 2, 2], [3, 3]]
    assert found[1][0] == At(6, "a | b | c")
