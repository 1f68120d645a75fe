"""Every file of `docs/` and `data/` can be read, on every system: an ordinary file of a sensible size and name.

What stands in `docs/` is published, so it is of a kind that a browser does not run.
"""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from scripts.checks import Problem, Sources
from scripts.checks._text import quote

NAME = re.compile(r"(?!(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$))[A-Za-z0-9][A-Za-z0-9._-]{0,99}(?<!\.)", re.I)
"""A name that every system can hold, some of which have names of their own for devices."""

PUBLISHED = ("", ".md", ".ipynb", ".svg", ".png", ".jpg", ".jpeg", ".webp", ".txt")
"""Suffixes of what may stand in `docs/`."""


def check(sources: Sources) -> Iterator[Problem]:
    """Yield a problem for every file that can't be read, and for names that some systems can't hold or tell apart."""
    known: dict[str, str] = {}
    for file, obstacle in sources.files.items():
        if obstacle:
            yield Problem(file, 1, "files", f"the file {obstacle}")
        if wrong := next((part for part in file.split("/") if not NAME.fullmatch(part)), None):
            message = f"not every system can hold the name {quote(wrong)}; use a-z, 0-9, hyphens and dots"
            yield Problem(file, 1, "files", message)
        suffix = PurePosixPath(file).suffix.lower()
        if file.startswith("docs/") and suffix not in PUBLISHED:
            message = f"files of the kind {quote(suffix)} are not published; keep pages, notebooks and pictures in docs/"
            yield Problem(file, 1, "files", message)
        other = known.setdefault(file.lower(), file)
        if other != file:
            yield Problem(file, 1, "files", f"the name differs from {other} in upper and lower case alone; rename one")
