"""Questions that an edition does not answer yet: said in its language, and kept out of every index."""

import pytest

from scripts.content.data import interface, questions
from scripts.content.editions import EDITIONS
from scripts.content.pages import answered_in


@pytest.fixture(scope="module")
def stubs(html):
    if all(len(answered_in(q)) == len(EDITIONS) for q in questions().values()):
        pytest.skip("every question is answered in every edition")
    return html.kind("stub")


def test_pages_are_stubs_exactly_where_the_edition_has_no_answer(html):
    for edition in EDITIONS:
        stubs = {page.name for page in html.of(edition) if page.kind == "stub"}
        assert stubs == {q.url for q in questions().values() if edition not in answered_in(q)}


def test_stubs_are_not_indexed(html, stubs):
    sitemaps = [(html.folder / f"{e.root}sitemap.xml").read_text("utf-8") for e in EDITIONS]
    index = "".join(
        (html.folder / path).read_text("utf-8") for path in html.files if "search/" in path and path.endswith(".json")
    )
    assert index
    for page in stubs:
        assert page.noindex
        assert not any(f"<loc>{page.url}</loc>" in sitemap for sitemap in sitemaps)
    unanswered = [q.url for q in questions().values() if not answered_in(q)]
    assert not [url for url in unanswered if url in index]


def test_b16_stubs_speak_the_language_of_the_edition(html, stubs):
    for page in stubs:
        question = next(q for q in questions().values() if q.url == page.name)
        code, text = page.edition.code, page.article.text_content()
        assert question.title[code] in page.one("//article//h1").text_content()
        assert interface()["question.unanswered"][code] in text
        assert not page.tree.xpath('//script[@type="application/ld+json"]')


def test_stubs_lead_to_the_guide_for_contributors(html, stubs):
    for page in stubs:
        targets = {html.target(page, link)[0] for link in page.article.xpath(".//a/@href")}
        assert f"{page.edition.root}contributing/index.html" in targets


def test_lists_mark_unanswered_questions(html):
    for page in html.kind("home"):
        for item in page.tree.xpath('//ol[@class="questions"]/li'):
            target, _ = html.target(page, item.find("a").get("href"))
            marked = bool(item.xpath('.//*[@class="unanswered"]'))
            assert marked == (html.by_path[target].kind == "stub"), f"{page}: {target}"


def test_home_lists_every_question(html):
    for page in html.kind("home"):
        targets = [html.target(page, a.get("href"))[0] for a in page.tree.xpath('//ol[@class="questions"]/li/a')]
        assert targets == [f"{page.edition.root}{q.url}index.html" for q in questions().values()]
