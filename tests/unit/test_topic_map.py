"""The topic map: every question a link, every relation a line, labels that fit their column."""

from xml.etree import ElementTree

import pytest

from scripts import topic_map
from scripts.content.data import questions, relations
from scripts.content.editions import EDITIONS, edition
from scripts.topic_map import LINE_UNITS, WIDTH, draw

XLINK = "http://www.w3.org/1999/xlink"


def parsed(code: str = "en", url: str = "map/") -> ElementTree.Element:
    """The map as XML; inside HTML it needs no namespaces."""
    return ElementTree.fromstring(draw(edition(code), url).replace("<svg ", f'<svg xmlns:xlink="{XLINK}" ', 1))


def href(link: ElementTree.Element) -> str:
    return link.get(f"{{{XLINK}}}href") or link.get("href")


@pytest.mark.parametrize("code", [e.code for e in EDITIONS])
def test_every_question_is_a_link_with_its_wording_as_name(code):
    links = {link.get("data-id"): link for link in parsed(code).iter("a")}
    assert set(links) == set(questions())
    for ident, link in links.items():
        assert href(link) == f"../{questions()[ident].url}"
        assert link.get("aria-label") == questions()[ident].title[code]


@pytest.mark.parametrize("code", [e.code for e in EDITIONS])
def test_a_label_is_the_short_title_in_lines_that_fit(code):
    for link in parsed(code).iter("a"):
        lines = ["".join(span.itertext()) for span in link.iter("tspan")]
        question = questions()[link.get("data-id")]
        whole = f"{question.number}. {question.short[code]}"
        assert "".join(lines).replace(" ", "") == whole.replace(" ", "")
        assert len(lines) <= 3
        for line in lines:
            assert sum(2 if "\u2e80" < char else 1 for char in line) <= LINE_UNITS


def test_every_relation_is_one_line_between_its_questions():
    root = parsed()
    assert [path.get("data-ids").split() for path in root.iter("path")] == [list(r.ids) for r in relations()]
    for path in root.iter("path"):
        tracks = {questions()[ident].track for ident in path.get("data-ids").split()}
        assert path.get("class") == ("map-across" if len(tracks) == 2 else "map-within")


def test_lines_end_at_the_dots_of_their_questions():
    root = parsed()
    dots = {
        link.get("data-id"): tuple(float(link.find("circle").get(k)) for k in ("cx", "cy")) for link in root.iter("a")
    }
    for path in root.iter("path"):
        numbers = [float(n) for n in path.get("d").replace("M", " ").replace("C", " ").replace("Q", " ").split()]
        ends = {tuple(numbers[:2]), tuple(numbers[-2:])}
        assert ends == {dots[ident] for ident in path.get("data-ids").split()}


def test_algorithm_stands_left_and_infrastructure_right():
    for link in parsed().iter("a"):
        left = float(link.find("circle").get("cx")) < WIDTH / 2
        assert left == (questions()[link.get("data-id")].track == "algorithm")
        assert link.find("text").get("text-anchor") == ("end" if left else "start")


def test_everything_lies_inside_the_picture():
    root = parsed()
    _, _, width, height = map(float, root.get("viewBox").split())
    for rectangle in root.iter("rect"):
        x, y, w, h = (float(rectangle.get(key)) for key in ("x", "y", "width", "height"))
        assert 0 <= x and x + w <= width and 0 <= y and y + h <= height


def test_a_question_without_answer_is_marked(monkeypatch):
    monkeypatch.setattr(topic_map, "is_answered", lambda question, edition: question.id != "algo-01")
    marked = [link.get("data-id") for link in parsed().iter("a") if "map-unanswered" in link.get("class")]
    assert marked == ["algo-01"]


def test_links_are_relative_to_the_page_that_shows_the_map():
    assert {href(link).split("/")[0] for link in parsed(url="").iter("a")} == {"algorithm", "infra"}


def test_markup_in_a_wording_is_escaped(monkeypatch):
    question = next(iter(questions().values()))
    wording = {"zh": "", "pt": "", "en": 'a < b & "c"'}
    changed = type(question)(**{**vars(question), "title": wording, "short": wording})
    monkeypatch.setattr(topic_map, "questions", lambda: {**questions(), question.id: changed})
    link = next(parsed().iter("a"))
    assert link.get("aria-label") == wording["en"]
    assert "".join(link.find("text").itertext()) == f"{question.number}. {wording['en']}"
