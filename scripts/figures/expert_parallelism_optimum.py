"""Tokens per millisecond through one MoE layer of one GPU against the EP size, in decode.

A DeepSeek-V3-like layer on an H100-class GPU: time = max(weight read, GEMM) + dispatch + combine, balanced and without
overlap. Dispatch and combine are the latencies that DeepEP V1 lists for 128 tokens, scaled by the number of tokens. One
curve keeps 128 tokens per GPU, the other takes the requests of 8,192 tokens whose KV fits beside the weights in 80 GB.
"""

import math

from matplotlib.figure import Figure

from scripts.figures.style import BLUE, GRID, MUTED, ORANGE, new_figure

HIDDEN, INNER, TOP_K, EXPERTS, LAYERS = 7168, 2048, 8, 256, 58
PARAMETERS, KV_PER_TOKEN, CONTEXT, MEMORY = 671e9, 70_272, 8_192, 80e9
BANDWIDTH, FLOPS = 3.35e12, 0.5 * 1979e12
BATCH = 128
ALL_TO_ALL = {8: 77 + 114, 16: 118 + 195, 32: 155 + 273, 64: 173 + 314, 128: 192 + 369}  # microseconds, 128 tokens
EXPERT_BYTES = 3 * HIDDEN * INNER  # FP8
ROUTED_BYTES = EXPERTS * LAYERS * EXPERT_BYTES

LABELS = {
    "tokens per ms": {"zh": "token / ms", "pt": "tokens por ms"},
    "EP size (GPUs)": {"zh": "EP 大小（GPU 数）", "pt": "tamanho do EP (GPUs)"},
    "128 tokens per GPU": {"zh": "每卡 128 token", "pt": "128 tokens por GPU"},
    "as many as KV room allows": {"zh": "KV 放得下的最大批", "pt": "o que o KV comporta"},
    "weights do not fit": {"zh": "权重放不下", "pt": "pesos não cabem"},
}


def weight_time(ranks: int, tokens: float) -> float:
    """Microseconds to read the experts that the tokens of all ranks are expected to hit, on one rank."""
    hit = EXPERTS / ranks * (1 - (1 - TOP_K / EXPERTS) ** (ranks * tokens))
    return 1e6 * hit * EXPERT_BYTES / BANDWIDTH


def gemm_time(tokens: float) -> float:
    return 1e6 * 6 * HIDDEN * INNER * TOP_K * tokens / FLOPS


def all_to_all_time(ranks: int, tokens: float) -> float:
    return ALL_TO_ALL[ranks] * tokens / BATCH


def layer_time(ranks: int, tokens: float) -> float:
    return max(weight_time(ranks, tokens), gemm_time(tokens)) + all_to_all_time(ranks, tokens)


def room(ranks: int) -> float:
    """Bytes left for KV on one GPU: routed experts divided by the EP size, everything else on each GPU, all FP8."""
    return MEMORY - ROUTED_BYTES / ranks - (PARAMETERS - ROUTED_BYTES)


def requests(ranks: int) -> int:
    return max(0, math.floor(room(ranks) / (KV_PER_TOKEN * CONTEXT)))


def throughput(ranks: int, tokens: float) -> float:
    """Tokens per millisecond, one GPU, one MoE layer."""
    return 1000 * tokens / layer_time(ranks, tokens) if tokens else 0.0


def draw() -> Figure:
    figure = new_figure(2.7)
    axes = figure.subplots()
    sizes = list(ALL_TO_ALL)
    fixed = [throughput(size, BATCH) for size in sizes]
    fitting = [throughput(size, requests(size)) for size in sizes]
    axes.plot(sizes, fixed, color=BLUE, marker="o", markersize=4)
    axes.plot(sizes, fitting, color=ORANGE, marker="s", markersize=4, linestyle=(0, (5, 1.5)))
    axes.text(22, 262, "128 tokens per GPU", color=BLUE, ha="center", va="center")
    axes.text(34, 138, "as many as KV room allows", color=ORANGE, ha="left", va="center")
    axes.text(9, 10, "weights do not fit", color=MUTED, ha="left", va="center")
    for size, value in zip(sizes[1:], fitting[1:], strict=True):
        axes.text(size, value - 22, str(requests(size)), color=ORANGE, ha="center", va="center", fontsize=8)
    axes.set_xscale("log", base=2)
    axes.set_xticks(sizes, [str(size) for size in sizes])
    axes.minorticks_off()
    axes.set(xlim=(7, 150), ylim=(-8, 285), yticks=(0, 100, 200), xlabel="EP size (GPUs)", ylabel="tokens per ms")
    axes.grid(axis="y", color=GRID)
    return figure
