"""Question pages: a stub where an edition has no answer yet, and the data that the template shows around the text."""

import re

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from scripts.content.data import Question, questions, tags
from scripts.content.editions import edition
from scripts.content.pages import FORMULA, parse, reading_minutes
from scripts.maths import FormulaError, as_text, render
from scripts.question_view import related, same_tags_other_track, state


def on_files(files: Files, config: MkDocsConfig) -> Files:
    code = config.extra["edition"]
    for question in questions().values():
        if files.get_file_from_path(question.path) is None:
            files.append(File.generated(config, question.path, content=f"# {question.title[code]}\n"))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> None:
    question = question_of(page)
    if question is None:
        return
    here = edition(config.extra["edition"])
    page.meta["question"] = question.id
    page.meta["template"] = "question.html"
    page.meta["title"] = question.title[here.code]
    if page.file.generated_by:
        page.meta["noindex"] = True
        return
    source = parse(page.file.abs_src_path, page.file.content_string)
    page.meta["minutes"] = reading_minutes(here, source.prose)
    answer = source.section("short-answer")
    if answer:
        page.meta["description"] = _description(answer.text)


def on_page_context(context: dict, page: Page, config: MkDocsConfig, nav) -> dict:
    question = question_of(page)
    if question:
        context["question"] = question
        context["state"] = state(question, edition(config.extra["edition"]))
        context["related"] = related(question)
        context["same_tags"] = same_tags_other_track(question)
        context["question_tags"] = [tags()[tag] for tag in question.tags]
    return context


def question_of(page: Page) -> Question | None:
    return next((q for q in questions().values() if q.path == page.file.src_uri), None)


def _description(markdown: str) -> str:
    """The first sentences of the short answer as plain text, at most 160 characters."""
    paragraphs = [p for p in re.split(r"\n\s*\n", markdown) if p.strip() and not p.lstrip().startswith("!!!") and not p.startswith("    ")]
    text = FORMULA.sub(_plain, paragraphs[0] if paragraphs else "")
    text = re.sub(r"\[@[^\]]*\]|[*`$\\]|\]\([^)]*\)|[\[\]]", "", text)
    text = " ".join(text.split())
    return text if len(text) <= 160 else text[:159].rsplit(" ", 1)[0] + "…"


def _plain(formula: re.Match[str]) -> str:
    """A formula as plain text, such as "βKL(πθ∥πref)"; nothing for one that does not parse."""
    try:
        return as_text(render(formula.group(1) or formula.group(2), False))
    except FormulaError:
        return ""
