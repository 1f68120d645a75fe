"""What k repeated reductions do to the loss value and, separately, to the gradient that DDP averages, for W = 4 ranks.

Every rank applies the same call k times to its loss before backward. With d divisions by W among the k SUM calls the
value becomes W^(k-d) times the mean loss; the gradient is W^(k-d) times the mean gradient if the reduction is
differentiable (its backward is another SUM), and W^(-d) times it if the call is in place, where autograd sees only
the divisions.
"""

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, NullLocator

from scripts.figures.style import BLUE, GRID, INK, ORANGE, new_figure

RANKS = 4
CALLS = np.array([1, 2, 3])

LABELS = {
    "loss shown ÷ true mean": {"zh": "显示的损失 ÷ 真实均值", "pt": "perda exibida ÷ média"},
    "gradient ÷ true gradient": {"zh": "梯度 ÷ 正确梯度", "pt": "gradiente ÷ correto"},
    "calls": {"zh": "调用次数", "pt": "chamadas"},
    "SUM": {"zh": "SUM", "pt": "SUM"},
    "SUM, then ÷W": {"zh": "SUM 再 ÷W", "pt": "SUM e ÷W"},
    "differentiable SUM": {"zh": "可微 SUM", "pt": "SUM diferenciável"},
    "differentiable, ÷W": {"zh": "可微，÷W", "pt": "diferenciável, ÷W"},
    "in-place SUM": {"zh": "原地 SUM", "pt": "SUM in-place"},
    "in-place, ÷W": {"zh": "原地，÷W", "pt": "in-place, ÷W"},
}


def value_factor(calls: int, divisions: int, ranks: int = RANKS) -> float:
    """Loss shown after `calls` >= 1 SUM all-reduces and `divisions` divisions by the ranks, over the true mean."""
    return float(ranks) ** (calls - divisions)


def gradient_factor(calls: int, divisions: int, differentiable: bool, ranks: int = RANKS) -> float:
    """Gradient after DDP's mean, over the true mean gradient."""
    return float(ranks) ** ((calls if differentiable else 0) - divisions)


def draw() -> Figure:
    figure = new_figure(3.1)
    left, right = figure.subplots(1, 2, sharey=True)
    for axes, title in ((left, "loss shown ÷ true mean"), (right, "gradient ÷ true gradient")):
        axes.set_yscale("log", base=RANKS)
        axes.set_ylim(1 / 160, 160)
        axes.set_xlim(0.8, 3.2)
        axes.yaxis.set_major_locator(FixedLocator([float(RANKS) ** p for p in range(-3, 4)]))
        axes.yaxis.set_minor_locator(NullLocator())
        axes.set_yticklabels(["1/64", "1/16", "1/4", "1", "4", "16", "64"])
        axes.set_xticks(CALLS)
        axes.set_xlabel("calls")
        axes.set_title(title)
        axes.grid(True, axis="y", color=GRID)
    wide = {"linewidth": 5, "alpha": 0.45, "zorder": 2}
    narrow = {"linewidth": 1.6, "marker": "o", "markersize": 4, "zorder": 3}
    for divided, dash in ((False, "-"), (True, (0, (4, 2)))):
        shown = [value_factor(k, k if divided else 0) for k in CALLS]
        left.plot(CALLS, shown, color=BLUE, **wide)
        left.plot(CALLS, shown, color=ORANGE, linestyle=dash, **narrow)
        for differentiable, colour in ((True, BLUE), (False, ORANGE)):
            factor = [gradient_factor(k, k if divided else 0, differentiable) for k in CALLS]
            style = wide if differentiable else narrow | {"linestyle": dash}
            right.plot(CALLS, factor, color=colour, **style)
    left.text(1.05, 45, "SUM", fontsize=8, color=INK)
    left.text(1.05, 0.42, "SUM, then ÷W", fontsize=8, color=INK)
    right.text(0.88, 45, "differentiable SUM", fontsize=8, color=BLUE)
    right.text(3.15, 1.75, "in-place SUM", fontsize=8, color=ORANGE, ha="right")
    right.text(3.15, 0.45, "differentiable, ÷W", fontsize=8, color=BLUE, ha="right")
    right.text(0.88, 1 / 48, "in-place, ÷W", fontsize=8, color=ORANGE)
    return figure
