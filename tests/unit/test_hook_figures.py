"""Images of docs/assets/ in the pages: drawings inline, others as links to the one shared copy."""

import pytest
from mkdocs.exceptions import PluginError

from scripts.diagrams import DiagramError
from scripts.hooks import figures
from scripts.hooks.figures import on_config, on_page_content, on_page_markdown


@pytest.fixture(autouse=True)
def docs(tmp_path, monkeypatch):
    folder = tmp_path / "docs" / "assets" / "figures"
    folder.mkdir(parents=True)
    (folder / "group.svg").write_text('<svg><text data-pt="grupo">group</text></svg>', "utf-8")
    (folder / "photo.png").write_bytes(b"png")
    (tmp_path / "docs" / "secret.svg").write_text("<svg/>", "utf-8")
    monkeypatch.setattr(figures, "DOCS", tmp_path / "docs")
    monkeypatch.setattr(figures, "SHARED", tmp_path / "docs" / "assets")


def test_a_drawing_stands_inline_in_the_edition_s_language(page, config):
    text = "Before\n\n![Um grupo](../../assets/figures/group.svg)\n\nAfter\n"
    shown = on_page_markdown(text, page(), config("pt"), [])
    assert shown == (
        'Before\n\n<figure class="figure"><svg role="img" aria-label="Um grupo"><text>grupo</text></svg></figure>\n\nAfter\n'
    )


@pytest.mark.parametrize(
    "edition, path, source",
    [
        ("zh", "algorithm/baseline.md", "../../assets/figures/photo.png"),
        ("pt", "algorithm/baseline.md", "../../../assets/figures/photo.png"),
        ("zh", "about.md", "../assets/figures/photo.png"),
        ("en", "about.md", "../../assets/figures/photo.png"),
        ("en", "index.md", "../assets/figures/photo.png"),
        ("zh", "index.md", "assets/figures/photo.png"),
    ],
)
def test_a_photo_is_linked_from_the_page_s_address(page, config, edition, path, source):
    up = "../" * (path.count("/") + 1)
    url = "./" if path == "index.md" else None
    shown = on_page_markdown(f'![A "photo"]({up}assets/figures/photo.png)', page(path, url=url), config(edition), [])
    assert shown == f'<figure class="figure"><img src="{source}" alt="A &quot;photo&quot;" loading="lazy"></figure>'


@pytest.mark.parametrize("name", ["figures/none.svg", "../secret.svg", "figures/../../secret.svg"])
def test_an_image_that_is_not_there_or_lies_elsewhere_is_refused(page, config, name):
    with pytest.raises(PluginError, match="algorithm/baseline.md: no image .*; figures stand in docs/assets/"):
        on_page_markdown(f"![Alt](../../assets/{name})", page(), config(), [])


@pytest.mark.parametrize(
    "text",
    [
        "`![Alt](../../assets/figures/group.svg)`",
        "```\n![Alt](../../assets/figures/none.svg)\n```",
        "words ![Alt](../../assets/a.svg)",
    ],
)
def test_code_and_images_inside_a_line_stay(page, config, text):
    assert on_page_markdown(text, page(), config(), []) == text


def test_the_line_in_italics_below_a_figure_is_its_caption(page, config):
    content = "<figure><svg/></figure>\n<p><em>A caption.</em></p>\n<p><em>Emphasis.</em></p>"
    assert on_page_content(content, page(), config(), []) == (
        "<figure><svg/><figcaption>A caption.</figcaption></figure>\n<p><em>Emphasis.</em></p>"
    )


def test_a_diagram_that_does_not_parse_stops_the_build(config, monkeypatch):
    def refuse(*args, **kwargs):
        raise DiagramError("mermaid diagram: no")

    monkeypatch.setattr(figures, "mermaid", refuse)
    (fence,) = on_config(config()).mdx_configs["pymdownx.superfences"]["custom_fences"]
    assert fence["name"] == "mermaid"
    with pytest.raises(PluginError, match="mermaid diagram: no"):
        fence["format"]("flow", "mermaid", "mermaid", {}, None)
