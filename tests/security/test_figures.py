"""A figure that holds more than a drawing is refused by the build, with the page's and the file's name."""

import pytest
from mkdocs.exceptions import PluginError

from scripts.active_content import faults
from scripts.content import DOCS
from scripts.hooks import figures
from tests.security.small import build, copy_project, write

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9"'


def drawing(content: str, attributes: str = "") -> str:
    return f"{HEAD} {attributes}>{content}</svg>"


HOSTILE = {
    "script": (drawing("<script>1</script>"), "it holds <script>"),
    "script of another name space": (drawing('<h:script xmlns:h="http://www.w3.org/1999/xhtml">1</h:script>'), "it holds <script>"),
    "handler": (drawing("<g/>", 'onload="1"'), "it holds onload="),
    "handler in capitals": (drawing('<rect onClick="1"/>'), "it holds onClick="),
    "HTML inside": (drawing("<foreignObject><p>1</p></foreignObject>"), "it holds <foreignObject>"),
    "HTML that ends the drawing": (drawing("<p>1</p>"), "it holds <p>"),
    "link": (drawing('<a href="javascript:1"><text>T</text></a>'), "it holds <a>"),
    "animated link": (drawing('<animate attributeName="href" to="javascript:1"/>'), "it holds <animate>"),
    "image elsewhere": (drawing('<image href="https://example.org/a.png"/>'), "it holds <image>"),
    "drawing elsewhere": (drawing('<use xlink:href="https://example.org/a.svg#b"/>'), "it points outside itself: href="),
    "relative drawing": (drawing('<use href="other.svg#b"/>'), "it points outside itself: href="),
    "data in an address": (drawing('<use href="data:image/svg+xml,a"/>'), "it points outside itself: href="),
    "colour from elsewhere": (drawing('<rect fill="url(https://example.org/a#b)"/>'), "it points outside itself: fill="),
    "style from elsewhere": (drawing("<rect style=\"mask: url( 'a.svg')\"/>"), "it points outside itself: style="),
    "style element": (drawing("<style>@import 'a.css';</style>"), "it holds <style>"),
    "entities": ('<!DOCTYPE svg [<!ENTITY a "b">]>' + drawing("<text>&a;</text>"), "it holds declarations"),
    "CDATA": (drawing("<text><![CDATA[<script>]]></text>"), "it holds declarations"),
    "instruction": (drawing('<?xml-stylesheet href="a.css"?>'), "it holds declarations or instructions"),
    "not closed": (f"{HEAD}><g>", "it is no well-formed XML"),
    "no drawing": ("<html/>", "it is no SVG drawing"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_drawing_is_found(name):
    svg, wanted = HOSTILE[name]
    assert any(found.startswith(wanted) for found in faults(svg)), list(faults(svg))


def test_a_drawing_is_let_through():
    parts = '<defs><clipPath id="c"><path d="M0 0"/></clipPath></defs><g clip-path="url(#c)" style="fill: var(--figure-ink, #1c1e21)">'
    assert list(faults(drawing(f'{parts}<use xlink:href="#c"/><text data-zh="组" data-pt="grupo">group</text></g>'))) == []


def test_the_committed_figures_are_drawings(tmp_path):
    from scripts.diagrams import inline

    files = list((DOCS / "assets").rglob("*.svg"))
    assert files
    for file in files:
        inline(file, "en", "A figure")


@pytest.mark.parametrize("content", ["<script>1</script>", "<!-- --><scr<!-- -->ipt>1</scr<!-- -->ipt>", '<rect onload="1"/>'])
def test_the_hook_names_page_and_file(tmp_path, monkeypatch, content):
    from types import SimpleNamespace

    write(tmp_path / "docs" / "assets" / "figures" / "bad.svg", drawing(content))
    monkeypatch.setattr(figures, "DOCS", tmp_path / "docs")
    monkeypatch.setattr(figures, "SHARED", tmp_path / "docs" / "assets")
    page = SimpleNamespace(file=SimpleNamespace(src_uri="algorithm/a.md"), url="algorithm/a/")
    with pytest.raises(PluginError, match=r"algorithm/a.md: figure figures/bad.svg is refused: it holds"):
        figures.on_page_markdown("![Alt](../../assets/figures/bad.svg)", page, SimpleNamespace(extra={"edition": "en"}), [])


def test_the_build_stops(tmp_path):
    project = copy_project(tmp_path / "project")
    write(project / "docs" / "assets" / "figures" / "bad.svg", drawing("<script>1</script>"))
    about = project / "docs" / "en" / "about.md"
    write(about, about.read_text("utf-8") + "\n![Alt](../assets/figures/bad.svg)\n")
    result = build(project, "-f", "mkdocs.en.yml")
    assert result.returncode and "Traceback" not in result.stdout
    assert "about.md: figure figures/bad.svg is refused: it holds <script>; a figure holds shapes and text alone" in result.stdout
