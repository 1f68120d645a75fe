"""What a perfect critic buys, token by token: the mean squared advantage of nine steps under three estimators.

Nine binary steps, each right with probability one half; the answer is correct if at least five are right. The
area of a panel is the noise that multiplies the scores of one answer.
"""

from functools import cache
from math import comb

import numpy as np
from matplotlib.figure import Figure

from scripts.figures.style import BLUE, GREEN, GRID, MUTED, ORANGE, new_figure

STEPS = 9
NEEDED = 5

LABELS = {
    "no critic: R − mean": {"zh": "无 critic：R − 均值", "pt": "sem critic: R − média"},
    "critic, λ = 1: R − V": {"zh": "critic，λ = 1：R − V", "pt": "critic, λ = 1: R − V"},
    "critic, λ = 0: V′ − V": {"zh": "critic，λ = 0：V′ − V", "pt": "critic, λ = 0: V′ − V"},
    "step": {"zh": "第几步", "pt": "passo"},
    "sum 2.25": {"zh": "总和 2.25", "pt": "soma 2,25"},
    "sum 1.51": {"zh": "总和 1.51", "pt": "soma 1,51"},
    "sum 0.25": {"zh": "总和 0.25", "pt": "soma 0,25"},
}


@cache
def value(step: int, right: int) -> float:
    """The chance of a correct answer after `step` steps with `right` of them right."""
    if step == STEPS:
        return float(right >= NEEDED)
    return (value(step + 1, right + 1) + value(step + 1, right)) / 2


def profiles() -> dict[str, np.ndarray]:
    """Mean squared advantage at each step: group mean of an infinite group, exact critic at λ = 1 and at λ = 0."""
    baseline, exact = [], []
    for step in range(STEPS):
        weights = [comb(step, right) / 2**step for right in range(step + 1)]
        values = [value(step, right) for right in range(step + 1)]
        jumps = [(value(step + 1, right + 1) - value(step + 1, right)) / 2 for right in range(step + 1)]
        baseline.append(sum(w * v * (1 - v) for w, v in zip(weights, values, strict=True)))
        exact.append(sum(w * jump**2 for w, jump in zip(weights, jumps, strict=True)))
    start = value(0, 0)
    return {"none": np.full(STEPS, start * (1 - start)), "baseline": np.array(baseline), "exact": np.array(exact)}


def draw() -> Figure:
    figure = new_figure(2.3)
    panels = figure.subplots(1, 3, sharex=True, sharey=True)
    rows = (
        ("none", "no critic: R − mean", ORANGE),
        ("baseline", "critic, λ = 1: R − V", BLUE),
        ("exact", "critic, λ = 0: V′ − V", GREEN),
    )
    steps = np.arange(1, STEPS + 1)
    for axes, (name, title, colour) in zip(panels, rows, strict=True):
        heights = profiles()[name]
        axes.bar(steps, heights, width=0.78, color=colour, linewidth=0)
        axes.set_title(title, fontsize=8, color=colour)
        total = f"{heights.sum():.2f}"
        axes.text(5, 0.272, f"sum {total}", ha="center", va="center", fontsize=8.5)
        axes.set_ylim(0, 0.29)
        axes.set_xticks([1, 5, 9])
        axes.set_yticks([0, 0.1, 0.2], ["0", "0.1", "0.2"])
        axes.axhline(0, color=MUTED, linewidth=0.8)
        axes.set_axisbelow(True)
        axes.grid(axis="y", color=GRID)
        if axes is not panels[0]:
            axes.spines["left"].set_visible(False)
            axes.tick_params(left=False)
    panels[1].set_xlabel("step")
    panels[0].set_ylabel("E[Â²]")
    return figure
