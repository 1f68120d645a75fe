"""What a browser would run of a page: the page's Markdown turned into HTML as the site does it, and looked through."""

import functools
import html
import re
from collections.abc import Iterator
from html.parser import HTMLParser

import markdown
import yaml

from scripts.content import ROOT

RUNS = frozenset(
    "animate applet audio base button embed fieldset foreignobject form frame frameset iframe link math meta object "
    "option portal script select set source style svg template textarea track video".split()
)
"""Elements that run, load or send something, or change the page around them."""

DRAWN = frozenset({"style", "svg"})
"""Of these, what a drawing is made of."""

SCHEMES = frozenset({"http", "https", "mailto"})
SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
ADDRESSES = frozenset("action data formaction href poster src srcset xlink:href".split())


def scheme(address: str) -> str:
    """The scheme of an address as a browser reads it, in lower case; "" when it has none."""
    plain = re.sub(r"[\x00-\x20]", "", html.unescape(address))
    match = SCHEME.match(plain)
    return match.group(1).lower() if match else ""


def active(text: str) -> str:
    """The first thing in the HTML of a Markdown text that a browser would run, such as `<script>`; "" if there is none.

    Raises RecursionError when the text nests too deep.
    """
    return in_html(markdown.markdown(text, extensions=list(_extensions()), extension_configs=_extensions()))


def in_html(text: str, svg: bool = False) -> str:
    """The first thing in HTML, or with `svg` in a drawing, that a browser would run; "" if there is none."""
    parser = _Parser(svg)
    parser.feed(text)
    parser.close()
    return next(iter(parser.found), "")


class _Parser(HTMLParser):
    def __init__(self, svg: bool) -> None:
        super().__init__()
        self.refused = RUNS - DRAWN if svg else RUNS
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag in self.refused:
            self.found.append(f"<{tag}>")
        self.found += _attributes(tag, attributes)


def _attributes(tag: str, attributes: list[tuple[str, str | None]]) -> Iterator[str]:
    """Attributes that run something, or load it from elsewhere; a link may lead elsewhere."""
    schemes = {"", *SCHEMES} if tag == "a" else {""}
    for name, value in attributes:
        if name.startswith("on"):
            yield f"{name}=…"
        elif name in ADDRESSES and scheme(value or "") not in schemes:
            yield f"{scheme(value or '')}:"


class _Loader(yaml.SafeLoader):
    """Reads mkdocs.yml, whose own tags (`!ENV`, `!!python/name:`) matter to MkDocs alone."""


_Loader.add_multi_constructor("", lambda loader, suffix, node: lambda *_, **__: "")


@functools.cache
def _extensions() -> dict[str, dict]:
    """The Markdown extensions of the site with their settings."""
    listed = yaml.load((ROOT / "mkdocs.yml").read_text("utf-8"), _Loader)["markdown_extensions"]
    return {
        name: settings for item in listed for name, settings in (item if isinstance(item, dict) else {item: {}}).items()
    }
