"""The colours of figures and lab plots, each of which becomes a CSS variable that follows the colour scheme."""

import re

INK = "#1c1e21"
MUTED = "#6b7075"
GRID = "#d8dadd"
SURFACE = "#f4f5f6"
BLUE = "#2f6fb0"
ORANGE = "#c2571a"
GREEN = "#2e7d4f"
PURPLE = "#7a4fa3"

VARIABLES = {
    INK: "--figure-ink",
    MUTED: "--figure-muted",
    GRID: "--figure-grid",
    SURFACE: "--figure-surface",
    BLUE: "--figure-blue",
    ORANGE: "--figure-orange",
    GREEN: "--figure-green",
    PURPLE: "--figure-purple",
}


def as_variables(svg: str) -> str:
    """The SVG with its colours as CSS variables. Raises ValueError for a colour outside the palette."""

    def variable(match: re.Match[str]) -> str:
        colour = match.group().lower()
        if colour not in VARIABLES:
            raise ValueError(f"colour {colour} is not in the palette of scripts/figures/palette.py")
        return f"var({VARIABLES[colour]}, {colour})"

    return re.sub(r"#[0-9a-fA-F]{6}\b", variable, svg)
