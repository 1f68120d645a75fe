"""A notebook's page is made like the others."""

import base64
import json

import pytest
from mkdocs.exceptions import PluginError

from scripts.hooks.notebooks import on_page_content, on_page_markdown

HEADING = '<h2 id="数值">数值<a class="anchor-link" href="#x">¶</a></h2>'


class Files:
    """The pages that a link can lead to."""

    def get_file_from_path(self, path):
        from types import SimpleNamespace

        return SimpleNamespace(url="algorithm/kl-in-grpo/") if path == "algorithm/kl-in-grpo.md" else None


@pytest.fixture
def shown(page, config, tmp_path):
    """A function that gives the page of a notebook with these cells, and the page itself."""

    def shown(content: str, cells: tuple[dict, ...] = ()):
        made = page("labs/kl-estimators.ipynb", url="labs/kl-estimators/")
        made.file.abs_src_path = tmp_path / "lab.ipynb"
        made.file.abs_src_path.write_text(json.dumps({"cells": [{"metadata": cell} for cell in cells]}), "utf-8")
        made.meta["lab"] = True
        return on_page_content(content, made, config(), Files()), made

    return shown


def test_a_lab_is_known_by_its_path(page, config):
    made = page("labs/kl-estimators.ipynb")
    on_page_markdown("", made, config(), [])
    assert (made.meta["template"], made.meta["lab_question"].id) == ("lab.html", "algo-08")


def test_other_pages_stay(page, config):
    made = page("about.md")
    on_page_markdown("", made, config(), [])
    assert made.meta == {}
    assert on_page_content("<style>x</style>", made, config(), Files()) == "<style>x</style>"


def test_styles_scripts_and_prompts_go(shown):
    content = (
        '<style>a</style><script src="x">b</script><link rel="x"><div class="jp-InputPrompt x">In [1]:</div><p>c</p>'
    )
    assert shown(content)[0] == "<p>c</p>"


def test_formulas_are_rendered_outside_code(shown):
    content, _ = shown("<p>$x$ and $$y$$</p><pre>$z$</pre><code>$w$</code>")
    assert content.count('<span class="katex">') == 2
    assert 'class="arithmatex arithmatex-display"' in content
    assert content.endswith("<pre>$z$</pre><code>$w$</code>")


def test_a_formula_that_does_not_parse_is_refused(shown):
    with pytest.raises(PluginError, match=r"labs/kl-estimators.ipynb: formula .* does not parse"):
        shown(r"<p>$\frac{1$</p>")


def test_links_lead_to_pages_of_the_site(shown):
    content = (
        '<a href="../algorithm/kl-in-grpo.md#part">a</a><a href="https://example.org/x.md">b</a><a href="#here">c</a>'
    )
    assert shown(content)[0] == content.replace("../algorithm/kl-in-grpo.md", "../../algorithm/kl-in-grpo/")


def test_a_link_to_nowhere_is_refused(shown):
    with pytest.raises(PluginError, match="link to nowhere.md, which is no page of this edition"):
        shown('<a href="nowhere.md">a</a>')


def test_headings_get_the_ids_of_their_cells_and_make_the_contents(shown):
    content, made = shown(f'<h1 id="x">T<a class="anchor-link">¶</a></h1>{HEADING}', ({}, {"id": "values"}))
    assert content == ('<h1>T</h1><h2 id="values">数值<a class="headerlink" href="#values" title="#">&para;</a></h2>')
    assert [(link.title, link.id) for link in made.toc] == [("数值", "values")]


def test_a_heading_without_id_is_refused(shown):
    with pytest.raises(PluginError, match="its cell has no id in the metadata"):
        shown(HEADING)


def test_plots_stand_inline_with_a_name_and_colours_of_the_scheme(shown):
    svg = base64.b64encode(
        b'<?xml version="1.0"?><svg width="9" height="9" viewBox="0 0 9 9"><path fill="#2f6fb0"/></svg>'
    )
    content, _ = shown(f'<img alt="No" src="data:image/svg+xml;base64,{svg.decode()}">', ({"figure_alt": 'A "plot"'},))
    assert content == (
        '<svg viewBox="0 0 9 9" role="img" aria-label="A &quot;plot&quot;"><path fill="var(--figure-blue, #2f6fb0)"/></svg>'
    )
