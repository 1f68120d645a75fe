"""Forward and reverse KL fit one Gaussian to a target with two modes.

The target is an equal mixture of N(−2, 0.5²) and N(2, 0.5²). The forward fit has the target's mean and variance,
0 and 2² + 0.5² = 4.25 (moment matching); the reverse fit, found by search, is one of the two modes.
"""

import numpy as np
from matplotlib.figure import Figure

from scripts.figures.style import BLUE, GRID, INK, MUTED, ORANGE, new_figure

MODE, SPREAD = 2.0, 0.5
FORWARD = (0.0, np.sqrt(MODE**2 + SPREAD**2))
REVERSE = (MODE, SPREAD)

LABELS = {
    "target": {"zh": "目标分布", "pt": "alvo"},
    "forward KL": {"zh": "前向 KL", "pt": "KL direta"},
    "37% of its mass": {"zh": "37% 的概率", "pt": "37% da massa"},
    "where the target": {"zh": "落在目标只占", "pt": "onde o alvo"},
    "has 2%": {"zh": "2% 的区域", "pt": "tem 2%"},
    "reverse KL": {"zh": "反向 KL", "pt": "KL reversa"},
    "drops half of": {"zh": "丢掉目标的", "pt": "abandona metade"},
    "the target": {"zh": "一半", "pt": "do alvo"},
    "probability density": {"zh": "概率密度", "pt": "densidade"},
}


def log_normal(x: np.ndarray, mean: float, spread: float) -> np.ndarray:
    return -(((x - mean) / spread) ** 2) / 2 - np.log(spread * np.sqrt(2 * np.pi))


def log_target(x: np.ndarray) -> np.ndarray:
    return np.logaddexp(log_normal(x, -MODE, SPREAD), log_normal(x, MODE, SPREAD)) - np.log(2)


def draw() -> Figure:
    figure = new_figure(2.9)
    axes = figure.subplots()
    x = np.linspace(-6, 6, 121)
    near = np.linspace(MODE - 4 * SPREAD, MODE + 4 * SPREAD, 61)
    axes.axvspan(-1, 1, color=BLUE, alpha=0.08, linewidth=0)
    axes.fill_between(x, np.exp(log_target(x)), color=GRID, linewidth=0)
    axes.plot(x, np.exp(log_normal(x, *FORWARD)), color=BLUE)
    axes.plot(near, np.exp(log_normal(near, *REVERSE)), color=ORANGE)
    axes.set(xlim=(-6, 6), ylim=(0, 0.86), xticks=[-4, -2, 0, 2, 4], yticks=[0, 0.4, 0.8])
    axes.set_xticklabels(["−4", "−2", "0", "2", "4"])
    axes.set_yticklabels(["0", "0.4", "0.8"])
    axes.text(-2, 0.43, "target", color=MUTED, ha="center", fontsize=9)
    for line, (y, colour, size) in enumerate(((0.50, BLUE, 9), (0.44, INK, 8), (0.385, INK, 8), (0.33, INK, 8))):
        text = ("forward KL", "37% of its mass", "where the target", "has 2%")[line]
        axes.text(0, y, text, color=colour, ha="center", va="center", fontsize=size)
    for line, (y, colour, size) in enumerate(((0.70, ORANGE, 9), (0.64, INK, 8), (0.585, INK, 8))):
        axes.text(3.05, y, ("reverse KL", "drops half of", "the target")[line], color=colour, va="center", fontsize=size)
    axes.set_ylabel("probability density")
    return figure
