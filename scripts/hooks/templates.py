"""Give the templates the site's data and wording, and each page its addresses in the other editions."""

import json
import os

from jinja2 import Environment
from mike.mkdocs_utils import docs_version_var
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from scripts.content.data import interface, labs, questions, tags
from scripts.content.editions import DEFAULT, EDITIONS, Edition, edition
from scripts.question_view import is_answered, related


def on_env(env: Environment, config: MkDocsConfig, files: Files) -> Environment:
    here = edition(config.extra["edition"])

    def word(key: str, edition: Edition) -> str:
        """The wording of `key` in an edition. Raises KeyError for an unknown key."""
        return interface()[key][edition.code]

    def t(key: str, **values) -> str:
        """The wording of `key` in this edition, its {placeholders} filled."""
        return word(key, here).format(**values) if values else word(key, here)

    version = os.environ.get(docs_version_var)
    env.globals.update(
        version=version,
        latest_url=f"{config.extra['root_url'].removesuffix(f'{version}/')}latest/" if version else None,
        t=t,
        word=word,
        here=here,
        editions=EDITIONS,
        default_edition=DEFAULT,
        questions=questions(),
        related_to=related,
        all_tags=tags(),
        labs=labs(),
        site_tags=[{"id": tag.id, "name": tag.name[here.code]} for tag in tags().values()],
        site_tracks=[{"id": track, "name": t(f"track.{track}")} for track in ("algorithm", "infra")],
        is_answered=lambda question: is_answered(question, here),
    )
    env.filters["json_ld"] = lambda value: json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")
    return env


def on_page_context(context: dict, page: Page, config: MkDocsConfig, nav) -> dict:
    """`alternates`: for each edition its full address of this page, and its root seen from this edition's root."""
    here = edition(config.extra["edition"])
    up = "../" if here.root else ""
    path = "" if page.is_homepage else page.url
    to_root = "../" * path.count("/")
    context["alternates"] = [
        {
            "edition": e,
            "full": f"{config.extra['root_url']}{e.root}{path}",
            "root": f"{up}{e.root}" or "./",
            "link": f"{to_root}{up}{e.root}{path}" or "./",
        }
        for e in EDITIONS
    ]
    return context
