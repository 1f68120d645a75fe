"""Figures inside a page: shared SVG files and mermaid fences, both as inline SVG that follows the colour scheme."""

import functools
import html
import re
from pathlib import Path

import mmdr

from scripts.active_content import faults

MERMAID_COLOURS = {
    "#64748B": "var(--figure-muted)",
    "#94A3B8": "var(--figure-muted)",
    "#F8FAFC": "var(--figure-surface)",
    "#0F172A": "var(--figure-ink)",
}
BACKGROUND = re.compile(r"<rect [^>]*fill=\"#FFFFFF\"(?![^>]*fill-opacity)[^>]*/>", re.I)
TEXT = re.compile(r"<text\b([^>]*)>(.*?)</text>", re.S)


class DiagramError(ValueError):
    """A mermaid diagram that can't be drawn, or an SVG file that must not stand in a page."""


def inline(file: Path, edition: str, alt: str) -> str:
    """The SVG file as a figure of the page: labels in the edition's language, `alt` as its accessible name.

    A label carries its translations in `data-zh` and `data-pt`; its own text is English. Raises OSError when the
    file can't be read, and DiagramError when it holds more than a drawing, such as a script.
    """
    svg = _localised(file, file.stat().st_mtime, edition)
    return _figure(svg, alt)


@functools.cache
def _localised(file: Path, _modified: float, edition: str) -> str:
    svg = re.sub(r"<\?xml.*?\?>|<!DOCTYPE.*?>|<!--.*?-->", "", file.read_text("utf-8"), flags=re.S).strip()
    if found := list(dict.fromkeys(faults(svg))):
        raise DiagramError(f"{'; '.join(found)}; a figure holds shapes and text alone")
    svg = TEXT.sub(lambda m: _label(m, edition), svg)
    return re.sub(r">\s+<", "><", svg)


def _label(match: re.Match[str], edition: str) -> str:
    attributes, content = match.groups()
    translation = re.search(rf'data-{edition}="([^"]*)"', attributes)
    attributes = re.sub(r'\s*data-[a-z]+="[^"]*"', "", attributes)
    return f"<text{attributes}>{translation.group(1) if translation else content}</text>"


def mermaid(source: str, language: str, css_class: str, options: dict, md, **kwargs) -> str:
    """SuperFences formatter for ```mermaid. Raises DiagramError when the diagram does not parse."""
    try:
        svg = mmdr.render(source, backend="mermaid-rs-renderer").svg()
    except Exception as error:
        raise DiagramError(f"mermaid diagram: {error}") from error
    svg = BACKGROUND.sub("", svg, count=1)
    for colour, variable in MERMAID_COLOURS.items():
        svg = re.sub(colour, variable, svg, flags=re.I)
    svg = re.sub(r'font-family="[^"]*"', "", svg)
    svg = re.sub(r'(<svg [^>]*?)\swidth="([\d.]+)" height="[\d.]+"', r'\1 style="max-width:\2px"', svg, count=1)
    return _figure(svg, "")


def _figure(svg: str, alt: str) -> str:
    label = f'role="img" aria-label="{html.escape(alt, quote=True)}"' if alt else 'role="presentation"'
    svg = re.sub(r"<svg\b", f"<svg {label}", svg, count=1)
    return f'<figure class="figure">{svg}</figure>'
