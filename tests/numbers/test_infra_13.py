"""Numbers of infra-13: what AReaL's and slime's levers buy, decode scaling, KV capacity, overlap, brakes, agents."""

import math

import pytest

from scripts.figures.rollout_two_readings import BANDWIDTH, KV, SEQUENCES, WEIGHTS, WEIGHTS_FP8, step_seconds
from tests.numbers.shown import assert_shown

PAGE = "infra-13"
LENGTHS, TRAIN, SYNC, SLOW, FAST = (1_000, 2_000, 3_000, 32_000), 240, 60, 10, 65
MEAN, LONGEST = sum(LENGTHS) / len(LENGTHS), max(LENGTHS)


def shown(value: float, places: int) -> None:
    assert_shown(PAGE, value, places)


def synchronous(speed: float) -> float:
    return LONGEST / speed + TRAIN + SYNC


def asynchronous(speed: float) -> float:
    return max(MEAN / speed, TRAIN) + SYNC


@pytest.mark.parametrize("speed", [SLOW, FAST])
def test_step_times_with_and_without_the_barrier(speed: float):
    shown(synchronous(speed), 0)
    shown(asynchronous(speed), 0)
    shown(LONGEST / speed / asynchronous(speed), 1)


def test_the_levers_compose_but_do_not_multiply():
    barrier = synchronous(SLOW) / asynchronous(SLOW)
    engine = synchronous(SLOW) / synchronous(FAST)
    both = synchronous(SLOW) / asynchronous(FAST)
    assert both < barrier * engine
    assert asynchronous(FAST) == TRAIN + SYNC
    for gain in (barrier, engine, both):
        shown(gain, 2)
    shown(barrier * engine, 1)
    shown(MEAN / SLOW, 0)
    shown(MEAN / FAST, 0)
    shown(100 * MEAN / LONGEST, 1)


def test_overlap_without_removing_the_barrier_gains_little():
    overlapped = max(LONGEST / SLOW, TRAIN) + SYNC
    assert asynchronous(SLOW) < overlapped
    shown(overlapped, 0)
    shown(synchronous(SLOW) / overlapped, 2)


def test_age_does_not_depend_on_the_engine_while_generation_sets_the_step():
    ages = {speed: LONGEST / speed / max(MEAN / speed, TRAIN) for speed in (SLOW, 20, FAST)}
    shown(ages[SLOW], 1)
    assert ages[SLOW] == pytest.approx(ages[20]) == pytest.approx(LONGEST / MEAN)
    assert ages[FAST] < ages[SLOW]


@pytest.mark.parametrize("gpus", [1, 4, 16, 64])
def test_decode_step_and_output_per_gpu(gpus: int):
    sequences = SEQUENCES / gpus
    shown(sequences, 0)
    shown(1e3 * step_seconds(sequences), 2)
    shown(sequences / step_seconds(sequences), 0)


def test_decode_scaling_and_its_floor():
    shown(step_seconds(64) / step_seconds(4), 2)
    shown(step_seconds(4) / step_seconds(1), 2)
    shown(1e3 * WEIGHTS / BANDWIDTH, 2)
    shown(1e3 * step_seconds(64), 1)
    shown(1e3 * step_seconds(1), 1)


@pytest.mark.parametrize("sequences", [1, 64])
def test_eight_bit_weights_help_small_batches_more(sequences: int):
    faster = step_seconds(sequences, WEIGHTS_FP8)
    shown(1e3 * faster, 2)
    shown(1e3 * faster, 1)
    shown(step_seconds(sequences) / faster, 2)


def test_smallest_number_of_gpus_that_holds_the_kv():
    need, memory, weights = 256, 80, 14
    for share, gpus in ((0.8, 6), (0.5, 10)):
        room = share * memory - weights
        assert math.ceil(need / room) == gpus
        shown(room, 0)
        shown(need / room, 2)
        shown(gpus, 0)
    assert math.ceil(need / 6) == 43
    shown(1e3 * step_seconds(43), 1)
    shown(WEIGHTS / KV, 0)
    shown((64 + 32) / 64, 1)


@pytest.mark.parametrize("generate, train", [(300, 100), (200, 190)])
def test_overlap_gains_less_than_two_against_the_same_pools(generate: int, train: int):
    turn, overlap = generate + train + 10, max(generate, train) + 10
    assert turn / overlap < 2
    for value, places in ((turn, 0), (overlap, 0), (turn / overlap, 2)):
        shown(value, places)


def test_overlap_gains_nothing_against_an_ideal_colocated_run():
    gpus, generate, train = 8, 2400, 800
    rollout = gpus * generate / (generate + train)
    colocated = (generate + train) / gpus
    overlapped = max(generate / rollout, train / (gpus - rollout))
    assert rollout == 6 and colocated == overlapped
    barrier = generate / gpus / 0.5 + train / gpus
    for seconds in (colocated, generate / rollout + train / (gpus - rollout), generate / gpus / 0.5, barrier):
        shown(seconds, 0)
    shown(barrier / overlapped, 2)


def test_capacity_of_the_admission_gate():
    lead, version, batch, admitted = 4, 10, 128, 1800
    shown((lead + version + 1) * batch, 0)
    shown((lead + version + 1) * batch - admitted, 0)


def outstanding_at_most(most: int) -> int:
    """Largest number of groups running or waiting, over every order of starts and finishes without consumption."""
    seen, todo, largest = set(), [(0, 0)], 0
    while todo:
        running, waiting = state = todo.pop()
        if state in seen:
            continue
        seen.add(state)
        largest = max(largest, running + waiting)
        if running < most and waiting < most:
            todo.append((running + 1, waiting))
        if running:
            todo.append((running - 1, waiting + 1))
    return largest


def test_group_counter_of_the_asynchronous_worker():
    for most in (1, 2, 7, 20):
        assert outstanding_at_most(most) == 2 * most - 1
    shown(2 * 512 - 1, 0)
    shown((2 * 512 - 1) / 32, 1)


def test_wait_for_six_of_eight_groups():
    longest = sorted((1_000, 1_500, 2_000, 2_500, 3_000, 4_000, 8_000, 32_000))
    shown(longest[5], 0)
    shown(100 * (1 - longest[5] / longest[-1]), 1)


def test_reported_hours():
    shown(41.0 / 14.8, 2)
    shown(57.7 / 25.4, 2)


def test_agent_trajectories():
    turns, tokens, tool = 30, 500, 20
    durations = {}
    shown(turns * tool, 0)
    for speed in (SLOW, FAST):
        decode = turns * tokens / speed
        durations[speed] = decode + turns * tool
        shown(decode, 0)
        shown(durations[speed], 0)
        shown(100 * decode / durations[speed], 1)
    shown(durations[SLOW] / durations[FAST], 2)
    busy = turns * tokens / FAST / durations[FAST]
    shown(math.ceil(256 / busy), 0)
    shown(durations[FAST] / asynchronous(FAST), 1)


def test_utilisation_in_the_follow_ups():
    shown(100 * 4 / 64, 2)
