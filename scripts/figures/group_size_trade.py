"""Mixed groups against group size: the share of groups, and their number among a fixed number of answers."""

import numpy as np
from matplotlib.figure import Figure

from scripts.figures.style import BLUE, GREEN, INK, ORANGE, new_figure

ANSWERS = 1024
RATES = {0.5: BLUE, 0.1: ORANGE, 0.02: GREEN}
SIZES = np.array([2, 4, 8, 16, 32, 64])

LABELS = {
    "mixed groups, %": {"zh": "有对有错的组，%", "pt": "grupos mistos, %"},
    "mixed groups per 1,024 answers": {"zh": "每 1,024 个回答中的混合组数", "pt": "grupos mistos em 1.024 respostas"},
    "group size G": {"zh": "组大小 G", "pt": "tamanho do grupo G"},
}


def mixed(rate: float, group: int | np.ndarray) -> float | np.ndarray:
    """The probability that a group has both a right and a wrong answer."""
    return 1 - rate**group - (1 - rate) ** group


def count(rate: float, group: int | np.ndarray, answers: int = ANSWERS) -> float | np.ndarray:
    """The expected number of mixed groups among `answers` answers."""
    return answers / group * mixed(rate, group)


def draw() -> Figure:
    figure = new_figure(2.7)
    left, right = figure.subplots(1, 2)
    for rate, colour in RATES.items():
        left.plot(SIZES, 100 * mixed(rate, SIZES), color=colour, marker="o", markersize=3)
        right.plot(SIZES, count(rate, SIZES), color=colour, marker="o", markersize=3)
    left.text(4.6, 101, "p = 0.5", color=BLUE, fontsize=8.5, ha="right", va="bottom")
    left.text(7.4, 60, "p = 0.1", color=ORANGE, fontsize=8.5, ha="right", va="bottom")
    left.text(20, 24, "p = 0.02", color=GREEN, fontsize=8.5, ha="left", va="bottom")
    right.text(5, 205, "p = 0.5", color=BLUE, fontsize=8.5)
    right.text(3.2, 103, "p = 0.1", color=ORANGE, fontsize=8.5)
    right.text(2, 29, "p = 0.02", color=GREEN, fontsize=8.5)
    for axes, title in ((left, "mixed groups, %"), (right, "mixed groups per 1,024 answers")):
        axes.set_title(title, fontsize=8)
        axes.set_xscale("log", base=2)
        axes.set_xticks(SIZES, [str(size) for size in SIZES])
        axes.minorticks_off()
        axes.set_xlabel("group size G", color=INK)
        axes.set_ylim(0, None)
        axes.grid(axis="y")
        axes.set_axisbelow(True)
    left.set_ylim(0, 112)
    left.set_yticks([0, 50, 100], ["0", "50", "100"])
    right.set_yticks([0, 100, 200], ["0", "100", "200"])
    return figure
