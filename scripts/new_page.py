"""Begin the answer of a question: `python -m scripts.new_page algo-03 --to en` (or `make new QUESTION=algo-03 TO=en`).

Writes the page with its front matter, title and sections, and in each a hint on what goes there. `next` stands for the
first question that the edition has not answered. A page that is there already is never touched.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

from scripts.checks import Sources
from scripts.content import ROOT
from scripts.content.data import Question
from scripts.content.editions import DEFAULT, Edition
from scripts.page_frame import Refused, chosen_edition, frame, titled_questions, write

NEXT = "next"


def chosen_question(ident: str, to: Edition, questions: Mapping[str, Question], sources: Sources) -> Question:
    """The question that was asked for by its id or as `next`.

    Raises Refused when there is none, and says which could be meant.
    """
    if ident in questions:
        return questions[ident]
    open_ones = [
        i for i, question in questions.items() if not (sources.root / f"docs/{to.code}/{question.path}").exists()
    ]
    if ident == NEXT and open_ones:
        return questions[open_ones[0]]
    left = (
        f"without a page in {to.code}: {', '.join(open_ones)}" if open_ones else f"{to.code} has a page for every one"
    )
    if ident == NEXT:
        raise Refused(left)
    wrong = f"{ident!r} is no id in data/questions.yml" if ident else "no question is named, such as QUESTION=algo-03"
    raise Refused(f"{wrong}; {left}")


def main(arguments: Sequence[str] | None = None, root: Path = ROOT, today: date | None = None) -> int:
    """Write the page and say what comes next; the exit status is 1 when it was refused."""
    parser = argparse.ArgumentParser(prog="python -m scripts.new_page", description="Begin the answer of a question.")
    parser.add_argument("question", help="its id in data/questions.yml, or next")
    parser.add_argument("--to", default=DEFAULT.code, metavar="EDITION", help="zh (the default), pt or en")
    options = parser.parse_args(arguments)
    sys.stdout.reconfigure(errors="backslashreplace")
    sources = Sources(root)
    try:
        to = chosen_edition(options.to)
        question = chosen_question(options.question, to, titled_questions(sources), sources)
        name = write(root, question, to, frame(question, to, f"{today or date.today():%Y-%m}"))
    except Refused as error:
        print(error)
        return 1
    print(f"{name} written; replace each hint `<!-- … -->` by the text, then run `python -m scripts.check`")
    return 0


if __name__ == "__main__":
    sys.exit(main())
