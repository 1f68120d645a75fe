"""The weight that each advantage gives to a prompt, against its solve rate, for groups of eight answers."""

from math import comb

import numpy as np
from matplotlib.figure import Figure

from scripts.figures.style import BLUE, GREEN, INK, ORANGE, new_figure

GROUP = 8

LABELS = {
    "solve rate p": {"zh": "解题率 p", "pt": "taxa de acerto p"},
    "prompt weight w(p)": {"zh": "prompt 权重 w(p)", "pt": "peso do prompt w(p)"},
    "÷ std, G → ∞": {"zh": "÷ 标准差，G → ∞", "pt": "÷ desvio, G → ∞"},
    "÷ std, G = 8": {"zh": "÷ 标准差，G = 8", "pt": "÷ desvio, G = 8"},
    "÷ mean, G = 8": {"zh": "÷ 均值，G = 8", "pt": "÷ média, G = 8"},
    "no division, G = 8": {"zh": "不除，G = 8", "pt": "sem dividir, G = 8"},
}


def std_weight(rate: float | np.ndarray, group: int = GROUP) -> float | np.ndarray:
    """E[σ_K] / (p(1 − p)), K the number of correct answers in the group."""
    expected = sum(
        comb(group, solved) * rate**solved * (1 - rate) ** (group - solved) * np.sqrt(solved * (group - solved)) / group
        for solved in range(1, group)
    )
    return expected / (rate * (1 - rate))


def mean_weight(rate: float | np.ndarray, group: int = GROUP) -> float | np.ndarray:
    """MaxRL: (1 − (1 − p)^(G−1)) / p."""
    return (1 - (1 - rate) ** (group - 1)) / rate


def draw() -> Figure:
    figure = new_figure(3.2)
    axes = figure.subplots()
    rate = np.linspace(0.001, 0.999, 33)
    below_eight = (1 - np.cos(np.pi * np.linspace(0.08, 0.92, 40))) / 2
    axes.plot(below_eight, 1 / np.sqrt(below_eight * (1 - below_eight)), color=BLUE, linestyle=(0, (4, 2)))
    axes.plot(rate, std_weight(rate), color=BLUE)
    axes.plot(rate, mean_weight(rate), color=ORANGE)
    axes.axhline((GROUP - 1) / GROUP, color=GREEN)
    axes.text(0.155, 5.05, "÷ mean, G = 8", color=ORANGE, fontsize=9)
    axes.text(0.60, 3.75, "÷ std, G → ∞", color=BLUE, fontsize=9)
    axes.annotate(
        "÷ std, G = 8",
        xy=(0.35, float(std_weight(0.35))),
        xytext=(0.36, 3.0),
        color=BLUE,
        fontsize=9,
        arrowprops={"arrowstyle": "-", "color": BLUE, "linewidth": 0.8},
    )
    axes.text(0.5, 0.36, "no division, G = 8", color=GREEN, fontsize=9, ha="center")
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 8)
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "0.25", "0.5", "0.75", "1"])
    axes.set_yticks([0, 2, 4, 6, 8], ["0", "2", "4", "6", "8"])
    axes.grid(axis="y")
    axes.set_axisbelow(True)
    axes.set_xlabel("solve rate p", color=INK)
    axes.set_ylabel("prompt weight w(p)", color=INK)
    return figure
