"""Link the first use of each glossary term on a question's page to its entry, with the meaning as a tooltip."""

import html
import re

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

from scripts.content.data import glossary
from scripts.content.pages import between

SKIPPED = re.compile(
    r"<(a|code|pre|h[1-6]|svg|summary|thead|figcaption)\b.*?</\1>"
    r'|<(span|div) class="arithmatex">.*?</\2>'
    r'|<p class="admonition-title">.*?</p>'
    r"|<[^>]+>",
    re.S,
)
"""What gets no link: links, code, headings, drawings, table heads, formulas (not rendered yet), and tags themselves."""


def on_page_content(content: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    if not page.meta.get("question"):
        return content
    edition = config.extra["edition"]
    terms = {wording: term for term in glossary() for wording in term.match[edition]}
    if not terms:
        return content
    target = get_relative_url("glossary/", page.url)
    pattern = _pattern(terms)
    seen: set[str] = set()

    def link(match: re.Match[str]) -> str:
        term = terms[match.group()]
        if term.id in seen:
            return match.group()
        seen.add(term.id)
        meaning = term.meaning[edition] if edition == "en" else f"{term.term['en']}: {term.meaning[edition]}"
        title = html.escape(meaning, quote=True)
        return f'<a class="term" href="{target}#{term.id}" title="{title}">{match.group()}</a>'

    return between(SKIPPED, content, lambda text: pattern.sub(link, text))


def _pattern(terms: dict) -> re.Pattern[str]:
    longest_first = sorted(terms, key=len, reverse=True)
    return re.compile(r"(?<![A-Za-zÀ-ÿ-])(?:" + "|".join(map(re.escape, longest_first)) + r")(?![A-Za-zÀ-ÿ-])")
