"""Where probability goes while DPO widens the gap of one pair: a similar pair, a distinct pair, and an NLL anchor.

Three outputs, softmax over the products of one hidden vector with fixed output embeddings; only the hidden vector is
trained, from (1, 0), which is also the reference. DPO moves it along the difference of the pair's embeddings, so the
log-ratio gap alone says how far it has come. With the NLL term the path is followed by small gradient steps.
"""

import numpy as np
from matplotlib.figure import Figure

from scripts.figures.style import BLUE, GRID, MUTED, ORANGE, PURPLE, new_figure

SIMILAR = np.array([[1.0, 0.1], [1.0, -0.1], [0.0, 1.0]])
DISTINCT = np.array([[1.0, 1.0], [1.0, -1.0], [0.0, 1.0]])
START = np.array([1.0, 0.0])
BETA = 0.1
ANCHOR = 0.1

LABELS = {
    "similar pair, DPO": {"zh": "相似的一对，DPO", "pt": "par parecido, DPO"},
    "distinct pair, DPO": {"zh": "差别明显的一对，DPO", "pt": "par distinto, DPO"},
    "similar pair, DPO + 0.1 NLL": {"zh": "相似的一对，DPO + 0.1 NLL", "pt": "par parecido, DPO + 0,1 NLL"},
    "chosen": {"zh": "被选", "pt": "preferida"},
    "rejected": {"zh": "被拒", "pt": "rejeitada"},
    "unseen": {"zh": "没见过", "pt": "nunca vista"},
    "probability": {"zh": "概率", "pt": "probabilidade"},
    "log-ratio gap of the pair (nats)": {"zh": "这一对的对数比之差（nat）", "pt": "diferença de log-razões do par (nats)"},
}


def probabilities(embeddings: np.ndarray, hidden: np.ndarray) -> np.ndarray:
    exponent = np.exp(embeddings @ hidden)
    return exponent / exponent.sum()


def at_gap(embeddings: np.ndarray, gap: float) -> np.ndarray:
    """Probabilities once DPO alone has opened this log-ratio gap: it moves along e_w − e_l."""
    direction = embeddings[0] - embeddings[1]
    return probabilities(embeddings, START + gap / (direction @ direction) * direction)


def anchored(gaps: np.ndarray, beta: float = BETA, anchor: float = ANCHOR, rate: float = 0.1) -> np.ndarray:
    """Probabilities at these gaps when `anchor` times −log π of the chosen output is added, shape [gaps, 3]."""
    direction = SIMILAR[0] - SIMILAR[1]
    hidden, path, opened = START, [probabilities(SIMILAR, START)], [0.0]
    while opened[-1] < gaps.max():
        pull = beta / (1 + np.exp(beta * opened[-1])) * direction
        hidden = hidden + rate * (pull + anchor * (SIMILAR[0] - path[-1] @ SIMILAR))
        path.append(probabilities(SIMILAR, hidden))
        opened.append(float(direction @ (hidden - START)))
    return np.stack([np.interp(gaps, opened, column) for column in np.array(path).T], axis=1)


def draw() -> Figure:
    figure = new_figure(5.0)
    panels = figure.subplots(3, 1, sharex=True, sharey=True)
    gaps = np.linspace(0, 1, 21) ** 1.5
    drawn = (
        ("similar pair, DPO", np.array([at_gap(SIMILAR, g) for g in gaps])),
        ("distinct pair, DPO", np.array([at_gap(DISTINCT, g) for g in gaps])),
        ("similar pair, DPO + 0.1 NLL", anchored(gaps)),
    )
    for axes, (title, values) in zip(panels, drawn, strict=True):
        axes.axhline(0.5, color=GRID, linewidth=0.6)
        for column, colour in ((0, BLUE), (1, ORANGE), (2, PURPLE)):
            axes.plot(gaps, values[:, column], color=colour)
        axes.axvline(0.8, color=MUTED, linewidth=0.8, linestyle=(0, (2, 2)))
        axes.set(xlim=(0, 1), ylim=(0, 1), xticks=[0, 0.2, 0.4, 0.6, 0.8, 1], yticks=[0, 0.5, 1])
        axes.set_xticklabels(["0", "0.2", "0.4", "0.6", "0.8", "1"])
        axes.set_yticklabels(["0", "0.5", "1"])
        axes.set_title(title, loc="left")
    panels[0].text(0.30, 0.64, "unseen", color=PURPLE, ha="center", va="center", fontsize=9)
    panels[0].text(0.46, 0.30, "chosen", color=BLUE, va="center", fontsize=9)
    panels[0].text(0.10, 0.07, "rejected", color=ORANGE, va="center", fontsize=9)
    panels[2].set_xlabel("log-ratio gap of the pair (nats)")
    figure.supylabel("probability", fontsize=9)
    return figure
