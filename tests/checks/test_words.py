"""The project's own words: the spelling lists, and the wordings that the glossary advises against."""

import json

import pytest

from scripts.checks import spelling
from scripts.content import DATA
from scripts.content.data import glossary, questions, tags
from scripts.content.editions import EDITIONS

LISTS = sorted(spelling.DICTIONARIES)


def listed(edition: str) -> list[str]:
    lines = (DATA / "words" / f"{edition}.txt").read_text("utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


@pytest.mark.parametrize("edition", LISTS)
def test_a_list_is_in_order_and_holds_each_word_once(edition: str):
    assert listed(edition) == sorted(set(listed(edition)))
    assert all(spelling.WORD.fullmatch(word) for word in listed(edition))


@pytest.mark.parametrize("edition", LISTS)
def test_a_list_holds_only_what_its_dictionary_lacks(edition: str):
    assert [word for word in listed(edition) if spelling.dictionary(edition).spell(word)] == []


def test_portuguese_words_are_no_english_ones():
    assert set(listed("pt")) & set(listed("en")) == set()


@pytest.mark.parametrize("word", ["seção", "registro", "econômico", "gênero", "otimizador", "equipe"])
def test_the_portuguese_dictionary_is_brazilian(word: str):
    assert spelling.near("pt", word) == ()


@pytest.mark.parametrize(
    "american, british",
    [
        ("behavior", "behaviour"),
        ("normalize", "normalise"),
        ("center", "centre"),
        ("modeling", "modelling"),
        ("analyze", "analyse"),
    ],
)
def test_the_english_dictionary_is_british(american: str, british: str):
    assert spelling.near("en", british) == ()
    assert british in spelling.near("en", american)


@pytest.mark.parametrize("code", [edition.code for edition in EDITIONS])
def test_what_is_to_be_avoided_is_not_what_the_data_say(code: str):
    """A page shows these texts, or has to repeat them; search spellings may be what readers type."""
    said = [text[code] for q in questions().values() for text in (q.title, q.short)]
    said += [text[code] for tag in tags().values() for text in (tag.name, tag.about)]
    said += [text for term in glossary() for text in (term.term[code], term.meaning[code], *term.match[code])]
    whole = json.dumps(said, ensure_ascii=False).lower()
    avoided = [wording for term in glossary() for wording in term.avoid.get(code, ())]
    assert len(avoided) >= 3
    assert [wording for wording in avoided if wording.lower() in whole] == []
