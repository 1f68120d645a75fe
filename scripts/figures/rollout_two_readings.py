"""One decode model, two readings: 64 sequences spread over more and more GPUs.

A memory-bound decode step reads the weights once and the KV of every sequence. Fewer sequences per GPU leave each GPU
with less output per second (AReaL's complaint) and the time per token near a floor (slime's complaint).
"""

import numpy as np
from matplotlib.figure import Figure

from scripts.figures.style import BLUE, GREEN, GRID, ORANGE, new_figure

SEQUENCES = 64
WEIGHTS, WEIGHTS_FP8, KV, BANDWIDTH = 14e9, 7e9, 1e9, 3.35e12  # bytes, bytes, bytes per sequence, bytes per second
MARKED = (1, 4, 16, 64)

LABELS = {
    "tokens/s per GPU": {"zh": "每卡 token/s", "pt": "tokens/s por GPU"},
    "ms per token": {"zh": "每 token 毫秒", "pt": "ms por token"},
    "number of GPUs": {"zh": "GPU 数", "pt": "número de GPUs"},
    "16-bit weights": {"zh": "16 位权重", "pt": "pesos de 16 bits"},
    "8-bit": {"zh": "8 位", "pt": "8 bits"},
}


def step_seconds(sequences: float, weights: float = WEIGHTS) -> float:
    """Time of one decode step on a GPU with this many sequences."""
    return (weights + sequences * KV) / BANDWIDTH


def draw() -> Figure:
    figure = new_figure(2.6)
    left, right = figure.subplots(1, 2)
    gpus = np.geomspace(1, SEQUENCES, 49)
    left.plot(gpus, [SEQUENCES / n / step_seconds(SEQUENCES / n) for n in gpus], color=BLUE)
    left.plot(MARKED, [SEQUENCES / n / step_seconds(SEQUENCES / n) for n in MARKED], "o", color=BLUE, markersize=3.5)
    right.plot(gpus, [1e3 * step_seconds(SEQUENCES / n) for n in gpus], color=ORANGE)
    right.plot(MARKED, [1e3 * step_seconds(SEQUENCES / n) for n in MARKED], "o", color=ORANGE, markersize=3.5)
    right.plot(gpus, [1e3 * step_seconds(SEQUENCES / n, WEIGHTS_FP8) for n in gpus], color=GREEN, linestyle=(0, (4, 2)))
    left.set(title="tokens/s per GPU", ylim=(0, 3000))
    left.set_yticks((0, 1000, 2000), ("0", "1,000", "2,000"))
    right.set(title="ms per token", ylim=(0, 26))
    right.text(8, 12.5, "16-bit weights", color=ORANGE, ha="left", va="center")
    right.text(1.0, 8.0, "8-bit", color=GREEN, ha="left", va="center")
    for axes in (left, right):
        axes.set_xscale("log", base=2)
        axes.set_xticks(MARKED, [str(n) for n in MARKED])
        axes.minorticks_off()
        axes.set_xlabel("number of GPUs")
        axes.grid(axis="y", color=GRID)
    return figure
