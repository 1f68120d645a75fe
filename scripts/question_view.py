"""What a question's page shows beside its text: relations, neighbours by tag, its state in each edition."""

from dataclasses import dataclass

from scripts.content.data import Question, Text, questions, relations
from scripts.content.editions import Edition
from scripts.content.pages import answered_in, revision


@dataclass(frozen=True)
class State:
    """How an edition stands for one question.

    `newest` are the editions with the highest revision; `behind` is true when this edition's revision is lower.
    """

    answered: bool
    elsewhere: list[Edition]
    behind: bool
    newest: list[Edition]


def state(question: Question, edition: Edition) -> State:
    """The state of `question` in `edition`."""
    revisions = {e: revision(e, question) for e in answered_in(question)}
    highest = max(revisions.values(), default=0)
    return State(
        answered=edition in revisions,
        elsewhere=[e for e in revisions if e != edition],
        behind=edition in revisions and revisions[edition] < highest,
        newest=[e for e, r in revisions.items() if r == highest and e != edition],
    )


def is_answered(question: Question, edition: Edition) -> bool:
    return edition in answered_in(question)


def related(question: Question) -> list[tuple[Question, Text]]:
    """The related questions with the reason, those of the other track first."""
    pairs = [(questions()[other], r.why) for r in relations() if (other := r.other(question.id))]
    return sorted(pairs, key=lambda pair: pair[0].track == question.track)


def same_tags_other_track(question: Question) -> list[tuple[Question, list[str]]]:
    """Questions of the other track that share tags, most shared first, without the related ones; at most five."""
    known = {other.id for other, _ in related(question)}
    found = [
        (other, [tag for tag in question.tags if tag in other.tags])
        for other in questions().values()
        if other.track != question.track and other.id not in known
    ]
    return sorted((pair for pair in found if pair[1]), key=lambda pair: -len(pair[1]))[:5]
