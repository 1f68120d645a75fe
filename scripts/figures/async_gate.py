"""What an admission gate buys and what it costs: time per step and staleness for several leads η.

A discrete-event simulation: rollouts start while accepted + running < (η + version + 1)·batch and a slot is free,
finish after a lognormal time of mean 1, and are consumed in order of completion by a trainer that needs time 1 per
batch. Staleness is the version at consumption minus the version at the start.
"""

import functools
import heapq
from collections import deque
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from matplotlib.figure import Figure

from scripts.figures.style import BLUE, GRID, ORANGE, new_figure

BATCH, STEPS, SIGMA = 64, 300, 1.0
LEADS = (0, 1, 2, 4, 8)
SLOTS = (64, 256)

LABELS = {
    "time per step": {"zh": "每步时间", "pt": "tempo por passo"},
    "mean staleness": {"zh": "平均陈旧度", "pt": "defasagem média"},
    "gate η": {"zh": "准入上限 η", "pt": "limite η"},
    "64 slots": {"zh": "64 个槽位", "pt": "64 vagas"},
    "256 slots": {"zh": "256 个槽位", "pt": "256 vagas"},
}


class Rollout(NamedTuple):
    """A consumed rollout: its time, and the version in force when it started, finished and was consumed."""

    duration: float
    started: int
    finished: int
    consumed: int

    @property
    def staleness(self) -> int:
        return self.consumed - self.started


def simulate(
    durations: Iterable[float], *, lead: int, batch: int, slots: int, steps: int, oldest_first: bool = False
) -> tuple[float, list[Rollout]]:
    """Total time of `steps` training steps, and the rollouts in order of consumption.

    The trainer takes finished rollouts in order of completion, or with `oldest_first` in the order they started.
    """
    times: Iterator[float] = iter(durations)
    running: list[tuple[float, int, float, int]] = []
    finished: deque[tuple[int, float, int, int]] = deque()
    consumed: list[Rollout] = []
    now, version, accepted, started, trained_until = 0.0, 0, 0, 0, None
    while version < steps:
        while len(running) < slots and accepted + len(running) < (lead + version + 1) * batch:
            duration = next(times)
            heapq.heappush(running, (now + duration, started, duration, version))
            started += 1
        if trained_until is None and len(finished) >= batch:
            if oldest_first:
                finished = deque(sorted(finished))
            consumed += [Rollout(*finished.popleft()[1:], version) for _ in range(batch)]
            trained_until = now + 1.0
        if trained_until is not None and (not running or trained_until <= running[0][0]):
            now, trained_until, version = trained_until, None, version + 1
            continue
        now, number, duration, born = heapq.heappop(running)
        finished.append((number, duration, born, version))
        accepted += 1
    return now, consumed


def lognormal_times(seed: int) -> Iterator[float]:
    """Rollout times of mean 1."""
    generator = np.random.default_rng(seed)
    while True:
        yield from generator.lognormal(-(SIGMA**2) / 2, SIGMA, 4096)


@functools.cache
def outcome(lead: int, slots: int, seed: int = 0) -> tuple[float, float, int]:
    """Time per step, mean staleness and largest staleness."""
    total, consumed = simulate(lognormal_times(seed), lead=lead, batch=BATCH, slots=slots, steps=STEPS)
    lags = [rollout.staleness for rollout in consumed]
    return total / STEPS, float(np.mean(lags)), max(lags)


def draw() -> Figure:
    figure = new_figure(2.6)
    left, right = figure.subplots(1, 2)
    for slots, colour, marker in zip(SLOTS, (BLUE, ORANGE), ("o", "s"), strict=True):
        outcomes = [outcome(lead, slots) for lead in LEADS]
        left.plot(LEADS, [time for time, _, _ in outcomes], color=colour, marker=marker, markersize=3.5)
        right.plot(LEADS, [lag for _, lag, _ in outcomes], color=colour, marker=marker, markersize=3.5)
    left.set(title="time per step", ylim=(0, 9), xlabel="gate η")
    right.set(title="mean staleness", ylim=(0, 8.5), xlabel="gate η")
    right.text(5.6, 6.9, "256 slots", color=ORANGE, ha="right", va="center")
    right.text(8, 3.4, "64 slots", color=BLUE, ha="right", va="center")
    for axes in (left, right):
        axes.grid(axis="y", color=GRID)
        axes.set_xticks(LEADS)
    return figure
