"""Numbers of infra-08: step times, the split of GPUs, the admission gate and its simulation."""

import itertools

import pytest

from scripts.figures.async_gate import outcome, simulate
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
    assert {lag for duration, lag in settled if duration == 10} == {longest}
    assert {lag for duration, lag in settled if duration == 1} <= {0, 1}
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


@pytest.mark.parametrize("seed", [1, 2])
def test_other_seeds_tell_the_same(seed: int):
    assert 7.5 < outcome(0, 64, seed)[0] < 8.5
    assert outcome(1, 64, seed)[0] < 1.45 and outcome(2, 64, seed)[0] < 1.05
    assert outcome(1, 64, seed)[2] > 20


def test_versions_of_an_episode_and_episodes_in_flight():
    shown(600 / 60 + 1, 0)
    shown(256 / 0.4, 0)


def test_gains_of_areal():
    for before, after in ((41.0, 14.8), (57.7, 25.4)):
        shown(before, 1)
        shown(after, 1)
        shown(before / after, 2)
