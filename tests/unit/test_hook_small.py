"""The hooks of a few lines: checklists, tables, titles, the theme's script."""

from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from mkdocs.exceptions import PluginError

from scripts.hooks import checklists, tables, theme, titles, whitespace


def test_a_checklist_point_is_the_label_of_its_box(page, config):
    box = '<li class="task-list-item"><input type="checkbox"/>'
    shown = checklists.on_page_content(f"<ul>{box} One</li>{box} Two</li><li>Three</li></ul>", page(), config(), [])
    points = ElementTree.fromstring(shown).findall("li/label")
    assert ["".join(point.itertext()).strip() for point in points] == ["One", "Two"]
    assert all(point.find("input") is not None for point in points)
    assert shown.endswith("<li>Three</li></ul>")


@pytest.mark.parametrize("title", ["为什么要减去基线？", "Por que subtrair?", "Why?  "])
def test_the_title_has_one_id_in_all_editions(page, config, title):
    text = f"\n# {title}\n\n# Another\n"
    assert titles.on_page_markdown(text, page(), config(), []) == f"\n# {title.strip()} {{#title}}\n\n# Another\n"


def test_text_without_a_title_stays(page, config):
    text = "Text\n\n# Title\n\n## Part\n"
    assert titles.on_page_markdown(text, page(), config(), []) == text


def test_the_theme_s_script_is_changed_in_every_place(tmp_path):
    script = tmp_path / "assets" / "javascripts" / "bundle.1a2b.min.js"
    script.parent.mkdir(parents=True)
    script.write_text(";".join(["before", *theme.CHANGES, "after"]), "utf-8")
    theme.on_post_build(SimpleNamespace(site_dir=tmp_path))
    assert script.read_text("utf-8") == ";".join(["before", *theme.CHANGES.values(), "after"])


def test_style_sheets_are_built_without_comments_and_indentation(tmp_path, monkeypatch):
    source = tmp_path / "overrides/assets/stylesheets/site.css"
    built = tmp_path / "site/assets/stylesheets/site.css"
    for file in (source, built):
        file.parent.mkdir(parents=True)
        file.write_text("/* Why\n   so */\n\na {\n  color: red;\n}\n", "utf-8")
    monkeypatch.setattr(whitespace, "STYLE_SHEETS", source.parent)
    whitespace.on_post_build(SimpleNamespace(site_dir=tmp_path / "site"))
    assert built.read_text("utf-8") == "a {\ncolor: red;\n}\n"


def test_an_empty_corner_of_a_table_is_no_header(page, config):
    content = '<tr><th></th><th style="x"> </th><th>anchor</th></tr>'
    assert tables.on_page_content(content, page(), config(), []) == "<tr><td></td><td></td><th>anchor</th></tr>"


def test_a_theme_without_that_code_is_reported(tmp_path):
    script = tmp_path / "assets" / "javascripts" / "bundle.1a2b.min.js"
    script.parent.mkdir(parents=True)
    script.write_text("new", "utf-8")
    with pytest.raises(PluginError, match="bundle.1a2b.min.js: .* not found"):
        theme.on_post_build(SimpleNamespace(site_dir=tmp_path))
