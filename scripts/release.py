"""Release the site as a version: `python -m scripts.release 2026.12` puts it on the local branch gh-pages.

The version becomes `latest`, and the root of the published site leads to it. Nothing is changed unless everything
succeeds: the branch moves once, at the end. Pushing it is left to the caller.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from scripts import check
from scripts.checks import Sources
from scripts.content import ROOT
from scripts.release_addresses import pages, redirects, vanished, write_redirects
from scripts.release_branch import BRANCH, Branch, Refused, git

VERSION = re.compile(r"20[0-9]{2}\.([1-9]|1[0-2])(\.[1-9][0-9]*)?")
SHOWN = 10
"""Files, problems or addresses named in one message."""


def release(version: str, root: Path = ROOT) -> None:
    """Release what is committed in the repository at `root`. Raises Refused, with everything left as it was."""
    if not VERSION.fullmatch(version):
        raise Refused(f"{version!r} is no version; write year and month, such as 2026.12, or 2026.12.1 for a repair")
    if changed := git(root, "status", "--porcelain").splitlines():
        raise Refused(_list("the working tree is not clean; commit these files or put them away:", changed))
    branch = Branch.of(root)
    branch.refuse_unless_new(version)
    print("Checking the sources", flush=True)
    check_sources(root)
    cache = root / ".cache"
    cache.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="release-", dir=cache) as folder:
        site = Path(folder) / "site"
        print("Building the site", flush=True)
        build(root, version, site)
        write_redirects(site, redirects(root))
        if previous := branch.previous:
            if gone := vanished(branch.files(previous), pages(site)):
                raise Refused(
                    _list(
                        f"these addresses of {previous} would vanish; restore the pages, or write in data/redirects.yml "
                        "which page stands for each:",
                        gone,
                    )
                )
        print("Publishing", flush=True)
        branch.publish(version, site, Path(folder) / "repository")
    print(f"{version} stands on the branch {BRANCH}; `git push origin {BRANCH}` publishes it")


def check_sources(root: Path) -> None:
    """Refuse problems of the sources, and editions that are not equal, of which the check only warns."""
    problems = check.run(Sources(root))
    if failing := [str(problem) for problem in problems if not problem.warning]:
        raise Refused(_list("the sources have problems (`make check` lists them all):", failing))
    if unequal := [str(problem) for problem in problems if problem.rule == "parity"]:
        raise Refused(_list("the editions are not equal:", unequal))


def build(root: Path, version: str, site: Path) -> None:
    """Build the site as `version` into the folder `site`; the build ends when this process does."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(site)]
    environment = {**os.environ, "MIKE_DOCS_VERSION": version, "EDITION_CHILD": "1", "NO_MKDOCS_2_WARNING": "1"}
    process = subprocess.Popen(
        command,
        cwd=root,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    try:
        output = process.stdout.read().decode("utf-8", "replace")
        if process.wait():
            raise Refused(f"the site does not build:\n{output.strip()}")
    finally:
        process.kill()
        process.communicate()


def _list(title: str, items: list[str]) -> str:
    more = [f"… and {len(items) - SHOWN} more"] if len(items) > SHOWN else []
    return "\n  ".join([title, *items[:SHOWN], *more])


def main(arguments: list[str], root: Path = ROOT) -> int:
    """Release the version named by the only argument and return the exit status."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")
    if len(arguments) != 1 or not arguments[0]:
        print("name the version: make release VERSION=2026.12", file=sys.stderr)
        return 1
    try:
        release(arguments[0], root)
    except (Refused, OSError) as reason:
        print(f"not released: {reason}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
