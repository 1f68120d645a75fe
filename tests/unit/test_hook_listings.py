"""Pages made from the data alone."""

import pytest

from scripts.content.bibliography import references
from scripts.content.data import glossary, tags, topics
from scripts.content.pages import LISTINGS
from scripts.hooks import listings
from scripts.hooks.listings import TEMPLATES, on_page_context, on_page_markdown, on_pre_build
from scripts.search_terms import fold


@pytest.mark.parametrize("path", LISTINGS)
def test_a_listing_has_a_template_and_a_description(page, config, path):
    made = page(path)
    on_page_markdown("", made, config("pt"), [])
    assert made.meta["template"] == TEMPLATES[path] == path.replace(".md", ".html")
    assert made.meta["description"]


def test_the_home_page_and_the_pages_of_tags(page, config):
    home, tag, other = page("index.md"), page("tags/kl.md"), page("about.md")
    for made in (home, tag, other):
        on_page_markdown("", made, config("en"), [])
    assert home.meta["template"] == "home.html"
    assert (tag.meta["template"], tag.meta["description"]) == ("tag.html", tags()["kl"].about["en"])
    assert other.meta == {}
    assert on_page_context({}, tag, config(), None) == {"tag": tags()["kl"]}


def test_a_page_named_after_an_unknown_tag_is_no_tag_page(page, config):
    assert on_page_context({}, page("tags/none.md"), config(), None) == {}
    assert on_page_context({}, page("algorithm/kl.md"), config(), None) == {}


def test_the_papers_page_has_every_source_once_under_its_topic(page, config):
    shown = on_page_context({}, page("papers.md"), config(), None)["topics"]
    assert [topic.id for topic, _ in shown] == [topic.id for topic in topics()]
    keys = [reference.key for _, entries in shown for reference, _ in entries]
    assert sorted(keys) == sorted(references())
    for topic, entries in shown:
        assert {reference.topic for reference, _ in entries} <= {topic.id}


def test_a_source_names_the_questions_that_cite_it(page, config, small_site):
    on_pre_build(config())
    ((_, entries),) = on_page_context({}, page("papers.md"), config(), None)["topics"]
    assert {r.key: [q.id for q in citing] for r, citing in entries} == dict.fromkeys(references(), ["algo-05"])
    on_pre_build(config())
    assert listings._cited_keys == {}


@pytest.mark.parametrize("edition, order", [("zh", "en"), ("pt", "pt"), ("en", "en")])
def test_the_glossary_is_sorted_by_the_words_of_the_edition_or_in_chinese_by_the_english_ones(page, config, edition, order):
    terms = on_page_context({}, page("glossary.md"), config(edition), None)["terms"]
    names = [fold(term.term[order]) for term in terms]
    assert names == sorted(names) and len(names) == len(glossary())


def test_the_map_page_has_the_map(page, config):
    assert "topic-map" in on_page_context({}, page("map.md"), config(), None)["topic_map"]
