"""Every file of `docs/` and `data/` can be read: an ordinary file of a sensible size."""

from collections.abc import Iterator

from scripts.checks import Problem, Sources


def check(sources: Sources) -> Iterator[Problem]:
    """Yield a problem for every file that can't be read, and for names that differ in case alone."""
    known: dict[str, str] = {}
    for file, obstacle in sources.files.items():
        if obstacle:
            yield Problem(file, 1, "files", f"the file {obstacle}")
        other = known.setdefault(file.lower(), file)
        if other != file:
            yield Problem(file, 1, "files", f"the name differs from {other} in upper and lower case alone; rename one")
