"""A `<` before a letter inside a formula must not reach Markdown as the start of a tag."""

import markdown

from scripts.content.pages import parse
from scripts.hooks import maths


def test_a_formula_with_a_prefix_index_leaves_the_next_block_alone(tmp_path):
    source = "Given $y_{<t}$ only.\n\n<figure><p>x</p></figure>\n\nText with `$a<b$` code.\n"
    escaped = maths.on_page_markdown(source, page=None, config=None, files=None)
    assert r"$y_{\lt t}$" in escaped
    assert "`$a<b$`" in escaped
    page = tmp_path / "page.md"
    page.write_text(escaped, "utf-8")
    assert [formula.text for formula in parse(page).formulas] == [r"y_{\lt t}"]
    html = markdown.markdown(escaped, extensions=["pymdownx.arithmatex"])
    assert "<figure><p>x</p></figure>" in html


def test_a_comparison_with_a_number_keeps_its_sign():
    assert maths.on_page_markdown("$x<1$ and $x < y$", page=None, config=None, files=None) == "$x<1$ and $x < y$"
