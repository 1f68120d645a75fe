"""The navigation is the same in all editions, in the edition's words."""

import pytest

from scripts.content.data import labs, questions, tags
from scripts.content.editions import EDITIONS
from scripts.content.pages import LISTINGS
from scripts.hooks.navigation import navigation, on_config

CODES = [edition.code for edition in EDITIONS]


def leaves(items) -> list[tuple[str, str]]:
    """Title and path of every page, in order."""
    found = []
    for item in items:
        for title, value in item.items():
            found += [(title, value)] if isinstance(value, str) else leaves(value)
    return found


def test_all_editions_hold_the_same_pages_in_the_same_order():
    first, *others = ([path for _, path in leaves(navigation(code))] for code in CODES)
    assert others == [first, first]


@pytest.mark.parametrize("code", CODES)
def test_every_page_is_there_once(code):
    paths = [path for _, path in leaves(navigation(code))]
    assert len(paths) == len(set(paths))
    wanted = [q.path for q in questions().values()] + [lab.path for lab in labs()]
    assert set(paths) == {"index.md", "contributing.md", "about.md", *LISTINGS, *wanted}


@pytest.mark.parametrize("code", CODES)
def test_questions_carry_their_short_title(code):
    titles = {path: title for title, path in leaves(navigation(code))}
    for question in questions().values():
        assert titles[question.path] == question.short[code]


def test_an_edit_of_the_data_shows_at_the_next_build(config):
    before = tags()
    settings = on_config(config("pt"))
    assert settings.nav == navigation("pt")
    assert tags() is not before
