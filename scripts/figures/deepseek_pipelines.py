"""Post-training stages of DeepSeek-R1, V3.2 and V4 as three rows of boxes, coloured by the kind of training.

Stacked boxes stand for several specialist models; a box with two kinds of training is drawn in the colour of the last.
"""

from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch

from scripts.figures.style import BLUE, GREEN, INK, MUTED, ORANGE, SURFACE, new_figure

COLOURS = {"SFT": BLUE, "RL": ORANGE, "SFT, RL": ORANGE, "OPD": GREEN}

ROWS = {
    "R1, 2025-01": [("SFT", "cold start"), ("RL", "reasoning"), ("SFT", "800K samples"), ("RL", "all tasks")],
    "V3.2, 2025-12": [("RL", "specialists"), ("SFT", "their data"), ("RL", "one mixed stage")],
    "V4, 2026-04": [("SFT, RL", "specialists"), ("OPD", "over 10 teachers")],
}
"""Per release the stages in order: kind of training, what it is about."""

LABELS = {
    "cold start": {"zh": "冷启动", "pt": "partida a frio"},
    "reasoning": {"zh": "推理", "pt": "raciocínio"},
    "800K samples": {"zh": "800K 条样本", "pt": "800K amostras"},
    "all tasks": {"zh": "全部任务", "pt": "todas as tarefas"},
    "specialists": {"zh": "领域专家", "pt": "especialistas"},
    "their data": {"zh": "专家的数据", "pt": "dados deles"},
    "one mixed stage": {"zh": "单一混合阶段", "pt": "uma etapa mista"},
    "over 10 teachers": {"zh": "十多位教师", "pt": "10+ professores"},
    "same in every language": ("SFT", "RL", "SFT, RL", "OPD", *ROWS),
}

WIDTH, HEIGHT, STEP = 2.18, 0.62, 2.56
STACK = 0.07


def draw() -> Figure:
    figure = new_figure(3.2)
    axes = figure.subplots()
    axes.set(xlim=(-0.1, 3 * STEP + WIDTH + 0.2), ylim=(3.05, -0.5))
    axes.set_axis_off()
    for row, (release, stages) in enumerate(ROWS.items()):
        top = row * 1.18
        axes.text(0, top - 0.2, release, color=INK, fontsize=9, va="bottom", weight="bold")
        for column, (kind, about) in enumerate(stages):
            left = column * STEP
            offsets = (2 * STACK, STACK, 0) if about == "specialists" else (0,)
            for offset in offsets:
                axes.add_patch(
                    FancyBboxPatch(
                        (left + offset, top - offset), WIDTH, HEIGHT, boxstyle="round,pad=0,rounding_size=0.08",
                        facecolor=SURFACE, edgecolor=COLOURS[kind], linewidth=1.5,
                    )
                )
            middle = left + WIDTH / 2
            axes.text(middle, top + 0.2, kind, color=COLOURS[kind], ha="center", va="center", fontsize=9, weight="bold")
            axes.text(middle, top + 0.45, about, color=INK, ha="center", va="center", fontsize=8)
            if column:
                start = left - STEP + WIDTH + (2 * STACK if stages[column - 1][1] == "specialists" else 0)
                axes.annotate(
                    "", (left - 0.02, top + HEIGHT / 2), (start + 0.03, top + HEIGHT / 2),
                    arrowprops={"arrowstyle": "->", "color": MUTED, "linewidth": 1.2, "shrinkA": 0, "shrinkB": 0},
                )
    return figure
