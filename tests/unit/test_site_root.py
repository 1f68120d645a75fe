"""Files at the root of the whole site."""

from xml.etree import ElementTree

import pytest

from scripts import site_root
from scripts.site_root import write_root_files


@pytest.fixture
def site(tmp_path, monkeypatch):
    assets = tmp_path / "docs" / "assets" / "figures"
    assets.mkdir(parents=True)
    (assets / "drawn.svg").write_text("<svg/>", "utf-8")
    (assets / "photo.png").write_bytes(b"png")
    monkeypatch.setattr(site_root, "DOCS", tmp_path / "docs")
    (tmp_path / "site").mkdir()
    write_root_files(tmp_path / "site", "https://example.org/repo/")
    return tmp_path / "site"


def test_the_sitemap_index_names_the_sitemap_of_every_edition(site):
    root = ElementTree.parse(site / "sitemap_index.xml").getroot()
    assert [loc.text for loc in root.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")] == [
        "https://example.org/repo/sitemap.xml",
        "https://example.org/repo/pt/sitemap.xml",
        "https://example.org/repo/en/sitemap.xml",
    ]


def test_robots_names_the_sitemap_index(site):
    assert (site / "robots.txt").read_text("utf-8").splitlines()[
        -1
    ] == "Sitemap: https://example.org/repo/sitemap_index.xml"


def test_shared_images_are_copied_once_and_drawings_stay_inside_the_pages(site):
    assert (site / "assets/figures/photo.png").read_bytes() == b"png"
    assert not (site / "assets/figures/drawn.svg").exists()


def test_folders_that_begin_with_an_underscore_are_served(site):
    assert (site / ".nojekyll").is_file()
