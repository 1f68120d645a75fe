"""Numbers of infra-04: utilisation behind a barrier, the latency floor, speculation, over-provisioning, overlap."""

import heapq
import math
from itertools import product

import numpy as np
import pytest

from scripts.figures import rollout_tail_curve as tail
from tests.numbers.shown import assert_shown

PAGE = "infra-04"
WEIGHT_BYTES, BANDWIDTH, PEAK = 2 * 7_615_616_512, 3.35e12, 989e12
KV_TOKEN = 2 * 28 * 4 * 128 * 2
WEIGHT_READ = WEIGHT_BYTES / BANDWIDTH
COMPUTE = WEIGHT_BYTES / (0.5 * PEAK)
KV_READ = KV_TOKEN / BANDWIDTH
BALANCE = WEIGHT_READ / COMPUTE


def shown(value: float, places: int) -> None:
    assert_shown(PAGE, value, places)


def harmonic(count: int) -> float:
    return sum(1 / i for i in range(1, count + 1))


def makespan(lengths: list[int], slots: int) -> int:
    """First come, first served: a slot that becomes free takes the next length."""
    free = [0] * slots
    for length in lengths:
        heapq.heappush(free, heapq.heappop(free) + length)
    return max(free)


def kept_length(keep: int, launched: int) -> float:
    """Mean of the `keep` shortest of `launched` capped lognormal lengths."""
    alive, done = np.clip(tail.SURVIVAL, 1e-300, 1), np.clip(1 - tail.SURVIVAL, 1e-300, 1)
    waiting = np.zeros_like(alive)
    for finished in range(keep):
        choose = math.log(math.comb(launched, finished))
        waiting += (keep - finished) * np.exp(
            choose + finished * np.log(done) + (launched - finished) * np.log(alive)
        )
    return tail.area(waiting) / keep


def accepted(alpha: float, drafts: int) -> float:
    """Expected tokens of one verification, by enumerating which drafts would be accepted."""
    total = 0.0
    for outcome in product((True, False), repeat=drafts):
        weight = math.prod(alpha if ok else 1 - alpha for ok in outcome)
        prefix = next((i for i, ok in enumerate(outcome) if not ok), drafts)
        total += weight * (prefix + 1)
    return total


def test_exponential_utilisation():
    for count, value in ((16, 29.6), (128, 18.4), (1024, 13.3)):
        assert round(100 / harmonic(count), 1) == value
        shown(value, 1)


def test_exponential_maximum_by_simulation():
    lengths = np.random.default_rng(1).exponential(size=(40_000, 16))
    assert lengths.max(axis=1).mean() == pytest.approx(harmonic(16), rel=0.01)


def test_lognormal_table():
    shown(tail.SIGMA, 3)
    shown(tail.expected_length(), 0)
    for count in (64, 512, 4096):
        shown(tail.expected_max(count), 0)
        shown(100 * tail.expected_length() / tail.expected_max(count), 1)
        shown(100 * tail.expected_length(32_768) / tail.expected_max(count, 32_768), 1)
    shown(100 * tail.running(65_536), 2)
    shown(100 * tail.running(32_768), 2)


def test_tail_after_ninety_percent():
    ninety, last = tail.expected_order(461, 512), tail.expected_max(512)
    assert math.ceil(0.9 * 512) == 461
    shown(100 * (1 - ninety / last), 0)
    assert {"81% of the steps", "8.8% of the box is work"} <= set(tail.LABELS)
    labels = [label.get_text() for label in tail.draw().axes[0].get_xticklabels()]
    assert {f"{ninety / 1000:.1f}", f"{last / 1000:.1f}"} <= set(labels)


def test_lognormal_by_simulation():
    normal = np.random.default_rng(2).standard_normal((8_000, 512))
    lengths = np.sort(np.minimum(tail.MEDIAN * np.exp(tail.SIGMA * normal), tail.CAP), axis=1)
    assert lengths[:, -1].mean() == pytest.approx(tail.expected_max(512), rel=0.01)
    assert lengths[:, 460].mean() == pytest.approx(tail.expected_order(461, 512), rel=0.01)


def test_latency_floor():
    shown(WEIGHT_BYTES / 2e9, 3)
    shown(WEIGHT_BYTES / 1e9, 1)
    shown(1000 * WEIGHT_READ, 2)
    shown(1000 * COMPUTE, 3)
    shown(BALANCE, 0)
    shown(KV_TOKEN, 0)
    shown(1e9 * KV_READ, 0)


def test_one_long_sequence():
    weights, cache = 65_536 * WEIGHT_READ, KV_READ * 65_536**2 / 2
    for value in (weights, cache, weights + cache, weights / 2):
        shown(value, 0)


def test_wall_clock_of_eight_replicas():
    last, ninety = int(tail.expected_max(512)), int(tail.expected_order(461, 512))
    batch = np.maximum(64 * tail.SURVIVAL[:last], 1)
    step = np.maximum(WEIGHT_READ, COMPUTE * batch) + KV_READ * tail.STEPS[:last] * batch
    shown(step.sum(), 0)
    shown(100 * step[ninety:].sum() / step.sum(), 0)


def test_generation_times_of_verl():
    for seconds in (357.41, 150.72, 177.85):
        shown(seconds, 0)
    shown(100 * 177.85 / 356.30, 1)
    assert 150.72 < 177.85 < 357.41 / 2


def test_schedules_of_eight_lengths():
    lengths = [1, 1, 1, 8, 2, 2, 2, 6]
    static = max(lengths[:4]) + max(lengths[4:])
    first_come, longest = makespan(lengths, 4), makespan(sorted(lengths, reverse=True), 4)
    assert (static, first_come, longest) == (14, 9, 8)
    assert longest == max(8, sum(lengths) / 4)
    for value in (static, first_come, sum(lengths)):
        shown(value, 0)


def test_long_first_against_long_last():
    assert (makespan([10] + 7 * [1], 4), makespan(7 * [1] + [10], 4)) == (10, 11)
    shown(11, 0)


def test_speculation():
    for alpha, drafts, value in ((0.8, 4, 3.362), (0.7, 4, 2.773), (0.6, 3, 2.176)):
        assert accepted(alpha, drafts) == pytest.approx((1 - alpha ** (drafts + 1)) / (1 - alpha))
        assert round(accepted(alpha, drafts), 3) == value
        shown(value, 3)
    shown(accepted(0.8, 4) / 1.4, 2)
    shown(math.floor(BALANCE / 5), 0)


def test_speculation_beyond_free_verification():
    """A plain step costs 1 up to the balance point; a round costs the verification and four drafts at 0.1."""

    def speed_up(batch: int) -> float:
        return accepted(0.8, 4) / (max(1, batch * 5 / BALANCE) + 4 * 0.1)

    assert speed_up(29) == pytest.approx(accepted(0.8, 4) / 1.4)
    assert speed_up(30) < speed_up(29)
    shown(speed_up(64), 2)
    first_loss = next(batch for batch in range(1, int(BALANCE)) if speed_up(batch) < 1)
    assert first_loss == 88
    shown(first_loss, 0)


def test_kv_reads_move_the_break_even_up():
    def speed_up(batch: int, cached: int) -> float:
        plain = max(WEIGHT_READ, COMPUTE * batch) + KV_READ * batch * cached
        verify = max(WEIGHT_READ, COMPUTE * 5 * batch) + KV_READ * batch * cached
        return accepted(0.8, 4) * plain / (verify + 0.4 * plain)

    assert speed_up(88, 0) < 1 < speed_up(88, 5_000) < speed_up(88, 20_000)


def test_speculation_that_hurts():
    shown(accepted(0.2, 4), 2)
    shown(accepted(0.2, 4) / 1.4, 2)


def test_waiting_for_the_first_128():
    for launched, value in ((128, 5.433), (160, 1.597), (256, 0.691)):
        assert round(sum(1 / (launched - i) for i in range(128)), 3) == value
        shown(value, 3)
        shown(tail.expected_order(128, launched), 0)
        shown(kept_length(128, launched), 0)
    shown(tail.expected_order(128, 128) / tail.expected_order(128, 160), 1)
    for launched in (160, 256):
        shown(100 * (1 - kept_length(128, launched) / tail.expected_length()), 0)


def test_group_cut_to_its_first_finishers():
    rewards = [0, 0, 1, 0, 1, 1]
    full, first = np.mean(rewards), np.mean(rewards[:4])
    assert (full, first) == (0.5, 0.25)
    for value in (full, first, 1 - first):
        shown(value, 2 if value != full else 1)


def test_span_of_a_resumed_response():
    grant = round(tail.expected_order(128, 160))
    assert math.ceil(65_536 / grant) == 10
    shown(grant, 0)
    shown(8 * grant, 0)


def test_overlap_and_amdahl():
    shown(100 / (84 + 2), 2)
    shown(100 / (63 + 6), 2)
    shown(1 / (0.16 + 0.84 / 2.04), 2)


def test_hours_of_verl():
    sync, stream, both = 40 + 48 / 60, 25 + 53 / 60, 17 + 22 / 60
    for hours in (sync, stream, both):
        shown(hours, 1)
    shown(sync / stream, 2)
    shown(sync / both, 2)
    for accuracy in (0.2844, 0.3573):
        shown(accuracy, 3)
    shown(53.92, 0)
    shown(356.30, 0)


def test_delays_of_agents():
    shown(100 * (1 - 0.99**32), 0)
    shown(80_000 * KV_TOKEN / 1e9, 1)
