"""How pass@k curves of a base and a trained model cross, and how long rare successes take to be learned.

Above: a population with 60% easy and 40% hard problems; training makes the easy ones reliable and loses the hard ones.
Below: the time that exact gradient flow on one logit needs from a solve rate to one half, for three weightings.
"""

import numpy as np
from matplotlib.figure import Figure

from scripts.figures.style import BLUE, GREEN, INK, MUTED, ORANGE, new_figure

SHARES = (0.6, 0.4)
BASE_RATES = (0.5, 0.01)
TRAINED_RATES = (0.95, 0.0)

LABELS = {
    "pass@k": {"zh": "pass@k", "pt": "pass@k"},
    "attempts k": {"zh": "尝试次数 k", "pt": "tentativas k"},
    "base": {"zh": "基座", "pt": "base"},
    "after RL": {"zh": "RL 之后", "pt": "após RL"},
    "starting solve rate p": {"zh": "初始解题率 p", "pt": "taxa de acerto inicial p"},
    "time to p = ½": {"zh": "到 p = ½ 的时间", "pt": "tempo até p = ½"},
    "mean reward": {"zh": "平均奖励", "pt": "recompensa média"},
    "÷ std": {"zh": "÷ 标准差", "pt": "÷ desvio"},
    "log-likelihood": {"zh": "对数似然", "pt": "log-verossimilhança"},
}


def coverage(rates: tuple[float, float], attempts: np.ndarray | int) -> np.ndarray | float:
    """pass@k of the population."""
    return sum(share * (1 - (1 - rate) ** attempts) for share, rate in zip(SHARES, rates, strict=True))


def mean_reward_time(rate: float | np.ndarray) -> float | np.ndarray:
    """From `rate` to one half when the logit moves at p(1 − p)."""
    return -2 * np.log(rate / (1 - rate)) + 1 / rate - 1 / (1 - rate)


def std_time(rate: float | np.ndarray) -> float | np.ndarray:
    """From `rate` to one half when the logit moves at √(p(1 − p))."""
    return 2 * (1 - 2 * rate) / np.sqrt(rate * (1 - rate))


def likelihood_time(rate: float | np.ndarray) -> float | np.ndarray:
    """From `rate` to one half when the logit moves at 1 − p."""
    return 2 - np.log(rate / (1 - rate)) - 1 / (1 - rate)


def draw() -> Figure:
    figure = new_figure(4.9)
    above, below = figure.subplots(2, 1)
    attempts = np.geomspace(1, 256, 30)
    above.plot(attempts, coverage(BASE_RATES, attempts), color=BLUE)
    above.plot(attempts, coverage(TRAINED_RATES, attempts), color=ORANGE)
    above.axvline(5, color=MUTED, linestyle=(0, (3, 2)), linewidth=0.8)
    above.text(5.4, 0.08, "k = 5", color=MUTED, fontsize=9)
    above.text(60, 0.88, "base", color=BLUE, fontsize=9, ha="right")
    above.text(70, 0.47, "after RL", color=ORANGE, fontsize=9)
    above.set_xscale("log", base=2)
    above.set_xlim(1, 256)
    above.set_ylim(0, 1)
    above.set_xticks([1, 4, 16, 64, 256], ["1", "4", "16", "64", "256"])
    above.set_yticks([0, 0.5, 1], ["0", "0.5", "1"])
    above.grid(axis="y")
    above.set_xlabel("attempts k", color=INK)
    above.set_ylabel("pass@k", color=INK)

    rates = np.geomspace(0.001, 0.4, 24)
    below.plot(rates, mean_reward_time(rates), color=BLUE)
    below.plot(rates, std_time(rates), color=GREEN)
    below.plot(rates, likelihood_time(rates), color=ORANGE)
    below.text(0.0042, 330, "mean reward", color=BLUE, fontsize=9)
    below.text(0.0042, 44, "÷ std", color=GREEN, fontsize=9)
    below.text(0.0013, 3.1, "log-likelihood", color=ORANGE, fontsize=9)
    below.set_xscale("log")
    below.set_yscale("log")
    below.set_xlim(0.001, 0.3)
    below.set_ylim(1, 1100)
    below.set_xticks([0.001, 0.01, 0.1], ["0.001", "0.01", "0.1"])
    below.set_yticks([1, 10, 100, 1000], ["1", "10", "100", "1,000"])
    below.minorticks_off()
    below.grid(axis="y")
    below.set_xlabel("starting solve rate p", color=INK)
    below.set_ylabel("time to p = ½", color=INK)
    for axes in (above, below):
        axes.set_axisbelow(True)
    return figure
