"""Share of a batch's loss weight that each of four answers receives, under the default loss means of five frameworks.

Answers of 1, 2, 4 and 8 thousand tokens. Token mean: in proportion to length. Rollout mean: equal. Token mean of each
micro-batch, then the mean over micro-batches: it depends on which answers share a micro-batch.
"""

from matplotlib.figure import Figure

from scripts.figures.style import BLUE, GREEN, ORANGE, PURPLE, new_figure

LENGTHS = (1, 2, 4, 8)
PAIRINGS = {"1+8, 2+4": ((1, 8), (2, 4)), "1+2, 4+8": ((1, 2), (4, 8))}

LABELS = {
    "share of the loss weight, %": {"zh": "占损失权重的份额，%", "pt": "parte do peso da perda, %"},
    "answer length, thousand tokens": {"zh": "回答长度，千 token", "pt": "comprimento da resposta, mil tokens"},
    "same in every language": ["verl, TRL, AReaL", "slime", "Unsloth 1+8, 2+4", "Unsloth 1+2, 4+8"],
}


def token_mean() -> list[float]:
    return [length / sum(LENGTHS) for length in LENGTHS]


def rollout_mean() -> list[float]:
    return [1 / len(LENGTHS)] * len(LENGTHS)


def micro_batch_mean(batches: tuple[tuple[int, ...], ...]) -> list[float]:
    """Mean over micro-batches of each one's token mean."""
    share = {length: length / sum(batch) / len(batches) for batch in batches for length in batch}
    return [share[length] for length in LENGTHS]


def draw() -> Figure:
    figure = new_figure(2.9)
    axes = figure.subplots()
    places = range(len(LENGTHS))
    dash = (0, (3, 2))
    series = (
        (token_mean(), BLUE, "-"),
        (rollout_mean(), ORANGE, "-"),
        (micro_batch_mean(PAIRINGS["1+8, 2+4"]), GREEN, dash),
        (micro_batch_mean(PAIRINGS["1+2, 4+8"]), PURPLE, dash),
    )
    for shares, colour, line in series:
        axes.plot(places, [100 * share for share in shares], color=colour, linestyle=line, marker="o", markersize=4)
    axes.text(2.93, 53.5, "verl, TRL, AReaL", color=BLUE, fontsize=8.5, ha="right", va="center")
    axes.text(1.93, 38.5, "Unsloth 1+8, 2+4", color=GREEN, fontsize=8.5, ha="right", va="center")
    axes.text(-0.05, 27.5, "slime", color=ORANGE, fontsize=8.5, va="bottom")
    axes.text(2.05, 13.5, "Unsloth 1+2, 4+8", color=PURPLE, fontsize=8.5, va="center")
    axes.set_xticks(places, [str(length) for length in LENGTHS])
    axes.set_xlabel("answer length, thousand tokens")
    axes.set_ylabel("share of the loss weight, %")
    axes.set_xlim(-0.2, 3.2)
    axes.set_ylim(0, 60)
    axes.set_yticks([0, 20, 40, 60], ["0", "20", "40", "60"])
    axes.grid(axis="y")
    axes.set_axisbelow(True)
    return figure
