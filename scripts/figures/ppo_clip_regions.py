"""One token's objective and its weight on ∇log π, against the probability ratio, for a good and a bad token.

Top row: the value that PPO maximises, min(r·A, clip(r, 1 − ε, 1 + ε)·A), with r·A alone and with the clipped term
alone. Bottom row: what multiplies the score ∇log π, for PPO, for the clipped term alone and for CISPO's capped
weight min(r, cap)·A. A = ±1, ε = 0.2. Shaded: the two regions where PPO's gradient is zero.
The numbers 1 to 6 are those of the page's table of regions.
"""

import numpy as np
from matplotlib.figure import Figure

from scripts.figures.style import BLUE, GREEN, GRID, INK, MUTED, ORANGE, new_figure

EPSILON = 0.2
CAP = 1.5
RIGHT = 2.0

LABELS = {
    "good token, A = +1": {"zh": "好 token，A = +1", "pt": "token bom, A = +1"},
    "bad token, A = −1": {"zh": "坏 token，A = −1", "pt": "token ruim, A = −1"},
    "no clip": {"zh": "不裁剪", "pt": "sem clip"},
    "clip only": {"zh": "只 clip", "pt": "só o clip"},
    "objective": {"zh": "目标值", "pt": "objetivo"},
    "weight on ∇log π": {"zh": "∇log π 的权重", "pt": "peso de ∇log π"},
    "ratio r = π/π_old": {"zh": "比率 r = π/π_old", "pt": "razão r = π/π_old"},
    "gradient 0": {"zh": "梯度为 0", "pt": "gradiente 0"},
    "same in every language": ["PPO", "PPO: min", "CISPO"],
}


def objective(ratio: np.ndarray, advantage: float, epsilon: float = EPSILON) -> dict[str, np.ndarray]:
    """Value of one term: r·A, the clipped term, and PPO's minimum of the two."""
    unclipped = ratio * advantage
    clipped = np.clip(ratio, 1 - epsilon, 1 + epsilon) * advantage
    return {"no clip": unclipped, "clip only": clipped, "ppo": np.minimum(unclipped, clipped)}


def weight(ratio: np.ndarray, advantage: float, epsilon: float = EPSILON, cap: float = CAP) -> dict[str, np.ndarray]:
    """What multiplies ∇log π; d(r·A)/dθ = r·A·∇log π wherever the term is not flat."""
    inside = (ratio >= 1 - epsilon) & (ratio <= 1 + epsilon)
    masked = ratio > 1 + epsilon if advantage > 0 else ratio < 1 - epsilon
    return {
        "no clip": ratio * advantage,
        "clip only": np.where(inside, ratio * advantage, 0.0),
        "ppo": np.where(masked, 0.0, ratio * advantage),
        "cispo": np.minimum(ratio, cap) * advantage,
    }


def _draw_objective(axes, sign: int) -> None:
    low, high = 1 - EPSILON, 1 + EPSILON
    axes.plot([0, RIGHT], [0, RIGHT * sign], color=GRID, linewidth=7, solid_capstyle="round")
    axes.plot([0, low, high, RIGHT], [low * sign, low * sign, high * sign, high * sign], color=ORANGE, linestyle=(0, (3, 2)))
    if sign > 0:
        axes.plot([0, high, RIGHT], [0, high, high], color=BLUE)
    else:
        axes.plot([0, low, RIGHT], [-low, -low, -RIGHT], color=BLUE)
    axes.plot([1], [sign], "o", color=INK, markersize=4)


def _draw_weight(axes, sign: int) -> None:
    low, high = 1 - EPSILON, 1 + EPSILON
    axes.plot([0, RIGHT], [0, RIGHT * sign], color=GRID, linewidth=7, solid_capstyle="round")
    axes.plot([0, CAP, RIGHT], [0, CAP * sign, CAP * sign], color=GREEN)
    dash = (0, (3, 2))
    for span in ([0, low], [high, RIGHT]):
        axes.plot(span, [0, 0], color=ORANGE, linestyle=dash)
    axes.plot([low, high], [low * sign, high * sign], color=ORANGE, linestyle=dash)
    if sign > 0:
        axes.plot([0, high], [0, high], color=BLUE)
        axes.plot([high, RIGHT], [0, 0], color=BLUE)
    else:
        axes.plot([0, low], [0, 0], color=BLUE)
        axes.plot([low, RIGHT], [-low, -RIGHT], color=BLUE)


def draw() -> Figure:
    figure = new_figure(4.7)
    grid = figure.subplots(2, 2, sharex=True)
    low, high = 1 - EPSILON, 1 + EPSILON
    for column, sign in enumerate((1, -1)):
        top, bottom = grid[0][column], grid[1][column]
        for axes in (top, bottom):
            axes.axvspan(*((high, RIGHT) if sign > 0 else (0, low)), color=GRID, alpha=0.4, linewidth=0)
            axes.axhline(0, color=MUTED, linewidth=0.8)
            axes.set(xlim=(0, RIGHT), ylim=(-0.3, 2.15) if sign > 0 else (-2.3, 0.25))
            axes.set_yticks([0, sign, 2 * sign], ["0", "1" if sign > 0 else "−1", "2" if sign > 0 else "−2"])
            axes.set_xticks([0, low, 1, high, 2], ["0", "0.8", "", "1.2", "2"])
        _draw_objective(top, sign)
        _draw_weight(bottom, sign)
        for number, centre in enumerate((low / 2, 1, (high + RIGHT) / 2), start=1 if sign > 0 else 4):
            y = -0.15 if sign > 0 else -2.17
            top.text(centre, y, str(number), color=MUTED, fontsize=8, va="center", ha="center")
    grid[0][0].set_title("good token, A = +1", loc="left")
    grid[0][1].set_title("bad token, A = −1", loc="left")
    grid[0][0].set_ylabel("objective")
    grid[1][0].set_ylabel("weight on ∇log π")
    grid[1][0].set_xlabel("ratio r = π/π_old")
    grid[1][1].set_xlabel("ratio r = π/π_old")
    grid[0][0].text(0.06, 0.97, "clip only", color=ORANGE, fontsize=8, va="center")
    grid[0][0].text(1.24, 0.98, "PPO: min", color=BLUE, fontsize=8, va="center")
    grid[0][0].text(1.5, 1.94, "no clip", color=INK, fontsize=8, va="center", ha="right")
    grid[0][1].text(0.06, -0.97, "PPO: min", color=BLUE, fontsize=8, va="center")
    grid[0][1].text(1.3, -1.0, "clip only", color=ORANGE, fontsize=8, va="center")
    grid[0][1].text(1.5, -1.88, "no clip", color=INK, fontsize=8, va="center", ha="right")
    grid[1][0].text(1.3, 0.17, "gradient 0", color=BLUE, fontsize=8, va="center")
    grid[1][0].text(0.95, 1.5, "CISPO", color=GREEN, fontsize=8, va="center", ha="right")
    grid[1][0].text(0.78, 0.5, "PPO", color=BLUE, fontsize=8, va="center")
    grid[1][1].text(0.05, 0.13, "gradient 0", color=BLUE, fontsize=8, va="center")
    grid[1][1].text(1.55, -1.28, "CISPO", color=GREEN, fontsize=8, va="center")
    grid[1][1].text(1.55, -1.92, "PPO", color=BLUE, fontsize=8, va="center", ha="right")
    return figure
