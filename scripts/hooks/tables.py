"""Headers of tables for screen readers: an empty corner is none, and one that is a formula gets a name of letters."""

import html
import re

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from scripts.maths import as_text

EMPTY = re.compile(r"<th\b[^>]*>\s*</th>")
FORMULA = re.compile(r'<th\b([^>]*)>(<span class="arithmatex">(?:(?!</th>|class="arithmatex").)*</span>)</th>', re.S)


def on_page_content(content: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    content = EMPTY.sub("<td></td>", content)
    return FORMULA.sub(lambda m: f'<th{m[1]} aria-label="{html.escape(as_text(m[2]), quote=True)}">{m[2]}</th>', content)
