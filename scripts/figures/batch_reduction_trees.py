"""One row's sum when the number of splits follows the batch size, and when the split size is fixed.

Above: the split count that FlashAttention-3's rule chooses (132 SMs, 8 KV heads, 64 KV blocks, one query tile).
Below: the error of one sum of 4,096 float32 products added in that many splits, against the exact sum.
"""

import math

import numpy as np
from matplotlib.figure import Figure

from scripts.figures.style import BLUE, MUTED, ORANGE, new_figure

SMS, HEADS, BLOCKS, BLOCK = 132, 8, 64, 64
BATCHES = range(1, 17)
FIXED_SPLITS = 4

LABELS = {
    "splits": {"zh": "切分份数", "pt": "divisões"},
    "error of the same row's sum, 10⁻⁶": {"zh": "同一行求和的误差，10⁻⁶", "pt": "erro da soma da mesma linha, 10⁻⁶"},
    "requests in the batch": {"zh": "batch 里的请求数", "pt": "requisições no lote"},
    "split count by batch": {"zh": "份数随 batch 变", "pt": "divisões conforme o lote"},
    "fixed split size": {"zh": "固定每份大小", "pt": "tamanho fixo por divisão"},
}


def products() -> np.ndarray:
    """4,096 float32 products of two standard-normal vectors, seed 0."""
    rng = np.random.default_rng(0)
    first, second = (rng.standard_normal(BLOCKS * BLOCK).astype(np.float32) for _ in range(2))
    return first * second


def add(terms) -> np.float32:
    """Left-to-right float32 sum."""
    total = np.float32(0)
    for term in terms:
        total = np.float32(total + term)
    return total


def splits(batch: int) -> int:
    """FlashAttention-3's split count, without the branch for KV heads larger than the L2 cache."""
    tiles = batch * HEADS
    if tiles >= 0.8 * SMS or BLOCKS <= 4:
        return 1
    waves = [tiles * count / SMS for count in range(1, BLOCKS + 1)]
    fill = [wave / math.ceil(wave) for wave in waves]
    return 1 + next(index for index, share in enumerate(fill) if share >= 0.85 * max(fill))


def split_sum(terms: np.ndarray, count: int) -> np.float32:
    """Sum of the partial sums of `count` splits of whole blocks."""
    size = math.ceil(BLOCKS / count) * BLOCK
    return add([add(terms[start : start + size]) for start in range(0, len(terms), size)])


def draw() -> Figure:
    terms = products()
    exact = math.fsum(map(float, terms))
    counts = [splits(batch) for batch in BATCHES]
    figure = new_figure(4.2)
    above, below = figure.subplots(2, 1, sharex=True, height_ratios=(2, 3))
    above.bar(BATCHES, counts, width=0.7, color=ORANGE, alpha=0.55, linewidth=0)
    above.plot(BATCHES, [FIXED_SPLITS] * len(BATCHES), color=BLUE)
    above.set(ylim=(0, 16), yticks=[1, 4, 8, 15])
    above.set_title("splits", loc="left")

    def error(count: int) -> float:
        return (float(split_sum(terms, count)) - exact) * 1e6

    below.axhline(0, color=MUTED, linewidth=0.8)
    below.plot(BATCHES, [error(count) for count in counts], "o", color=ORANGE, label="split count by batch")
    below.plot(BATCHES, [error(FIXED_SPLITS)] * len(BATCHES), color=BLUE, label="fixed split size")
    below.set(ylim=(-35, 150), yticks=[0, 50, 100], xticks=[1, 4, 8, 12, 16], xlim=(0.3, 16.7))
    below.set_title("error of the same row's sum, 10⁻⁶", loc="left")
    below.set_xlabel("requests in the batch")
    below.legend(loc="upper left", ncols=1, borderaxespad=0)
    for axes in (above, below):
        axes.grid(axis="y")
        axes.set_axisbelow(True)
    return figure
