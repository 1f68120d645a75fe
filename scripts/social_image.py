"""Draw the picture that links to the site carry elsewhere: `python -m scripts.social_image`.

The site's name in its three languages beside the relations of the questions, from `data/`; rendered by Chromium.
"""

import html
import io

from PIL import Image

from scripts.bench import chromium
from scripts.content import ROOT
from scripts.content.data import interface, questions, relations
from scripts.content.editions import EDITIONS

FILE = ROOT / "overrides" / "assets" / "images" / "social.png"
WIDTH, HEIGHT = 1200, 630
TRACKS = {"algorithm": 830, "infra": 1080}
"""Where the column of each track stands."""
COLOURS = 48
"""Enough for smooth edges; keeps the file small."""
TOP, BOTTOM = 70, HEIGHT - 70

PAGE = """<!doctype html>
<meta charset="utf-8">
<style>
body {{ margin: 0; background: #fff; color: #1c1e21; font-family: system-ui, "Noto Sans", "Noto Sans CJK SC", sans-serif; }}
main {{ position: absolute; left: 80px; top: 0; height: 100%; display: flex; flex-direction: column; justify-content: center; gap: 26px; }}
h1 {{ margin: 0; font-weight: 600; font-size: 62px; }}
p {{ margin: 0; font-size: 38px; color: #5c6166; }}
svg {{ position: absolute; inset: 0; }}
path {{ fill: none; stroke: #c9d3de; stroke-width: 1.5; }}
circle {{ fill: #2f6fb0; }}
</style>
<main>{names}</main>
<svg viewBox="0 0 {width} {height}">{lines}{dots}</svg>
"""


def page() -> str:
    """The picture as an HTML page."""
    words = interface()["site.name"]
    names = "".join(
        f'<{tag} lang="{edition.language}">{html.escape(words[edition.code])}</{tag}>'
        for tag, edition in zip(("h1", "p", "p"), EDITIONS, strict=True)
    )
    at = {}
    for track, x in TRACKS.items():
        members = [q.id for q in questions().values() if q.track == track]
        step = (BOTTOM - TOP) / (len(members) - 1)
        at.update({ident: (x, TOP + step * k) for k, ident in enumerate(members)})
    middle = sum(TRACKS.values()) / 2
    ends = [[at[ident] for ident in relation.ids] for relation in relations()]
    lines = "".join(
        f'<path d="M{x1} {y1:.0f}C{middle} {y1:.0f} {middle} {y2:.0f} {x2} {y2:.0f}"/>'
        for (x1, y1), (x2, y2) in ends
        if x1 != x2
    )
    dots = "".join(f'<circle cx="{x}" cy="{y:.0f}" r="5"/>' for x, y in at.values())
    return PAGE.format(names=names, width=WIDTH, height=HEIGHT, lines=lines, dots=dots)


def main() -> None:
    with chromium.launch() as browser:
        window = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        window.set_content(page())
        shot = window.screenshot()
    Image.open(io.BytesIO(shot)).convert("RGB").quantize(COLOURS).save(FILE, optimize=True)
    print(f"{FILE.relative_to(ROOT)}: {FILE.stat().st_size / 1024:.0f} KB")


if __name__ == "__main__":
    main()
