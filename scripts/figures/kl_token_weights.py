"""What each KL loss multiplies a sampled token's score by, as a function of how far the token has moved.

With u = log(π/π_ref) of the sampled token: k₁ gives 1, k₂ gives u (the exact reverse-KL weight), k₃ gives
1 − exp(−u); clamping the value of k₃ at 10 sets its gradient to 0 wherever exp(−u) − 1 + u exceeds 10.
"""

import numpy as np
from matplotlib.figure import Figure

from scripts.figures.style import BLUE, GREEN, GRID, INK, MUTED, ORANGE, new_figure

CLAMP = 10

LABELS = {
    "k₂ (exact)": {"zh": "k₂（精确）", "pt": "k₂ (exato)"},
    "k₃ clamped at 10": {"zh": "k₃（截到 10）", "pt": "k₃ limitado a 10"},
    "policy below reference": {"zh": "策略概率低于参考", "pt": "política abaixo da referência"},
    "above": {"zh": "高于", "pt": "acima"},
    "log(π(a)/π_ref(a)) of the sampled token": {
        "zh": "被采样 token 的 log(π(a)/π_ref(a))",
        "pt": "log(π(a)/π_ref(a)) do token amostrado",
    },
    "weight on the score": {"zh": "得分函数前的权重", "pt": "peso do escore"},
}


def weights(u: np.ndarray) -> dict[str, np.ndarray]:
    """Weight of ∇log π for each estimator used as a loss."""
    k3 = 1 - np.exp(-u)
    value = np.exp(-u) - 1 + u
    return {"k1": np.ones_like(u), "k2": u, "k3": k3, "k3 clamped": np.where(value > CLAMP, 0.0, k3)}


def clamp_edge() -> float:
    """The u < 0 at which the value of k₃ reaches the clamp: exp(−u) − 1 + u = CLAMP."""
    minus_u = 1.0
    for _ in range(50):
        minus_u = np.log(CLAMP + 1 + minus_u)
    return -float(minus_u)


def draw() -> Figure:
    figure = new_figure(3.3)
    axes = figure.subplots()
    u = np.linspace(-3, 2.5, 37)
    edge = clamp_edge()
    axes.axvline(0, color=GRID, linewidth=1)
    axes.axhline(0, color=MUTED, linewidth=0.8)
    axes.plot([-5, 2.5], [-5, 2.5], color=GRID, linewidth=7, solid_capstyle="round")
    axes.plot([-5, 2.5], [1, 1], color=GREEN)
    axes.plot([-5, 2.5], [-5, 2.5], color=BLUE)
    axes.plot(u, weights(u)["k3"], color=ORANGE)
    axes.plot([-5, edge, edge], [0, 0, 1 - np.exp(-edge)], color=ORANGE, linestyle=(0, (2, 2)), linewidth=1.4)
    axes.set(xlim=(-5, 2.5), ylim=(-15, 4), xticks=[-4, -2, 0, 2], yticks=[-15, -10, -5, 0])
    axes.text(-4.9, 1.9, "k₁", color=GREEN, fontsize=10, va="center")
    axes.text(-3.9, -6.0, "k₂ (exact)", color=BLUE, fontsize=9, va="center", ha="center")
    axes.text(-2.35, -13.2, "k₃", color=ORANGE, fontsize=10, va="center")
    axes.text(-4.9, -1.3, "k₃ clamped at 10", color=ORANGE, fontsize=8, va="center")
    axes.text(-0.15, 3.4, "policy below reference", color=INK, fontsize=8, va="center", ha="right")
    axes.text(0.15, 3.4, "above", color=INK, fontsize=8, va="center")
    axes.set_xlabel("log(π(a)/π_ref(a)) of the sampled token")
    axes.set_ylabel("weight on the score")
    return figure
