"""What goes into the search index: answered questions and labs, and nothing else."""

import pytest

from scripts.content.data import labs, questions
from scripts.hooks import search


@pytest.fixture(autouse=True)
def collected():
    search.on_pre_build(None)
    yield search.pages
    search.on_pre_build(None)


def test_an_answered_question_brings_its_words_and_filters(page, config, collected):
    made = page("algorithm/advantage-and-baseline.md")
    made.meta["question"] = "algo-05"
    search.on_page_content("<p>Text</p>", made, config("pt"), [])
    (found,) = collected
    question = questions()["algo-05"]
    assert (found.url, found.title, found.short) == (made.url, question.title["pt"], question.short["pt"])
    assert (found.aliases, found.track, found.tags) == (question.aliases["pt"], "algorithm", question.tags)
    assert found.body_html == "<p>Text</p>"


def test_a_lab_is_found_under_the_track_and_tags_of_its_question(page, config, collected):
    (lab,) = labs()
    made = page(lab.path)
    made.meta |= {"lab": lab, "lab_question": questions()[lab.question]}
    search.on_page_content("", made, config("zh"), [])
    (found,) = collected
    assert (found.title, found.short, found.track) == (lab.title["zh"], lab.title["zh"], "algorithm")
    assert found.tags == questions()[lab.question].tags


@pytest.mark.parametrize("meta", [{}, {"question": "algo-01", "noindex": True}])
def test_stubs_and_other_pages_stay_out(page, config, collected, meta):
    made = page("about.md")
    made.meta |= meta
    search.on_page_content("<p>Text</p>", made, config(), [])
    assert collected == []
