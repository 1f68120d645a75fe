"""Where staleness comes from behind an admission gate: its distribution, and its two parts by rollout time.

The simulation is that of `async_gate`: from a rollout's start to its end staleness grows in flight, from there to
consumption in the queue.
"""

import functools

import numpy as np
from matplotlib.figure import Figure

from scripts.figures.async_gate import BATCH, STEPS, lognormal_times, simulate
from scripts.figures.style import BLUE, GREEN, GRID, INK, MUTED, ORANGE, new_figure

LEAD, SLOTS, WARM_UP = 4, 64, 50
BINS = ((0.0, 0.5), (0.5, 1.0), (1.0, 2.0), (2.0, 4.0), (4.0, 8.0), (8.0, np.inf))
LAST = 8

LABELS = {
    "share of rollouts (%)": {"zh": "占 rollout 的比例（%）", "pt": "parcela dos rollouts (%)"},
    "staleness (versions)": {"zh": "陈旧度（版本）", "pt": "defasagem (versões)"},
    "mean staleness": {"zh": "平均陈旧度", "pt": "defasagem média"},
    "rollout time (steps)": {"zh": "rollout 用时（步）", "pt": "tempo do rollout (passos)"},
    "64 slots": {"zh": "64 个槽位", "pt": "64 vagas"},
    "256 slots": {"zh": "256 个槽位", "pt": "256 vagas"},
    "in flight": {"zh": "生成中", "pt": "em geração"},
    "in the queue": {"zh": "排队中", "pt": "na fila"},
}


@functools.cache
def outcome(lead: int = LEAD, slots: int = SLOTS, seed: int = 0, oldest_first: bool = False) -> np.ndarray:
    """Rows (rollout time, version at the start, at completion, at consumption), in order of consumption."""
    _, consumed = simulate(
        lognormal_times(seed), lead=lead, batch=BATCH, slots=slots, steps=STEPS, oldest_first=oldest_first
    )
    return np.array(consumed)


def steady(rows: np.ndarray) -> np.ndarray:
    """The rows consumed after the warm-up."""
    return rows[rows[:, 3] >= WARM_UP]


def staleness(rows: np.ndarray) -> np.ndarray:
    return rows[:, 3] - rows[:, 1]


def parts(rows: np.ndarray) -> list[tuple[float, float, float]]:
    """Share of rollouts, mean in-flight and mean queue staleness for each bin of rollout time."""
    time, start, end, used = rows.T
    inside = [(time >= low) & (time < high) for low, high in BINS]
    return [(m.mean(), (end - start)[m].mean(), (used - end)[m].mean()) for m in inside]


def draw() -> Figure:
    figure = new_figure(2.7)
    left, right = figure.subplots(1, 2)
    for slots, colour, shift in ((64, BLUE, -0.2), (256, ORANGE, 0.2)):
        lag = staleness(steady(outcome(slots=slots)))
        shares = [100 * np.mean(lag == k) for k in range(LAST)] + [100 * np.mean(lag >= LAST)]
        left.bar(np.arange(LAST + 1) + shift, shares, width=0.4, color=colour)
    left.axvline(LEAD + 0.5, color=INK, linestyle=(0, (4, 2)), linewidth=1)
    left.text(LEAD + 0.7, 43, "η = 4", va="center", fontsize=8.5)
    left.text(LEAD + 0.7, 31, "256 slots", color=ORANGE, va="center", fontsize=8.5)
    left.text(LEAD + 0.7, 25, "64 slots", color=BLUE, va="center", fontsize=8.5)
    left.set_xticks([0, 2, 4, 6, LAST], ["0", "2", "4", "6", f"≥{LAST}"])
    left.set(xlabel="staleness (versions)", title="share of rollouts (%)")
    flight, queue = np.array(parts(steady(outcome()))).T[1:]
    place = np.arange(len(BINS))
    right.bar(place, queue, width=0.8, color=MUTED)
    right.bar(place, flight, width=0.8, bottom=queue, color=GREEN)
    right.text(0.1, 11.6, "in flight", color=GREEN, va="center", fontsize=8.5)
    right.text(0.1, 10.0, "in the queue", color=MUTED, va="center", fontsize=8.5)
    right.set_xticks(place, ["<½", "½–1", "1–2", "2–4", "4–8", ">8"])
    right.tick_params(axis="x", length=0)
    right.set(xlabel="rollout time (steps)", title="mean staleness")
    for axes in (left, right):
        axes.grid(axis="y", color=GRID)
        axes.set_axisbelow(True)
    return figure
