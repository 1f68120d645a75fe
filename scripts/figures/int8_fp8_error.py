"""Where each 8-bit format puts its error.

Above, half a rounding step as a share of the value, against the value's size relative to the block maximum (scale
= maximum / largest code). Below, signal-to-noise ratio with one scale per tensor against the crest factor, the
maximum over the root mean square: the INT8 rule, and two simulated tensors in both formats.
"""

import numpy as np
from matplotlib.figure import Figure

from scripts.figures.style import BLUE, INK, MUTED, ORANGE, PURPLE, new_figure

SIZE = 2**20

LABELS = {
    "half a step / value": {"zh": "半步长 / 数值", "pt": "meio passo / valor"},
    "size of the value / block maximum": {"zh": "数值大小 / 块内最大值", "pt": "tamanho do valor / máximo do bloco"},
    "SQNR, dB": {"zh": "SQNR，dB", "pt": "SQNR, dB"},
    "crest factor κ = max / rms": {"zh": "峰值因子 κ = max / rms", "pt": "fator de crista κ = max / rms"},
    "INT8": {"zh": "INT8", "pt": "INT8"},
    "INT8: 52.9 − 20 log₁₀ κ": {"zh": "INT8：52.9 − 20 log₁₀ κ", "pt": "INT8: 52,9 − 20 log₁₀ κ"},
    "Gaussian": {"zh": "高斯", "pt": "gaussiana"},
    "+ outliers": {"zh": "+ 离群值", "pt": "+ outliers"},
}


def to_int8(x: np.ndarray) -> np.ndarray:
    return np.clip(np.round(x), -127, 127)


def to_float(x: np.ndarray, mantissa: int, lowest: int, largest: float) -> np.ndarray:
    """Round to a floating-point grid: `mantissa` bits, smallest normal exponent `lowest`, saturating."""
    step = 2.0 ** (np.maximum(np.floor(np.log2(np.abs(x) + 1e-300)), lowest) - mantissa)
    return np.clip(np.round(x / step) * step, -largest, largest)


def to_e4m3(x: np.ndarray) -> np.ndarray:
    return to_float(x, 3, -6, 448.0)


def to_e5m2(x: np.ndarray) -> np.ndarray:
    return to_float(x, 2, -14, 57_344.0)


FORMATS = {"int8": (to_int8, 127.0), "e4m3": (to_e4m3, 448.0), "e5m2": (to_e5m2, 57_344.0)}


def quantise(x: np.ndarray, name: str, block: int | None = None) -> np.ndarray:
    rounding, largest = FORMATS[name]
    blocks = x.reshape(-1, block or x.size)
    scale = np.abs(blocks).max(1, keepdims=True) / largest
    return (rounding(blocks / scale) * scale).reshape(-1)


def sqnr(x: np.ndarray, y: np.ndarray) -> float:
    return float(10 * np.log10((x**2).sum() / ((x - y) ** 2).sum()))


def samples(seed: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A Gaussian tensor, one with 0.1 % of its entries 50 times larger, and the mask of the other entries."""
    generator = np.random.default_rng(seed)
    gaussian, outliers = generator.standard_normal(SIZE), generator.standard_normal(SIZE)
    large = generator.choice(SIZE, SIZE // 1000, replace=False)
    outliers[large] *= 50
    bulk = np.ones(SIZE, bool)
    bulk[large] = False
    return gaussian, outliers, bulk


def crest(x: np.ndarray) -> float:
    return float(np.abs(x).max() / np.sqrt((x**2).mean()))


def half_step(value: np.ndarray, name: str) -> np.ndarray:
    """Half a rounding step over the value, for a value given as a share of the block maximum."""
    if name == "int8":
        return 0.5 / 127 / value
    scaled = value * FORMATS[name][1]
    mantissa, lowest = (3, -6) if name == "e4m3" else (2, -14)
    exponent = np.maximum(np.floor(np.log2(scaled)), lowest)
    return 2.0 ** (exponent - mantissa - 1) / scaled


def draw() -> Figure:
    figure = new_figure(5.2)
    above, below = figure.subplots(2, 1)

    value = np.geomspace(1e-3, 1, 400)
    above.plot(value, np.minimum(half_step(value, "int8"), 1), color=BLUE)
    for name, colour, line in (("e4m3", ORANGE, "-"), ("e5m2", PURPLE, "--")):
        top = FORMATS[name][1]
        edges = 2.0 ** np.arange(np.floor(np.log2(top * 1e-3)), np.floor(np.log2(top)) + 1) / top
        x = np.sort(np.concatenate([value[:1], edges[edges > 1e-3], edges[edges > 1e-3] * (1 - 1e-9), value[-1:]]))
        above.plot(x, half_step(x, name), color=colour, linestyle=line, linewidth=1.2)
    above.axvline(1 / 14, color=MUTED, linestyle=":", linewidth=1)
    above.text(1 / 14 * 1.08, 0.72, "1/14", color=MUTED, va="center")
    above.text(0.006, 0.82, "INT8", color=BLUE, va="center")
    above.text(0.00108, 0.022, "FP8 E4M3", color=ORANGE, va="center")
    above.text(0.00108, 0.19, "FP8 E5M2", color=PURPLE, va="center")
    above.set(xscale="log", yscale="log", xlim=(1e-3, 1), ylim=(0.003, 1.3), ylabel="half a step / value")
    above.set_xlabel("size of the value / block maximum")
    above.set_xticks([1e-3, 1e-2, 1e-1, 1], ["1/1000", "1/100", "1/10", "1"])
    above.set_yticks([0.004, 0.0625, 0.125, 1], ["0.4%", "1/16", "1/8", "1"])

    kappa = np.geomspace(2, 120, 40)
    below.plot(kappa, 10 * np.log10(12 * 127**2) - 20 * np.log10(kappa), color=BLUE)
    gaussian, outliers, _ = samples()
    for x, marker in ((gaussian, "o"), (outliers, "s")):
        for name, colour in (("int8", BLUE), ("e4m3", ORANGE)):
            below.plot([crest(x)], [sqnr(x, quantise(x, name))], marker=marker, color=colour, linestyle="none")
    below.text(13, 42, "INT8: 52.9 − 20 log₁₀ κ", color=BLUE, va="center")
    below.text(26, 33.6, "FP8 E4M3", color=ORANGE, va="center", ha="right")
    below.text(crest(gaussian), 26.5, "Gaussian", color=INK, ha="center", va="center")
    below.text(crest(outliers), 23, "+ outliers", color=INK, ha="center", va="center")
    below.plot([2, 120], [31.5, 31.5], color=ORANGE, linewidth=0.8, linestyle=":")
    below.set(xscale="log", xlim=(2, 120), ylim=(8, 50), ylabel="SQNR, dB", xlabel="crest factor κ = max / rms")
    below.set_xticks([2, 5, 10, 20, 50, 100], ["2", "5", "10", "20", "50", "100"])
    for axes in (above, below):
        axes.minorticks_off()
    return figure
