"""Reading `data/`: entries by id, relations from both ends, and new content after an edit."""

import shutil

import pytest

from scripts.content import data


def test_questions_know_their_page(small_site):
    assert list(data.questions()) == ["algo-05", "infra-01", "infra-02"]
    question = data.questions()["algo-05"]
    assert (question.path, question.url) == ("algorithm/baseline.md", "algorithm/baseline/")
    assert question.tags == ["variance", "memory"]


def test_a_relation_is_read_once_and_seen_from_both_ends(small_site):
    (relation,) = data.relations()
    assert relation.ids == ("algo-05", "infra-01")
    assert relation.why["en"] == "A critic takes memory."
    assert relation.other("algo-05") == "infra-01"
    assert relation.other("infra-01") == "algo-05"
    assert relation.other("infra-02") is None


def test_tags_topics_labs_and_words(small_site):
    assert data.tags()["memory"].name == {"zh": "显存", "pt": "memória", "en": "memory"}
    assert [topic.id for topic in data.topics()] == ["source-code"]
    assert [lab.path for lab in data.labs()] == ["labs/kl.ipynb"]
    assert data.interface()["list.shown"]["pt"] == "{n} de {total} perguntas"


def test_a_term_may_leave_out_other_spellings(small_site, tmp_path, monkeypatch):
    text = (small_site / "data/glossary.yml").read_text("utf-8").replace("  also: []\n", "")
    (tmp_path / "glossary.yml").write_text(text, "utf-8")
    monkeypatch.setattr(data, "DATA", tmp_path)
    assert [term.also for term in data.glossary()] == [[]]


def test_an_edit_shows_after_forget(small_site, tmp_path, monkeypatch):
    shutil.copytree(small_site / "data", tmp_path, dirs_exist_ok=True)
    monkeypatch.setattr(data, "DATA", tmp_path)
    file = tmp_path / "tags.yml"
    before = data.tags()
    file.write_text(file.read_text("utf-8").replace("id: memory", "id: bytes"), "utf-8")
    assert data.tags() is before
    data.forget()
    assert list(data.tags()) == ["variance", "bytes"]


def test_the_site_asks_35_questions():
    tracks = [question.track for question in data.questions().values()]
    assert (tracks.count("algorithm"), tracks.count("infra"), len(tracks)) == (19, 16, 35)


@pytest.mark.parametrize("track", ["algorithm", "infra"])
def test_numbers_of_a_track_are_those_of_the_list(track):
    numbered = [(q.id, q.number) for q in data.questions().values() if q.track == track]
    prefix = {"algorithm": "algo", "infra": "infra"}[track]
    assert numbered == [(f"{prefix}-{number:02}", number) for number in range(1, len(numbered) + 1)]


def test_every_question_with_a_neighbour_in_the_other_track_is_related_to_it():
    """Every question has at least one relation between the tracks."""
    across = {
        ident
        for relation in data.relations()
        for ident in relation.ids
        if len({data.questions()[other].track for other in relation.ids}) == 2
    }
    assert across == set(data.questions())
