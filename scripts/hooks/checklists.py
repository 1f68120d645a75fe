"""Make each point of a checklist the label of its box, for screen readers and for a larger target."""

import re

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

POINT = re.compile(r'(<li class="task-list-item">)(<input type="checkbox"[^>]*>)\s*(.*?)(</li>)', re.S)


def on_page_content(content: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    return POINT.sub(r"\1<label>\2<span>\3</span></label>\4", content)
