"""What the group std does: the advantages of a hard, a medium and an easy prompt, before and after the division."""

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Patch, PathPatch
from matplotlib.path import Path

from scripts.figures.style import BLUE, MUTED, ORANGE, new_figure

GROUP = 8
SOLVED = (1, 4, 7)

LABELS = {
    "1 of 8 correct": {"zh": "8 个中对 1 个", "pt": "1 de 8 certas"},
    "4 of 8 correct": {"zh": "8 个中对 4 个", "pt": "4 de 8 certas"},
    "7 of 8 correct": {"zh": "8 个中对 7 个", "pt": "7 de 8 certas"},
    "reward − mean": {"zh": "奖励 − 均值", "pt": "recompensa − média"},
    "(reward − mean) / std": {"zh": "(奖励 − 均值) / 标准差", "pt": "(recompensa − média) / desvio"},
    "correct answer": {"zh": "答对", "pt": "resposta certa"},
    "wrong answer": {"zh": "答错", "pt": "resposta errada"},
}


def advantages(solved: int, divide: bool) -> np.ndarray:
    """Advantages of a group with `solved` rewards of 1 and the rest 0, the population std if divided."""
    rewards = np.r_[np.ones(solved), np.zeros(GROUP - solved)]
    centred = rewards - rewards.mean()
    return centred / rewards.std() if divide else centred


def bars(positions: range, height: float, colour: str) -> PathPatch:
    """Equal bars as one shape, which keeps the drawing small."""
    outlines = [
        Path([(x - 0.36, 0), (x + 0.36, 0), (x + 0.36, height), (x - 0.36, height), (0, 0)], closed=True)
        for x in positions
    ]
    return PathPatch(Path.make_compound_path(*outlines), facecolor=colour, linewidth=0)


def number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".").replace("-", "−")


def draw() -> Figure:
    figure = new_figure(3.8)
    rows = figure.subplots(2, 3, sharex=True, sharey=True)
    for row, divide, title in ((rows[0], False, "reward − mean"), (rows[1], True, "(reward − mean) / std")):
        for axes, solved in zip(row, SOLVED, strict=True):
            values = advantages(solved, divide)
            axes.add_patch(bars(range(solved), values[0], BLUE))
            axes.add_patch(bars(range(solved, GROUP), values[-1], ORANGE))
            axes.axhline(0, color=MUTED, linewidth=0.8)
            right, wrong = values[0], values[-1]
            axes.text((solved - 1) / 2, right + 0.15, number(right), ha="center", va="bottom", fontsize=8)
            axes.text((solved + GROUP - 1) / 2, wrong - 0.15, number(wrong), ha="center", va="top", fontsize=8)
            axes.text(3.5, -4.0, f"Σ A² = {number(float((values**2).sum()))}", ha="center", fontsize=8)
            axes.set_xlim(-1.9, GROUP + 0.2)
            axes.set_ylim(-4.1, 3.8)
            axes.set_xticks([])
            axes.set_yticks([-2, 0, 2], ["−2", "0", "2"])
            axes.spines["bottom"].set_visible(False)
            if axes is not row[0]:
                axes.spines["left"].set_visible(False)
                axes.tick_params(left=False)
            if divide:
                axes.set_xlabel(f"{solved} of {GROUP} correct")
        row[0].set_title(title, loc="left", color=MUTED)
    handles = [Patch(facecolor=colour, linewidth=0) for colour in (BLUE, ORANGE)]
    figure.legend(handles, ["correct answer", "wrong answer"], loc="outside upper center", ncols=2)
    return figure
