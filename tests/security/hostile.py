"""Pages that try to run something, to load something from elsewhere, or to lead the reader away.

Whatever runs sets `ran` on the window; whatever is loaded comes from EVIL.
"""

from pathlib import Path

from tests.security.small import notebook, write

EVIL = "http://evil.example"
RUN = "window.ran=1"
SVG = f'<svg xmlns="http://www.w3.org/2000/svg" onload="{RUN}"><script>{RUN}</script><rect width="9" height="9"/></svg>'
DATA_PAGE = f"data:text/html,<script>{RUN};fetch('{EVIL}/')</script>"

PAGES = {
    "script": f"<script>{RUN}</script>\n\n<SCRIPT\ntype=module>{RUN}</SCRIPT>\n\nText <script>{RUN}</script> inside a line.",
    "script-file": '<script src="../evil.js"></script>\n\n<script src="../../assets/javascripts/evil.js"></script>',
    "script-elsewhere": f'<script src="{EVIL}/a.js"></script>\n\n<link rel="modulepreload" href="{EVIL}/b.js">',
    "handlers": f"""<img src="none.png" onerror="{RUN}">

<details open ontoggle="{RUN}"><summary>S</summary></details>

<input autofocus onfocus="{RUN}">

<p onpointerover="{RUN}" onclick="{RUN}">Text</p>

[a link](#x){{: onclick="{RUN}" }} ![image](none.png){{: onerror="{RUN}" }}""",
    "addresses": f"""[one](javascript:{RUN}) [two](JaVaScRiPt:{RUN}) [three](&#106;avascript:{RUN}) <a href="java\tscript:{RUN}">four</a>

<a href="{DATA_PAGE}">five</a> <a href="javascript:{RUN}" target="_blank">six</a>

<math href="javascript:{RUN}"><mtext>seven</mtext></math>""",
    "images": f"""![image]({EVIL}/a.png) <img srcset="{EVIL}/b.png 2x" src="{EVIL}/c.png">

<picture><source srcset="{EVIL}/d.png"><img src="none.png"></picture>

<p style="background: url({EVIL}/e.png); list-style: url({EVIL}/f.png)">Text</p>

<video src="{EVIL}/g.mp4" poster="{EVIL}/h.png" autoplay></video> <audio src="{EVIL}/i.mp3" autoplay></audio>

<input type="image" src="{EVIL}/j.png"> <table background="{EVIL}/k.png"><tr><td>T</td></tr></table>""",
    "frames": f"""<iframe src="{EVIL}/a"></iframe>

<iframe srcdoc="<script>parent.ran=1</script><img src={EVIL}/b.png>"></iframe>

<object data="{EVIL}/c"></object> <embed src="{EVIL}/d"> <iframe src="{DATA_PAGE}"></iframe>

<frameset onload="{RUN}"><frame src="{EVIL}/e"></frameset>""",
    "styles": f"""<style>@import url("{EVIL}/a.css"); body {{ background: url({EVIL}/b.png) }}</style>

<link rel="stylesheet" href="{EVIL}/c.css"> <link rel="prefetch" href="{EVIL}/d"> <link rel="preconnect" href="{EVIL}">""",
    "leads-away": f"""<meta http-equiv="refresh" content="0; url={EVIL}/a">

<META
content="0; url={EVIL}/b" http-equiv=refresh>

<base href="{EVIL}/c/">""",
    "forms": f"""<form action="{EVIL}/a"><button>Send</button></form>

<button form="x" formaction="{EVIL}/b">Send</button> <form id="x"></form> <a href="#x" ping="{EVIL}/c">ping</a>""",
    "drawing": f"""{SVG}

<svg><foreignObject><iframe src="{EVIL}/a"></iframe><img src="x" onerror="{RUN}"></foreignObject></svg>

<svg><a href="#"><animate attributeName="href" values="javascript:{RUN}"/><text y="9">T</text></a><use href="{EVIL}/b.svg#c"/><image href="{EVIL}/d.png"/></svg>""",
    "snippets": '--8<-- "mkdocs.yml"\n\n--8<-- "../../../../../../../../etc/passwd"\n\n;--8<-- "https://evil.example/"\n\n{% include "main.html" %}',
    "config": f'<script id="__config" type="application/json">{{"base": "{EVIL}", "search": "{EVIL}/w.js", "features": []}}</script>',
    "heading": f"Text\n\n## A <img src={EVIL}/h.png onerror={RUN}> <meta http-equiv=refresh content='0;url={EVIL}/i'> {{#x}}",
}
FRONT = {
    "front-matter": f"""---
title: '"><img src={EVIL}/a.png onerror={RUN}><script>{RUN}</script>'
description: '"><meta http-equiv="refresh" content="0; url={EVIL}/b"><script>{RUN}</script>'
---
# Title

Text""",
    "title-as-text": f"# T &lt;/title&gt;&lt;meta http-equiv=refresh content='0;url={EVIL}/a'&gt; `</title><meta http-equiv=refresh content='0;url={EVIL}/b'>`\n",
    "title": f"# T <img src={EVIL}/a.png onerror={RUN}> <script>{RUN}</script> <meta http-equiv=refresh content='0;url={EVIL}/b'>\n",
}
OUTPUTS = [
    {"output_type": "display_data", "metadata": {}, "data": {"text/html": f"<script>{RUN}</script><img src=x onerror='{RUN}'>"}},
    {"output_type": "display_data", "metadata": {}, "data": {"application/javascript": f"{RUN}; fetch('{EVIL}/a')"}},
    {"output_type": "display_data", "metadata": {}, "data": {"text/html": f"<scr<script></script>ipt>{RUN}</script><iframe src='{EVIL}/b'></iframe>"}},
    {"output_type": "display_data", "metadata": {}, "data": {"text/markdown": f"![x]({EVIL}/c.png) <meta http-equiv=refresh content='0;url={EVIL}/d'>"}},
    {"output_type": "display_data", "metadata": {}, "data": {"text/latex": f"</div><script>{RUN}</script>"}},
]

FOLDER = "hostile/"
ALL = [*(f"{FOLDER}{name}/" for name in {**PAGES, **FRONT}), "labs/kl/"]
"""The address of every page."""


def put_into(docs: Path) -> None:
    """Write the pages, and files that they name, into an edition's folder."""
    for name, text in PAGES.items():
        write(docs / FOLDER / f"{name}.md", f"# {name}\n\n{text}\n")
    for name, text in FRONT.items():
        write(docs / FOLDER / f"{name}.md", text)
    write(docs / "labs" / "kl.ipynb", notebook(OUTPUTS))
    for name in ("hostile/evil.js", "assets/javascripts/evil.js", "hostile/evil.mjs", "hostile/evil.txt"):
        write(docs / name, RUN)
    write(docs / "hostile" / "evil.html", f"<script>{RUN}</script>")
    write(docs / "hostile" / "evil.svg", SVG)
    write(docs / "hostile" / "evil.css", f"body {{ background: url({EVIL}/x.png) }}")
    (docs / "hostile" / "secret.png").symlink_to("/etc/hostname")
