"""What each changed page lacks, as Markdown: `python -m scripts.page_summary FILE ...`.

The files are named from the repository's root, as `git diff --name-only` prints them; those that are no pages matter
only for their problems. CI shows the result on the pull request's run. The exit status is always 0: that a problem
fails the run is the business of `python -m scripts.check`.
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from scripts.check import run
from scripts.checks import Problem, Sources
from scripts.checks._text import quote
from scripts.content import ROOT
from scripts.content.editions import EDITIONS

LISTED = 20
"""Problems that are shown of one file."""

LINES = 400
"""Lines of a summary; GitHub shows at most 1 MiB."""


def summary(sources: Sources, changed: Iterable[str]) -> str:
    """The summary of a change of the files `changed`."""
    problems: dict[str, list[Problem]] = {}
    for problem in run(sources):
        problems.setdefault(problem.file, []).append(problem)
    changed = sorted(set(changed))
    pages = {path: _title(path, sources) for path in sorted(filter(None, map(_page, changed)))}
    files = {f"docs/{edition.code}/{path}" for path in pages for edition in EDITIONS}

    lines = ["## Changed pages" if pages else "No page changed."]
    for path, title in pages.items():
        lines += ["", f"### {title}", ""]
        for edition in EDITIONS:
            lines += _edition(edition.name, f"docs/{edition.code}/{path}", sources, problems)
    others = [file for file in changed if file in problems and file not in files]
    if others:
        lines += ["", "## Other changed files", ""]
        for file in others:
            lines += _items(f"{quote(file, 200)}:", problems[file])
    elsewhere = sum(not problem.warning for file in problems.keys() - files - {*others} for problem in problems[file])
    if elsewhere:
        lines += ["", f"Problems in files that this change does not touch: {elsewhere}. `make check` lists them."]
    if len(lines) > LINES:
        lines = [*lines[:LINES], "", "The rest is left out. `make check` lists everything."]
    return "\n".join(lines)


def _page(file: str) -> str | None:
    """The path that a page has in every edition, or None when the file is no page."""
    top, _, rest = file.partition("/")
    code, _, path = rest.partition("/")
    known = top == "docs" and code in {edition.code for edition in EDITIONS}
    return path if known and path.endswith((".md", ".ipynb")) else None


def _title(path: str, sources: Sources) -> str:
    ident = next((question.id for question in sources.questions.values() if question.path == path), None)
    return f"{ident}: {quote(path, 200)}" if ident else quote(path, 200)


def _edition(name: str, file: str, sources: Sources, problems: dict[str, list[Problem]]) -> list[str]:
    """What the page lacks in one edition."""
    if file in problems:
        return _items(f"**{name}**", problems[file])
    return [f"- **{name}**: {'lacks nothing' if file in sources.files else 'no such page'}"]


def _items(name: str, problems: list[Problem]) -> list[str]:
    """The problems as a list below the name of what has them."""
    items = [f"    - line {p.line}, {p.rule}: {'(warning) ' if p.warning else ''}{p.message}" for p in problems]
    more = [f"    - and {len(items) - LISTED} more"] if len(items) > LISTED else []
    return [f"- {name}", *items[:LISTED], *more]


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Print the summary of the files that are named."""
    parser = argparse.ArgumentParser(description="List what each changed page lacks, as Markdown.")
    parser.add_argument("files", nargs="*", metavar="FILE", help="a changed file, named from the repository's root")
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    print(summary(Sources(root), parser.parse_args(arguments).files))
    return 0


if __name__ == "__main__":
    sys.exit(main())
