"""Render every formula of a page to HTML and MathML, and take in the punctuation after it: they stay on one line."""

import html
import re

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from scripts.content.pages import FORMULA, outside_code, parse
from scripts.maths import FormulaError, render

ARITHMATEX = re.compile(r'<(span|div) class="arithmatex">\\([(\[])(.*?)\\[)\]]</\1>([,.;:!?)，。；：！？）、]*)', re.S)
"""A formula and the punctuation that follows it."""


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    return outside_code(markdown, lambda text: FORMULA.sub(lambda match: _without_tags(match.group()), text))


def _without_tags(formula: str) -> str:
    """The formula with `<` as `\\lt`: before a letter (`y_{<t}`) Markdown would take it for the start of a tag."""
    return re.sub(r"<(?=[A-Za-z/!?])", r"\\lt ", formula)


def on_page_content(content: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    def formula(match: re.Match[str]) -> str:
        tag, bracket, tex, after = match.groups()
        tex = html.unescape(tex).strip()
        try:
            rendered = render(tex, bracket == "[")
        except FormulaError as error:
            raise PluginError(f"{page.file.src_uri}:{_line(page, tex)}: formula does not parse: {error}") from None
        return f'<{tag} class="arithmatex">{rendered}{after}</{tag}>'

    return ARITHMATEX.sub(formula, content)


def _line(page: Page, tex: str) -> int:
    """Where the formula stands in the page's source; 1 when it can't be found there."""
    if page.file.abs_src_path:
        for formula in parse(page.file.abs_src_path, page.file.content_string).formulas:
            if _without_tags(formula.text).split() == tex.split():
                return formula.line
    return 1
