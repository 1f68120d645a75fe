"""The files at the root of the whole site: sitemap index, robots.txt, shared figures."""

import shutil
from pathlib import Path

from scripts.content import DOCS
from scripts.content.editions import EDITIONS
from scripts.published import IMAGES


def write_root_files(site: Path, root_url: str) -> None:
    """Write them into `site`, a whole built site whose address is `root_url`."""
    sitemaps = "".join(f"  <sitemap><loc>{root_url}{e.root}sitemap.xml</loc></sitemap>\n" for e in EDITIONS)
    (site / "sitemap_index.xml").write_text(
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{sitemaps}</sitemapindex>\n',
        "utf-8",
    )
    (site / "robots.txt").write_text(f"User-agent: *\nAllow: /\nSitemap: {root_url}sitemap_index.xml\n", "utf-8")
    (site / ".nojekyll").touch()
    shutil.copytree(DOCS / "assets", site / "assets", dirs_exist_ok=True, ignore=_unpublished)


def _unpublished(folder: str, names: list[str]) -> list[str]:
    """Of the names in a folder of docs/assets/, those that stay out of the site."""
    paths = [Path(folder, name) for name in names]
    return [path.name for path in paths if path.is_symlink() or (path.is_file() and path.suffix.lower() not in IMAGES)]
