"""Put the shared figures of docs/assets/ into the pages: SVG inline, other images as links to the one shared copy."""

import html
import posixpath
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from scripts.content import DOCS
from scripts.content.editions import edition
from scripts.content.pages import outside_code
from scripts.diagrams import DiagramError, inline, mermaid

IMAGE = re.compile(r"^!\[(?P<alt>.+?)\]\((?P<path>(?:\.\./)+assets/[^)\s]+)\)$", re.M)
CAPTION = re.compile(r"</figure>\s*<p><em>(.*?)</em></p>", re.S)
SHARED = DOCS / "assets"


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    fences = config.mdx_configs.setdefault("pymdownx.superfences", {}).setdefault("custom_fences", [])
    fences.append({"name": "mermaid", "class": "mermaid", "format": _mermaid})
    return config


def _mermaid(*args, **kwargs) -> str:
    try:
        return mermaid(*args, **kwargs)
    except DiagramError as error:
        raise PluginError(str(error)) from None


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    def figure(match: re.Match[str]) -> str:
        alt, path = match.group("alt"), match.group("path")
        file = DOCS / config.extra["edition"] / posixpath.dirname(page.file.src_uri) / path
        file = file.parent.resolve() / file.name
        if not file.is_file() or not file.is_relative_to(SHARED):
            raise PluginError(f"{page.file.src_uri}: no image {path}; figures stand in docs/assets/")
        if file.suffix == ".svg":
            return _inline(file, config.extra["edition"], alt, page)
        to_root = posixpath.relpath(".", page.url) + "/" + ("../" if edition(config.extra["edition"]).root else "")
        source = posixpath.normpath(to_root + file.relative_to(DOCS).as_posix())
        return f'<figure class="figure"><img src="{source}" alt="{html.escape(alt)}" loading="lazy"></figure>'

    return outside_code(markdown, lambda text: IMAGE.sub(figure, text))


def _inline(file: Path, edition: str, alt: str, page: Page) -> str:
    try:
        return inline(file, edition, alt)
    except (DiagramError, UnicodeDecodeError) as error:
        raise PluginError(f"{page.file.src_uri}: figure {file.relative_to(SHARED).as_posix()} is refused: {error}") from None


def on_page_content(content: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    return CAPTION.sub(r"<figcaption>\1</figcaption></figure>", content)
