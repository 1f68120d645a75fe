"""Turn `[@key]` into a numbered footnote that holds the source: authors, year, linked title.

The number stays on the line of the word before it, and several numbers have commas between them. The theme shows a
footnote as a card on hover and focus, and the page ends with the list of them.
"""

import re

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from scripts.content.bibliography import Reference, references
from scripts.content.data import interface
from scripts.content.pages import CITATION, outside_code, parse


SPACE = re.compile(r"(?<=[^\s|-])[ ]*(?=\[@)")
"""Before a citation, other than at the start of a list item or of a table's cell."""
JOINER, NO_BREAK_SPACE = "\u2060", "\u00a0"
COMMA = "<sup>,</sup>"


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    back = interface()["question.back_to_text"][config.extra["edition"]]
    config.mdx_configs["footnotes"] = {"BACKLINK_TITLE": back}
    return config


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    cited: dict[str, Reference] = {}

    def footnotes(match: re.Match[str]) -> str:
        keys = [key.strip().lstrip("@") for key in match.group(1).split(";")]
        for key in keys:
            if key not in references():
                raise PluginError(
                    f"{page.file.src_uri}:{_line(page, key)}: unknown citation [@{key}]; "
                    "use a key of data/references.bib, or add the source there"
                )
            cited[key] = references()[key]
        return COMMA.join(f"[^{key}]" for key in keys)

    def cite(text: str) -> str:
        glued = SPACE.sub(lambda match: NO_BREAK_SPACE if match.group() else JOINER, text)
        return CITATION.sub(footnotes, glued)

    markdown = outside_code(markdown, cite)
    if not cited:
        return markdown
    heading = interface()["question.references"][config.extra["edition"]]
    notes = "\n".join(f"[^{key}]: {reference.markdown()}" for key, reference in cited.items())
    return f"{markdown}\n\n## {heading} {{#references}}\n\n{notes}\n"


def _line(page: Page, key: str) -> int:
    """Where the citation stands in the page's source."""
    cited = parse(page.file.abs_src_path, page.file.content_string).citations
    return next((citation.line for citation in cited if citation.text == key), 1)
