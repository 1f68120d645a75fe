"""Pages and notebooks are Markdown: no raw HTML, nothing that a browser would run, no image from another site.

Drawings, which are put into pages, run and load nothing either.
"""

import re
from collections.abc import Iterator

from scripts.checks import Problem, Sources
from scripts.checks._notebook import read
from scripts.checks._rendered import ADDRESSES, RUNS, SCHEMES, active, in_html, scheme
from scripts.checks._text import quote
from scripts.content.pages import SourcePage, line_of, parse

ELEMENTS = frozenset(
    "a abbr address area article aside b bdi bdo big blockquote body br canvas caption center cite code col colgroup "
    "data datalist dd del details dfn dialog dir div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 head "
    "header hgroup hr html i img input ins kbd label legend li main map mark marquee menu meter nav noembed noframes "
    "noscript ol optgroup output p param picture pre progress q rp rt ruby s samp search section slot small span "
    "strike strong sub summary sup table tbody td tfoot th thead time title tr tt u ul var wbr".split()
)
TAG = re.compile(r"<([A-Za-z][A-Za-z0-9-]*)(?=[\s/>]|$)")
MORE = re.compile(r">|\s+[\w:-]+\s*=")
"""What tells a tag of one letter from a comparison such as `a <b`."""

HANDLER = re.compile(
    r"(?:<[A-Za-z][A-Za-z0-9-]*[\s/](?:[^<]{0,500}[\s\"'/])?|\{(?:[^{}\n]{0,500}[\s\"':])?)on[A-Za-z]{3,}\s*=", re.S
)
BRACES = re.compile(rf"\{{(?:[^{{}}\n]{{0,500}}[\s:])?(style|{'|'.join(sorted(ADDRESSES))})\s*=", re.I)
RUNS_TAG = re.compile(rf"<(?:{'|'.join(sorted(RUNS))})\b", re.I)
SCRIPT_ADDRESS = re.compile(r"(?:java|vb)script\s*:\s*\S", re.I)
TARGET = re.compile(r"\]\(\s*<?([^)>\n]{1,1000})|^ {0,3}\[[^\]\n]{1,500}\]:[ \t]*<?(\S{1,1000})", re.M)
IMAGE_TARGET = re.compile(r"\(\s*<?([^)\s>]{1,1000})|\s?\[([^\]\n]{1,500})\]|")
DEFINITION = re.compile(r"^ {0,3}\[([^\]\n]{1,500})\]:[ \t]*<?(\S{1,1000})", re.M)
LONGEST = 500
"""Characters of an image's alternative text that are looked through for its end."""

IN_NOTEBOOKS = frozenset({"details", "summary"})
"""Raw HTML that a notebook may have: Jupyter knows no other way to fold a solution away."""

Found = Iterator[tuple[int, str]]


def check(sources: Sources) -> Iterator[Problem]:
    """Yield the problems of every page, and of the Markdown cells of every notebook."""
    for file, page in sources.pages.items():
        for line, message in _written(page.bare) or _hidden(page):
            yield Problem(file, line, "raw-html", message)
    for file in sources.notebooks:
        for cell in read(sources.text(file) or "").cells:
            if cell.kind == "markdown":
                for message in _in_cell(parse(sources.root / file, cell.source)):
                    yield Problem(file, cell.line, "raw-html", message)
    for file in sources.files:
        if file.startswith("docs/") and file.endswith(".svg") and (runs := in_html(sources.text(file) or "", svg=True)):
            yield Problem(file, 1, "raw-html", f"the drawing holds {quote(runs)}, which runs or loads something; remove it")


def _in_cell(page: SourcePage) -> Iterator[str]:
    """The messages for a notebook's cell. Jupyter tells code from HTML in its own way, so there code is no shelter."""
    found = _written(page.bare, IN_NOTEBOOKS)
    yield from (message for _, message in found)
    if not found and (match := _suspicious(page)):
        yield f"{quote(match.group())} would run if it were taken for HTML; say it in other words"


def _written(text: str, allowed: frozenset[str] = frozenset()) -> list[tuple[int, str]]:
    """Line and message of what is wrong in a text whose code and formulas are blanked."""
    return [*_tags(text, allowed), *_handlers(text), *_addresses(text), *_images(text)]


def _tags(text: str, allowed: frozenset[str]) -> Found:
    for match in TAG.finditer(text):
        name = match.group(1).lower()
        if name in RUNS:
            yield line_of(text, match.start()), f"`<{name}>` runs or loads something; remove it"
        elif name in ELEMENTS - allowed and (len(name) > 1 or MORE.match(text, match.end())):
            yield (
                line_of(text, match.start()),
                f"raw HTML `<{name}>`; write it in Markdown, or as code between backticks",
            )


def _handlers(text: str) -> Found:
    for match in HANDLER.finditer(text):
        name = re.search(r"on[A-Za-z]+(?=\s*=$)", match.group()).group()
        yield line_of(text, match.end()), f"attribute `{name}=` would run a script; remove it"
    for match in BRACES.finditer(text):
        yield (
            line_of(text, match.start()),
            f"attribute `{match.group(1)}=` in braces; write links and images as `[…](…)`",
        )


def _addresses(text: str) -> Found:
    for match in TARGET.finditer(text):
        address = match.group(1) or match.group(2)
        if (found := scheme(address)) not in {"", *SCHEMES}:
            message = f"link {quote(address)} has the scheme `{found}:`; link pages, or sites with `https:`"
            yield line_of(text, match.start()), message


def _images(text: str) -> Found:
    defined = {match.group(1).lower(): match.group(2) for match in DEFINITION.finditer(text)}
    for match in re.finditer(r"!\[", text):
        end = _closing(text, match.end())
        inline, label = IMAGE_TARGET.match(text, end + 1).groups()
        address = inline or defined.get((label or text[match.end() : end]).lower(), "")
        if scheme(address) or address.startswith("//"):
            message = f"image {quote(address)} is on another site; put the file into docs/assets/figures/"
            yield line_of(text, match.start()), message


def _closing(text: str, start: int) -> int:
    """Where the bracket ends that has been opened before `start`."""
    depth = 1
    for place in range(start, min(len(text), start + LONGEST)):
        depth += (text[place] == "[") - (text[place] == "]")
        if not depth:
            return place
    return start


def _suspicious(page: SourcePage) -> re.Match[str] | None:
    """What would run if it did not stand in code or in a formula."""
    return RUNS_TAG.search(page.text) or SCRIPT_ADDRESS.search(page.text) or HANDLER.search(page.text)


def _hidden(page: SourcePage) -> Found:
    """What looks like code or a formula, and is none for the site."""
    if (match := _suspicious(page)) is None:
        return
    try:
        runs = active(page.text)
    except RecursionError:
        runs = "something that nests too deep"
    if runs:
        advice = "show it in a fenced code block of its own, or leave it out"
        yield line_of(page.text, match.start()), f"{quote(runs)} looks like code but would run on the site; {advice}"
