"""The prose of a page: what a reader reads as text, with its lines kept."""

import re

from scripts.checks._text import blank
from scripts.content.pages import SourcePage

MARKUP = re.compile(
    r"<!--.*?-->"
    r"|\[@[^\]\n]{0,500}\]"
    r"|(?<=\])\([^)\s]{0,1000}(?:\s+\"[^\"\n]{0,500}\")?\)"
    r"|\{[^{}\n]{0,500}\}"
    r"|https?://\S+"
    r"|</?[A-Za-z][^<>\n]{0,500}>",
    re.S,
)
"""What stands in a page's prose and is not read: comments, citations, targets of links, ids, addresses, tags."""


def prose(page: SourcePage) -> str:
    """The text of a page with code, formulas and markup blanked."""
    return blank(MARKUP, page.bare)
