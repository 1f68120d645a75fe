"""Leave out the indentation and the blank lines that templates put between tags; a page is some 700 bytes lighter."""

import re

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.pages import Page

from scripts.content.pages import between

KEPT = re.compile(r"<(pre|script|style|textarea)\b.*?</\1>", re.S)
BETWEEN_TAGS = re.compile(r">\s*\n\s*<")


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    return between(KEPT, output, lambda text: BETWEEN_TAGS.sub(">\n<", text))
