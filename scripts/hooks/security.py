"""Keep what a pull request brings from running in a reader's browser: a policy in every page, no active HTML in the text.

Must be the last hook, so that it sees what the others put into a page.
"""

import logging
from pathlib import Path

from jinja2 import Environment
from markupsafe import Markup
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import event_priority
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from scripts.active_content import disarm
from scripts.content import ROOT
from scripts.content_policy import INLINE_SCRIPT, INLINE_STYLE, policy, with_live_reload, with_policy
from scripts.published import LINK, linked_folders, obstacle

THEME_SCRIPTS = ("base", "palette", "content")
"""The theme's partials/javascripts/ that its pages hold."""

OVERRIDES = ROOT / "overrides"
"""Our templates; an inline script in them has to be the same on every page."""

HEAD = ("title", "description")
"""Front matter that the templates put into the head as it is."""

log = logging.getLogger("mkdocs.hooks.security")
state: dict[str, list[str]] = {"scripts": []}


@event_priority(100)
def on_pre_build(config: MkDocsConfig) -> None:
    if links := linked_folders(Path(config.docs_dir)):
        raise PluginError("\n".join(f"{link}: {LINK}" for link in links))


@event_priority(100)
def on_files(files: Files, config: MkDocsConfig) -> Files:
    docs = Path(config.docs_dir)
    for file in list(files):
        source = file.abs_src_path and Path(file.abs_src_path)
        if source and source.is_relative_to(docs) and (why := obstacle(source, docs)):
            log.warning(f"{file.src_uri}: {why}")
            files.remove(file)
    return files


@event_priority(-100)
def on_env(env: Environment, config: MkDocsConfig, files: Files) -> Environment:
    """Take the inline scripts from the templates, where no page can add to them: those of the theme, then our own."""
    known = {"config": config, "features": config.theme.get("features") or []}
    templates = [env.get_template(f"partials/javascripts/{name}.html").render(known) for name in THEME_SCRIPTS]
    templates += [path.read_text("utf-8") for path in sorted(OVERRIDES.rglob("*.html"))]
    state["scripts"] = [script for template in templates for script in INLINE_SCRIPT.findall(template)]
    return env


@event_priority(-100)
def on_page_content(content: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    content, found = disarm(content)
    for name in dict.fromkeys(found):
        log.warning(f"{page.file.src_uri}: <{name}> is shown as text; pages hold no HTML that runs or loads something")
    return content


@event_priority(-100)
def on_page_context(context: dict, page: Page, config: MkDocsConfig, nav) -> dict:
    for key in HEAD:
        if isinstance(page.meta.get(key), str):
            page.meta[key] = Markup.escape(page.meta[key])
    return context


@event_priority(-100)
def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    for script in INLINE_SCRIPT.findall(output):
        if script not in state["scripts"]:
            log.warning(f"{page.file.src_uri}: the inline script {script[:60]!r} is in no template and will not run")
    return with_policy(output, policy(state["scripts"]))


@event_priority(-100)
def on_post_template(output_content: str, template_name: str, config: MkDocsConfig) -> str:
    """The 404 page: no scripts, and its styles inline, because it needs to work at any depth."""
    if not template_name.endswith(".html"):
        return output_content
    return with_policy(output_content, policy(styles=INLINE_STYLE.findall(output_content)))


def on_serve(server: LiveReloadServer, config: MkDocsConfig, builder) -> LiveReloadServer:
    """Let the script run that reloads the page after an edit; it differs in every page that the server sends."""
    inject = server._inject_js_into_html
    server._inject_js_into_html = lambda content, epoch: with_live_reload(inject(content, epoch))
    return server
