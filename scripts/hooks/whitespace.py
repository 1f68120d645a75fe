"""Leave out what only those need who write templates and style sheets: a first visit is some 1,400 bytes lighter.

That is the indentation and the blank lines between tags, and in our style sheets also the comments.
"""

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.pages import Page

from scripts.content import ROOT
from scripts.content.pages import between

STYLE_SHEETS = ROOT / "overrides" / "assets" / "stylesheets"
KEPT = re.compile(r"<(pre|script|style|textarea)\b.*?</\1>", re.S)
COMMENT = re.compile(r"/\*.*?\*/", re.S)
INDENTATION = re.compile(r"\s*\n\s*")
BETWEEN_TAGS = re.compile(r">\s*\n\s*<")


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    return between(KEPT, output, lambda text: BETWEEN_TAGS.sub(">\n<", text))


def on_post_build(config: MkDocsConfig) -> None:
    for sheet in STYLE_SHEETS.glob("*.css"):
        bare = COMMENT.sub("", sheet.read_text("utf-8"))
        built = Path(config.site_dir, sheet.relative_to(STYLE_SHEETS.parents[1]))
        built.write_text(INDENTATION.sub("\n", bare).lstrip(), "utf-8")
