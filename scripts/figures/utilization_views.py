"""Three readings of one decode step, and KV usage over one rollout with its time-weighted mean."""

import numpy as np
from matplotlib.figure import Figure

from scripts.figures.style import BLUE, GREEN, INK, MUTED, ORANGE, new_figure

LAYERS, QUERY_HEADS, KV_HEADS, HEAD, PARAMETERS = 36, 32, 8, 128, 8e9
BANDWIDTH, PEAK, POOL_BYTES = 4.8e12, 989e12, 100e9
BATCH, CONTEXT, STEP_SECONDS = 128, 4096, 0.022
TIMES = np.array([0.0, 60.0, 180.0, 300.0, 420.0])
USAGE = np.array([0.20, 0.95, 0.95, 0.30, 0.02])
NEARLY_EMPTY = 0.2

LABELS = {
    "one decode step, %": {"zh": "同一个解码步，%", "pt": "um passo de decode, %"},
    "KV usage": {"zh": "KV 使用率", "pt": "uso do KV"},
    "MBU": {"zh": "MBU", "pt": "MBU"},
    "MFU": {"zh": "MFU", "pt": "MFU"},
    "KV usage over a rollout": {"zh": "一次 rollout 里的 KV 使用率", "pt": "uso do KV em um rollout"},
    "time, s": {"zh": "时间，秒", "pt": "tempo, s"},
    "mean 0.58": {"zh": "均值 0.58", "pt": "média 0,58"},
    "tail": {"zh": "长尾", "pt": "cauda"},
}


def kv_bytes_per_token() -> int:
    return 2 * LAYERS * KV_HEADS * HEAD * 2


def pool_tokens() -> int:
    return int(POOL_BYTES // kv_bytes_per_token())


def step_bytes(batch: int = BATCH, context: int = CONTEXT) -> float:
    """Bytes one decode step reads: weights once, KV once per sequence."""
    return 2 * PARAMETERS + batch * context * kv_bytes_per_token()


def step_flops(batch: int = BATCH, context: int = CONTEXT) -> float:
    return 2 * PARAMETERS * batch + 4 * LAYERS * QUERY_HEADS * HEAD * context * batch


def readings() -> dict[str, float]:
    """KV usage, MBU and MFU of the same moment, as fractions."""
    return {
        "KV usage": BATCH * CONTEXT / pool_tokens(),
        "MBU": step_bytes() / STEP_SECONDS / BANDWIDTH,
        "MFU": step_flops() / STEP_SECONDS / PEAK,
    }


def mean_usage() -> float:
    return float(np.trapezoid(USAGE, TIMES) / TIMES[-1])


def tail_start() -> float:
    """When usage falls through `NEARLY_EMPTY` in the last stretch."""
    (start, end), (high, low) = TIMES[-2:], USAGE[-2:]
    return float(start + (high - NEARLY_EMPTY) / (high - low) * (end - start))


def draw() -> Figure:
    figure = new_figure(2.5)
    left, right = figure.subplots(1, 2, width_ratios=[1, 1.35])
    values = readings()
    left.bar(list(values), [100 * value for value in values.values()], color=[GREEN, BLUE, ORANGE], width=0.6)
    for position, value in enumerate(values.values()):
        left.text(position, 100 * value + 2, f"{100 * value:.0f}", ha="center", color=INK, fontsize=8.5)
    left.set_title("one decode step, %", fontsize=8.5)
    left.set_ylim(0, 110)
    left.set_yticks([0, 50, 100])
    left.tick_params(axis="x", length=0, labelsize=8)

    right.plot(TIMES, USAGE, color=GREEN)
    fall = np.array([tail_start(), TIMES[-1]])
    right.fill_between(fall, np.interp(fall, TIMES, USAGE), color=ORANGE, alpha=0.5, linewidth=0)
    right.axhline(mean_usage(), color=MUTED, linestyle="--", linewidth=1)
    right.text(418, mean_usage() + 0.03, "mean 0.58", ha="right", va="bottom", color=INK, fontsize=8.5)
    right.text(395, 0.22, "tail", ha="center", va="bottom", color=ORANGE, fontsize=8.5)
    right.set_title("KV usage over a rollout", fontsize=8.5)
    right.set_xlabel("time, s", color=INK)
    right.set_xticks([0, 180, 300, 420])
    right.set_xlim(0, 425)
    right.set_ylim(0, 1.05)
    right.set_yticks([0, 0.5, 1], ["0", "0.5", "1"])
    return figure
