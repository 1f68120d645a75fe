"""`[@key]` becomes a footnote; an unknown key stops the build and says where it stands."""

import pytest
from mkdocs.exceptions import PluginError

from scripts.hooks.citations import on_config, on_page_markdown

pytestmark = pytest.mark.usefixtures("small_site")


def test_citations_become_footnotes_listed_in_the_order_of_use(page, config):
    text = "One [@trl2026code], two[@williams1992reinforce; @trl2026code].\n"
    assert on_page_markdown(text, page(text=text), config("en"), []) == (
        "One\u00a0[^trl2026code], two\u2060[^williams1992reinforce]<sup>,</sup>[^trl2026code].\n"
        "\n\n## References {#references}\n\n"
        "[^trl2026code]: Hugging Face (2026). [TRL](https://example.org/trl).\n"
        "[^williams1992reinforce]: Williams (1992). "
        "[Simple Statistical Gradient-Following Algorithms](https://example.org/reinforce).\n"
    )


def test_the_marker_of_a_list_and_the_border_of_a_cell_keep_their_space(page, config):
    text = "- [@trl2026code] TRL.\n\n| a | [@trl2026code] |\n|---|---|\n"
    shown = on_page_markdown(text, page(text=text), config(), [])
    assert shown.startswith(text.replace("@", "^"))


@pytest.mark.parametrize("edition, heading", [("zh", "参考文献"), ("pt", "Referências"), ("en", "References")])
def test_the_list_has_a_heading_in_the_language_and_one_id(page, config, edition, heading):
    text = "[@trl2026code]"
    assert f"## {heading} {{#references}}" in on_page_markdown(text, page(text=text), config(edition), [])


def test_a_page_without_citations_stays_as_it_is(page, config):
    text = "`[@trl2026code]` is code.\n\n```\n[@nobody2020x]\n```\n"
    assert on_page_markdown(text, page(text=text), config(), []) == text


def test_an_unknown_key_is_refused_with_its_line(page, config):
    body = "# Title\n\n[@trl2026code]\n\nand [@trl2026code; @nobody2020x]\n"
    source = f"---\nid: algo-05\n---\n\n{body}"
    with pytest.raises(PluginError) as error:
        on_page_markdown(body, page(text=source), config(), [])
    assert str(error.value).startswith("algorithm/baseline.md:9: unknown citation [@nobody2020x]; use a key of data/")


def test_the_way_back_is_named_in_the_language(config):
    assert on_config(config("pt")).mdx_configs["footnotes"] == {"BACKLINK_TITLE": "Voltar ao texto"}
