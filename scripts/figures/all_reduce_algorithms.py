"""Time of one all-reduce over 8 NVLink ranks against the message size, for three algorithms in the alpha-beta model.

Ring: 2(n-1) messages in sequence. One-shot: every rank sends its whole message to every other. Two-shot: a direct
reduce-scatter, then a direct all-gather. The ticks are one tensor-parallel all-reduce of a model with hidden size
8,192 in bf16: a decode batch of 1 and of 32 tokens, and a prefill of 16,384 tokens.
"""

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, NullLocator

from scripts.figures.style import BLUE, GREEN, GRID, INK, MUTED, ORANGE, new_figure

RANKS = 8
LATENCY = 3e-6
BANDWIDTH = 450e9
HIDDEN = 8192

LABELS = {
    "ring": {"zh": "ring", "pt": "ring"},
    "one-shot": {"zh": "one-shot", "pt": "one-shot"},
    "two-shot": {"zh": "two-shot", "pt": "two-shot"},
    "message": {"zh": "消息大小", "pt": "mensagem"},
    "time of one all-reduce, µs": {"zh": "一次 all-reduce 的时间，µs", "pt": "tempo de um all-reduce, µs"},
    "decode, 1": {"zh": "decode，1", "pt": "decode, 1"},
    "decode, 32": {"zh": "decode，32", "pt": "decode, 32"},
    "prefill, 16,384": {"zh": "prefill，16,384", "pt": "prefill, 16.384"},
}


def ring(size, ranks=RANKS, latency=LATENCY, bandwidth=BANDWIDTH):
    """Seconds for a ring all-reduce of `size` bytes."""
    return 2 * (ranks - 1) * latency + 2 * (ranks - 1) / ranks * size / bandwidth


def one_shot(size, ranks=RANKS, latency=LATENCY, bandwidth=BANDWIDTH):
    """Seconds when every rank sends its whole message to every other one and reduces locally."""
    return latency + (ranks - 1) * size / bandwidth


def two_shot(size, ranks=RANKS, latency=LATENCY, bandwidth=BANDWIDTH):
    """Seconds for a direct reduce-scatter followed by a direct all-gather."""
    return 2 * latency + 2 * (ranks - 1) / ranks * size / bandwidth


def crossover(ranks=RANKS, latency=LATENCY, bandwidth=BANDWIDTH):
    """Message size in bytes below which one-shot beats two-shot (three ranks or more)."""
    return latency * bandwidth / ((ranks - 1) * (1 - 2 / ranks))


def draw() -> Figure:
    figure = new_figure(3.2)
    axes = figure.subplots()
    sizes = np.logspace(4, 9, 60)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(1e4, 1e9)
    axes.set_ylim(1.7, 2e4)
    marks = ((1, "decode, 1", "left", 1.12), (32, "decode, 32", "left", 1.12), (16384, "prefill, 16,384", "right", 0.9))
    for tokens, label, align, shift in marks:
        axes.axvline(2 * HIDDEN * tokens, color=MUTED, linewidth=0.8, linestyle=(0, (3, 3)))
        axes.text(2 * HIDDEN * tokens * shift, 9000, label, fontsize=8, ha=align, color=INK)
    axes.plot(sizes, ring(sizes) * 1e6, color=ORANGE, linestyle=(0, (4, 2)))
    axes.plot(sizes, one_shot(sizes) * 1e6, color=BLUE)
    axes.plot(sizes, two_shot(sizes) * 1e6, color=GREEN)
    meet = crossover()
    axes.plot([meet], [one_shot(meet) * 1e6], "o", color=INK, markersize=4)
    axes.text(2.1e4, 62, "ring", fontsize=8, color=ORANGE)
    axes.text(2.1e7, 700, "one-shot", fontsize=8, color=BLUE, ha="right")
    axes.text(1.2e7, 18, "two-shot", fontsize=8, color=GREEN)
    axes.xaxis.set_major_locator(FixedLocator([1e4, 1e5, 1e6, 1e7, 1e8, 1e9]))
    axes.set_xticklabels(["10 kB", "100 kB", "1 MB", "10 MB", "100 MB", "1 GB"])
    axes.yaxis.set_major_locator(FixedLocator([3, 10, 100, 1000, 10000]))
    axes.set_yticklabels(["3", "10", "100", "10³", "10⁴"])
    axes.xaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_minor_locator(NullLocator())
    axes.grid(True, color=GRID)
    axes.set_xlabel("message")
    axes.set_title("time of one all-reduce, µs")
    return figure
