"""Pages made from the data alone: topic map, tags, papers and glossary; their templates stand in overrides/."""

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from scripts.content.bibliography import references
from scripts.content.data import glossary, interface, questions, tags, topics
from scripts.content.editions import EDITIONS, edition
from scripts.content.pages import LISTINGS, page_file, stored
from scripts.search_terms import fold
from scripts.topic_map import draw

GLOSSARY_ORDER = {"zh": "en", "pt": "pt", "en": "en"}
"""The edition whose wording of a term gives its place; Chinese characters have no order that readers look things up by."""

TEMPLATES = {page: page.replace(".md", ".html") for page in LISTINGS}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    code = config.extra["edition"]
    for path in TEMPLATES:
        title = interface()[f"nav.{path.removesuffix('.md')}"][code]
        files.append(File.generated(config, path, content=f"# {title}\n"))
    for tag in tags().values():
        files.append(File.generated(config, f"tags/{tag.id}.md", content=f"# {tag.name[code]}\n"))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> None:
    code = config.extra["edition"]
    tag = _tag(page)
    if page.is_homepage:
        page.meta["template"] = "home.html"
        page.meta["hide"] = ["navigation"]
    elif page.file.src_uri in TEMPLATES:
        page.meta["template"] = TEMPLATES[page.file.src_uri]
        page.meta["description"] = interface()[f"{page.file.src_uri.removesuffix('.md')}.about"][code]
    elif tag:
        page.meta["template"] = "tag.html"
        page.meta["description"] = tag.about[code]


def on_page_context(context: dict, page: Page, config: MkDocsConfig, nav) -> dict:
    here = edition(config.extra["edition"])
    name = page.file.src_uri
    if name == "map.md":
        context["topic_map"] = draw(here, page.url)
    elif name == "papers.md":
        context["topics"] = [
            (topic, [(r, _citing(r.key)) for r in references().values() if r.topic == topic.id]) for topic in topics()
        ]
    elif name == "glossary.md":
        context["terms"] = sorted(glossary(), key=lambda term: fold(term.term[GLOSSARY_ORDER[here.code]]))
        context["editions"] = EDITIONS
    elif tag := _tag(page):
        context["tag"] = tag
    return context


def _tag(page: Page):
    folder, _, name = page.file.src_uri.partition("/")
    return tags().get(name.removesuffix(".md")) if folder == "tags" else None


def _citing(key: str) -> list:
    """The questions whose page cites the reference, in any edition."""
    return [q for q in questions().values() if key in _cited(q.id)]


def _cited(question_id: str) -> set[str]:
    question = questions()[question_id]
    if question_id not in _cited_keys:
        files = [page_file(e, question) for e in EDITIONS]
        _cited_keys[question_id] = {c.text for file in files if file.is_file() for c in stored(file).citations}
    return _cited_keys[question_id]


_cited_keys: dict[str, set[str]] = {}


def on_pre_build(config: MkDocsConfig) -> None:
    _cited_keys.clear()
