"""What goes wrong by itself, as the text of an issue: `python -m scripts.weekly_report --links FILE --packages FILE`.

Dead links come from lychee's JSON, vulnerable packages from pip-audit's, and pages to bring up to date from the
warnings of our own checks. Nothing is printed when there is nothing to do.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from scripts.check import run
from scripts.checks import Sources
from scripts.content import ROOT

LONGEST = 60_000
"""Bytes of a report; GitHub takes an issue of 65,536 characters."""

UNFINISHED = "- The search did not finish; see the log of the run."


def dead_links(found: Any) -> Iterator[str]:
    """One item for each address that does not answer, with the places that link to it."""
    places: dict[str, list[str]] = {}
    reasons: dict[str, str] = {}
    for kind in ("error_map", "timeout_map"):
        for file, links in found[kind].items():
            for link in links:
                places.setdefault(link["url"], []).append(f"{file}:{link['span']['line']}")
                reasons[link["url"]] = link["status"].get("details") or link["status"]["text"]
    for url in sorted(places):
        yield f"- <{url}> ({', '.join(sorted(places[url]))}): {reasons[url]}"


def vulnerable_packages(found: Any) -> Iterator[str]:
    """One item for each package with a known vulnerability, or that could not be looked up."""
    for package in sorted(found["dependencies"], key=lambda package: package["name"]):
        if "skip_reason" in package:
            yield f"- {package['name']}: not looked up, {package['skip_reason']}"
        for vulnerability in package.get("vulns", ()):
            fixed = " or ".join(vulnerability["fix_versions"]) or "no version yet"
            yield f"- {package['name']} {package['version']}: {vulnerability['id']}, fixed in {fixed}"


def pages_to_update(sources: Sources) -> Iterator[str]:
    """One item for each warning of the checks: a page that is stale, behind or missing."""
    for problem in run(sources):
        if problem.warning:
            yield f"- `{problem.file}`: {problem.message}"


def report(sources: Sources, links: Any, packages: Any) -> str:
    """The whole report, or "" when there is nothing to do. A search that did not finish is None."""
    sections = {
        "Dead links": [UNFINISHED] if links is None else [*dead_links(links)],
        "Vulnerable packages": [UNFINISHED] if packages is None else [*vulnerable_packages(packages)],
        "Pages to bring up to date": [*pages_to_update(sources)],
    }
    text = "\n".join(f"## {name}\n\n" + "\n".join(items) + "\n" for name, items in sections.items() if items)
    if len(text.encode()) > LONGEST:
        text = text.encode()[:LONGEST].decode(errors="ignore").rsplit("\n", 1)[0] + "\n\nThe rest is left out; the run's summary has it.\n"
    return text


def _read(file: Path) -> Any:
    """The JSON of a file, or None when there is none."""
    try:
        return json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return None


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Print the report."""
    parser = argparse.ArgumentParser(description="Write what goes wrong by itself as the text of an issue.")
    parser.add_argument("--links", type=Path, required=True, help="what lychee --format json wrote")
    parser.add_argument("--packages", type=Path, required=True, help="what pip-audit --format json wrote")
    options = parser.parse_args(arguments)
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    sys.stdout.write(report(Sources(root), _read(options.links), _read(options.packages)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
