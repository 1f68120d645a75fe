"""The path of a sample through slime: rollout manager, engines, Megatron actors, CPU copies of the weights."""

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch

from scripts.figures.style import BLUE, GREEN, GRID, INK, MUTED, ORANGE, SURFACE, new_figure

LABELS = {
    "data source, buffer": {"zh": "数据源与缓冲", "pt": "fonte de dados, buffer"},
    "generate, reward": {"zh": "生成、打分", "pt": "gera, recompensa"},
    "normalise, pack": {"zh": "归一化、装箱", "pt": "normaliza, empacota"},
    "log-probs": {"zh": "对数概率", "pt": "log-probs"},
    "advantages": {"zh": "优势", "pt": "vantagens"},
    "loss, steps": {"zh": "损失、更新", "pt": "perda, passos"},
    "router, engines": {"zh": "路由器、引擎", "pt": "roteador, motores"},
    "one payload per DP rank": {"zh": "每个 DP rank 一份", "pt": "um pacote por rank de DP"},
    "actor, ref., teacher": {"zh": "actor、参考、教师", "pt": "ator, ref., professor"},
    "CPU copies": {"zh": "CPU 备份", "pt": "cópias na CPU"},
    "prompts": {"zh": "prompt", "pt": "prompts"},
    "tokens": {"zh": "token", "pt": "tokens"},
    "aborted": {"zh": "中止", "pt": "abortados"},
    "swap": {"zh": "换入换出", "pt": "troca"},
    "new weights": {"zh": "新权重", "pt": "pesos novos"},
    "same in every language": ("RolloutManager", "Megatron", "SGLang"),
}

LEFT, WIDTH, HEIGHT = 1.35, 3.7, 0.66
RIGHT, RIGHT_WIDTH = 6.75, 3.2


def draw() -> Figure:
    figure = new_figure(4.5)
    axes = figure.subplots()
    axes.set(xlim=(-0.05, 10), ylim=(9.75, -0.05))
    axes.set_axis_off()
    _frame(axes, (0, 0, 5.4, 4.15), "RolloutManager", BLUE)
    _frame(axes, (0, 5.35, 5.4, 4.25), "Megatron", GREEN)
    _frame(axes, (RIGHT, 1.35, RIGHT_WIDTH, 1.75), "SGLang", BLUE)
    _frame(axes, (RIGHT, 6.2, RIGHT_WIDTH, 1.75), "CPU copies", GREEN)
    for first, names in ((0.75, ("data source, buffer", "generate, reward", "normalise, pack")),
                         (6.15, ("log-probs", "advantages", "loss, steps"))):
        for row, name in enumerate(names):
            top = first + 1.15 * row
            _box(axes, LEFT, top, WIDTH, name)
            if row:
                _arrow(axes, (LEFT + WIDTH / 2, top - 1.15 + HEIGHT), (LEFT + WIDTH / 2, top))
    _box(axes, RIGHT + 0.15, 2.15, RIGHT_WIDTH - 0.3, "router, engines")
    _box(axes, RIGHT + 0.15, 7.0, RIGHT_WIDTH - 0.3, "actor, ref., teacher")

    _arrow(axes, (LEFT + WIDTH, 2.1), (RIGHT, 2.1))
    axes.text(5.92, 1.85, "prompts", color=INK, fontsize=8, ha="center", va="bottom")
    _arrow(axes, (RIGHT, 2.4), (LEFT + WIDTH, 2.4))
    axes.text(5.92, 2.65, "tokens", color=INK, fontsize=8, ha="center", va="top")

    _arrow(axes, (LEFT + WIDTH / 2, 3.05 + HEIGHT), (LEFT + WIDTH / 2, 6.15))
    axes.text(LEFT + WIDTH / 2 + 0.15, 4.75, "one payload per DP rank", color=INK, fontsize=8, ha="left", va="center")

    axes.plot([LEFT, 1.05, 1.05], [2.23, 2.23, 1.08], color=ORANGE, linewidth=1.4, solid_joinstyle="miter")
    _arrow(axes, (1.05, 1.08), (LEFT, 1.08), ORANGE)
    axes.text(0.78, 1.66, "aborted", color=ORANGE, fontsize=8, ha="center", va="center", rotation=90)

    _arrow(axes, (5.4, 7.33), (RIGHT, 7.33), MUTED, both=True)
    axes.text(6.08, 7.1, "swap", color=INK, fontsize=8, ha="center", va="bottom")
    _arrow(axes, (RIGHT + RIGHT_WIDTH / 2, 6.2), (RIGHT + RIGHT_WIDTH / 2, 3.1), ORANGE)
    axes.text(RIGHT + RIGHT_WIDTH / 2 + 0.15, 3.75, "new weights", color=ORANGE, fontsize=8, ha="left", va="center")
    return figure


def _frame(axes: Axes, place: tuple[float, float, float, float], title: str, colour: str) -> None:
    left, top, width, height = place
    axes.add_patch(
        FancyBboxPatch((left, top), width, height, boxstyle="round,pad=0,rounding_size=0.12",
                       facecolor="none", edgecolor=colour, linewidth=1.5)
    )
    axes.text(left + 0.2, top + 0.38, title, color=colour, fontsize=9, weight="bold", ha="left", va="center")


def _box(axes: Axes, left: float, top: float, width: float, text: str) -> None:
    axes.add_patch(
        FancyBboxPatch((left, top), width, HEIGHT, boxstyle="round,pad=0,rounding_size=0.08",
                       facecolor=SURFACE, edgecolor=GRID, linewidth=1.0)
    )
    axes.text(left + width / 2, top + HEIGHT / 2, text, color=INK, fontsize=8, ha="center", va="center")


def _arrow(
    axes: Axes, start: tuple[float, float], end: tuple[float, float], colour: str = MUTED, *, both: bool = False
) -> None:
    axes.annotate(
        "", end, start,
        arrowprops={"arrowstyle": "<->" if both else "->", "color": colour, "linewidth": 1.4, "shrinkA": 0, "shrinkB": 0},
    )
