"""Every worked number of algo-16 (scaling RL training after ProRL), recomputed."""

import numpy as np
import pytest

from scripts.figures import scaling_sigmoid_crossing as figure
from tests.numbers.shown import assert_shown

QUESTION = "algo-16"
POLICY = np.array([0.5, 0.3, 0.15, 0.04, 0.009, 0.001])


def shown(places: int, *values: float) -> None:
    for value in values:
        assert_shown(QUESTION, float(value), places)


def sigmoid(compute, ceiling, exponent, midpoint, start=0.2):
    return start + (ceiling - start) / (1 + (midpoint / compute) ** exponent)


def mixed(p: float, size: int) -> float:
    """Probability that `size` independent 0/1 rewards are not all equal."""
    return 1 - p**size - (1 - p) ** size


def test_sigmoid_values_and_half_gain_at_the_midpoint():
    assert sigmoid(1000, 0.6, 1, 1000) == pytest.approx(0.2 + (0.6 - 0.2) / 2)
    shown(2, sigmoid(1000, 0.6, 1, 1000), sigmoid(4000, 0.6, 1, 1000))
    shown(3, sigmoid(16_000, 0.6, 1, 1000), sigmoid(16_000, 0.6, 2, 1000))


def test_compute_for_a_fraction_of_the_gain():
    for fraction, exponent, places in ((0.9, 1, 0), (0.9, 2, 0), (0.99, 1, 0), (0.99, 2, 1)):
        factor = (fraction / (1 - fraction)) ** (1 / exponent)
        assert sigmoid(factor * 1000, 0.6, exponent, 1000) == pytest.approx(0.2 + 0.4 * fraction)
        shown(places, factor)


def test_recipes_cross_twice_and_x_leads_only_between():
    first, last = figure.crossings()
    shown(0, first, last)
    for compute, x_leads in ((100, False), (2000, True), (100_000, False)):
        x, y = sigmoid(compute, *figure.RECIPE_X), sigmoid(compute, *figure.RECIPE_Y)
        assert (x > y) == x_leads
    for compute in (first, last):
        assert sigmoid(compute, *figure.RECIPE_X) == pytest.approx(sigmoid(compute, *figure.RECIPE_Y))
        u = 1000 / compute
        assert u**2 - 2.4 * u + 0.2 == pytest.approx(0, abs=1e-9)
    shown(2, sigmoid(2000, *figure.RECIPE_X), sigmoid(2000, *figure.RECIPE_Y))
    shown(3, sigmoid(100_000, *figure.RECIPE_X), sigmoid(100_000, *figure.RECIPE_Y))
    assert figure.pass_rate(2000, *figure.RECIPE_X) == pytest.approx(sigmoid(2000, *figure.RECIPE_X))


def test_early_points_do_not_identify_the_ceiling():
    low, high = (0.6, 1, 1000), (1.0, 1, 2000)
    assert (low[0] - 0.2) / low[2] == pytest.approx((high[0] - 0.2) / high[2])
    for compute in (100, 10_000):
        shown(3, sigmoid(compute, *low), sigmoid(compute, *high))
    assert sigmoid(1, *low) - 0.2 == pytest.approx(0.4 / 1000, rel=2e-3)


@pytest.mark.parametrize("exponent", [1, 2])
def test_gap_to_the_ceiling_decays_as_a_power_of_compute(exponent):
    near, far = (0.6 - sigmoid(compute, 0.6, exponent, 1000) for compute in (1e6, 1e7))
    assert far / near == pytest.approx(10.0**-exponent, rel=2e-3)


def test_clip_higher_growth():
    shown(3, 0.01 * 1.2, 0.01 * 1.4)
    assert 1 / 0.9 < 1.2
    for bound in (1.2, 1.4):
        steps = np.log(50) / np.log(bound)
        shown(1, steps)
        shown(0, np.ceil(steps))
        assert 0.01 * bound ** np.ceil(steps) >= 0.5 > 0.01 * bound ** (np.ceil(steps) - 1)


def test_oversampling_for_mixed_groups():
    shown(2, *(1 / mixed(p, 16) for p in (0.5, 0.9, 0.05, 0.01)))
    assert mixed(0.99, 16) == pytest.approx(mixed(0.01, 16))


def test_entropy_law():
    def score(entropy):
        return -0.1 * np.exp(entropy) + 0.9

    shown(3, score(1), score(0.5), score(0.1), score(0) - score(0.1))
    shown(1, score(0))


def test_price_of_total_drift():
    shown(0, 1 / 1e-3, 8000 * 0.05)
    shown(1, 8000 * 0.05 * 1e-3)


def test_resets_equal_one_run_with_a_smaller_weight_at_the_optimum():
    start, reward, beta = np.array([0.9, 0.1]), np.array([0.0, 1.0]), 0.5

    def optimum(reference, weight):
        tilted = reference * np.exp(reward / weight)
        return tilted / tilted.sum()

    policy = start
    for _ in range(3):
        policy = optimum(policy, beta)
    assert policy == pytest.approx(optimum(start, beta / 3))


def first_order_change(policy, correct, drawn, rewards, step=1e-6):
    """Change of the correct mass per unit step, total and through unsampled actions, by softmax itself."""
    mean = np.mean(rewards)
    push = np.array([sum(r for a, r in zip(drawn, rewards) if a == i) for i in range(len(policy))]) / len(drawn)
    delta = push - mean * policy
    unsampled = np.array([i not in drawn for i in range(len(policy))])

    def mass(change):
        weights = policy * np.exp(step * change)
        return (weights / weights.sum())[correct].sum()

    base = policy[correct].sum()
    return (mass(delta) - base) / step, (mass(np.where(unsampled, delta, 0)) - base) / step


@pytest.mark.parametrize("policy, value", [((0.5, 0.3, 0.2), 0.051), ((0.5, 0.1, 0.4), -0.007)])
def test_unsampled_term_has_either_sign(policy, value):
    policy = np.array(policy)
    correct = np.array([True, False, True])
    q = policy[correct].sum()
    formula = q * policy[1] ** 2 - (1 - q) * policy[2] ** 2
    assert formula == pytest.approx(value)
    assert first_order_change(policy, correct, [0, 0], [1.0, 1.0])[1] == pytest.approx(value, abs=1e-5)
    shown(3, value)


def test_unsampled_term_vanishes_with_the_group_mean_as_baseline():
    change = first_order_change(np.array([0.5, 0.3, 0.2]), np.array([True, False, True]), [0, 1], [0.5, -0.5])
    assert change[1] == pytest.approx(0, abs=1e-9)
    assert change[0] > 0


def test_expected_unsampled_mass():
    for size in (8, 16, 64, 512):
        shown(4, (POLICY * (1 - POLICY) ** size).sum())


def test_breadth_does_not_add_mixed_groups_per_answer():
    shown(4, mixed(0.001, 16), mixed(0.001, 512))
    shown(3, 32 * mixed(0.001, 16), 512 * 0.001)
    assert 32 * mixed(0.001, 16) > mixed(0.001, 512)


def test_reward_variance():
    shown(2, 0.5 * 0.5)
    shown(4, 0.95 * 0.05)


def test_horizon():
    shown(3, 0.99**100)
    shown(5, 0.9 ** (1 / 100))
    shown(2, 2**1.04, 2**2.60)


def test_stragglers_by_group_size():
    shown(3, 0.99**16, 0.99**512)


def test_prorl_domains_add_up():
    assert 40 + 24 + 25 + 37 + 10 == 136
    shown(0, 136)
