"""Begin a translation: `python -m scripts.translate_page docs/zh/algorithm/some-slug.md --to pt`.

`make translate PAGE=docs/zh/algorithm/some-slug.md TO=pt` does the same. Writes the page of another edition with that
edition's title and headings, the same formulas, code, citations, links and ids, and the prose as it stands in the
source, section by section with a hint to translate it. A page that is there already is never touched.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from scripts.checks import Sources
from scripts.content import ROOT
from scripts.content.data import Question
from scripts.content.editions import Edition
from scripts.content.pages import SourcePage
from scripts.page_frame import TIP, Refused, chosen_edition, headings, tip, titled_questions, write

HINTS = {
    "zh": "按中文的习惯写出这一部分，不要逐句翻译；公式、代码、引用、链接和 id 不动；写好后删掉这一行。",
    "pt": "Escreva esta parte em português, sem traduzir frase a frase; fórmulas, código, citações, links e ids ficam "
    "como estão; depois apague esta linha.",
    "en": "Write this part in English, not sentence by sentence; formulas, code, citations, links and ids stay as they "
    "are; then delete this line.",
}


def translation(page: SourcePage, question: Question, to: Edition) -> str:
    """The page to begin with in edition `to`."""
    lines = page.text.split("\n")
    words = headings(question, to)
    for heading in page.headings:
        number = heading.line - 1
        if heading.level == 1:
            lines[number] = f"# {question.title[to.code]}"
        elif heading.id in words:
            lines[number] = f"{'#' * heading.level} {words[heading.id]} {{#{heading.id}}}"
        if 1 < heading.level < 4:
            lines[number] += f"\n\n<!-- {HINTS[to.code]} -->"
    front = next(n for n, line in enumerate(lines[1:], start=1) if line == "---")
    meta = f"---\nid: {question.id}\nrevision: {page.revision}\nas_of: {page.meta['as_of']}\n---\n"
    return meta + TIP.sub(tip(to), "\n".join(lines[front + 1 :]), count=1)


def source_page(name: str, sources: Sources) -> tuple[str, SourcePage, Question]:
    """The page that is to be translated, by the name that was given, with its question.

    Raises Refused when it is no page of a question, or when its front matter is wrong.
    """
    path = Path(name.replace("\\", "/"))
    try:
        name = (
            path.resolve().relative_to(sources.root.resolve()) if path.is_absolute() else PurePosixPath(path)
        ).as_posix()
    except ValueError:
        raise Refused(
            f"{name!r} is not in this repository; name a page such as docs/zh/algorithm/some-slug.md"
        ) from None
    titled_questions(sources)
    found = {file: (page, question) for file, page, question, _ in sources.question_pages()}
    if name not in found:
        raise Refused(
            f"{name!r} is no page of a question; name one such as {next(iter(found), 'docs/zh/algorithm/some-slug.md')}"
        )
    page, question = found[name]
    if page.revision < 1 or not isinstance((page.meta or {}).get("as_of"), str):
        raise Refused(f"the front matter of {name} is wrong; correct it first (`python -m scripts.check` says how)")
    return name, page, question


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Write the page and say what comes next; the exit status is 1 when it was refused."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.translate_page", description="Begin a translation of a page."
    )
    parser.add_argument("page", help="the page to translate, such as docs/zh/algorithm/some-slug.md")
    parser.add_argument("--to", required=True, metavar="EDITION", help="zh, pt or en")
    options = parser.parse_args(arguments)
    sys.stdout.reconfigure(errors="backslashreplace")
    try:
        to = chosen_edition(options.to)
        source, page, question = source_page(options.page, Sources(root))
        if source.startswith(f"docs/{to.code}/"):
            raise Refused(f"{source} is a page of {to.code} itself; name another edition with --to")
        name = write(root, question, to, translation(page, question, to))
    except Refused as error:
        print(error)
        return 1
    print(f"{name} written; write each part anew, delete its hint `<!-- … -->`, then run `python -m scripts.check`")
    return 0


if __name__ == "__main__":
    sys.exit(main())
