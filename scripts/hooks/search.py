"""Collect the answered questions and the labs of an edition, and write its search index."""

from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from scripts.content.data import questions
from scripts.content.editions import edition
from scripts.search_index import SearchPage, write_index

pages: list[SearchPage] = []


def on_pre_build(config: MkDocsConfig) -> None:
    pages.clear()


def on_page_content(content: str, page: Page, config: MkDocsConfig, files: Files) -> None:
    code = config.extra["edition"]
    if page.meta.get("question") and not page.meta.get("noindex"):
        question = questions()[page.meta["question"]]
        title, short, aliases = question.title[code], question.short[code], question.aliases[code]
    elif "lab" in page.meta:
        question = page.meta["lab_question"]
        title = short = page.meta["lab"].title[code]
        aliases = []
    else:
        return
    pages.append(
        SearchPage(
            url=page.url,
            title=title,
            short=short,
            aliases=aliases,
            track=question.track,
            tags=question.tags,
            body_html=content,
        )
    )


def on_post_build(config: MkDocsConfig) -> None:
    write_index(pages, Path(config.site_dir) / "search", edition(config.extra["edition"]).language)
