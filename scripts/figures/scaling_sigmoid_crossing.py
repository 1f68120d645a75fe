"""ScaleRL's sigmoid for two made-up recipes: the one ahead at small compute has the lower ceiling.

Both start from a pass rate of 0.2. Recipe X has ceiling 0.6, exponent 2 and midpoint 1,000 GPU-hours, recipe Y 0.7, 1
and 3,000. Their curves cross twice.
"""

import numpy as np
from matplotlib.figure import Figure

from scripts.figures.style import BLUE, GRID, INK, MUTED, ORANGE, new_figure

START = 0.2
RECIPE_X = (0.6, 2.0, 1000.0)
RECIPE_Y = (0.7, 1.0, 3000.0)

LABELS = {
    "compute (GPU-hours)": {"zh": "算力（GPU 小时）", "pt": "computação (horas de GPU)"},
    "pass rate": {"zh": "通过率", "pt": "taxa de acerto"},
    "recipe X": {"zh": "配方 X", "pt": "receita X"},
    "recipe Y": {"zh": "配方 Y", "pt": "receita Y"},
    "ceiling of X": {"zh": "X 的上限", "pt": "teto de X"},
    "ceiling of Y": {"zh": "Y 的上限", "pt": "teto de Y"},
    "X ahead": {"zh": "X 领先", "pt": "X à frente"},
}


def pass_rate(compute, ceiling: float, exponent: float, midpoint: float, start: float = START):
    """ScaleRL's curve: half of the gain at the midpoint."""
    return start + (ceiling - start) / (1 + (midpoint / compute) ** exponent)


def crossings() -> tuple[float, float]:
    """Compute at which X and Y are level: 0.4 (1 + 3u) = 0.5 (1 + u²) with u = 1000 / compute."""
    first, last = sorted(1000 / np.roots([0.5, -1.2, 0.1]))
    return float(first), float(last)


def draw() -> Figure:
    figure = new_figure(3.0)
    axes = figure.subplots()
    compute = np.geomspace(100, 2e5, 70)
    first, last = crossings()
    axes.axvspan(first, last, color=GRID, alpha=0.6, linewidth=0)
    for (ceiling, *_), colour in ((RECIPE_X, BLUE), (RECIPE_Y, ORANGE)):
        axes.axhline(ceiling, color=colour, linewidth=0.9, linestyle=(0, (3, 3)))
    axes.plot(compute, pass_rate(compute, *RECIPE_X), color=BLUE)
    axes.plot(compute, pass_rate(compute, *RECIPE_Y), color=ORANGE)
    for crossing in (first, last):
        axes.plot([crossing], [pass_rate(crossing, *RECIPE_X)], "o", color=INK, markersize=4)
    axes.text(first * 0.92, 0.295, "432", color=INK, fontsize=8, ha="right", va="center")
    axes.text(last * 1.12, 0.565, "11,568", color=INK, fontsize=8, ha="left", va="center")
    axes.text(900, 0.46, "recipe X", color=BLUE, fontsize=9, ha="right", va="center")
    axes.text(3300, 0.385, "recipe Y", color=ORANGE, fontsize=9, ha="left", va="center")
    axes.text(110, 0.618, "ceiling of X", color=BLUE, fontsize=8, ha="left", va="bottom")
    axes.text(110, 0.718, "ceiling of Y", color=ORANGE, fontsize=8, ha="left", va="bottom")
    axes.text(np.sqrt(first * last), 0.225, "X ahead", color=MUTED, fontsize=8, ha="center", va="center")
    axes.set_xscale("log")
    axes.set(xlim=(100, 2e5), ylim=(0.18, 0.77))
    axes.set_yticks([0.2, 0.4, 0.6, 0.7], ["0.2", "0.4", "0.6", "0.7"])
    axes.set_xticks([100, 1000, 10_000, 100_000], ["100", "1,000", "10,000", "100,000"])
    axes.minorticks_off()
    axes.set_xlabel("compute (GPU-hours)")
    axes.set_ylabel("pass rate")
    return figure
