"""Forward time of one layer on eight GPUs against the sequence length: what grows as S², as S, or not at all.

Compute and traffic of a Qwen3-8B-shaped layer (12 h² parameters) at assumed rates. Context parallelism and FSDP use
the network, tensor parallelism NVLink.
"""

import numpy as np
from matplotlib.figure import Figure

from scripts.figures.style import BLUE, GREEN, INK, MUTED, ORANGE, PURPLE, new_figure

FLOPS, NETWORK, NVLINK = 500e12, 50e9, 300e9
HIDDEN, QUERY_HEADS, KV_HEADS, HEAD, BYTES, GPUS = 4096, 32, 8, 128, 2, 8
LENGTHS = 1024 * 2 ** np.arange(3, 10)

LABELS = {
    "attention": {"zh": "注意力计算", "pt": "atenção"},
    "linear layers": {"zh": "线性层计算", "pt": "camadas lineares"},
    "TP8, NVLink": {"zh": "TP8，NVLink", "pt": "TP8, NVLink"},
    "K, V under CP8": {"zh": "CP8 的 K、V", "pt": "K, V no CP8"},
    "FSDP weights": {"zh": "FSDP 权重", "pt": "pesos do FSDP"},
    "sequence length": {"zh": "序列长度", "pt": "comprimento da sequência"},
    "ms per layer, forward": {"zh": "每层前向，毫秒", "pt": "ms por camada, forward"},
}


def attention(length):
    """Causal attention, seconds per GPU, balanced over the GPUs."""
    return 2 * length**2 * QUERY_HEADS * HEAD / GPUS / FLOPS


def linear(length):
    """Projections and MLP, seconds per GPU; the same under TP8 and CP8."""
    return 24 * HIDDEN**2 * length / GPUS / FLOPS


def keys_and_values(length):
    """Ring or all-gather, over the network."""
    return (GPUS - 1) / GPUS * length * 2 * KV_HEADS * HEAD * BYTES / NETWORK


def tensor_parallel(length):
    """Two all-gathers and two reduce-scatters of the activations, over NVLink."""
    return 4 * (GPUS - 1) / GPUS * length * HIDDEN * BYTES / NVLINK


def weights(length):
    """One all-gather of the layer's parameters, over the network; (D − 1) / D taken as 1."""
    return 12 * HIDDEN**2 * BYTES / NETWORK + 0 * length


def draw() -> Figure:
    figure = new_figure(3.6)
    axes = figure.subplots()
    lines = (
        (attention, "attention", BLUE, "-"),
        (linear, "linear layers", GREEN, "-"),
        (tensor_parallel, "TP8, NVLink", PURPLE, (0, (4, 2))),
        (keys_and_values, "K, V under CP8", ORANGE, (0, (4, 2))),
        (weights, "FSDP weights", INK, (0, (1, 1.5))),
    )
    for seconds, label, colour, style in lines:
        axes.plot(LENGTHS, 1e3 * seconds(LENGTHS.astype(float)), color=colour, linestyle=style, label=label)
    axes.set(xscale="log", yscale="log", xlim=(LENGTHS[0], LENGTHS[-1]), ylim=(0.1, 1000))
    axes.set_xticks(LENGTHS, [f"{length // 1024}k" for length in LENGTHS])
    axes.set_yticks([0.1, 1, 10, 100, 1000], ["0.1", "1", "10", "100", "1000"])
    axes.minorticks_off()
    axes.grid(color=MUTED, alpha=0.25)
    axes.set_xlabel("sequence length")
    axes.set_ylabel("ms per layer, forward")
    figure.legend(loc="outside upper left", ncols=2, handlelength=2.2, columnspacing=4.5)
    return figure
