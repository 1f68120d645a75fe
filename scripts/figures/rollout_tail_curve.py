"""Share of responses still decoding against the decode step, for 512 responses behind one barrier.

Lengths are lognormal with median 3,000 and 99th percentile 30,000 tokens, capped at 65,536. The filled area over the
rectangle up to the expected longest response is the slot utilisation E[L] / E[max L].
"""

import math

import numpy as np
from matplotlib.figure import Figure

from scripts.figures.style import BLUE, GRID, MUTED, ORANGE, new_figure

MEDIAN, CAP, RESPONSES = 3_000, 65_536, 512
SIGMA = math.log(10) / 2.3263478740408408  # ln(p99 / p50) over the 99 % quantile of a standard normal

LABELS = {
    "responses still decoding": {"zh": "仍在解码的回答", "pt": "respostas em decodificação"},
    "decode step (thousand tokens)": {"zh": "解码步（千 token）", "pt": "passo de decodificação (mil tokens)"},
    "8.8% of the box is work": {"zh": "方框里 8.8% 在干活", "pt": "8,8% da caixa é trabalho"},
    "90% finished": {"zh": "90% 已完成", "pt": "90% prontas"},
    "last one": {"zh": "最后一条", "pt": "a última"},
    "81% of the steps": {"zh": "81% 的步数", "pt": "81% dos passos"},
}


def running(length: float) -> float:
    """P(L > length) under the uncapped law."""
    if length <= 0:
        return 1.0
    return 0.5 * math.erfc(math.log(length / MEDIAN) / SIGMA / math.sqrt(2))


STEPS = np.arange(CAP + 1)
SURVIVAL = np.array([running(step) for step in STEPS])


def area(curve: np.ndarray) -> float:
    """Trapezoid rule with unit steps."""
    return float(curve.sum() - 0.5 * (curve[0] + curve[-1]))


def expected_order(rank: int, count: int) -> float:
    """E[rank-th smallest of `count` capped lengths]: the integral of P(fewer than `rank` are done)."""
    alive = np.clip(SURVIVAL, 1e-300, 1)
    done = np.clip(1 - SURVIVAL, 1e-300, 1)
    total = np.zeros_like(alive)
    for finished in range(rank):
        choose = math.lgamma(count + 1) - math.lgamma(finished + 1) - math.lgamma(count - finished + 1)
        total += np.exp(choose + finished * np.log(done) + (count - finished) * np.log(alive))
    return area(total)


def expected_max(count: int, cap: int = CAP) -> float:
    return area(1 - (1 - SURVIVAL[: cap + 1]) ** count)


def expected_length(cap: int = CAP) -> float:
    return area(SURVIVAL[: cap + 1])


def draw() -> Figure:
    figure = new_figure(2.6)
    axes = figure.subplots()
    last = expected_max(RESPONSES) / 1000
    ninety = expected_order(461, RESPONSES) / 1000
    x = np.unique(np.concatenate([np.geomspace(20, CAP, 160), [0, 1000 * last]])) / 1000
    y = np.array([running(1000 * value) for value in x])
    keep = x <= last
    axes.fill_between(x[keep], 0, y[keep], color=BLUE, alpha=0.28, linewidth=0)
    axes.plot(x[keep], y[keep], color=BLUE)
    axes.plot([0, last, last], [1, 1, 0], color=ORANGE, linewidth=1.2)
    axes.plot([ninety, ninety], [0, 1], color=MUTED, linestyle=(0, (4, 2)), linewidth=1)
    axes.text(ninety + 1, 0.72, "90% finished", fontsize=8.5, va="center")
    axes.text(last - 1, 0.72, "last one", fontsize=8.5, va="center", ha="right", color=ORANGE)
    axes.text((ninety + last) / 2, 0.43, "8.8% of the box is work", fontsize=8.5, va="center", ha="center", color=BLUE)
    axes.annotate("", (ninety, 0.25), (last, 0.25), arrowprops={"arrowstyle": "<->", "color": MUTED, "linewidth": 0.9})
    axes.text((ninety + last) / 2, 0.255, "81% of the steps", fontsize=8.5, va="bottom", ha="center")
    axes.set(xlim=(0, 58), ylim=(0, 1.06))
    axes.set_yticks([0, 0.5, 1], ["0%", "50%", "100%"])
    axes.set_xticks([0, ninety, 30, last], ["0", "10.7", "30", "55.6"])
    axes.grid(axis="y", color=GRID)
    axes.set_xlabel("decode step (thousand tokens)")
    axes.set_ylabel("responses still decoding")
    return figure
