"""Expected gradient of each KL estimator, in the loss and in the reward, against the true reverse-KL gradient.

Two outcomes a and b, reference probability 0.5 each; the policy's probability of a runs from 0 to 1. All curves are
derivatives with respect to the logit of a, expectations taken exactly under the policy (on-policy sampling).
"""

import numpy as np
from matplotlib.figure import Figure

from scripts.figures.style import BLUE, GREEN, GRID, INK, MUTED, ORANGE, new_figure

REFERENCE = 0.5

LABELS = {
    "estimator in the loss": {"zh": "估计量放进损失", "pt": "estimador na perda"},
    "estimator in the reward": {"zh": "估计量放进奖励", "pt": "estimador na recompensa"},
    "true gradient": {"zh": "真实梯度", "pt": "gradiente verdadeiro"},
    "wrong sign": {"zh": "符号错误", "pt": "sinal errado"},
    "π(a), with reference 0.5": {"zh": "π(a)，参考概率 0.5", "pt": "π(a), com referência 0,5"},
    "gradient on the logit of a": {"zh": "对 a 的 logit 的梯度", "pt": "gradiente no logit de a"},
}


def curves(p: np.ndarray) -> dict[str, np.ndarray]:
    """Gradient on the logit of a, for π(a) = p: the true one and each estimator as loss and as reward."""
    policy = np.stack([p, 1 - p])
    ratio = REFERENCE / policy
    value = {"k1": -np.log(ratio), "k2": np.log(ratio) ** 2 / 2, "k3": ratio - 1 - np.log(ratio)}
    weight = {"k1": np.ones_like(ratio), "k2": -np.log(ratio), "k3": 1 - ratio}

    def on_logit(coefficient: np.ndarray) -> np.ndarray:
        return p * (1 - p) * (coefficient[0] - coefficient[1])

    drawn = {"true": on_logit(value["k1"])}
    for name in value:
        drawn[f"{name} loss"] = on_logit(weight[name])
        drawn[f"{name} reward"] = on_logit(value[name])
    return drawn


def draw() -> Figure:
    figure = new_figure(4.9)
    loss, reward = figure.subplots(2, 1, sharex=True)
    p = np.sin(np.linspace(0.035, np.pi / 2 - 0.035, 33)) ** 2
    drawn = curves(p)
    for axes, place in ((loss, "loss"), (reward, "reward")):
        axes.fill_between([0, REFERENCE], 0, 0.62, color=GRID, alpha=0.4, linewidth=0)
        axes.fill_between([REFERENCE, 1], -0.62, 0, color=GRID, alpha=0.4, linewidth=0)
        axes.axhline(0, color=MUTED, linewidth=0.8)
        axes.plot(p, drawn["true"], color=GRID, linewidth=7, solid_capstyle="round")
        for name, colour in (("k1", GREEN), ("k2", BLUE), ("k3", ORANGE)):
            straight = place == "loss" and name != "k2"
            shown = slice(None, None, len(p) - 1) if straight else slice(None)
            axes.plot(p[shown], drawn[f"{name} {place}"][shown], color=colour)
        axes.set(xlim=(0, 1), ylim=(-0.62, 0.62), xticks=[0, 0.5, 1], yticks=[-0.5, 0, 0.5])
        axes.set_xticklabels(["0", "0.5", "1"])
        axes.set_yticklabels(["−0.5", "0", "0.5"])
        axes.set_title(f"estimator in the {place}", loc="left")
        axes.text(0.03, 0.5, "wrong sign", color=MUTED, va="center", fontsize=8)
        axes.text(0.97, -0.5, "wrong sign", color=MUTED, va="center", ha="right", fontsize=8)
    loss.text(0.93, 0.5, "k₃", color=ORANGE, ha="right", va="center", fontsize=10)
    loss.text(0.80, 0.08, "k₂", color=BLUE, va="center", fontsize=10)
    loss.text(0.20, 0.07, "k₁ = 0", color=GREEN, va="center", ha="center", fontsize=9)
    loss.annotate(
        "true gradient", (0.16, -0.2), (0.20, -0.46), color=INK, fontsize=8, va="center",
        arrowprops={"arrowstyle": "-", "color": MUTED, "linewidth": 0.8},
    )
    reward.text(0.80, 0.31, "k₁", color=GREEN, va="center", ha="center", fontsize=10)
    reward.text(0.81, -0.24, "k₃", color=ORANGE, va="center", ha="center", fontsize=10)
    reward.text(0.80, 0.06, "k₂", color=BLUE, va="center", ha="center", fontsize=10)
    reward.set_xlabel("π(a), with reference 0.5")
    figure.supylabel("gradient on the logit of a", fontsize=9)
    return figure
