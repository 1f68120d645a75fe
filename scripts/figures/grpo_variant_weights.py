"""What multiplies the score ∇log π of one token, against its ratio, under five rules, for A = +1 and A = −1.

GRPO: clip 0.2. CISPO: cap 3. SAPO: τ = 1.0 for A > 0, 1.05 for A < 0. DPPO: binary TV with threshold 0.15 on a token
whose rollout probability is 0.1, so that its upper edge is the ratio 2.5 and its lower edge is out of reach.
"""

import numpy as np
from matplotlib.figure import Figure

from scripts.figures.style import BLUE, GREEN, GRID, INK, MUTED, ORANGE, PURPLE, new_figure

EPSILON = 0.2
CAP = 3.0
TAU = {1: 1.0, -1: 1.05}
DELTA = 0.15
ROLLOUT_PROBABILITY = 0.1
RIGHT = 5.0

LABELS = {
    "good token, A = +1": {"zh": "好 token，A = +1", "pt": "token bom, A = +1"},
    "bad token, A = −1": {"zh": "坏 token，A = −1", "pt": "token ruim, A = −1"},
    "weight on ∇log π": {"zh": "∇log π 的权重", "pt": "peso de ∇log π"},
    "ratio r": {"zh": "比率 r", "pt": "razão r"},
    "GRPO and DPPO": {"zh": "GRPO 与 DPPO", "pt": "GRPO e DPPO"},
    "same in every language": ["GRPO", "CISPO", "SAPO", "DPPO"],
}


def gate(ratio: float | np.ndarray, tau: float) -> float | np.ndarray:
    """SAPO's factor on r·A·∇log π: 4σ(1 − σ) at τ(r − 1), i.e. sech²(τ(r − 1)/2)."""
    return 1 / np.cosh(tau * (np.asarray(ratio) - 1) / 2) ** 2


def weights(ratio: np.ndarray, sign: int) -> dict[str, np.ndarray]:
    """Coefficient on ∇log π for A = sign."""
    out_of_band = ratio > 1 + EPSILON if sign > 0 else ratio < 1 - EPSILON
    half_width = DELTA / ROLLOUT_PROBABILITY
    diverged = ratio > 1 + half_width if sign > 0 else ratio < 1 - half_width
    return {
        "GRPO": np.where(out_of_band, 0.0, ratio) * sign,
        "CISPO": np.minimum(ratio, CAP) * sign,
        "SAPO": gate(ratio, TAU[sign]) * ratio * sign,
        "DPPO": np.where(diverged, 0.0, ratio) * sign,
    }


def draw() -> Figure:
    figure = new_figure(4.6)
    good, bad = figure.subplots(2, 1, sharex=True)
    curve = np.linspace(0, RIGHT, 41)
    high, low, edge = 1 + EPSILON, 1 - EPSILON, 1 + DELTA / ROLLOUT_PROBABILITY
    dash = (0, (3, 2))
    for axes, sign in ((good, 1), (bad, -1)):
        axes.axhline(0, color=MUTED, linewidth=0.8)
        axes.axvline(1, color=GRID, linewidth=0.8)
        axes.plot([0, CAP, RIGHT], [0, CAP * sign, CAP * sign], color=GREEN)
        axes.plot(curve, weights(curve, sign)["SAPO"], color=ORANGE)
        axes.set_xlim(0, RIGHT)
        axes.set_ylabel("weight on ∇log π")
    good.plot([0, high, high, RIGHT], [0, high, 0, 0], color=BLUE)
    good.plot([0, edge, edge, RIGHT], [0, edge, 0, 0], color=PURPLE, linestyle=dash)
    bad.plot([0, low, low, RIGHT], [0, 0, -low, -RIGHT], color=BLUE)
    bad.plot([0, RIGHT], [0, -RIGHT], color=PURPLE, linestyle=dash)
    good.set_ylim(-0.25, 3.5)
    bad.set_ylim(-5.2, 0.4)
    good.set_yticks([0, 1, 2, 3], ["0", "1", "2", "3"])
    bad.set_yticks([-4, -2, 0], ["−4", "−2", "0"])
    bad.set_xticks(range(6), [str(tick) for tick in range(6)])
    bad.set_xlabel("ratio r")
    good.set_title("good token, A = +1", loc="left")
    bad.set_title("bad token, A = −1", loc="left")
    good.text(3.6, 3.2, "CISPO", color=GREEN, fontsize=9, va="center")
    good.text(3.5, 1.3, "SAPO", color=ORANGE, fontsize=9, va="center")
    good.text(2.58, 2.05, "DPPO", color=PURPLE, fontsize=9, va="center")
    good.text(1.27, 0.35, "GRPO", color=BLUE, fontsize=9, va="center")
    bad.text(3.9, -2.6, "CISPO", color=GREEN, fontsize=9, va="center")
    bad.text(4.15, -1.05, "SAPO", color=ORANGE, fontsize=9, va="center")
    bad.text(3.75, -4.55, "GRPO and DPPO", color=INK, fontsize=9, va="center", ha="right")
    return figure
