"""Which files below `docs/` go into the site: pages and images, and nothing that a browser would run."""

import os
from pathlib import Path

PAGES = (".md", ".ipynb")
IMAGES = (".avif", ".gif", ".jpeg", ".jpg", ".png", ".webp")
"""Kinds that can't hold a script; SVG can, so figures are checked and put into the page."""

LINK = "a symbolic link is not followed; put the file itself there"


def obstacle(file: Path, root: Path) -> str | None:
    """Why the file below `root` is not published, in words, or None."""
    if file.is_symlink() or os.path.realpath(file) != os.path.join(os.path.realpath(root), file.relative_to(root)):
        return LINK
    if file.suffix.lower() == ".svg":
        return "SVG files stand in docs/assets/figures/, from where they are put into the pages"
    if file.suffix.lower() not in PAGES + IMAGES:
        kinds = ", ".join(PAGES + IMAGES)
        return f"files of this kind are not published; docs/ holds pages and images ({kinds})"
    return None


def linked_folders(root: Path) -> list[str]:
    """The symbolic links to folders below `root`; MkDocs would read all that is behind them."""
    links = (Path(folder, name) for folder, names, _ in os.walk(root) for name in names)
    return sorted(link.relative_to(root).as_posix() for link in links if link.is_symlink())
