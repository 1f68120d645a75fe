"""Give every page's `#` title the same id in all editions; one made from its text would be `_1` in Chinese."""

import re

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

TITLE = re.compile(r"\A(\s*# .*?)[ \t]*$", re.M)


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    return TITLE.sub(r"\1 {#title}", markdown, count=1)
