"""No page takes in another file with `--8<--`: what it would take in may lie outside the repository."""

import re
from collections.abc import Iterator
from posixpath import normpath

from scripts.checks import Problem, Sources
from scripts.checks._text import quote

MARK = re.compile(r"^[ \t]*-{1,9}8<-{1,9}[ \t]*(.*)$")
OUTSIDE = re.compile(r"[/~\\]|[A-Za-z]+:|\.\.(?:/|$)")
ADVICE = "write the text itself"


def check(sources: Sources) -> Iterator[Problem]:
    """Yield a problem for every line that asks for a snippet; code is no shelter, the extension looks there too."""
    for file, page in sources.pages.items():
        inside = False
        for number, line in enumerate(page.text.split("\n"), start=1):
            mark = MARK.match(line)
            if mark and (name := mark.group(1).strip().strip("\"'")):
                yield Problem(file, number, "snippets", _message(name, sources))
            elif mark:
                inside = not inside
            elif inside and line.strip():
                yield Problem(file, number, "snippets", _message(line.strip(), sources))


def _message(name: str, sources: Sources) -> str:
    path = normpath(name.split(":", 1)[0] if not re.match(r"[A-Za-z]:[\\/]|[a-z]+://", name) else name)
    if OUTSIDE.match(path):
        return f"snippet {quote(name)} leaves the repository; {ADVICE}"
    if not (sources.root / path).is_file():
        return f"snippet {quote(name)} is no file of the repository; {ADVICE}"
    return f"snippet {quote(name)} would not be taken in, the site is built without snippets; {ADVICE}"
