"""Formulas that arithmatex marked are rendered; one that does not parse stops the build and says where it stands."""

import markdown
import pytest
from mkdocs.exceptions import PluginError

from scripts.content.pages import parse
from scripts.hooks import maths
from scripts.hooks.maths import on_page_content


def test_inline_and_display(page, config):
    content = '<p><span class="arithmatex">\\(a &lt; b\\)</span></p><div class="arithmatex">\\[\nx\n\\]</div>'
    shown = on_page_content(content, page(), config(), [])
    assert shown.startswith('<p><span class="arithmatex"><span class="katex">')
    assert '<div class="arithmatex"><span class="katex-display">' in shown
    assert '<annotation encoding="application/x-tex">a &lt; b</annotation>' in shown
    assert "\\(" not in shown and "\\[" not in shown


def test_the_punctuation_after_a_formula_belongs_to_it(page, config):
    shown = on_page_content('<p><span class="arithmatex">\\(x\\)</span>），和 y</p>', page(), config(), [])
    assert shown.endswith("</span>），</span>和 y</p>")


def test_a_formula_that_does_not_parse_is_refused_with_its_line(page, config):
    text = "---\nid: algo-05\n---\n\n# Title\n\nGood $x$.\n\n$$\n\\frac{1\n$$\n"
    with pytest.raises(PluginError) as error:
        on_page_content('<div class="arithmatex">\\[\n\\frac{1\n\\]</div>', page(text=text), config(), [])
    assert str(error.value).startswith("algorithm/baseline.md:9: formula does not parse: Unexpected end of input")


def test_other_content_stays(page, config):
    content = "<p><code>\\(x\\)</code> and \\(x\\)</p>"
    assert on_page_content(content, page(), config(), []) == content


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
