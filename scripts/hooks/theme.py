"""Changes to the theme's script: requests that no page needs, and a landmark at every code block."""

from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError

CHANGES = {
    # It fetched `sitemap.xml` beside every language link of every page.
    'link[rel=alternate]"': 'link[rel=alternate][data-sitemap]"',
    # The first jump inside a page fetched the page anew: answers that were open closed, and where the reader had just
    # scrolled the jump was lost. The browser makes such a jump itself, and going back over it only scrolls.
    'return o.search=o.hash="",t.has(': 'if(o.hash&&o.pathname===location.pathname)return y;return o.search=o.hash="",t.has(',
    'let s=t.pipe(ne("pathname"),': 'let u=we(),s=t.pipe(Q(u),ne("pathname"),Ie(1),',
    's.pipe(b(()=>t),ne("hash"))': 't.pipe(g(a=>{let c=u;return u=a,a.pathname===c.pathname&&a.hash!==c.hash}))',
    # Each of these restyled the whole page at its start: a `meta` element for what site.css says, and an attribute that
    # keeps colours from fading when the scheme changes.
    'let o=x("meta",{name:"color-scheme"});document.head.appendChild(o);': "let o={};",
    'document.body.setAttribute("data-md-color-switching",""),': "",
    # Screen readers list every `nav` as a landmark; these hold a copy button and have no name.
    '"nav",{class:"md-code__nav"}': '"div",{class:"md-code__nav"}',
}


def on_post_build(config: MkDocsConfig) -> None:
    scripts = Path(config.site_dir).glob("assets/javascripts/bundle.*.min.js")
    for script in scripts:
        text = script.read_text("utf-8")
        for found, wanted in CHANGES.items():
            if found not in text:
                raise PluginError(f"{script.name}: {found} not found; check whether the theme still needs this change")
            text = text.replace(found, wanted)
        script.write_text(text, "utf-8")
