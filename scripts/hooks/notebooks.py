"""Make a notebook's page like the others: our styles, rendered formulas, working links, stable heading ids.

mkdocs-jupyter puts about half a megabyte of styles and scripts into every notebook page; none of them is needed.
"""

import base64
import html
import json
import posixpath
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink, TableOfContents
from mkdocs.utils import get_relative_url

from scripts.content.data import labs, questions
from scripts.content.pages import between
from scripts.figures.palette import as_variables
from scripts.maths import FormulaError, render

UNWANTED = re.compile(
    r"<(style|script|clipboard-copy)\b.*?</\1>|<link\b[^>]*>|<div class=\"jp-\w*Prompt[^\"]*\">.*?</div>"
    r'|<div class="clipboard-copy-txt".*?</div>|<div class="zeroclipboard-container">\s*</div>',
    re.S,
)
HEADING = re.compile(r'<h([1-6]) id="[^"]*">(.*?)<a class="anchor-link"[^>]*>.*?</a></h\1>', re.S)
KEPT = re.compile(r"<(pre|code|svg)\b.*?</\1>", re.S)
FORMULA = re.compile(r"\$\$(.+?)\$\$|\\\[(.+?)\\\]|\$(?!\s)([^$\n]+?)(?<!\s)\$", re.S)
LINK = re.compile(r'href="((?!https?:|#)[^"#]+\.(?:md|ipynb))(#[^"]*)?"')
SVG_IMAGE = re.compile(r'<img\b[^>]*? src="data:image/svg\+xml;base64,([^"]+)"[^>]*>', re.S)
SIZE = re.compile(r' (?:width|height)="[^"]*"')


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> None:
    lab = next((lab for lab in labs() if lab.path == page.file.src_uri), None)
    if lab:
        page.meta["template"] = "lab.html"
        page.meta["lab"] = lab
        page.meta["lab_question"] = questions()[lab.question]


def on_page_content(content: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    if "lab" not in page.meta:
        return content
    cells = json.loads(Path(page.file.abs_src_path).read_text("utf-8"))["cells"]
    content = UNWANTED.sub("", content)
    content = _plots(content, cells)
    content = between(KEPT, content, lambda text: FORMULA.sub(lambda m: _formula(m, page), text))
    content = LINK.sub(lambda m: _link(m, page, files), content)
    return _headings(content, cells, page)


def _plots(content: str, cells: list[dict]) -> str:
    """Put each plot inline, in colours that follow the scheme, with the `figure_alt` of its cell as its name."""
    names = iter(cell["metadata"]["figure_alt"] for cell in cells if cell["metadata"].get("figure_alt"))

    def plot(match: re.Match[str]) -> str:
        svg = base64.b64decode(match.group(1)).decode("utf-8")
        svg = as_variables(svg[svg.index("<svg") :])
        tag, rest = svg.split(">", 1)
        return f'{SIZE.sub("", tag)} role="img" aria-label="{html.escape(next(names), quote=True)}">{rest}'

    return SVG_IMAGE.sub(plot, content)


def _formula(match: re.Match[str], page: Page) -> str:
    display = match.group(3) is None
    tex = html.unescape(match.group(1) or match.group(2) or match.group(3)).strip()
    try:
        rendered = render(tex, display)
    except FormulaError as error:
        raise PluginError(f"{page.file.src_uri}: formula {tex!r} does not parse: {error}") from None
    return f'<span class="arithmatex{" arithmatex-display" if display else ""}">{rendered}</span>'


def _link(match: re.Match[str], page: Page, files: Files) -> str:
    path = posixpath.normpath(posixpath.join(posixpath.dirname(page.file.src_uri), match.group(1)))
    target = files.get_file_from_path(path)
    if target is None:
        raise PluginError(f"{page.file.src_uri}: link to {match.group(1)}, which is no page of this edition")
    return f'href="{get_relative_url(target.url, page.url)}{match.group(2) or ""}"'


def _headings(content: str, cells: list[dict], page: Page) -> str:
    """Give each `##` heading the id in its cell's metadata, and make the table of contents of them."""
    idents = iter(cell["metadata"]["id"] for cell in cells if cell["metadata"].get("id"))
    contents: list[AnchorLink] = []

    def heading(match: re.Match[str]) -> str:
        level, title = int(match.group(1)), match.group(2)
        if level == 1:
            return f"<h1>{title}</h1>"
        ident = next(idents, None)
        if ident is None:
            raise PluginError(f"{page.file.src_uri}: heading {title!r}: its cell has no id in the metadata")
        contents.append(AnchorLink(re.sub(r"<[^>]+>", "", title), ident, level))
        return f'<h{level} id="{ident}">{title}<a class="headerlink" href="#{ident}" title="#">&para;</a></h{level}>'

    content = HEADING.sub(heading, content)
    page.toc = TableOfContents(contents)
    return content
