"""Numbers of infra-16: memory, the barrier model, loss means, standard deviations, reported hours."""

import math

import numpy as np
import pytest

from scripts.figures.loss_mean_shares import LENGTHS, PAIRINGS, micro_batch_mean, rollout_mean, token_mean
from tests.numbers.shown import assert_shown

PAGE = "infra-16"
TOKENS, LOSSES = np.array([2, 8]), np.array([1.0, 3.0])


def shown(value: float, places: int) -> None:
    assert_shown(PAGE, value, places)


def weighted(per_token: np.ndarray) -> float:
    """Sum over the tokens of both answers, each token of an answer with the same weight and loss."""
    return float((per_token * TOKENS * LOSSES).sum())


@pytest.mark.parametrize("billions", [8, 235])
def test_training_state_and_engine_copy(billions: int):
    low, high, engine = (bytes_each * billions for bytes_each in (16, 18, 2))
    if billions == 8:
        for gigabytes in (low, high, engine):
            shown(gigabytes, 0)
        shown(high / 8, 0)
    else:
        shown(low / 1000, 2)
        shown(high / 1000, 2)
        shown(math.ceil(high / 80), 0)


@pytest.mark.parametrize("utilisation", [1, 0.6, 0.25])
def test_barrier_model(utilisation: float):
    mean, training = 80, 60
    longest = mean / utilisation
    synchronous, asynchronous = longest + training, max(mean, training)
    fast, slow = longest / 2 + training / 2, longest + training / 2
    places = 1 if utilisation == 0.6 else 0
    for seconds in (synchronous, fast, slow):
        shown(seconds, places)
    shown(asynchronous, 0)
    shown(fast / asynchronous, 2)
    shown(slow / asynchronous, 2)
    if utilisation == 0.25:
        shown(synchronous / asynchronous, 2)


@pytest.mark.parametrize(
    "per_token, loss",
    [
        (np.full(2, 1 / TOKENS.sum()), 2.6),
        (1 / (2 * TOKENS), 2.0),
        (np.full(2, 1 / (2 * 16)), 0.8125),
        (np.full(2, 1 / 2), 13.0),
    ],
)
def test_loss_means_and_token_weights(per_token: np.ndarray, loss: float):
    assert weighted(per_token) == pytest.approx(loss)
    shown(weighted(per_token), 4 if loss == 0.8125 else 1)
    for weight in per_token:
        shown(weight, len(f"{weight:.6g}") - 2)


def test_micro_batch_mean_is_one_of_the_others():
    apart = np.mean([(TOKENS * LOSSES)[i] / TOKENS[i] for i in (0, 1)])
    together = (TOKENS * LOSSES).sum() / TOKENS.sum()
    shown(apart, 1)
    shown(together, 1)
    assert apart == weighted(1 / (2 * TOKENS))


def test_relative_weights_between_token_and_rollout_mean():
    change = (1 / (2 * TOKENS)) / (1 / TOKENS.sum())
    shown(change[0], 1)
    shown(change[1], 3)
    shown(100 * TOKENS[1] / TOKENS.sum(), 0)
    shown(100 / 2, 0)


def test_first_loss_tells_the_mean():
    rewards = np.array([1.0, 0.0])
    advantages = (rewards - rewards.mean()) / rewards.std(ddof=1)
    shown(advantages[0], 4)
    assert abs(-np.mean(advantages)) < 1e-12
    shown(-(advantages * TOKENS).sum() / TOKENS.sum(), 4)


@pytest.mark.parametrize("unbiased, epsilon", [(True, 1e-6), (True, 1e-5), (True, 1e-4), (False, 1e-6)])
def test_one_success_in_eight(unbiased: bool, epsilon: float):
    rewards = np.array([1.0] + [0.0] * 7)
    shown((rewards[0] - rewards.mean()) / (rewards.std(ddof=int(unbiased)) + epsilon), 6)


def test_population_deviation_gives_more():
    rewards = np.array([1.0] + [0.0] * 7)
    shown(100 * (rewards.std(ddof=1) / rewards.std() - 1), 1)


def test_shares_of_the_figure():
    assert sum(token_mean()) == pytest.approx(1)
    shown(100 * token_mean()[0], 0)
    shown(100 * token_mean()[-1], 0)
    shown(100 * rollout_mean()[0], 0)
    mixed, sorted_pairs = (micro_batch_mean(pairs) for pairs in PAIRINGS.values())
    assert sum(mixed) == pytest.approx(1) and sum(sorted_pairs) == pytest.approx(1)
    shown(100 * mixed[0], 0)
    shown(100 * mixed[-1], 0)
    assert sorted_pairs[0] == sorted_pairs[2] and sorted_pairs[1] == sorted_pairs[3]
    shown(100 * sorted_pairs[0], 0)
    shown(100 * sorted_pairs[1], 0)
    assert len(LENGTHS) == 4


@pytest.mark.parametrize("before, after", [(22.79, 14.72), (22.79, 14.10)])
def test_hours_saved_by_verl(before: float, after: float):
    shown(before, 2)
    shown(after, 2)
    shown(100 * (1 - after / before), 1)


def test_gains_of_areal():
    shown(41.0 / 14.8, 2)
    shown(57.7 / 25.4, 2)


def test_ratios_of_default_learning_rates():
    shown(5e-5 / 1e-6, 0)
    shown(1e-3 / 1e-6, 0)
