"""Which weights sampled each token of a 40-token answer, and which weights computed the KV behind its last token.

The answer starts under version 1; version 2 arrives after 10 tokens and version 3 after 25. Three policies for the
weight update: prefill again, keep the old KV, or finish on the version the answer started with.
"""

from matplotlib.figure import Figure

from scripts.figures.style import BLUE, GREEN, INK, MUTED, ORANGE, new_figure

UPDATES, LENGTH = (10, 25), 40
EDGES = (0, *UPDATES, LENGTH)
COLOURS = {1: BLUE, 2: GREEN, 3: ORANGE}

LABELS = {
    "re-prefill (AReaL)": {"zh": "重新 prefill（AReaL）", "pt": "novo prefill (AReaL)"},
    "stale KV (PipelineRL)": {"zh": "保留旧 KV（PipelineRL）", "pt": "KV antigo (PipelineRL)"},
    "consistent rollout": {"zh": "一致 rollout", "pt": "rollout consistente"},
    "tokens": {"zh": "token", "pt": "tokens"},
    "final KV": {"zh": "最终 KV", "pt": "KV final"},
    "position": {"zh": "位置", "pt": "posição"},
}


def segments(kind: str) -> dict[str, list[tuple[int, int, int]]]:
    """(start, end, version) of the tokens and of the KV at the end of the answer."""
    mixed = [(start, end, version) for version, (start, end) in enumerate(zip(EDGES, EDGES[1:], strict=False), 1)]
    first, last = [(0, LENGTH, 1)], [(0, LENGTH, len(mixed))]
    return {
        "re-prefill (AReaL)": {"tokens": mixed, "final KV": last},
        "stale KV (PipelineRL)": {"tokens": mixed, "final KV": mixed},
        "consistent rollout": {"tokens": first, "final KV": first},
    }[kind]


def draw() -> Figure:
    figure = new_figure(3.6)
    rows = figure.subplots(3, 1, sharex=True)
    for axes, kind in zip(rows, ("re-prefill (AReaL)", "stale KV (PipelineRL)", "consistent rollout"), strict=True):
        strips = segments(kind)
        for height, strip in enumerate(strips.values()):
            for start, end, version in strip:
                colour = COLOURS[version]
                strength = 0.45 if height == 0 else 0.15
                axes.barh(height, end - start, left=start, height=0.8, color=colour, alpha=strength, linewidth=0)
                axes.text((start + end) / 2, height, f"v{version}", ha="center", va="center", color=INK, fontsize=8.5)
        for update in UPDATES:
            axes.axvline(update, color=MUTED, linewidth=1, linestyle=(0, (3, 3)))
        axes.set(xlim=(0, LENGTH), ylim=(1.5, -0.5), yticks=[0, 1], xticks=EDGES)
        axes.set_yticklabels(list(strips))
        axes.tick_params(length=0)
        axes.spines[["left", "bottom"]].set_visible(False)
        axes.set_title(kind, loc="left")
    rows[-1].set_xlabel("position")
    return figure
