"""What text from a pull request must not bring into a page: elements that run, load or lead away by themselves.

The policy of content_policy.py stops scripts, event handlers, `javascript:` links and what comes from elsewhere. It
does not stop a refresh, a hint to connect elsewhere, or a script file that stands in the site itself.
"""

import re
from collections.abc import Iterator
from xml.etree import ElementTree

ELEMENTS = (
    "applet",
    "base",
    "embed",
    "fencedframe",
    "form",
    "frame",
    "frameset",
    "iframe",
    "link",
    "meta",
    "object",
    "portal",
    "script",
    "style",
)
OPENING = re.compile(rf"<(?=({'|'.join(ELEMENTS)})[\s/>])", re.I)

DRAWING = {
    *("svg", "g", "defs", "use", "symbol", "marker", "clipPath", "mask", "pattern", "title", "desc"),
    *("path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan", "textPath"),
    *("linearGradient", "radialGradient", "stop"),
}
"""The elements that a figure may hold."""

SVG = "{http://www.w3.org/2000/svg}"
ADDRESS = re.compile(r"url\(\s*['\"]?(?!#)|@import|expression\(|image-set\(", re.I)


def disarm(content: str) -> tuple[str, list[str]]:
    """HTML with each opening tag of such an element turned into text, and the names of those found."""
    found = [match.group(1).lower() for match in OPENING.finditer(content)]
    return (OPENING.sub("&lt;", content) if found else content), found


def faults(svg: str) -> Iterator[str]:
    """What an SVG text holds that no figure needs, in words: `<script>`, `onload=`, an address outside itself."""
    if "<!" in svg or "<?" in svg:
        yield "it holds declarations or instructions"
        return
    try:
        root = ElementTree.fromstring(svg.encode())
    except ElementTree.ParseError as error:
        yield f"it is no well-formed XML ({error})"
        return
    if root.tag.removeprefix(SVG) != "svg":
        yield "it is no SVG drawing"
    for element in root.iter():
        name = element.tag.removeprefix(SVG)
        if name not in DRAWING:
            yield f"it holds <{name.rpartition('}')[2]}>"
        for key, value in element.items():
            plain = key.rpartition("}")[2]
            if plain.lower().startswith("on"):
                yield f"it holds {plain}="
            elif plain in ("href", "src") and not value.startswith("#"):
                yield f'it points outside itself: {plain}="{value[:80]}"'
            elif ADDRESS.search(value):
                yield f'it points outside itself: {plain}="{value[:80]}"'
