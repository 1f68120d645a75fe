"""One look for all figures: colours that follow the site's scheme, labels in three languages.

A figure module defines `draw() -> matplotlib.figure.Figure` and `LABELS`, a mapping from each English label to
its Chinese and Portuguese wording. Colours must come from this module: each becomes a CSS variable in the saved
SVG, so that light and dark schemes both work.
"""

import io
import re
from xml.etree import ElementTree

import matplotlib
from matplotlib.figure import Figure

from scripts.figures.compact import SVG, compact
from scripts.figures.palette import BLUE, GREEN, GRID, INK, MUTED, ORANGE, PURPLE, SURFACE, as_variables

matplotlib.use("svg")

__all__ = ["BLUE", "GREEN", "GRID", "INK", "MUTED", "ORANGE", "PURPLE", "SURFACE", "new_figure", "to_svg"]

WIDTH_INCHES = 4.8
"""Wide enough for a desktop column, and still readable when shown 330 px wide on a phone."""

NUMBER = re.compile(r"(?<![\w.,])\d+(?:,\d{3})*(?:\.\d+)?(?![.,]?\d)")
"""A number in English notation, but no part of a version such as 0.5.2."""


def new_figure(height_inches: float) -> Figure:
    """An empty figure of the common width, its text and lines in the common style."""
    matplotlib.rcParams.update(
        {
            "svg.fonttype": "none",
            "svg.hashsalt": "figures",
            "font.family": "DejaVu Sans",
            "font.size": 9,
            "axes.titlesize": 9,
            "axes.labelsize": 9,
            "xtick.labelsize": 8,
            "ytick.labelsize": 8,
            "legend.fontsize": 8,
            "text.color": INK,
            "axes.labelcolor": INK,
            "axes.edgecolor": MUTED,
            "axes.facecolor": "none",
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.linewidth": 0.8,
            "xtick.color": MUTED,
            "xtick.labelcolor": INK,
            "ytick.color": MUTED,
            "ytick.labelcolor": INK,
            "grid.color": GRID,
            "grid.linewidth": 0.6,
            "legend.frameon": False,
            "figure.facecolor": "none",
            "lines.linewidth": 1.6,
        }
    )
    return Figure(figsize=(WIDTH_INCHES, height_inches), layout="constrained")


def to_svg(figure: Figure, labels: dict[str, dict[str, str]], name: str) -> str:
    """The figure as SVG text: colours as CSS variables, `data-zh` and `data-pt` on every text in `labels`.

    Numbers in other texts get a `data-pt` in Portuguese notation.

    `name` starts every id, so that several figures fit on one page.

    Raises ValueError for a colour outside the palette and for a text that is neither in `labels` nor free of
    letters that need translation (numbers, symbols, single letters).
    """
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    root = ElementTree.fromstring(compact(buffer.getvalue(), name))
    for attribute in ("width", "height"):
        root.attrib.pop(attribute)
    for text in root.iter(f"{{{SVG}}}text"):
        _translate(text, labels)
    return as_variables(ElementTree.tostring(root, encoding="unicode")) + "\n"


def _translate(text: ElementTree.Element, labels: dict[str, dict[str, str]]) -> None:
    content = "".join(text.itertext()).strip()
    if content in labels:
        for edition in ("zh", "pt"):
            text.set(f"data-{edition}", labels[content][edition])
    elif content in labels.get("same in every language", ()):
        return
    elif re.search(r"[A-Za-z]{3,}", content):
        raise ValueError(f"figure text {content!r} has no translation")
    elif (portuguese := NUMBER.sub(_in_portuguese_notation, content)) != content:
        text.set("data-pt", portuguese)


def _in_portuguese_notation(number: re.Match[str]) -> str:
    return number[0].translate(str.maketrans(".,", ",."))
