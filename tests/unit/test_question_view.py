"""What stands beside a question: its state in each edition, its relations, its neighbours by tag."""

import pytest

from scripts import question_view
from scripts.content.data import Question, Relation
from scripts.content.editions import EDITIONS, edition
from scripts.question_view import is_answered, related, same_tags_other_track, state

ZH, PT, EN = EDITIONS


def question(ident: str, tags: str = "") -> Question:
    track = "algorithm" if ident.startswith("algo") else "infra"
    words = {"zh": ident, "pt": ident, "en": ident}
    return Question(ident, track, 1, ident, "core", tags.split(), words, words, {})


@pytest.fixture
def site(monkeypatch):
    """A function that sets the questions, the relations and the revisions of the one page that is asked about."""

    def set_up(questions=(), relations=(), revisions=None):
        revisions = {edition(code): number for code, number in (revisions or {}).items()}
        monkeypatch.setattr(question_view, "questions", lambda: {q.id: q for q in questions})
        monkeypatch.setattr(
            question_view, "relations", lambda: [Relation(ids, {"en": "/".join(ids)}) for ids in relations]
        )
        monkeypatch.setattr(question_view, "answered_in", lambda q: list(revisions))
        monkeypatch.setattr(question_view, "revision", lambda e, q: revisions.get(e))

    return set_up


def test_state_of_a_page_that_all_editions_have(site):
    site(revisions={"zh": 2, "pt": 2, "en": 2})
    for here in EDITIONS:
        now = state(question("algo-1"), here)
        assert (now.answered, now.behind) == (True, False)
        assert now.elsewhere == now.newest == [e for e in EDITIONS if e != here]


def test_an_edition_with_a_lower_revision_is_behind(site):
    site(revisions={"zh": 1, "pt": 2, "en": 2})
    assert state(question("algo-1"), ZH).behind
    assert state(question("algo-1"), ZH).newest == [PT, EN]
    assert not state(question("algo-1"), PT).behind
    assert state(question("algo-1"), PT).newest == [EN]


def test_an_edition_without_the_page_names_those_that_have_it(site):
    site(revisions={"zh": 1, "en": 3})
    now = state(question("algo-1"), PT)
    assert (now.answered, now.behind) == (False, False)
    assert now.elsewhere == [ZH, EN]
    assert now.newest == [EN]
    assert not is_answered(question("algo-1"), PT) and is_answered(question("algo-1"), EN)


def test_a_question_that_no_edition_answers(site):
    site()
    now = state(question("algo-1"), EN)
    assert (now.answered, now.behind, now.elsewhere, now.newest) == (False, False, [], [])


def test_relations_show_at_both_ends_the_other_track_first(site):
    first, second, third = question("algo-1"), question("algo-2"), question("infra-1")
    site([first, second, third], [("algo-1", "algo-2"), ("algo-1", "infra-1")])
    assert [(q.id, why["en"]) for q, why in related(first)] == [
        ("infra-1", "algo-1/infra-1"),
        ("algo-2", "algo-1/algo-2"),
    ]
    assert [q.id for q, _ in related(third)] == ["algo-1"]


def test_neighbours_share_tags_and_are_of_the_other_track(site):
    here = question("algo-1", "a b c")
    same_track, unrelated = question("algo-2", "a b c"), question("infra-9", "d")
    one, two, known = question("infra-1", "c x"), question("infra-2", "b c"), question("infra-3", "a b c")
    site([here, same_track, unrelated, one, two, known], [("algo-1", "infra-3")])
    assert [(q.id, tags) for q, tags in same_tags_other_track(here)] == [("infra-2", ["b", "c"]), ("infra-1", ["c"])]


def test_at_most_five_neighbours(site):
    here = question("infra-1", "a")
    site([here, *(question(f"algo-{k}", "a") for k in range(7))])
    assert [q.id for q, _ in same_tags_other_track(here)] == [f"algo-{k}" for k in range(5)]
