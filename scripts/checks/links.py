"""Every link that stays in the site leads to a page, section or image that exists, in the same edition."""

import re
from collections.abc import Iterator
from posixpath import dirname, join, normpath, relpath

from scripts.checks import Problem, Sources
from scripts.checks._text import quote
from scripts.content.pages import SourcePage

ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:", re.I)
EXPLICIT_ID = re.compile(r"\{[^}\n]*#([^\s}]+)[^}\n]*\}|\sid=\"([^\"]+)\"")


def check(sources: Sources) -> Iterator[Problem]:
    """Yield a problem for every link and image of every page that leads nowhere, or out of the edition."""
    generated = sources.generated()
    ids = {file: _ids(page) for file, page in sources.pages.items()}
    for file, page in sources.pages.items():
        for link in page.links:
            if message := _wrong(link.text, link.image, file, sources, generated, ids):
                yield Problem(file, link.line, "links", f"link {quote(link.text)} {message}")


def _wrong(
    link: str, image: bool, file: str, sources: Sources, generated: set[str], ids: dict[str, set[str]]
) -> str:
    """What is wrong with a link of `file`, or ""."""
    if link.startswith("/"):
        return "is absolute and breaks when the site moves; write the way from this file, such as `../infra/slug.md`"
    if ELSEWHERE.match(link):
        return ""
    path, _, fragment = link.partition("#")
    target = normpath(join(dirname(file), path)) if path else file
    edition = "/".join(file.split("/")[:2])
    in_edition = target.startswith(f"{edition}/")
    if not (in_edition or target.startswith("docs/assets/")):
        return f"leaves {edition}/; link the page of this edition (readers switch the language themselves)"
    if target in sources.files:
        if fragment and target in ids and fragment not in ids[target]:
            return f"names a section that {target} does not have; use the id in braces at the end of a heading there"
        return ""
    if in_edition and target.removeprefix(f"{edition}/") in generated:
        if fragment:
            return "names a section, but that page has none in this edition so far; link the page without `#…`"
        return ""
    return _hint(target, image, file, generated)


def _hint(target: str, image: bool, file: str, generated: set[str]) -> str:
    """Why `target` is nothing that can be linked, and what was probably meant."""
    if image:
        return f"leads to no file ({target}); images stand in docs/assets/figures/"
    edition, name = "/".join(file.split("/")[:2]), target.rsplit("/", 1)[-1].removesuffix(".md")
    for path in sorted(generated):
        if path.rsplit("/", 1)[-1] == f"{name}.md":
            return f"leads to no page; write `{relpath(f'{edition}/{path}', dirname(file))}`"
    if "." not in target.rsplit("/", 1)[-1]:
        return "leads to no file; link a page by its file, ending in `.md`"
    return f"leads to no page ({target}); compare the path with the slugs in data/questions.yml"


def _ids(page: SourcePage) -> set[str]:
    """The ids that a page has: those written in braces or as an attribute, and the list of sources."""
    ids = {found for match in EXPLICIT_ID.finditer(page.bare) for found in match.groups() if found}
    return ids | {"references"} if page.citations else ids
