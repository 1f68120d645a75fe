"""Numbers of infra-15: payload sizes, the schedule, context-parallel chunks, advantages, token losses, reductions."""

import math
from statistics import fmean, pstdev, stdev

import numpy as np
import pytest

from tests.numbers.shown import assert_shown

PAGE = "infra-15"
EPSILON, EPSILON_HIGH, DUAL = 0.2, 0.28, 3.0

SAMPLES = {"X1": ("X", [1.0, 1.0, 1.0]), "X2": ("X", [5.0]), "Y": ("Y", [4.0, 4.0]), "Z": ("Z", [3.0])}
"""Samples of the reduction example: rollout, token losses."""

RANKS = ((("X1",), ("Y",)), (("X2",), ("Z",)))
"""Micro-batches of each rank in the scaling example."""


def shown(value: float, places: int) -> None:
    assert_shown(PAGE, value, places)


def test_payload_against_weights():
    tokens = 256 * 8192
    per_token = 8 + 4 + 4
    shown(per_token, 0)
    shown(tokens * per_token / 1e6, 1)
    weights = 30.5e9 * 2
    shown(weights / 1e9, 1)
    shown(weights / (512 * 2**20), 1)
    routes = 48 * 8 * 4
    shown(routes, 0)
    shown(tokens * routes / 1e9, 1)


def test_steps_per_rollout_phase():
    prompts, answers, rollouts = 32, 8, 128
    shown(prompts * answers // rollouts, 0)
    shown(rollouts, 0)


def first_fit(lengths: list[int], capacity: int) -> list[list[int]]:
    bins: list[list[int]] = []
    for length in lengths:
        for content in bins:
            if sum(content) + length <= capacity:
                content.append(length)
                break
        else:
            bins.append([length])
    return bins


def test_first_fit_gives_equal_counts_and_unequal_work():
    bins = first_fit([900, 400, 300, 700, 200, 500], 1000)
    assert bins == [[900], [400, 300, 200], [700], [500]]
    ranks = [bins[rank::2] for rank in range(2)]
    assert len(ranks[0]) == len(ranks[1])
    loads = [sum(map(sum, rank)) for rank in ranks]
    assert loads[0] != loads[1]
    for load in loads:
        shown(load, 0)


def test_context_parallel_rank_without_response():
    total, response, size = 10, 6, 2
    chunk = math.ceil(total / (2 * size))
    shown(chunk, 0)
    prompt = total - response
    predicting = set(range(prompt - 1, total - 1))  # the position before each response token
    owned = []
    for rank in range(size):
        chunks = (rank, 2 * size - 1 - rank)
        owned.append(len(predicting & {c * chunk + offset for c in chunks for offset in range(chunk)}))
    assert owned == [0, response]


@pytest.mark.parametrize(("rewards", "places"), [([1, 0, 0, 1], 3), ([1, 0, 0, 0, 0, 0, 0, 0], 3)])
def test_group_advantage(rewards: list[float], places: int):
    for value in set(advantages(rewards)):
        shown(value, places)


def advantages(rewards: list[float], deviation=stdev) -> list[float]:
    return [(reward - fmean(rewards)) / (deviation(rewards) + 1e-6) for reward in rewards]


def test_population_std_differs():
    success, failure = advantages([1, 0, 0, 0, 0, 0, 0, 0], pstdev)[:2]
    shown(success, 3)
    shown(failure, 3)


def test_dropping_one_sample_merges_all_groups():
    easy, hard = [1, 1, 1, 0], [0, 0, 0, 1]
    assert advantages(easy)[0] == pytest.approx(0.5, abs=1e-5)
    assert advantages(hard)[-1] == pytest.approx(1.5, abs=1e-5)
    shown(advantages(easy)[0], 1)
    shown(advantages(hard)[-1], 1)
    merged = advantages(easy + hard[1:])
    successes = [value for value, reward in zip(merged, easy + hard[1:], strict=True) if reward]
    assert len(set(successes)) == 1 and len(successes) == 4
    shown(successes[0], 3)


def test_distillation_term():
    advantage = 0.5 - 1.0 * (-1.0 - -0.4)
    assert advantage == pytest.approx(1.1)
    shown(advantage, 1)


def clipped(ratio: float, advantage: float, dual: float | None = None) -> float:
    loss = max(-ratio * advantage, -np.clip(ratio, 1 - EPSILON, 1 + EPSILON_HIGH) * advantage)
    return min(loss, -dual * advantage) if dual and advantage < 0 else loss


@pytest.mark.parametrize(
    ("ratio", "advantage", "dual", "moves", "places"),
    [
        (1.5, 1, None, False, 2),
        (0.5, 1, None, True, 1),
        (1.5, -1, None, True, 1),
        (0.5, -1, None, False, 1),
        (5, -1, None, True, 1),
        (5, -1, DUAL, False, 1),
    ],
)
def test_token_loss(ratio: float, advantage: float, dual: float | None, moves: bool, places: int):
    slope = (clipped(ratio + 1e-6, advantage, dual) - clipped(ratio - 1e-6, advantage, dual)) / 2e-6
    assert (abs(slope) > 0.5) == moves
    shown(clipped(ratio, advantage, dual), places)


def test_sequence_ratio():
    shown(math.exp(-fmean([0.1, -0.2, 0.3])), 4)


def test_capped_weight():
    def loss(low: float, high: float) -> float:
        return -float(np.clip(6.0, 1 - low, 1 + high)) * 1 * -0.5

    shown(loss(1.0, 4.0), 1)
    shown(loss(EPSILON, EPSILON_HIGH), 2)
    shown(1 + EPSILON_HIGH, 2)


def test_mismatch_weight():
    assert math.exp(1.0) > 2.0 > math.exp(0.5)
    shown(min(math.exp(0.5), 2.0), 4)
    shown(min(math.exp(1.0), 2.0), 1)
    shown(min(math.exp(-0.3), 2.0), 4)


def per_rollout_mean() -> float:
    totals: dict[str, list[float]] = {}
    for rollout, losses in SAMPLES.values():
        totals.setdefault(rollout, []).extend(losses)
    return fmean(map(fmean, totals.values()))


def test_four_reductions_differ():
    losses = [sample for _, sample in SAMPLES.values()]
    means = [fmean(sample) for sample in losses]
    rollouts = len({rollout for rollout, _ in SAMPLES.values()})
    per_token = fmean(sum(losses, []))
    values = [per_rollout_mean(), per_token, fmean(means), sum(means) / rollouts]
    assert len({round(value, 3) for value in values}) == 4
    for value, places in zip(values, (1, 3, 2, 3), strict=True):
        shown(value, places)


def test_scaling_leaves_one_over_the_rollouts():
    tokens: dict[str, int] = {}
    for rollout, losses in SAMPLES.values():
        tokens[rollout] = tokens.get(rollout, 0) + len(losses)
    micro_batches, ranks, rollouts = len(RANKS[0]), len(RANKS), len(tokens)
    factor = micro_batches * ranks / rollouts
    sums = []
    for rank in RANKS:
        parts = []
        for batch in rank:
            share = sum(sum(SAMPLES[name][1]) / tokens[SAMPLES[name][0]] for name in batch)
            parts.append(share * factor / micro_batches)
        shown(parts[0], 1 if parts[0] == 0.5 else 3)
        sums.append(sum(parts))
        shown(sums[-1], 3)
    assert fmean(sums) == pytest.approx(per_rollout_mean())
    local = [fmean(sum((SAMPLES[name][1] for name in batch), [])) for rank in RANKS for batch in rank]
    assert fmean(local) != pytest.approx(per_rollout_mean())
    shown(fmean(local), 2)
