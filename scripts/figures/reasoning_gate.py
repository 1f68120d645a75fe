"""How the starting rate of a behaviour decides when RL can use it, and how a smooth skill looks like a jump.

Above: the probability of a behaviour on one logit, with exact gradients and a success difference of 1: RL alone from
0.001, SFT alone from 0.001, and SFT to 0.05 followed by RL. Below: accuracy of a chain of L steps.
"""

import numpy as np
from matplotlib.figure import Figure

from scripts.figures.style import BLUE, GREEN, INK, MUTED, ORANGE, new_figure

START = 0.001
HANDOVER = 0.05
LENGTHS = (1, 5, 20)

LABELS = {
    "P(behaviour)": {"zh": "P(行为)", "pt": "P(comportamento)"},
    "training time": {"zh": "训练时间", "pt": "tempo de treinamento"},
    "SFT": {"zh": "SFT", "pt": "SFT"},
    "SFT, then RL": {"zh": "先 SFT 后 RL", "pt": "SFT, depois RL"},
    "RL alone": {"zh": "只做 RL", "pt": "só RL"},
    "accuracy of one step, a": {"zh": "单步正确率 a", "pt": "acerto de um passo, a"},
    "accuracy of L steps": {"zh": "L 步全对的概率", "pt": "acerto em L passos"},
}


def reward_time(start: float, end: float | np.ndarray) -> float | np.ndarray:
    """Time from `start` to `end` when the logit moves at p(1 − p)."""

    def primitive(rate):
        return 2 * np.log(rate / (1 - rate)) - 1 / rate + 1 / (1 - rate)

    return primitive(end) - primitive(start)


def imitation_time(start: float, end: float | np.ndarray) -> float | np.ndarray:
    """Time from `start` to `end` when the logit moves at 1 − p."""

    def primitive(rate):
        return np.log(rate / (1 - rate)) + 1 / (1 - rate)

    return primitive(end) - primitive(start)


def rates(start: float, end: float) -> np.ndarray:
    """Rates from start to end, evenly spaced in the logit."""
    logits = np.linspace(np.log(start / (1 - start)), np.log(end / (1 - end)), 40)
    return 1 / (1 + np.exp(-logits))


def draw() -> Figure:
    figure = new_figure(4.9)
    above, below = figure.subplots(2, 1)
    path = rates(START, 0.97)
    above.plot(imitation_time(START, path), path, color=ORANGE)
    above.plot(reward_time(START, path), path, color=BLUE)
    handed = rates(HANDOVER, 0.97)
    before = rates(START, HANDOVER)
    switch = imitation_time(START, HANDOVER)
    times = np.concatenate([imitation_time(START, before), switch + reward_time(HANDOVER, handed)])
    above.plot(times, np.concatenate([before, handed]), color=GREEN, linestyle=(0, (4, 2)))
    above.axhline(0.5, color=MUTED, linestyle=(0, (3, 2)), linewidth=0.8)
    above.text(5.6, 0.72, "SFT", color=ORANGE, fontsize=9, ha="right")
    above.text(44, 0.72, "SFT, then RL", color=GREEN, fontsize=9)
    above.text(820, 0.2, "RL alone", color=BLUE, fontsize=9, ha="right")
    above.set_xscale("log")
    above.set_xlim(1, 2500)
    above.set_ylim(0, 1)
    above.set_xticks([1, 10, 100, 1000], ["1", "10", "100", "1,000"])
    above.minorticks_off()
    above.set_yticks([0, 0.5, 1], ["0", "0.5", "1"])
    above.grid(axis="y")
    above.set_xlabel("training time", color=INK)
    above.set_ylabel("P(behaviour)", color=INK)

    step = np.linspace(0.5, 1, 40)
    for length, colour, place in zip(LENGTHS, (GREEN, ORANGE, BLUE), ((0.6, 0.68), (0.7, 0.3), (0.86, 0.14)), strict=True):
        below.plot(step, step**length, color=colour)
        below.text(*place, f"L = {length}", color=colour, fontsize=9, ha="right")
    below.set_xlim(0.5, 1)
    below.set_ylim(0, 1)
    below.set_xticks([0.5, 0.6, 0.7, 0.8, 0.9, 1], ["0.5", "0.6", "0.7", "0.8", "0.9", "1"])
    below.set_yticks([0, 0.5, 1], ["0", "0.5", "1"])
    below.grid(axis="y")
    below.set_xlabel("accuracy of one step, a", color=INK)
    below.set_ylabel("accuracy of L steps", color=INK)
    for axes in (above, below):
        axes.set_axisbelow(True)
    return figure
