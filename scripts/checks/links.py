"""Every link that stays in the site leads to a page, section or image that exists, in the same edition.

Links to code name a commit, and images have an alternative text.
"""

import re
from collections.abc import Iterator
from posixpath import dirname, join, normpath, relpath

from scripts.checks import Problem, Sources
from scripts.checks._text import nearest, quote
from scripts.content.editions import EDITIONS
from scripts.content.pages import Link, SourcePage, line_of

BRANCH = re.compile(r"https://git(?:hub|lab)\.com/[^/]+/[^/]+/(?:-/)?(?:blob|tree|raw)/(?:main|master|HEAD)(?:/|$)")
NO_TEXT = re.compile(r"!\[\s*\](?=\()")
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:", re.I)
EXPLICIT_ID = re.compile(r"\{[^{}#\n]{0,300}#([^\s{}]{1,200})[^{}\n]{0,300}\}|\sid=\"([^\"]{1,200})\"")


Targets = dict[str, set[str] | None]
"""What can be linked, with the ids it has; None where any section may be named."""


def check(sources: Sources) -> Iterator[Problem]:
    """Yield a problem for every link and image of every page that leads nowhere, or out of the edition."""
    generated = sources.generated()
    if generated is None:
        return  # data-schema says what is wrong with the data; without them every link would seem broken
    targets: Targets = {f"docs/{edition.code}/{path}": {"title"} for edition in EDITIONS for path in generated}
    targets |= dict.fromkeys(sources.files) | {file: _ids(page) for file, page in sources.pages.items()}
    for file, page in sources.pages.items():
        for link in page.links:
            if message := _wrong(link, file, targets):
                yield Problem(file, link.line, "links", f"link {quote(link.text)} {message}")
        for match in NO_TEXT.finditer(page.bare):
            message = "image without alternative text; say between the brackets what it shows"
            yield Problem(file, line_of(page.bare, match.start()), "links", message)


def _wrong(link: Link, file: str, targets: Targets) -> str:
    """What is wrong with a link of `file`, or ""."""
    if link.text.startswith("/"):
        return "is absolute and breaks when the site moves; write the way from this file, such as `../infra/slug.md`"
    if BRANCH.match(link.text):
        return "follows a branch and will show something else one day; name a commit in its place (press y on the page)"
    if ELSEWHERE.match(link.text):
        return ""
    path, _, fragment = link.text.partition("#")
    target = normpath(join(dirname(file), path)) if path else file
    edition = "/".join(file.split("/")[:2])
    if not target.startswith((f"{edition}/", "docs/assets/")):
        return f"leaves {edition}/; link the page of this edition (readers switch the language themselves)"
    if target not in targets:
        return _missing(target, link.image, file, targets)
    ids = targets[target]
    if not fragment or ids is None or fragment in ids:
        return ""
    if ids <= {"title"}:
        return f"names a section, but {target} has none so far; link the page without `#…`"
    meant = nearest(fragment, ids)
    advice = f"write `#{meant}`" if meant else "use the id in braces at the end of a heading there"
    return f"names a section that {target} does not have; {advice}"


def _missing(target: str, image: bool, file: str, targets: Targets) -> str:
    """That `target` is nothing that can be linked, and what was probably meant."""
    if image:
        return f"leads to no file ({target}); images stand in docs/assets/figures/"
    edition, name = "/".join(file.split("/")[:2]), target.rsplit("/", 1)[-1].removesuffix(".md")
    here = [other for other in sorted(targets, reverse=True) if other.startswith(f"{edition}/")]
    pages = {other.rsplit("/", 1)[-1].removesuffix(".md"): other for other in here}
    if meant := pages.get(name) or pages.get(nearest(name, pages)):
        return f"leads to no page; write `{relpath(meant, dirname(file))}`"
    return (
        f"leads to no page ({target}); link a page by its file, which ends in `.md`, with a slug of data/questions.yml"
    )


def _ids(page: SourcePage) -> set[str]:
    """The ids that a page has: those written in braces or as an attribute, its title and its list of sources."""
    ids = {found for match in EXPLICIT_ID.finditer(page.bare) for found in match.groups() if found}
    return ids | {"title"} | ({"references"} if page.citations else set())
