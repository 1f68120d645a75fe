"""What each correction makes of samples from μ, for one state with three answers.

Filled bars are the mass that a rule counts, the outline is the target π. Weights: μ·w, μ·min(w, 2), μ·w inside
[0.5, 2] only. Rejection accepts with w/M, M = 3; the speculative rule accepts with min(1, w) and draws again from
(π − μ)₊ when it rejects.
"""

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Patch, PathPatch
from matplotlib.path import Path

from scripts.figures.style import BLUE, GRID, INK, MUTED, ORANGE, new_figure

TARGET = np.array([0.6, 0.3, 0.1])
BEHAVIOUR = np.array([0.2, 0.3, 0.5])
REWARD = np.array([1.0, 0.0, 2.0])
WEIGHT = TARGET / BEHAVIOUR
CAP = 2.0
BAND = (0.5, 2.0)

LABELS = {
    "no weight": {"zh": "不加权", "pt": "sem peso"},
    "weight w": {"zh": "权重 w", "pt": "peso w"},
    "w truncated at 2": {"zh": "w 截到 2", "pt": "w truncado em 2"},
    "0 outside [0.5, 2]": {"zh": "[0.5, 2] 外置 0", "pt": "0 fora de [0,5; 2]"},
    "rejection": {"zh": "拒绝采样", "pt": "rejeição"},
    "speculative": {"zh": "投机解码", "pt": "especulativa"},
    "target π": {"zh": "目标 π", "pt": "alvo π"},
    "counted": {"zh": "计入", "pt": "contado"},
    "drawn, not counted": {"zh": "采到但不计入", "pt": "sorteado, não contado"},
    "drawn again": {"zh": "重新采样", "pt": "sorteado de novo"},
    "mean 1.2": {"zh": "均值 1.2", "pt": "média 1,2"},
    "mean 0.8": {"zh": "均值 0.8", "pt": "média 0,8"},
    "mean 0.6": {"zh": "均值 0.6", "pt": "média 0,6"},
    "mean 0": {"zh": "均值 0", "pt": "média 0"},
    "0.8, keeps 1/3": {"zh": "0.8，留 1/3", "pt": "0,8; fica 1/3"},
    "0.8, accepts 0.6": {"zh": "0.8，接受 0.6", "pt": "0,8; aceita 0,6"},
}


def counted() -> dict[str, np.ndarray]:
    """Per rule, the mass counted on each answer, before any renormalisation."""
    inside = (WEIGHT >= BAND[0]) & (WEIGHT <= BAND[1])
    return {
        "no weight": BEHAVIOUR,
        "weight w": BEHAVIOUR * WEIGHT,
        "w truncated at 2": BEHAVIOUR * np.minimum(WEIGHT, CAP),
        "0 outside [0.5, 2]": np.where(inside, BEHAVIOUR * WEIGHT, 0.0),
        "rejection": BEHAVIOUR * WEIGHT / WEIGHT.max(),
        "speculative": np.minimum(BEHAVIOUR, TARGET),
    }


def drawn_again() -> np.ndarray:
    """The residual mass that the speculative rule adds after a rejection."""
    return np.maximum(TARGET - BEHAVIOUR, 0.0)


def columns(bottom: np.ndarray, top: np.ndarray, half: float, **style) -> PathPatch:
    """Three bars as one shape, which keeps the drawing small; bars without height are left out."""
    outlines = [
        Path([(x - half, low), (x + half, low), (x + half, high), (x - half, high), (x, low)], closed=True)
        for x, (low, high) in enumerate(zip(bottom, top, strict=True))
        if high > low
    ]
    return PathPatch(Path.make_compound_path(*outlines), **style)


def number(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")


def draw() -> Figure:
    figure = new_figure(4.3)
    panels = figure.subplots(2, 3, sharex=True, sharey=True).ravel()
    for axes, (title, mass) in zip(panels, counted().items(), strict=True):
        nothing = np.zeros(3)
        if title in ("0 outside [0.5, 2]", "rejection", "speculative"):
            axes.add_patch(columns(mass, np.maximum(BEHAVIOUR, mass), 0.36, facecolor=GRID, linewidth=0))
        axes.add_patch(columns(nothing, mass, 0.36, facecolor=BLUE, linewidth=0))
        note = f"mean {number(float(mass @ REWARD))}"
        if title == "rejection":
            note = "0.8, keeps 1/3"
        if title == "speculative":
            note = "0.8, accepts 0.6"
            axes.add_patch(columns(mass, mass + drawn_again(), 0.36, facecolor=ORANGE, linewidth=0))
        axes.add_patch(columns(nothing, TARGET, 0.43, facecolor="none", edgecolor=INK, linewidth=1))
        axes.set_title(title, loc="left")
        axes.text(2.45, 0.66, note, ha="right", va="center", fontsize=8, color=MUTED)
        axes.set(xlim=(-0.6, 2.6), ylim=(0, 0.72))
        axes.set_xticks(range(3), ["r = 1", "r = 0", "r = 2"])
        axes.set_yticks([0, 0.5], ["0", "0.5"])
        axes.tick_params(bottom=False)
    handles = [
        Patch(facecolor="none", edgecolor=INK, linewidth=1),
        *(Patch(facecolor=colour, linewidth=0) for colour in (BLUE, GRID, ORANGE)),
    ]
    names = ["target π", "counted", "drawn, not counted", "drawn again"]
    figure.legend(handles, names, loc="outside upper center", ncols=2, columnspacing=1.4, handlelength=1.4)
    return figure
