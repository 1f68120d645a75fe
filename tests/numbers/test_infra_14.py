"""Numbers of infra-14: lag and its units, the gate and its bounds, age limits, decoupled PPO, ESS and distance."""

import math

import numpy as np
import pytest

from scripts.figures import async_gate
from scripts.figures.staleness_parts import BINS, LEAD, outcome, parts, staleness, steady
from tests.numbers.shown import assert_shown, page_text, up_to_date

PAGE = "infra-14"
LIMITS = (1, 2, 4, 8, 16, 32)
PLAIN_24 = {0: 42.0, 1: 41.8, 2: 40.0, 4: 23.3, 8: 35.7, 16: 35.8, math.inf: 34.0}
DECOUPLED_24 = {1: 42.1, 2: 41.8, 4: 42.2, 8: 41.0, 16: 38.7, math.inf: 36.9}
PLAIN_25 = {0: 32.9, 1: 30.7, 2: 32.1, 4: 23.1, 8: 27.8, 16: 26.2, math.inf: 26.9}
DECOUPLED_25 = {1: 31.9, 2: 32.5, 4: 32.0, 8: 31.1, 16: 32.5, math.inf: 29.9}


def shown(value: float, places: int) -> None:
    assert_shown(PAGE, value, places)


def everywhere(text: str) -> None:
    for edition in up_to_date(PAGE):
        assert text in page_text(PAGE, edition), f"{edition} lacks {text}"


def lost(mean: float, limit: int) -> tuple[float, float]:
    """Shares of rollouts and of generation time above an age limit, lognormal times of σ = 1, by quadrature."""
    z = np.linspace(-10, 12, 1_000_001)
    time = mean * np.exp(z - 0.5)
    density = np.exp(-(z**2) / 2) / math.sqrt(2 * math.pi) * (z[1] - z[0])
    dropped = np.clip(time - limit, 0, 1)
    return float((dropped * density).sum()), float((dropped * time * density).sum() / mean)


def decoupled(theta: float, prox: float, behaviour: float, eps: float = 0.2) -> tuple[float, float]:
    """Objective of one token with A = 1, and its coefficient of ∇log π_θ."""
    weight, ratio = math.exp(prox - behaviour), math.exp(theta - prox)
    clipped = min(max(ratio, 1 - eps), 1 + eps)
    return weight * min(ratio, clipped), weight * ratio if ratio <= clipped else 0.0


def push_every(interval: int, rounds: int) -> list[int]:
    """Lag in rounds of slime's train_async loop: generate r + 1 while training r, push every `interval` rounds."""
    engine, generated_with, lags = 0, 0, []
    future = engine
    for r in range(rounds):
        current = future if future is not None else generated_with
        lags.append(r - current)
        future = engine
        if (r + 1) % interval == 0:
            generated_with, future = future, None
            engine = r + 1
    return lags


def test_mixed_trajectory():
    tokens, trainer = np.array([3, 3, 4, 5]), 6
    for value in (trainer - tokens.min(), trainer - tokens.max(), tokens.max() - tokens.min() + 1):
        shown(value, 0)
    shown(np.mean(trainer - tokens), 2)


def test_versions_to_optimizer_updates():
    updates = 4
    lags = [4 * updates + minibatch for minibatch in range(updates)]
    shown(lags[0], 0)
    shown(lags[-1], 0)
    assert 16 * 1 == lags[0]


def test_updates_crossed_in_flight():
    for time, step, crossed in ((300, 100, 3), (1800, 200, 9)):
        starts = (np.arange(2000) + 0.5) / 2000 * step
        assert np.mean((starts + time) // step) == pytest.approx(crossed, abs=1e-9)
        shown(crossed, 0)
    shown(1 + 9, 0)
    emitted = np.linspace(0, 1800, 20_001)
    ages = [np.mean((start + 1800) // 200 - (start + emitted) // 200) for start in np.linspace(0, 199.9, 200)]
    assert np.mean(ages) == pytest.approx(1800 / (2 * 200), abs=0.01)
    shown(1800 / (2 * 200), 1)


def test_littles_law():
    shown(1024 / 256, 0)
    shown(768 / 256, 0)
    default_ceiling = 1024
    recipes = (512 / 256, 512 / 256, 512 / 256, 8192 / 4096, 4096 / 2048, default_ceiling / 512, default_ceiling / 512)
    assert set(recipes) == {2.0}
    assert len(recipes) + 2 == 9
    shown(recipes[0], 0)
    shown(default_ceiling / 256, 0)
    shown(1536 / 256, 0)
    shown(default_ceiling, 0)


def test_littles_law_is_exact_at_version_changes():
    rows = outcome()
    changes = np.arange(async_gate.STEPS)
    outstanding = [np.sum((rows[:, 1] <= v) & (rows[:, 3] > v)) for v in changes]
    assert sum(outstanding) == staleness(rows).sum()
    assert max(outstanding) <= LEAD * async_gate.BATCH


def test_sync_interval_of_train_async():
    for interval, head in ((1, [0, 1, 1, 1]), (2, [0, 1, 2, 1, 2]), (3, [0, 1, 2, 3, 1, 2, 3])):
        lags = push_every(interval, 40)
        assert lags[: len(head)] == head
        assert max(lags) == interval
        for edition in up_to_date(PAGE):
            text = page_text(PAGE, edition).replace("、", ", ").replace(" e ", ", ")
            assert ", ".join(map(str, head)) in text


@pytest.mark.parametrize("slots", [64, 256])
def test_simulation_is_the_one_of_the_gate(slots):
    for lead in (1, 4):
        _, consumed = async_gate.simulate(
            async_gate.lognormal_times(0), lead=lead, batch=async_gate.BATCH, slots=slots, steps=async_gate.STEPS
        )
        assert [rollout.staleness for rollout in consumed] == staleness(outcome(lead=lead, slots=slots)).astype(int).tolist()


@pytest.mark.parametrize("slots", [64, 256])
def test_gate_bounds_the_mean_and_not_the_single_lag(slots):
    for lead in (1, 2, 4, 8):
        for seed in range(3):
            for oldest_first in (False, True):
                lags = staleness(outcome(lead=lead, slots=slots, seed=seed, oldest_first=oldest_first))
                sofar = np.cumsum(lags)[async_gate.BATCH - 1 :: async_gate.BATCH]
                assert np.all(sofar <= lead * async_gate.BATCH * np.arange(1, len(sofar) + 1))
                assert lags.max() > lead


def test_start_versions_respect_the_gate():
    starts = np.sort(outcome()[:, 1])
    assert np.all(starts >= np.arange(len(starts)) // async_gate.BATCH - LEAD)


def test_smallest_cap_and_shortest_step():
    shown(1800 / 200, 0)
    shown(1800 / (2 + 1), 0)
    for lead in (0, 1, 2):
        rows = outcome(lead=lead)
        total, _ = async_gate.simulate(
            async_gate.lognormal_times(0), lead=lead, batch=async_gate.BATCH, slots=64, steps=async_gate.STEPS
        )
        assert total / async_gate.STEPS >= rows[:, 0].mean() / (lead + 1) * 0.99


@pytest.mark.parametrize("slots", [64, 256])
def test_table_of_the_gate(slots):
    rows = steady(outcome(slots=slots))
    lags = staleness(rows)
    shown(lags.mean(), 2)
    shown(100 * np.mean(lags > LEAD), 1)
    shown(lags.max(), 0)
    started_first = staleness(steady(outcome(slots=slots, oldest_first=True)))
    assert started_first.mean() == pytest.approx(lags.mean(), abs=0.005)
    shown(100 * np.mean(started_first > LEAD), 1)
    if slots == 64:
        shown(rows[lags > LEAD, 0].mean(), 2)
        shown(rows[lags <= LEAD, 0].mean(), 2)


def test_figure_texts():
    split = parts(steady(outcome()))
    assert len(split) == len(BINS)
    flight, queue = [part[1] for part in split], [part[2] for part in split]
    assert flight == sorted(flight)
    shown(flight[0], 1)
    shown(flight[-1], 1)
    assert all(round(wait) == 2 for wait in queue)
    for slots, pair in ((64, (2, 3)), (256, (3, 4))):
        assert np.isin(staleness(steady(outcome(slots=slots))), pair).mean() > 0.7


@pytest.mark.parametrize("mean", [1, 4])
def test_age_limit_table(mean):
    for limit in LIMITS:
        for share in lost(mean, limit):
            everywhere(f"{100 * share:.1f}%")


def test_age_limit_formula_by_sampling():
    generator = np.random.default_rng(0)
    time = generator.lognormal(math.log(4) - 0.5, 1, 400_000)
    crossed = np.floor(generator.random(400_000) + time)
    rollouts, work = lost(4, 8)
    assert np.mean(crossed > 8) == pytest.approx(rollouts, abs=0.002)
    assert time[crossed > 8].sum() / time.sum() == pytest.approx(work, abs=0.01)
    shown(100 * work, 0)


def test_group_of_eight():
    single, _ = lost(1, 4)
    shown(100 * (1 - (1 - single) ** 8), 0)


def test_decoupled_against_plain():
    value, gradient = decoupled(-1, -1, -1.4)
    shown(value, 4)
    assert gradient == value
    plain, plain_gradient = decoupled(-1, -1.4, -1.4)
    shown(plain, 1)
    assert plain_gradient == 0
    value, gradient = decoupled(-2, -2, -0.2)
    shown(value, 4)
    assert decoupled(-2, -0.2, -0.2) == pytest.approx((value, gradient))


def test_effective_sample_size():
    kl = 1e-3
    for length, places in ((100, 3), (1000, 3)):
        shown(math.exp(-2 * kl * length), places)
    assert f"{math.exp(-2 * kl * 10_000):.1e}" == "2.1e-09"
    everywhere("2.1e-9")
    sigma = math.sqrt(2 * kl * 100)
    weights = np.exp(np.random.default_rng(0).normal(-(sigma**2) / 2, sigma, 1_000_000))
    assert weights.sum() ** 2 / (weights**2).sum() / len(weights) == pytest.approx(math.exp(-2 * kl * 100), rel=0.01)


def test_lag_against_learning_rate():
    shown(((1 * 1e-5) / (8 * 1e-7)) ** 2, 0)
    shown((1 * 1e-5**2) / (8 * 1e-7**2), 0)


def test_fraction_of_verl():
    required = 4 * 4 * 32
    shown(1.5 * required, 0)
    shown(1.5 * required - 256, 0)


def test_oldest_version_of_prime_rl():
    shown((20 - 1) - 8, 0)


def test_ablation_table():
    for plain, corrected in ((PLAIN_24, DECOUPLED_24), (PLAIN_25, DECOUPLED_25)):
        for cap, score in plain.items():
            everywhere(f"{score:.1f} / {corrected[cap]:.1f}" if cap else f"{score:.1f} / –")
    shown(DECOUPLED_24[math.inf] - PLAIN_24[0], 1)
    assert all(abs(DECOUPLED_24[cap] - PLAIN_24[0]) <= 1.0 + 1e-9 for cap in (1, 2, 4, 8))
    assert DECOUPLED_24[16] < PLAIN_24[0] - 1
