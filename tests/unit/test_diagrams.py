"""Figures inside a page: the edition's labels, an accessible name, colours that follow the scheme."""

from xml.etree import ElementTree

import pytest

from scripts.diagrams import DiagramError, inline, mermaid

FILE = """<?xml version="1.0"?>
<!DOCTYPE svg>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><!-- a comment -->
  <text x="1" data-zh="组" data-pt="grupo">group</text>
  <text x="2">G</text>
</svg>
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "group.svg"
    path.write_text(FILE, "utf-8")
    return path


@pytest.mark.parametrize("edition, label", [("zh", "组"), ("pt", "grupo"), ("en", "group")])
def test_labels_are_those_of_the_edition(file, edition, label):
    texts = [
        text.text for text in ElementTree.fromstring(inline(file, edition, "A group")).iter() if "text" in text.tag
    ]
    assert texts == [label, "G"]


def test_nothing_of_the_other_editions_and_no_prologue_is_left(file):
    figure = inline(file, "en", "A group")
    assert "data-" not in figure and "<?xml" not in figure and "<!" not in figure
    assert figure.startswith('<figure class="figure"><svg role="img" aria-label="A group" ')


def test_the_alternative_text_is_escaped(file):
    figure = inline(file, "en", 'a < b & "c"')
    assert ElementTree.fromstring(figure)[0].get("aria-label") == 'a < b & "c"'


def test_a_changed_file_is_read_again(file):
    import os

    assert ">group<" in inline(file, "en", "A")
    file.write_text(FILE.replace(">group<", ">set<"), "utf-8")
    os.utime(file, (1, 1))
    assert ">set<" in inline(file, "en", "A")


def test_a_missing_file_is_an_oserror(tmp_path):
    with pytest.raises(OSError):
        inline(tmp_path / "none.svg", "en", "A")


def draw(source: str) -> str:
    return mermaid(source, "mermaid", "mermaid", {}, None)


def test_mermaid_is_drawn_with_colours_of_the_scheme():
    figure = draw("flowchart LR\n  A[采样] --> B[训练]")
    assert figure.startswith('<figure class="figure"><svg role="presentation" ')
    assert "采样" in figure and "训练" in figure
    assert "var(--figure-" in figure
    assert "font-family" not in figure and "<script" not in figure
    for fixed in ("#64748B", "#F8FAFC", "#0F172A"):
        assert fixed.lower() not in figure.lower()


def test_mermaid_shrinks_with_the_column():
    assert "max-width:" in draw("flowchart LR\n  A --> B").split(">")[1]


def test_a_diagram_that_does_not_parse_says_so():
    with pytest.raises(DiagramError, match="^mermaid diagram: "):
        draw("no diagram at all")
