"""Tag pages: the edition's own questions, algorithm beside infrastructure."""

import pytest

from scripts.content.data import questions, tags
from scripts.content.editions import EDITIONS


@pytest.fixture(params=EDITIONS, ids=lambda edition: edition.code)
def edition(request):
    return request.param


def listed(html, page) -> set[str]:
    return {html.target(page, link)[0] for link in page.article.xpath('.//a[@class="question-link"]/@href')}


def test_b19_a_tag_page_lists_its_questions_in_its_own_edition(html, edition):
    for tag in tags():
        page = html.by_path[f"{edition.root}tags/{tag}/index.html"]
        wanted = {f"{edition.root}{q.url}index.html" for q in questions().values() if tag in q.tags}
        assert wanted and listed(html, page) == wanted, str(page)


def test_b19_the_list_of_tags_is_complete(html, edition):
    page = html.by_path[f"{edition.root}tags/index.html"]
    wanted = {f"{edition.root}{q.url}index.html" for q in questions().values() if q.tags}
    assert listed(html, page) == wanted
    assert set(tags()) <= set(page.ids)


def test_b19_tags_on_a_page_lead_to_tag_pages_of_its_edition(html, edition):
    seen = 0
    for page in html.of(edition):
        for link in page.article.xpath('.//a[@class="tag"]/@href'):
            target, fragment = html.target(page, link)
            seen += 1
            assert target.startswith(f"{edition.root}tags/"), f"{page}: {link}"
            tag = fragment or target.removeprefix(f"{edition.root}tags/").removesuffix("/index.html")
            assert tag in tags(), f"{page}: {link}"
    assert seen > 100


def test_algorithm_and_infrastructure_stand_side_by_side(html, edition):
    for tag in tags():
        page = html.by_path[f"{edition.root}tags/{tag}/index.html"]
        columns = page.article.xpath('.//div[@class="tag-columns"]/div')
        found = [{html.target(page, link)[0].removeprefix(edition.root).split("/")[0] for link in c.xpath(".//a/@href")} for c in columns]
        assert len(found) == 2 and found[0] <= {"algorithm"} and found[1] <= {"infra"}, f"{page}: {found}"


def test_the_theme_shows_no_tags_of_its_own(html):
    assert not [page for page in html.pages if page.tree.xpath('//*[@class="md-tags"]')]
