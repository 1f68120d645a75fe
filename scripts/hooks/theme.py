"""Keep the theme's script from fetching `sitemap.xml` beside every language link of every page."""

from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError

FETCHED = 'link[rel=alternate]"'
UNUSED = 'link[rel=alternate][data-sitemap]"'


def on_post_build(config: MkDocsConfig) -> None:
    scripts = Path(config.site_dir).glob("assets/javascripts/bundle.*.min.js")
    for script in scripts:
        text = script.read_text("utf-8")
        if FETCHED not in text:
            raise PluginError(f"{script.name}: {FETCHED} not found; check whether the theme still needs this change")
        script.write_text(text.replace(FETCHED, UNUSED), "utf-8")
