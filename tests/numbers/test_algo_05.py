"""Every worked number of algo-05, recomputed from the formulas the page states."""

from itertools import product
from math import asin, sqrt

import numpy as np
import pytest

from scripts.figures import group_advantage, solve_rate_weight
from tests.numbers.shown import assert_shown, page_text, up_to_date

QUESTION = "algo-05"
GROUP = 8
REWARDS = [0, 0, 1]
VALUES = [0.5, 0.6, 0.8]


def shown(places: int, *values: float) -> None:
    for value in values:
        assert_shown(QUESTION, value, places)


def gae(rewards, values, lam, gamma=1.0, mask=None) -> np.ndarray:
    """The backward recursion; a token with mask 0 passes the next value and the running advantage through."""
    mask = mask or [1] * len(rewards)
    advantage, next_value, out = 0.0, 0.0, []
    for reward, value, written in reversed(list(zip(rewards, values, mask, strict=True))):
        if written:
            advantage = reward + gamma * next_value - value + gamma * lam * advantage
            next_value = value
        out.append(advantage)
    return np.array(out[::-1])


def group_gradient(rate: float, group: int, rule) -> tuple[float, float]:
    """Mean and variance of the group gradient in the one-logit model, over all 2^G outcomes.

    `rule` maps a group's rewards to its advantages. The score is 1 − p when correct and −p when wrong.
    """
    mean = square = 0.0
    for outcome in product((0, 1), repeat=group):
        rewards = np.array(outcome, float)
        chance = np.prod(np.where(rewards == 1, rate, 1 - rate))
        gradient = float(np.mean(rule(rewards) * (rewards - rate)))
        mean += chance * gradient
        square += chance * gradient**2
    return mean, square - mean**2


def weight(rate: float, group: int, rule) -> float:
    return group_gradient(rate, group, rule)[0] / (rate * (1 - rate))


def mean_only(rewards):
    return rewards - rewards.mean()


def leave_one_out(rewards):
    return rewards - (rewards.sum() - rewards) / (len(rewards) - 1)


def divided_by_std(ddof):
    def rule(rewards):
        std = rewards.std(ddof=ddof)
        return mean_only(rewards) / std if std else np.zeros_like(rewards)

    return rule


def divided_by_mean(rewards):
    return mean_only(rewards) / rewards.mean() if rewards.any() else np.zeros_like(rewards)


def test_gae_by_hand():
    advantages = gae(REWARDS, VALUES, 0.95)
    shown(4, advantages[0])
    shown(2, advantages[1])
    shown(1, advantages[2])
    targets = advantages + VALUES
    shown(4, targets[0])
    shown(2, targets[1])
    assert targets[2] == pytest.approx(1)
    assert gae(REWARDS, VALUES, 1) == pytest.approx(1 - np.array(VALUES))
    assert gae(REWARDS, VALUES, 0) == pytest.approx([0.1, 0.2, 0.2])


def test_recursion_equals_the_weighted_sum_of_td_errors():
    errors, decay = np.array([0.1, 0.2, 0.2]), 0.95
    direct = [sum(decay**lag * errors[t + lag] for lag in range(3 - t)) for t in range(3)]
    assert gae(REWARDS, VALUES, decay) == pytest.approx(direct)


def test_kl_penalty_inside_the_reward():
    rewards = np.array(REWARDS) - 0.1 * np.array([0.02, 0.01, 0.03])
    advantages = gae(rewards, VALUES, 0.95)
    shown(5, advantages[0], advantages[1])
    shown(3, advantages[2])


def test_whitening_turns_a_token_negative():
    advantages = gae(REWARDS, VALUES, 0.95)
    whitened = (advantages - advantages.mean()) / advantages.std(ddof=1)
    assert whitened[2] < 0
    shown(3, *whitened)


def test_decay_of_a_terminal_reward():
    shown(4, 0.95**100)
    assert f"{0.95**1000:.1e}" == "5.3e-23"
    assert all("5.3 × 10⁻²³" in page_text(QUESTION, edition) for edition in up_to_date(QUESTION))
    length_adaptive = 1 - 1 / (0.05 * 1000)
    shown(0, 1 / (1 - length_adaptive), 1 / (1 - 0.95))


def test_process_supervision():
    scores = np.array([[0.8, 0.6], [0.2, 0.4]])
    shown(1, scores.mean())
    shown(4, scores.std())
    steps = (scores - scores.mean()) / scores.std()
    shown(3, *steps.ravel())
    totals = steps[:, ::-1].cumsum(axis=1)[:, ::-1]
    shown(3, *totals.ravel())


def test_conventions_table():
    for rewards, places in (([1, 0, 0, 0], 4), ([1, 1, 0, 0], 4)):
        rewards = np.array(rewards, float)
        centred = mean_only(rewards)
        sample = rewards.std(ddof=1)
        shown(places, *(centred / (sample + 1e-4)), *leave_one_out(rewards)[1:])
        if rewards.sum() == 1:
            shown(places, *(centred / rewards.std()))
            shown(1, *(centred / sample))
            shown(2, *centred)
            assert leave_one_out(rewards)[0] == 1
        else:
            shown(places, *(centred / sample))
            assert np.abs(centred / rewards.std()) == pytest.approx(1)


def test_discounts():
    shown(3, 0.999**1000, 0.999**4000, 0.95**20)


def test_share_of_variance_that_a_prompt_mean_removes():
    uniform = (1 / 12) / (1 / 4)
    assert uniform == pytest.approx(1 / 3)
    a = b = 0.3
    spread = a * b / ((a + b) ** 2 * (a + b + 1))
    total = 0.5 * (1 - 0.5)
    shown(1, 100 * spread / total)


def one_logit_variance(rate: float, baseline: float) -> float:
    square = rate * (1 - rate) ** 2 * (1 - baseline) ** 2 + (1 - rate) * rate**2 * baseline**2
    return square - (rate * (1 - rate)) ** 2


def test_baseline_that_raises_the_variance():
    without, value = one_logit_variance(0.9, 0), one_logit_variance(0.9, 0.9)
    shown(4, without, value)
    shown(0, value / without, (0.9 / 0.1) ** 2)
    for rate in np.linspace(0.01, 0.99, 99):
        for baseline in (0, 0.3, rate, 1 - rate):
            closed = rate * (1 - rate) * (baseline - (1 - rate)) ** 2
            assert one_logit_variance(rate, baseline) == pytest.approx(closed, abs=1e-12)
        worse = one_logit_variance(rate, rate) > one_logit_variance(rate, 0)
        assert worse == (rate > 2 / 3)


def test_group_variance_without_and_with_leave_one_out():
    shown(5, group_gradient(0.9, GROUP, lambda rewards: rewards)[1], group_gradient(0.9, GROUP, leave_one_out)[1])


def test_length_weighted_baseline():
    rewards, lengths = np.array([1, 0, 0, 1]), np.array([100, 300, 500, 100])
    shown(1, (rewards * lengths).sum() / lengths.sum(), rewards.mean())


@pytest.mark.parametrize("rate", [0.02, 0.3, 0.9])
def test_group_mean_scales_the_gradient(rate):
    shown(3, weight(rate, GROUP, mean_only))
    shown(1, weight(rate, 2, mean_only))
    assert weight(rate, GROUP, leave_one_out) == pytest.approx(1)


@pytest.mark.parametrize("rate", [0.02, 0.1, 0.5, 0.9])
def test_prompt_weights(rate):
    population = weight(rate, GROUP, divided_by_std(0))
    sample = weight(rate, GROUP, divided_by_std(1))
    by_mean = weight(rate, GROUP, divided_by_mean)
    shown(3, population, sample, by_mean)
    if rate != 0.5:
        shown(3, 1 / sqrt(rate * (1 - rate)))
    assert sample == pytest.approx(population * sqrt((GROUP - 1) / GROUP))
    assert solve_rate_weight.std_weight(rate) == pytest.approx(population)
    assert solve_rate_weight.mean_weight(rate) == pytest.approx(by_mean)


def test_a_finite_group_caps_the_weight():
    cap = sqrt(GROUP - 1)
    shown(3, cap)
    rates = np.linspace(1e-6, 1 - 1e-6, 501)
    assert (solve_rate_weight.std_weight(rates) <= cap).all()
    assert solve_rate_weight.std_weight(rates[0]) == pytest.approx(cap, rel=1e-4)
    assert min(np.sqrt(k * (GROUP - k)) / GROUP for k in range(1, GROUP)) == pytest.approx(cap / GROUP)


def test_arcsine_utility():
    for rate in (0.02, 0.1, 0.5, 0.9):
        step = 1e-6
        slope = 2 * (asin(sqrt(rate + step)) - asin(sqrt(rate - step))) / (2 * step)
        assert slope == pytest.approx(1 / sqrt(rate * (1 - rate)), rel=1e-6)
        assert solve_rate_weight.std_weight(rate, 1000) == pytest.approx(slope, rel=0.02)


def test_every_divided_group_has_the_same_energy():
    energies = [float((group_advantage.advantages(solved, True) ** 2).sum()) for solved in group_advantage.SOLVED]
    assert energies == pytest.approx([GROUP] * 3)
    assert all("Σ A² = 8" in page_text(QUESTION, edition) for edition in up_to_date(QUESTION))


def test_noise_is_blown_up():
    close, far = np.array([0.51, 0.5, 0.5, 0.5]), np.array([10.0, 0, 0, 0])
    assert divided_by_std(0)(close) == pytest.approx(divided_by_std(0)(far))
    shown(3, *divided_by_std(0)(far))
    shown(3, *(mean_only(close) / (close.std(ddof=1) + 1e-4)))


def test_normalising_a_sum_hides_the_criteria():
    one, two = np.array([[0, 0], [0, 1]]), np.array([[0, 0], [1, 1]])
    rule = divided_by_std(0)
    assert rule(one.sum(1).astype(float)) == pytest.approx([-1, 1])
    assert rule(two.sum(1).astype(float)) == pytest.approx([-1, 1])
    assert sum(rule(reward.astype(float)) for reward in one.T) == pytest.approx([-1, 1])
    assert sum(rule(reward.astype(float)) for reward in two.T) == pytest.approx([-2, 2])


def test_mean_of_mixed_groups():
    rate, total, kept = 0.1, 0.0, 0.0
    for outcome in product((0, 1), repeat=GROUP):
        if 0 < sum(outcome) < GROUP:
            chance = rate ** sum(outcome) * (1 - rate) ** (GROUP - sum(outcome))
            kept += chance
            total += chance * sum(outcome) / GROUP
    shown(4, total / kept)
    assert total / kept == pytest.approx((rate - rate**GROUP) / (1 - rate**GROUP - (1 - rate) ** GROUP))


def test_dynamic_sampling_keeps_relative_weights():
    keep = {rate: 1 - rate**GROUP - (1 - rate) ** GROUP for rate in (0.5, 0.02)}
    shown(3, *keep.values())
    for chance in keep.values():
        share = chance / sum(keep.values())
        kept = weight(0.5, GROUP, mean_only) / chance
        shown(1, 100 * share)
        shown(3, kept, share * kept)
    shown(1, 1 / keep[0.02])


def test_groups_of_two_lose_the_size_of_the_gap():
    for gap in (0.01, 1, 50):
        pair = np.array([gap, 0.0])
        assert divided_by_std(0)(pair) == pytest.approx([1, -1])
        shown(3, *divided_by_std(1)(pair))
        assert leave_one_out(pair) == pytest.approx([gap, -gap])


def test_scale_lost_without_the_division():
    assert sqrt(0.5 * 0.5) == 0.5
    shown(1, 1 / sqrt(0.05 * 0.95))


def test_gae_over_an_observation():
    skipped = gae(REWARDS, VALUES, 0.95, mask=[1, 0, 1])
    shown(2, skipped[0])
    shown(1, skipped[2])
    shown(4, gae(REWARDS, VALUES, 0.95)[0])


def test_reward_on_a_masked_position_is_lost():
    success = gae(REWARDS, VALUES, 0.95, mask=[1, 1, 0])
    failure = gae([0, 0, 0], VALUES, 0.95, mask=[1, 1, 0])
    assert success == pytest.approx(failure)


def test_rows_of_a_compacted_rollout():
    rows = np.array([1.0] * 2 + [0.0] * 10)
    shown(3, rows.mean(), *mean_only(rows))
    shown(1, *mean_only(np.array([1.0, 0.0])))
