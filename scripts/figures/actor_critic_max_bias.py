"""How far an estimate of the best value lies above the truth, against the number of actions.

All N actions are equally good and each estimate carries an independent Gaussian error of standard deviation 0.1.
A hard max picks the luckiest error; the KL-regularised value β log Σ π_ref exp(Q/β) can exceed the truth by at most
σ²/(2β) in expectation; the average under the policy, which a policy gradient uses, is right in expectation.
"""

import numpy as np
from matplotlib.figure import Figure

from scripts.figures.style import BLUE, GREEN, GRID, MUTED, ORANGE, new_figure

SIGMA = 0.1
BETA = 0.1
SHOWN = (2, 10, 100, 32_000, 151_936)

LABELS = {
    "max over N estimates (Q-learning)": {
        "zh": "对 N 个估计取 max（Q-learning）",
        "pt": "max de N estimativas (Q-learning)",
    },
    "soft value, β = 0.1: at most 0.05": {
        "zh": "软价值，β = 0.1：至多 0.05",
        "pt": "valor soft, β = 0,1: no máximo 0,05",
    },
    "average under the policy: 0": {"zh": "按策略取平均：0", "pt": "média sob a política: 0"},
    "number of equally good actions N": {
        "zh": "同样好的动作个数 N",
        "pt": "número de ações igualmente boas N",
    },
    "expected over-estimate": {"zh": "期望高估量", "pt": "superestimação esperada"},
    "151,936 tokens": {"zh": "151,936 个 token", "pt": "151.936 tokens"},
}

_GRID = np.linspace(-10, 10, 20_001)
_DENSITY = np.exp(-(_GRID**2) / 2) / np.sqrt(2 * np.pi)
_CUMULATIVE = np.cumsum(_DENSITY) * (_GRID[1] - _GRID[0])


def expected_max(count: float) -> float:
    """The mean of the largest of `count` independent standard normal variables."""
    log_below = np.log(np.clip(_CUMULATIVE - _DENSITY * (_GRID[1] - _GRID[0]) / 2, 1e-300, 1))
    density = count * np.exp((count - 1) * log_below) * _DENSITY
    return float((_GRID * density).sum() / density.sum())


def soft_bound(sigma: float, beta: float) -> float:
    """An upper bound on the expected over-estimate of the soft value, for any number of actions."""
    return sigma**2 / (2 * beta)


def draw() -> Figure:
    figure = new_figure(2.9)
    axes = figure.subplots()
    counts = np.geomspace(2, SHOWN[-1], 25)
    axes.axvline(SHOWN[-1], color=GRID, linewidth=1)
    axes.plot(counts, [SIGMA * expected_max(count) for count in counts], color=ORANGE)
    axes.plot([2, SHOWN[-1]], [soft_bound(SIGMA, BETA)] * 2, color=GREEN, linestyle=(0, (4, 2)))
    axes.plot([2, SHOWN[-1]], [0, 0], color=BLUE)
    for count, text, x, y, side in ((10, "0.154", 12.5, 0.126, "left"), (SHOWN[-1], "0.447", 105_000, 0.365, "right")):
        axes.plot([count], [SIGMA * expected_max(count)], color=ORANGE, marker="o", markersize=4)
        axes.text(x, y, text, ha=side, va="center", fontsize=8)
    axes.text(2.2, 0.42, "max over N estimates (Q-learning)", color=ORANGE, fontsize=8.5, va="center")
    axes.text(90_000, 0.078, "soft value, β = 0.1: at most 0.05", color=GREEN, fontsize=8.5, va="center", ha="right")
    axes.text(90_000, -0.03, "average under the policy: 0", color=BLUE, fontsize=8.5, va="center", ha="right")
    axes.text(105_000, 0.3, "151,936 tokens", color=MUTED, fontsize=8, va="center", ha="right")
    axes.set_xscale("log")
    axes.set(xlim=(2, 260_000), ylim=(-0.06, 0.48))
    axes.set_yticks([0, 0.2, 0.4], ["0", "0.2", "0.4"])
    axes.set_xticks([10, 1000, 100_000], ["10", "1,000", "100,000"])
    axes.minorticks_off()
    axes.set_xlabel("number of equally good actions N")
    axes.set_ylabel("expected over-estimate")
    return figure
