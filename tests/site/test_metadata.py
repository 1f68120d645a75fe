"""What other programs read from a page: structured data, Open Graph, dates."""

import json
import struct
from datetime import date

from scripts.content.data import questions
from tests.site.html import SITE_URL


def test_structured_data_of_an_answer_parses_and_names_its_page(html):
    for page in html.kind("question"):
        data = json.loads(page.one('//script[@type="application/ld+json"]').text)
        question = next(q for q in questions().values() if q.url == page.name)
        assert data["@context"] == "https://schema.org"
        assert data["headline"] == question.title[page.edition.code]
        assert data["inLanguage"] == page.edition.language
        assert data["url"] == page.url
        assert data["isPartOf"]["url"] == SITE_URL + page.edition.root


def test_open_graph_tags_are_complete(html):
    for page in html.pages:
        found = {meta.get("property"): meta.get("content") for meta in page.tree.xpath("//head/meta[starts-with(@property, 'og:')]")}
        assert all(found.get(f"og:{name}") for name in ("type", "title", "description", "site_name", "locale")), str(page)
        assert found["og:url"] == page.url
        assert found["og:image"].startswith(SITE_URL)
        assert found["og:image"].removeprefix(SITE_URL) in html.files, found["og:image"]


def test_open_graph_image_is_light_and_of_the_usual_size(html):
    for page in html.kind("home"):
        address = page.one('//meta[@property="og:image"]').get("content")
        image = (html.folder / address.removeprefix(SITE_URL)).read_bytes()
        assert image[:8] == b"\x89PNG\r\n\x1a\n"
        assert struct.unpack(">II", image[16:24]) == (1200, 630)
        assert len(image) < 60_000


def test_b44_pages_print_no_date_of_a_commit_or_a_build(html):
    """A shallow clone would give every page the last commit's date."""
    today = date.today()
    shown = {today.isoformat(), today.strftime("%B %d, %Y"), f"{today.year}年{today.month}月{today.day}日"}
    for page in html.pages:
        assert not page.tree.xpath('//*[contains(@class, "git-revision-date") or contains(@class, "md-source-file")]'), str(page)
        if page.kind in ("question", "stub", "home"):
            assert not [text for text in page.texts() if any(day in text for day in shown)], str(page)
