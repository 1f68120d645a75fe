"""A pipeline under 1F1B with equal and with uneven micro-batches: the same work per stage, very different idle time.

Forward takes a micro-batch's cost, backward twice that. Sending between stages takes no time, and each stage runs
its operations in the fixed 1F1B order.
"""

from matplotlib.figure import Figure
from matplotlib.patches import Patch, PathPatch
from matplotlib.path import Path

from scripts.figures.style import BLUE, INK, MUTED, ORANGE, SURFACE, new_figure

STAGES = 4
BACKWARD = 2.0
EQUAL = (2, 2, 2, 2, 2, 2, 2, 2)
TOGETHER = (1, 1, 1, 5, 5, 1, 1, 1)
APART = (5, 1, 1, 1, 1, 1, 1, 5)
PANELS = {"equal": EQUAL, "two long, adjacent": TOGETHER, "two long, at the ends": APART}

LABELS = {
    "equal": {"zh": "等长", "pt": "iguais"},
    "two long, adjacent": {"zh": "两个长的相邻", "pt": "dois longos, juntos"},
    "two long, at the ends": {"zh": "两个长的在两端", "pt": "dois longos, nas pontas"},
    "stage": {"zh": "阶段", "pt": "estágio"},
    "time": {"zh": "时间", "pt": "tempo"},
    "forward": {"zh": "前向", "pt": "forward"},
    "backward": {"zh": "反向", "pt": "backward"},
    "long": {"zh": "长", "pt": "longo"},
}


def operations(stage: int, micro_batches: int) -> list[tuple[str, int]]:
    """The stage's 1F1B order: warm-up forwards, then pairs of forward and backward, then the remaining backwards."""
    warm_up = min(STAGES - stage - 1, micro_batches)
    order = [("F", index) for index in range(warm_up)]
    for index in range(micro_batches - warm_up):
        order += [("F", warm_up + index), ("B", index)]
    return order + [("B", index) for index in range(micro_batches - warm_up, micro_batches)]


def schedule(costs: tuple[float, ...]) -> dict[tuple[str, int, int], tuple[float, float]]:
    """Start and end of every operation, keyed by kind, micro-batch and stage."""
    waiting = {stage: operations(stage, len(costs)) for stage in range(STAGES)}
    free = dict.fromkeys(range(STAGES), 0.0)
    spans: dict[tuple[str, int, int], tuple[float, float]] = {}
    while any(waiting.values()):
        for stage in range(STAGES):
            while waiting[stage]:
                kind, index = waiting[stage][0]
                source = stage - 1 if kind == "F" else stage + 1
                needed = (kind, index, source)
                if 0 <= source < STAGES and needed not in spans:
                    break
                start = max(free[stage], spans.get(needed, (0.0, 0.0))[1])
                free[stage] = start + costs[index] * (1.0 if kind == "F" else BACKWARD)
                spans[kind, index, stage] = (start, free[stage])
                waiting[stage].pop(0)
    return spans


def idle_share(costs: tuple[float, ...]) -> float:
    """Idle part of the time from the first forward to the last backward; the same for every stage."""
    end = max(end for _, end in schedule(costs).values())
    return 1 - (1 + BACKWARD) * sum(costs) / end


for _costs in PANELS.values():
    _share = f"{100 * idle_share(_costs):.1f}%"
    LABELS[_share] = {"zh": _share, "pt": _share.replace(".", ",")}


def rectangles(boxes: list[tuple[int, float, float]], height: float) -> Path:
    """One path of all boxes (row, left, right), each `height` high and centred on its row."""
    codes = [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY]
    outlines = []
    for row, left, right in boxes:
        low, high = row - height / 2, row + height / 2
        outlines.append(Path([(left, low), (right, low), (right, high), (left, high), (left, low)], codes))
    return Path.make_compound_path(*outlines)


def draw() -> Figure:
    figure = new_figure(4.4)
    panels = figure.subplots(len(PANELS), 1, sharex=True)
    longest = max(end for costs in PANELS.values() for _, end in schedule(costs).values())
    for axes, (name, costs) in zip(panels, PANELS.items(), strict=True):
        spans = schedule(costs)
        for kind, colour in (("F", BLUE), ("B", ORANGE)):
            boxes = [(stage, *span) for (this, _, stage), span in spans.items() if this == kind]
            axes.add_patch(PathPatch(rectangles(boxes, 0.86), facecolor=colour, edgecolor=SURFACE, linewidth=0.6))
        marked = [(stage, *span) for (_, index, stage), span in spans.items() if costs[index] > min(costs)]
        if marked:
            axes.add_patch(PathPatch(rectangles(marked, 0.28), facecolor=INK, linewidth=0))
        finish = max(end for _, end in spans.values())
        axes.axvline(finish, color=MUTED, linewidth=0.8, linestyle=(0, (2, 2)))
        axes.set(ylim=(STAGES - 0.45, -0.55), xlim=(0, longest * 1.01))
        axes.set_yticks(range(STAGES), [str(stage + 1) for stage in range(STAGES)])
        axes.set_xticks([])
        axes.tick_params(length=0)
        axes.set_title(name, loc="left", weight="bold", pad=3)
        axes.set_title(f"{100 * idle_share(costs):.1f}%", loc="right", weight="bold", pad=3)
    panels[1].set_ylabel("stage")
    panels[-1].set_xlabel("time")
    swatches = [
        Patch(color=BLUE, label="forward"),
        Patch(color=ORANGE, label="backward"),
        Patch(color=INK, label="long"),
    ]
    figure.legend(handles=swatches, loc="outside upper left", ncols=3, handlelength=1, handleheight=1, columnspacing=2)
    return figure
