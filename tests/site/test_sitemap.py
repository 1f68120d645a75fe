"""What search engines are told: sitemaps, their index, robots.txt."""

from lxml import etree

from scripts.content.editions import EDITIONS
from tests.site.html import SITE_URL

NAMESPACE = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9"}


def locations(html, path: str) -> list[str]:
    return etree.parse(html.folder / path).xpath("//s:loc/text()", namespaces=NAMESPACE)


def test_sitemap_of_an_edition_lists_its_indexable_pages(html):
    for edition in EDITIONS:
        listed = locations(html, f"{edition.root}sitemap.xml")
        assert sorted(listed) == sorted(page.url for page in html.of(edition) if not page.noindex)


def test_sitemap_index_lists_the_editions(html):
    assert locations(html, "sitemap_index.xml") == [f"{SITE_URL}{e.root}sitemap.xml" for e in EDITIONS]


def test_robots_txt_points_to_the_sitemap_index(html):
    lines = (html.folder / "robots.txt").read_text("utf-8").splitlines()
    assert f"Sitemap: {SITE_URL}sitemap_index.xml" in lines
    assert not [line for line in lines if line.startswith("Disallow: /")]


def test_every_page_has_a_title_and_a_description_of_its_own_language(html):
    for edition in EDITIONS:
        for page in html.of(edition):
            assert page.one("//head/title").text.strip()
            assert page.one('//head/meta[@name="description"]').get("content").strip()
        titles = [page.one("//head/title").text for page in html.of(edition)]
        assert len(set(titles)) == len(titles), "two pages with the same title"


def test_descriptions_hold_no_remains_of_tex_or_markdown(html):
    wrong = []
    for page in html.pages:
        for text in page.tree.xpath('//meta[@name="description" or @property="og:description"]/@content'):
            if any(mark in text for mark in "\\{}$*`") or "[@" in text:
                wrong.append(f"{page}: {text}")
    assert not wrong, "\n".join(wrong)
