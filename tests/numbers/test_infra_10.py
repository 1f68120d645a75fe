"""Numbers of infra-10: all-to-all bytes, tokens per expert, the optimum over the EP size, imbalance, the tail."""

import math

import numpy as np
import pytest

from scripts.figures import expert_parallelism_optimum as model
from tests.numbers.shown import assert_shown

PAGE = "infra-10"
H, I, K, E, LAYERS = 7168, 2048, 8, 256, 58
HBM, BF16, FP8 = 3.35e12, 989e12, 1979e12
US, GB = 1e-6, 1e9
POPULARITY = np.arange(1, E + 1) ** -0.5 / (np.arange(1, E + 1) ** -0.5).sum()


def shown(value: float, places: int) -> None:
    assert_shown(PAGE, value, places)


def tokens_per_expert(ranks: int, tokens: float) -> float:
    return ranks * tokens * K / E


def uniform_batches(tokens: int, ranks: int, batches: int) -> np.ndarray:
    """Tokens per expert, shape [batches, ranks, experts per rank]: every token picks 8 distinct experts at random."""
    random = np.random.default_rng(10)
    counts = []
    for _ in range(batches):
        chosen = np.argpartition(random.random((tokens, E)), K, axis=1)[:, :K]
        counts.append(np.bincount(chosen.ravel(), minlength=E).reshape(ranks, -1))
    return np.array(counts)


def imbalance(load: np.ndarray) -> np.ndarray:
    return load.max(axis=-1) / load.mean(axis=-1)


def heaviest_rank(loads: np.ndarray, ranks: int) -> float:
    """Imbalance when experts, heaviest first, go to the lightest rank that has a free slot."""
    total, used = np.zeros(ranks), np.zeros(ranks, int)
    for load in sorted(loads, reverse=True):
        rank = int(np.argmin(np.where(used < len(loads) // ranks, total, np.inf)))
        total[rank] += load
        used[rank] += 1
    return float(imbalance(total))


def test_all_to_all_bytes():
    every = K * H * (1 + 2)
    assert every == 172_032
    for value in (every, every * 63 / 64, 4 * H * 3):
        shown(value, 0)
    assert every == 2 * (4 * H * 3)
    for ranks, places in ((8, 1), (64, 1)):
        local = E // ranks
        shown(ranks * (1 - math.comb(E - local, K) / math.comb(E, K)), places)


def test_compute_against_communication():
    flops = 6 * H * I * (K + 1)
    shown(flops / 1e8, 3)
    compute = flops / (BF16 / 2) / US
    shown(compute, 2)
    limited = 4 * H * 3 / 50e9 / US
    shown(limited, 2)
    shown(K * H * 3 / 50e9 / US, 2)
    shown(K * H * 3 / 160e9 / US, 2)
    shown(compute + limited, 2)
    assert 0.9 < compute / limited < 1.1


def test_tensor_against_expert_parallel_bytes():
    for ranks in (8, 64):
        tensor, expert = 2 * (ranks - 1) * H * 2, 2 * K * H * 2 * (ranks - 1) / ranks
        assert math.isclose(tensor / expert, ranks / K)
    shown(2 * 7 * H * 2, 0)
    shown(I / 8, 0)


def test_tokens_per_expert_and_ridge():
    for ranks, value in ((8, 32), (32, 128), (64, 256)):
        assert tokens_per_expert(ranks, 128) == value
        shown(value, 0)
    ridge = FP8 / (2 * HBM)
    assert round(ridge) == round(BF16 * 2 / (2 * HBM)) == 295
    shown(295, 0)
    shown(100 * 32 / ridge, 0)
    shown(100 * 256 / ridge, 0)
    half = 0.5 * FP8 / (2 * HBM)
    shown(half, 0)
    assert tokens_per_expert(32, 128) < half < tokens_per_expert(64, 128)


@pytest.mark.parametrize(("tokens", "places"), [(1, 0), (16, 0), (64, 0), (256, 1)])
def test_distinct_experts(tokens, places):
    expected = E * (1 - (1 - K / E) ** tokens)
    simulated = (uniform_batches(tokens, 1, 400) > 0).sum(axis=-1).mean()
    assert abs(simulated - expected) < 0.5
    shown(expected, places)


def test_weight_bytes():
    expert = 3 * H * I
    shown(expert / 1e6, 2)
    shown(32 * expert / 1e6, 0)
    shown(4 * expert / 1e6, 0)
    routed = E * LAYERS * expert
    shown(routed / GB, 1)
    shown((671e9 - routed) / GB, 1)
    shown(100 * routed / 671e9, 1)


def test_layer_time_over_ep_size():
    rows = {8: (421, 191, 612, 209), 16: (210, 313, 523, 245), 32: (105, 428, 533, 240), 64: (53, 487, 578, 221), 128: (26, 561, 652, 196)}
    shown(model.gemm_time(128), 0)
    for ranks, (weights, network, total, rate) in rows.items():
        assert round(model.weight_time(ranks, 128)) == weights
        assert model.all_to_all_time(ranks, 128) == network
        assert round(model.layer_time(ranks, 128)) == total
        assert round(model.throughput(ranks, 128)) == rate
        for value in (weights, network, total, rate):
            shown(value, 0)
    assert model.weight_time(64, 128) < model.gemm_time(128) < model.weight_time(32, 128)
    assert max(rows, key=lambda ranks: model.throughput(ranks, 128)) == 16
    assert model.throughput(128, 128) < model.throughput(8, 128)
    shown(LAYERS * 191 / 1000, 1)
    shown(LAYERS * 487 / 1000, 1)


def test_memory_moves_the_optimum():
    rows = {8: (81.7, 0), 16: (40.9, 38), 32: (20.4, 73), 64: (10.2, 91), 128: (5.1, 100)}
    for ranks, (weights, requests) in rows.items():
        assert round(E * LAYERS * 3 * H * I / ranks / GB, 1) == weights
        assert model.requests(ranks) == requests
        shown(weights, 1)
        if requests:
            shown(requests, 0)
            shown(model.room(ranks) / GB, 1)
    limited = {ranks: model.throughput(ranks, model.requests(ranks)) for ranks in rows}
    assert max(limited, key=limited.get) == 64
    assert limited[128] < limited[64]
    shown(limited[64], 0)
    shown(limited[32], 0)


def test_ideal_overlap_moves_the_optimum():
    def rate(ranks: int, tokens: float) -> float:
        longest = max(model.weight_time(ranks, tokens), model.gemm_time(tokens), model.all_to_all_time(ranks, tokens))
        return tokens / longest

    assert max(model.ALL_TO_ALL, key=lambda ranks: rate(ranks, 128)) == 16
    assert max((16, 32, 64, 128), key=lambda ranks: rate(ranks, model.requests(ranks))) == 32


def test_two_half_batches_read_the_weights_twice():
    halves = 2 * max(model.weight_time(8, 64), model.gemm_time(64))
    shown(halves, 0)
    assert halves > model.layer_time(8, 128)
    assert 2 * max(model.weight_time(128, 64), model.gemm_time(64)) == pytest.approx(model.gemm_time(128))


def test_imbalance_costs_only_once_the_gemm_is_the_longer_part():
    slack = model.weight_time(8, 128) / model.gemm_time(128)
    shown(slack, 1)
    assert model.weight_time(64, 128) < model.gemm_time(128)


def test_efficiency_under_imbalance():
    for factor, places in ((1.2, 3), (1.5, 2), (2.0, 3)):
        shown(1 / (0.5 + 0.5 * factor), places)


@pytest.mark.parametrize(("tokens", "batches", "value"), [(512, 400, 1.30), (8192, 20, 1.07)])
def test_sampling_imbalance(tokens, batches, value):
    load = uniform_batches(tokens, 64, batches).sum(axis=-1)
    assert abs(imbalance(load).mean() - value) < 0.01
    shown(value, 2)


@pytest.mark.parametrize(("ranks", "value"), [(8, 1.24), (64, 2.83)])
def test_skew_with_random_placement(ranks, value):
    random = np.random.default_rng(11)
    placements = np.array([POPULARITY[random.permutation(E)].reshape(ranks, -1).sum(axis=-1) for _ in range(8000)])
    assert abs(imbalance(placements).mean() - value) < 0.01
    shown(value, 2)


def test_floor_of_the_hottest_expert():
    shown(POPULARITY[0], 4)
    shown(64 * POPULARITY[0], 2)
    best = 64 * (POPULARITY[0] + POPULARITY[-3:].sum())
    shown(best, 2)
    assert math.isclose(heaviest_rank(POPULARITY, 64), best)
    shown(heaviest_rank(POPULARITY, 8), 2)


def test_redundant_experts():
    copies = np.ones(E, int)
    for _ in range(64):
        copies[np.argmax(POPULARITY / copies)] += 1
    slots = np.repeat(POPULARITY / copies, copies)
    assert len(slots) == 64 * 5
    assert 5 / 4 - 1 == 0.25
    shown(heaviest_rank(slots, 64), 2)


@pytest.mark.parametrize(("live", "wide", "narrow"), [(8192, 4, 32), (512, 4, 30.3), (64, 4, 10.6), (8, 3.1, 2.6)])
def test_experts_read_by_the_slowest_rank_in_the_tail(live, wide, narrow):
    for tokens, ranks, value in ((live, 64, wide), (live // 8, 8, narrow)):
        hit = (uniform_batches(tokens, ranks, 4000 if tokens <= 64 else 100 if tokens <= 512 else 10) > 0).sum(axis=-1)
        assert abs(hit.max(axis=-1).mean() - value) < 0.06
        shown(value, 0 if float(value).is_integer() else 1)


def test_recipe_and_open_trajectories():
    assert 1024 * K / E == 32
    assert 4 * 1024 * K / E == 128
    assert math.isclose(128 / (1 - 0.6), 320)
    shown(1024, 0)
    shown(320, 0)
