"""How far PPO's clip, CISPO's cap and no clip let the ratio of the best action go on one fixed batch.

Four actions, uniform old policy, advantages (1, −0.2, −0.3, −0.5), exact expectation over the old policy, plain
gradient ascent on the softmax logits, ε = 0.2. PPO stops where every action is masked: the three losing actions have
fallen to about 0.8 of their old probability, so the winner has about 1 − 3 · 0.25 · 0.8 = 0.4, a ratio of 1.6.
"""

import numpy as np
from matplotlib.figure import Figure

from scripts.figures.style import BLUE, GREEN, GRID, INK, MUTED, ORANGE, new_figure

ADVANTAGE = np.array([1.0, -0.2, -0.3, -0.5])
OLD = np.full(4, 0.25)
EPSILON = 0.2
STEPS = 200

LABELS = {
    "update on the same batch": {"zh": "同一批数据上的更新次数", "pt": "atualização sobre o mesmo lote"},
    "ratio of the best action": {"zh": "最优动作的比率", "pt": "razão da melhor ação"},
    "no clip": {"zh": "不裁剪", "pt": "sem clip"},
    "CISPO, cap 1.2": {"zh": "CISPO，上限 1.2", "pt": "CISPO, teto 1,2"},
    "PPO, ε = 0.2": {"zh": "PPO，ε = 0.2", "pt": "PPO, ε = 0,2"},
}


def softmax(logits: np.ndarray) -> np.ndarray:
    exponent = np.exp(logits - logits.max())
    return exponent / exponent.sum()


def weights(ratio: np.ndarray, method: str, cap: float = 1 + EPSILON) -> np.ndarray:
    """What multiplies A·∇log π for each action."""
    if method == "ppo":
        masked = ((ADVANTAGE > 0) & (ratio > 1 + EPSILON)) | ((ADVANTAGE < 0) & (ratio < 1 - EPSILON))
        return np.where(masked, 0.0, ratio)
    if method == "cispo":
        return np.minimum(ratio, cap)
    return ratio


def ascend(method: str, rate: float, steps: int = STEPS, cap: float = 1 + EPSILON) -> np.ndarray:
    """Ratios of all actions before each step and after the last, shape [steps + 1, 4]."""
    logits = np.zeros(4)
    path = []
    for _ in range(steps):
        policy = softmax(logits)
        path.append(policy / OLD)
        push = OLD * weights(policy / OLD, method, cap) * ADVANTAGE
        logits = logits + rate * (push - push.sum() * policy)
    return np.array([*path, softmax(logits) / OLD])


def draw() -> Figure:
    figure = new_figure(3.0)
    axes = figure.subplots()
    shown = np.unique(np.concatenate([np.arange(0, 40, 2), np.arange(40, STEPS + 1, 8)]))
    axes.axhline(4, color=GRID, linewidth=1)
    axes.axhline(1 + EPSILON, color=MUTED, linewidth=0.8, linestyle=(0, (2, 2)))
    for method, colour in (("none", ORANGE), ("cispo", GREEN), ("ppo", BLUE)):
        axes.plot(shown, ascend(method, 0.1)[shown, 0], color=colour)
    axes.set(xlim=(0, STEPS), ylim=(0.9, 4.25), xticks=[0, 50, 100, 150, 200], yticks=[1, 2, 3, 4])
    axes.text(4, 4.1, "p = 1", color=MUTED, fontsize=8, va="center")
    axes.text(60, 3.42, "no clip", color=ORANGE, fontsize=9, va="center", ha="right")
    axes.text(92, 2.85, "CISPO, cap 1.2", color=GREEN, fontsize=9, va="center")
    axes.text(92, 1.77, "PPO, ε = 0.2", color=BLUE, fontsize=9, va="center")
    axes.text(198, 1.07, "1 + ε", color=INK, fontsize=8, va="center", ha="right")
    axes.set_xlabel("update on the same batch")
    axes.set_ylabel("ratio of the best action")
    return figure
