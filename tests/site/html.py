"""The pages of the built site, parsed once."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urljoin, urlsplit

from lxml import html
from lxml.html import HtmlElement

from scripts.content.data import questions, tags
from scripts.content.editions import EDITIONS, Edition

SITE_URL = "https://example.org/repo/"
LINKING = ("href", "src", "poster", "data", "xlink:href", "action", "formaction")
UNREAD = ("annotation", "script", "style", "template", "pre", "code", "kbd")


@dataclass(frozen=True)
class Page:
    """One HTML file. `path` is the file's path in the site, `name` its address below the edition's root."""

    edition: Edition
    path: str
    tree: HtmlElement
    size: int

    @property
    def name(self) -> str:
        return self.path.removeprefix(self.edition.root).removesuffix("index.html")

    @property
    def url(self) -> str:
        """The address that the page has when the site stands at SITE_URL."""
        return SITE_URL + self.path.removesuffix("index.html")

    @property
    def kind(self) -> str:
        """What sort of page it is: question, stub, lab, tag, or for the others their name."""
        if any(self.name == question.url for question in questions().values()):
            return "stub" if self.noindex else "question"
        folder, _, rest = self.name.partition("/")
        if folder == "tags" and rest:
            return "tag"
        return "lab" if folder == "labs" else folder or "home"

    @property
    def noindex(self) -> bool:
        return bool(self.tree.xpath('//meta[@name="robots"][contains(@content, "noindex")]'))

    @property
    def article(self) -> HtmlElement:
        return self.one("//article")

    @cached_property
    def ids(self) -> list[str]:
        return self.tree.xpath("//@id")

    @cached_property
    def links(self) -> list[str]:
        """Every address that an element of the page names, as written; `srcset` taken apart."""
        found = [value for name in LINKING for value in self.tree.xpath(f"//@*[name() = '{name}']")]
        for candidates in self.tree.xpath("//@srcset"):
            found += [part.split()[0] for part in candidates.split(",") if part.strip()]
        return [value.strip() for value in found]

    def one(self, xpath: str) -> HtmlElement:
        (element,) = self.tree.xpath(xpath)
        return element

    def texts(self, within: str = "//body") -> Iterator[str]:
        """The text that a reader sees, piece by piece, without code and scripts."""
        skipped = " or ".join(f"self::{tag}" for tag in UNREAD)
        return iter(self.tree.xpath(f"{within}//text()[not(ancestor::*[{skipped}])]"))

    def __repr__(self) -> str:
        return self.path


class Site:
    """The built site in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
        self.pages = [self._parse(path) for path in sorted(self.files) if path.endswith("index.html")]
        self.by_path = {page.path: page for page in self.pages}

    def _parse(self, path: str) -> Page:
        content = (self.folder / path).read_bytes()
        tree = html.document_fromstring(content, parser=html.HTMLParser(encoding="utf-8"))
        return Page(edition_of(path), path, tree, len(content))

    def of(self, edition: Edition) -> list[Page]:
        return [page for page in self.pages if page.edition == edition]

    def kind(self, *kinds: str) -> list[Page]:
        """The pages of these kinds. Fails when the site has none, so that a test of them can't pass over nothing."""
        found = [page for page in self.pages if page.kind in kinds]
        assert found, f"the site has no page of kind {kinds}"
        return found

    def counterparts(self) -> Iterator[tuple[str, dict[str, Page]]]:
        """Each page's name with the page by edition code."""
        for name in sorted({page.name for page in self.pages}):
            yield name, {page.edition.code: page for page in self.pages if page.name == name}

    def target(self, page: Page, link: str) -> tuple[str | None, str]:
        """The file that a link of a page leads to (None outside the site) and the fragment."""
        whole = urljoin(page.url, link)
        if not whole.startswith(SITE_URL):
            return None, ""
        parts = urlsplit(whole)
        path = unquote(parts.path).removeprefix(urlsplit(SITE_URL).path)
        if not path or path.endswith("/"):
            path += "index.html"
        elif "." not in PurePosixPath(path).name:
            path += " (a folder without the closing slash)"
        return path, unquote(parts.fragment)


def edition_of(path: str) -> Edition:
    return next((e for e in EDITIONS if e.root and path.startswith(e.root)), EDITIONS[0])


def is_internal(link: str) -> bool:
    """Whether a link, as written, leads to another place of the same site."""
    return not re.match(r"[a-z][a-z0-9+.-]*:|//", link, re.I)


def expected_names() -> set[str]:
    """The pages every edition must have besides those with prose of their own."""
    return {q.url for q in questions().values()} | {f"tags/{tag}/" for tag in tags()}
