"""Addresses outlive a release: which pages a built site has, which are gone, and redirects for those that moved."""

from pathlib import Path

import yaml
from jinja2 import Template

from scripts.content.editions import EDITIONS
from scripts.release_branch import REDIRECT, Refused


def redirects(root: Path) -> dict[str, str]:
    """The addresses of data/redirects.yml and the pages that stand for them; the check has seen to its form."""
    file = root / "data" / "redirects.yml"
    return yaml.safe_load(file.read_text("utf-8")) or {} if file.is_file() else {}


def write_redirects(site: Path, moved: dict[str, str]) -> None:
    """Write a page that leads on, keeping query and section, at every old address of every edition."""
    template = Template(REDIRECT.read_text("utf-8"), autoescape=True, keep_trailing_newline=True)
    for edition in EDITIONS:
        for old, new in moved.items():
            old_file = site / edition.root / old / "index.html"
            if old_file.exists():
                raise Refused(f"data/redirects.yml: {old} is a page itself; remove that line")
            if not (site / edition.root / new / "index.html").is_file():
                raise Refused(f"data/redirects.yml: {old} leads to {new}, which is no page; name the page it is now")
        for old, new in moved.items():
            old_file = site / edition.root / old / "index.html"
            old_file.parent.mkdir(parents=True, exist_ok=True)
            old_file.write_text(template.render(href="../" * old.count("/") + new), "utf-8", newline="\n")


def pages(site: Path) -> set[str]:
    """The paths of all pages of a built site."""
    return {path.relative_to(site).as_posix() for path in site.rglob("*.html")}


def vanished(before: set[str], now: set[str]) -> list[str]:
    """The addresses of the pages among the files `before` that are not there `now`."""
    gone = {path for path in before if path.endswith(".html")} - now
    return sorted(path.removesuffix("index.html") for path in gone)
