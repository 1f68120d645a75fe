"""The 404 pages: served at any depth, so they lean on no other file."""

import pytest
from lxml import html as lxml_html

from scripts.content.data import interface
from scripts.content.editions import DEFAULT, EDITIONS
from tests.site.html import SITE_URL


@pytest.fixture(params=EDITIONS, ids=lambda edition: edition.code)
def edition(request):
    return request.param


@pytest.fixture
def page(built, edition):
    return lxml_html.fromstring((built / edition.root / "404.html").read_bytes(), parser=lxml_html.HTMLParser(encoding="utf-8"))


def test_needs_no_other_file(page):
    assert not page.xpath("//@src | //link/@href | //script | //style[contains(., 'url(')] | //style[contains(., '@import')]")


def test_links_are_full_addresses(page):
    links = page.xpath("//a/@href")
    assert links and all(link.startswith(SITE_URL) for link in links)


def test_is_not_indexed(page):
    assert page.xpath('//meta[@name="robots"]/@content') == ["noindex"]


def test_speaks_the_language_of_its_edition(page, edition):
    assert page.get("lang") == edition.language
    section = page.xpath("//section")[0]
    assert interface()["notfound.title"][edition.code] in section.text_content()


def test_the_root_one_speaks_all_languages(page, edition):
    spoken = page.xpath("//section/@lang")
    assert spoken == ([e.language for e in EDITIONS] if edition == DEFAULT else [edition.language])
    for section in page.xpath("//section"):
        (here,) = [e for e in EDITIONS if e.language == section.get("lang")]
        assert section.xpath(".//a/@href") == [SITE_URL + here.root]
        assert interface()["notfound.text"][here.code] in section.text_content()
