"""Question pages: what the hook finds about them, and the description made of the short answer."""

import pytest

from scripts.content.data import questions
from scripts.hooks.questions import _description, on_page_context, on_page_markdown, question_of

PAGE = "algorithm/advantage-and-baseline.md"


def test_the_question_of_a_page_is_known_by_its_path(page):
    assert question_of(page(PAGE)) is questions()["algo-05"]
    assert question_of(page("about.md")) is None


def test_a_page_gets_its_title_minutes_and_description(page, config):
    text = (
        "---\nid: algo-05\n---\n\n# Title\n\n## Short {#short-answer}\n\nThe answer.\n\n## Derivation {#derivation}\n\n"
        + "word " * 400
    )
    made = page(PAGE, text=text)
    on_page_markdown(text, made, config("en"), [])
    assert made.meta == {
        "question": "algo-05",
        "template": "question.html",
        "title": questions()["algo-05"].title["en"],
        "minutes": 3,
        "description": "The answer.",
    }


def test_a_stub_stays_out_of_search_engines(page, config):
    made = page(PAGE)
    made.file.generated_by = "questions"
    on_page_markdown("# Title\n", made, config("zh"), [])
    assert made.meta["noindex"] is True
    assert "minutes" not in made.meta


def test_other_pages_are_left_alone(page, config):
    made = page("about.md", text="# About\n")
    on_page_markdown("# About\n", made, config(), [])
    assert made.meta == {}
    assert on_page_context({}, made, config(), None) == {}


def test_the_template_gets_the_question_and_what_stands_around_it(page, config):
    context = on_page_context({}, page(PAGE), config("en"), None)
    assert context["question"].id == "algo-05"
    assert [tag.id for tag in context["question_tags"]] == questions()["algo-05"].tags
    assert context["related"] and context["state"].answered


@pytest.mark.parametrize(
    "markdown, shown",
    [
        ('\n!!! tip "Why they ask"\n    A tip.\n\nThe **answer** with `code`.\n\nMore.\n', "The answer with code."),
        ("A [link](../infra/memory.md) [@a2020one; @b2021two] here.", "A link here."),
        ("The term $\\beta\\,x$ costs.", "The term βx costs."),
        ("A broken $\\frac{1$ formula.", "A broken formula."),
        ("", ""),
    ],
)
def test_the_description_is_plain_text(markdown, shown):
    assert _description(markdown) == shown


def test_a_long_description_ends_between_words():
    description = _description("word " * 60)
    assert len(description) <= 160 and description.endswith("word…")
