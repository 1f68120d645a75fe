"""Exposure bias in a two-state chain: the chance of being off the teacher's track at each token.

On track a token leaves with probability LEAVE; off track it returns with probability r. A student trained only on
teacher prefixes has learned nothing about off-track prefixes (here r = 0); one trained on its own may return.
"""

import numpy as np
from matplotlib.figure import Figure

from scripts.figures.style import BLUE, GREEN, GRID, ORANGE, new_figure

LEAVE = 0.001
LENGTH = 1000
RETURNS = (0.0, 0.01, 0.1)

LABELS = {
    "token position": {"zh": "token 位置", "pt": "posição do token"},
    "probability of being off track": {"zh": "处在偏离状态的概率", "pt": "probabilidade de estar fora da rota"},
    "no return (r = 0)": {"zh": "不会返回（r = 0）", "pt": "sem retorno (r = 0)"},
}


def off_track(back: float, length: int = LENGTH, leave: float = LEAVE) -> np.ndarray:
    """Probability of being off track after each of `length` tokens, by the recursion from 0."""
    chance, out = 0.0, []
    for _ in range(length):
        chance = chance * (1 - back) + (1 - chance) * leave
        out.append(chance)
    return np.array(out)


def draw() -> Figure:
    figure = new_figure(2.9)
    axes = figure.subplots()
    axes.grid(axis="y", color=GRID)
    position = np.arange(0, LENGTH + 1, 25)
    for back, colour in zip(RETURNS, (ORANGE, BLUE, GREEN), strict=True):
        curve = np.concatenate([[0.0], off_track(back)])
        axes.plot(position, curve[position], color=colour)
    axes.set(xlim=(0, LENGTH), ylim=(0, 0.7), xticks=[0, 250, 500, 750, 1000], yticks=[0, 0.2, 0.4, 0.6])
    axes.text(420, 0.45, "no return (r = 0)", color=ORANGE, fontsize=9, va="center", ha="right")
    axes.text(970, 0.13, "r = 0.01", color=BLUE, fontsize=9, va="center", ha="right")
    axes.text(970, 0.04, "r = 0.1", color=GREEN, fontsize=9, va="center", ha="right")
    axes.set_xlabel("token position")
    axes.set_ylabel("probability of being off track")
    return figure
