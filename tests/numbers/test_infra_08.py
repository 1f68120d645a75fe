"""Numbers of infra-08: step times, the split of GPUs, the admission gate and its simulation."""

import itertools

import numpy as np
import pytest

from scripts.figures.async_gate import lognormal_times, outcome, simulate
from tests.numbers.shown import assert_shown

PAGE = "infra-08"
TIMES, TRAIN, SYNC, SLOTS = (10, 20, 30, 100), 40, 5, 4


def shown(value: float, places: int) -> None:
    assert_shown(PAGE, value, places)


def test_step_times_of_three_schedules():
    synchronous = max(TIMES) + TRAIN + SYNC
    one_step = max(max(TIMES), TRAIN) + SYNC
    asynchronous = max(sum(TIMES) / SLOTS, TRAIN) + SYNC
    assert sum(TIMES) / SLOTS == TRAIN
    for seconds in (synchronous, one_step, asynchronous):
        shown(seconds, 0)
    shown(synchronous / one_step, 2)
    shown(synchronous / asynchronous, 2)
    shown(100 * sum(TIMES) / len(TIMES) / max(TIMES), 0)


def test_a_balanced_split_equals_the_ideal_shared_pool_and_a_wrong_one_does_not():
    rollout, training, gpus = 3600, 1200, 64
    generators = gpus * rollout / (rollout + training)
    assert rollout / generators == training / (gpus - generators) == (rollout + training) / gpus
    shown(generators, 0)
    shown(gpus - generators, 0)
    shown(rollout / generators, 0)
    shown(max(rollout / 32, training / 32), 1)


def test_capacity_of_the_gate():
    lead, version, batch, accepted, running, slots = 4, 10, 32, 450, 20, 64
    allowed = (lead + version + 1) * batch
    shown(allowed, 0)
    shown(min(slots - running, allowed - accepted - running), 0)


@pytest.mark.parametrize("lead, longest", [(1, 4), (2, 6)])
def test_every_straggler_exceeds_the_lead(lead: int, longest: int):
    _, consumed = simulate(itertools.cycle((1, 1, 1, 10)), lead=lead, batch=2, slots=4, steps=300)
    settled = consumed[40:]
    assert {rollout.staleness for rollout in settled if rollout.duration == 10} == {longest}
    assert {rollout.staleness for rollout in settled if rollout.duration == 1} <= {0, 1}
    shown(longest, 0)


@pytest.mark.parametrize("lead", [0, 1, 2, 4, 8])
def test_speed_and_lag_of_the_simulated_gate(lead: int):
    time, mean, largest = outcome(lead, 64)
    shown(time, 2)
    shown(mean, 2 if lead else 0)
    shown(largest, 0)


def test_speed_saturates_and_lag_follows_the_gate_with_many_slots():
    assert outcome(2, 64)[0] < 1.03 and outcome(8, 64)[0] >= 1
    assert abs(outcome(8, 256)[0] - outcome(2, 256)[0]) < 0.01
    shown(outcome(8, 256)[1], 2)


@pytest.mark.parametrize("seed", range(1, 6))
def test_other_seeds_tell_the_same(seed: int):
    assert 7.5 < outcome(0, 64, seed)[0] < 8.5
    assert outcome(1, 64, seed)[0] < 1.45 and outcome(2, 64, seed)[0] < 1.05
    assert outcome(1, 64, seed)[2] > 15
    assert abs(outcome(8, 256, seed)[1] - outcome(8, 256)[1]) < 0.01


def test_mean_lag_with_few_slots_depends_on_the_seed():
    lags = [outcome(8, 64, seed)[1] for seed in range(6)]
    shown(min(lags), 2)
    shown(max(lags), 2)


def test_completion_order_favours_short_samples_at_the_start_and_under_dropping():
    lead, batch, settled = 1, 64, 100
    _, consumed = simulate(lognormal_times(0), lead=lead, batch=batch, slots=64, steps=300)
    times = np.array([rollout.duration for rollout in consumed])
    lags = np.array([rollout.staleness for rollout in consumed])
    late = lags > lead
    shown(times[:batch].mean(), 2)
    shown(times[settled * batch :].mean(), 2)
    shown(100 * late.mean(), 0)
    shown(times[late].mean(), 2)
    shown(times[~late].mean(), 2)
    assert times[late].mean() / times[~late].mean() == pytest.approx(5, abs=0.3)


def test_tail_factor_of_the_batch_gives_the_skew_bubble_again():
    factor = max(TIMES) / (sum(TIMES) / len(TIMES))
    shown(factor, 1)
    shown(100 / factor, 0)
    shown(100 - 100 / factor, 0)


def test_gains_of_verl():
    synchronous, streaming, stale = 40 + 48 / 60, 25 + 53 / 60, 17 + 22 / 60
    for hours in (synchronous, streaming, stale):
        shown(hours, 1)
    shown(synchronous / stale, 2)
    shown((19 + 18 / 60) / (15 + 34 / 60), 2)
    shown((18 + 21 / 60) / (13 + 6 / 60), 2)


def test_largest_lag_under_a_span_that_counts_both_ends():
    trained, threshold = 20, 8
    kept = [first for first in range(trained + 1) if trained - first + 1 <= threshold]
    shown(trained - kept[0], 0)


def test_optimizer_steps_behind_at_lag_one():
    updates = 4
    behind = [(updates + done) for done in range(updates)]
    for steps in (min(behind), max(behind)):
        shown(steps, 0)
    assert max(behind) == 2 * updates - 1


def test_versions_of_an_episode_and_episodes_in_flight():
    shown(600 / 60 + 1, 0)
    shown(256 / 0.4, 0)


def test_gains_of_areal():
    for before, after in ((41.0, 14.8), (57.7, 25.4)):
        shown(before, 1)
        shown(after, 1)
        shown(before / after, 2)
