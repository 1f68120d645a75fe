"""What KL-regularised RL converges to, for both directions of the penalty, as β falls.

Three answers: reference probabilities 0.7, 0.2, 0.1 and rewards 0, 0.9, 1. The reverse penalty KL(π‖π_ref) has the
optimum π_ref·exp(r/β)/Z, the forward penalty KL(π_ref‖π) has β·π_ref/(Λ − r), Λ fixed by normalisation.
"""

import numpy as np
from matplotlib.figure import Figure

from scripts.figures.style import BLUE, GREEN, GRID, INK, MUTED, new_figure

REFERENCE = np.array([0.7, 0.2, 0.1])
REWARD = np.array([0.0, 0.9, 1.0])

LABELS = {
    "penalty KL(π‖π_ref), reverse": {"zh": "惩罚 KL(π‖π_ref)，反向", "pt": "penalidade KL(π‖π_ref), reversa"},
    "penalty KL(π_ref‖π), forward": {"zh": "惩罚 KL(π_ref‖π)，前向", "pt": "penalidade KL(π_ref‖π), direta"},
    "reward 1": {"zh": "奖励 1", "pt": "recompensa 1"},
    "reward 0.9": {"zh": "奖励 0.9", "pt": "recompensa 0,9"},
    "reward 0": {"zh": "奖励 0", "pt": "recompensa 0"},
    "β, smaller to the right": {"zh": "β，越往右越小", "pt": "β, menor à direita"},
    "probability at the optimum": {"zh": "最优策略给出的概率", "pt": "probabilidade no ótimo"},
}


def reverse_optimum(beta: float, reward: np.ndarray = REWARD, reference: np.ndarray = REFERENCE) -> np.ndarray:
    weight = reference * np.exp((reward - reward.max()) / beta)
    return weight / weight.sum()


def forward_optimum(beta: float, reward: np.ndarray = REWARD, reference: np.ndarray = REFERENCE) -> np.ndarray:
    low, high = reward.max(), reward.max() + beta
    for _ in range(100):
        middle = (low + high) / 2
        too_much = middle <= reward.max() or (beta * reference / (middle - reward)).sum() > 1
        low, high = (middle, high) if too_much else (low, middle)
    return beta * reference / (high - reward)


def draw() -> Figure:
    figure = new_figure(4.6)
    above, below = figure.subplots(2, 1, sharex=True)
    beta = np.logspace(1, -2, 49)
    for axes, optimum, title in (
        (above, reverse_optimum, "penalty KL(π‖π_ref), reverse"),
        (below, forward_optimum, "penalty KL(π_ref‖π), forward"),
    ):
        drawn = np.array([optimum(b) for b in beta])
        axes.axvline(0.1, color=GRID, linewidth=1)
        for answer, colour in enumerate((MUTED, BLUE, GREEN)):
            axes.plot(beta, drawn[:, answer], color=colour)
        axes.set(xscale="log", xlim=(10, 0.01), ylim=(0, 1.04), yticks=[0, 0.5, 1], xticks=[10, 1, 0.1, 0.01])
        axes.minorticks_off()
        axes.set_yticklabels(["0", "0.5", "1"])
        axes.set_title(title, loc="left")
    below.set_xticklabels(["10", "1", "0.1", "0.01"])
    above.text(0.0125, 0.72, "reward 1", color=GREEN, ha="right", va="center", fontsize=8)
    above.text(0.33, 0.62, "reward 0.9", color=BLUE, ha="center", va="center", fontsize=8)
    above.text(6.5, 0.76, "reward 0", color=INK, va="center", fontsize=8)
    below.text(0.0125, 0.74, "reward 1", color=GREEN, ha="right", va="center", fontsize=8)
    below.text(0.0125, 0.2, "reward 0.9", color=BLUE, ha="right", va="center", fontsize=8)
    below.text(6.5, 0.76, "reward 0", color=INK, va="center", fontsize=8)
    below.set_xlabel("β, smaller to the right")
    figure.supylabel("probability at the optimum", fontsize=9)
    return figure
