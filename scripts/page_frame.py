"""The frame of a question's page in each edition, from `scripts/frames/`, and what writes such a page."""

import re
from pathlib import Path

from scripts.checks import Sources
from scripts.content import ROOT
from scripts.content.data import Question
from scripts.content.editions import EDITIONS, Edition, edition
from scripts.content.pages import parse

FRAMES = ROOT / "scripts" / "frames"
DERIVATION = {
    "zh": {"algorithm": "推导", "infra": "推导与成本模型"},
    "pt": {"algorithm": "Derivação", "infra": "Derivação e modelo de custo"},
    "en": {"algorithm": "Derivation", "infra": "Derivation and cost model"},
}
TIP = re.compile(r'^!!! tip "[^"\n]*"$', re.M)


class Refused(Exception):
    """A page that can't be written; the message says why and what to do."""


def frame(question: Question, to: Edition, month: str) -> str:
    """An empty page for a question, with hints on what goes where."""
    text = (FRAMES / f"{to.code}.md").read_text("utf-8")
    values = {
        "id": question.id,
        "month": month,
        "title": question.title[to.code],
        "derivation": _derivation(question, to),
    }
    for key, value in values.items():
        text = text.replace(f"{{{key}}}", value)
    return text


def headings(question: Question, to: Edition) -> dict[str, str]:
    """The wording of the headings that the frame has in an edition, by id."""
    page = parse(FRAMES / f"{to.code}.md", frame(question, to, month=""))
    return {heading.id: heading.text for heading in page.headings if heading.level > 1 and heading.id}


def tip(to: Edition) -> str:
    """The line that opens the short answer in an edition."""
    return TIP.search((FRAMES / f"{to.code}.md").read_text("utf-8")).group()


def _derivation(question: Question, to: Edition) -> str:
    words = DERIVATION[to.code]
    return words.get(question.track, words["algorithm"])


def chosen_edition(code: str) -> Edition:
    """The edition that a command was asked for."""
    try:
        return edition(code)
    except KeyError:
        raise Refused(f"{code!r} is no edition; the editions are {', '.join(e.code for e in EDITIONS)}") from None


def titled_questions(sources: Sources) -> dict[str, Question]:
    """The questions that have a wording in every edition, by id."""
    questions = {
        ident: question
        for ident, question in sources.questions.items()
        if isinstance(question.title, dict) and all(isinstance(question.title.get(e.code), str) for e in EDITIONS)
    }
    if not questions:
        raise Refused("data/questions.yml can't be used; `python -m scripts.check` says what is wrong with it")
    return questions


def write(root: Path, question: Question, to: Edition, text: str) -> str:
    """Write a page that is not there yet, and return its name."""
    name = f"docs/{to.code}/{question.path}"
    path = root / name
    if not path.resolve().is_relative_to((root / "docs" / to.code).resolve()):
        raise Refused(f"{name} leaves docs/{to.code}/; correct the slug in data/questions.yml")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise Refused(f"{name} is there already; open it, or delete it first") from None
    except OSError as error:
        raise Refused(f"{name} can't be written: {error.strerror}") from None
    return name
