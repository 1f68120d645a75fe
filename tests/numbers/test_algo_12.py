"""Every worked number of algo-12, recomputed from the formulas the page states."""

from itertools import product
from math import ceil, comb, log, sqrt

import numpy as np
import pytest

from scripts.figures import group_size_trade
from tests.numbers.shown import assert_shown, page_text, up_to_date

QUESTION = "algo-12"
ANSWERS = 1024


def shown(places: int, *values: float) -> None:
    for value in values:
        assert_shown(QUESTION, value, places)


def says(text: str) -> None:
    """Assert that every edition has `text`, once its numbers are in one notation."""
    for edition in up_to_date(QUESTION):
        assert text in page_text(QUESTION, edition), f"{edition} does not say {text!r}"


def scientific(value: float, digits: int) -> str:
    mantissa, exponent = f"{value:.{digits}e}".split("e")
    return f"{mantissa} × 10{str(int(exponent)).translate(str.maketrans('-0123456789', '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'))}"


def updates(epochs: int, answers: int, minibatch: int) -> int:
    return epochs * ceil(answers / minibatch)


def mixed(rate: float, group: int) -> float:
    """By counting: the probability of 1 to G − 1 right answers."""
    return sum(comb(group, k) * rate**k * (1 - rate) ** (group - k) for k in range(1, group))


def adam_rate(batch: float, base: float = 1e-6, reference: float = 1024) -> float:
    return base * sqrt(batch / reference)


def test_updates_per_rollout():
    shown(0, 512 * 16, updates(1, 512 * 16, 512), 8192 / 512)
    for group in (1, 8, 16):
        assert updates(1, 1024 * group, 256 * group) == 4
    behind = np.arange(updates(1, 512 * 16, 512))
    shown(0, behind.max())
    shown(1, behind.mean())
    shown(0, updates(10, 2048, 64))


def test_generation_time():
    fleet, single, cap, mean = 100_000, 40, 20_480, 6_000
    tokens = 512 * 16 * mean
    shown(0, tokens)
    shown(1, tokens / fleet, tokens / 4 / fleet)
    shown(0, cap / single, 2 * tokens / fleet)
    assert max(tokens / fleet, cap / 2 / single) == tokens / fleet
    shown(1, cap / single - tokens / fleet)
    assert tokens / 4 / fleet < cap / single


@pytest.mark.parametrize("rate", [0.5, 0.1, 0.02])
def test_share_of_mixed_groups(rate):
    for group in (2, 8, 16, 64):
        chance = mixed(rate, group)
        assert chance == pytest.approx(1 - rate**group - (1 - rate) ** group)
        assert chance == pytest.approx(group_size_trade.mixed(rate, group))
        shown(1, 100 * chance)


def row(rate: float, cells: list[str]) -> str:
    return f"| p = {rate:g} | " + " | ".join(cells) + " |"


def test_rows_of_the_two_tables():
    for rate in (0.5, 0.1, 0.02):
        says(row(rate, [f"{100 * mixed(rate, group):.1f}%" for group in (2, 8, 16, 64)]))
    for rate in (0.5, 0.02):
        says(row(rate, [f"{ANSWERS / group * mixed(rate, group):.1f}" for group in (2, 8, 16, 64)]))


def test_answers_needed_for_one_success():
    for rate, miss, wanted in ((0.02, 0.5, 35), (0.1, 0.1, 22)):
        assert ceil(log(miss) / log(1 - rate)) == wanted
        assert (1 - rate) ** wanted <= miss < (1 - rate) ** (wanted - 1)
        shown(0, wanted)
    shown(1, 100 * (1 - 0.02) ** 16)


def test_mixed_groups_at_a_fixed_number_of_answers():
    for rate in (0.5, 0.02):
        for group in (2, 8, 16, 64):
            shown(1, ANSWERS / group * mixed(rate, group))
            assert group_size_trade.count(rate, group) == pytest.approx(ANSWERS / group * mixed(rate, group))


def test_two_and_three_tie_and_larger_groups_have_fewer():
    for rate in np.linspace(0.01, 0.99, 99):
        per_answer = [mixed(rate, group) / group for group in range(2, 65)]
        assert per_answer[0] == pytest.approx(rate * (1 - rate))
        assert per_answer[1] == pytest.approx(per_answer[0])
        assert all(later < earlier for earlier, later in zip(per_answer[1:], per_answer[2:], strict=False))


def test_advantage_of_a_lone_success():
    for group in (8, 16, 64):
        rewards = np.zeros(group)
        rewards[0] = 1
        centred = rewards - rewards.mean()
        shown(3, (centred / rewards.std())[0])
        assert (centred / rewards.std())[0] == pytest.approx(sqrt(group - 1))
        assert centred[0] == pytest.approx((group - 1) / group)


def test_noise_of_the_group_mean():
    for group in (2, 8, 16):
        means = [(np.mean(outcome), 0.5**group) for outcome in product((0, 1), repeat=group)]
        spread = sqrt(sum(chance * (mean - 0.5) ** 2 for mean, chance in means))
        assert spread == pytest.approx(sqrt(0.25 / group))
        shown(3, spread)


def test_leave_one_out_leaves_one_over_group_minus_one():
    """Rewards and scores independent, by enumeration: the variance of the group gradient is v / (G − 1)."""
    rate = 0.3
    for group in (2, 3, 5):
        square = 0.0
        for rewards in product((0, 1), repeat=group):
            chance = np.prod([rate if reward else 1 - rate for reward in rewards]) / 2**group
            advantages = [reward - (sum(rewards) - reward) / (group - 1) for reward in rewards]
            for scores in product((-1, 1), repeat=group):
                square += chance * np.mean(np.multiply(advantages, scores)) ** 2
        assert square == pytest.approx(rate * (1 - rate) / (group - 1))


def test_group_of_least_variance():
    between, within = 0.25, 1.0

    def bracket(group):
        return group * between**2 + group / (group - 1) * within**2

    best = 1 + within / between
    shown(0, best)
    assert min(range(2, 129), key=bracket) == best
    shown(3, bracket(2), bracket(8), bracket(16), bracket(64))
    shown(4, bracket(5))


def test_movement_budget():
    for count, rate, digits in ((1, 1e-6, 0), (16, 1e-6, 1), (16, 3e-6, 1)):
        says(scientific(count * rate, digits))


def test_square_root_rule():
    says(scientific(adam_rate(128), 2))
    says(scientific(adam_rate(4096), 0))
    says(scientific(adam_rate(8192), 2))
    says(scientific(1e-6 * 8192 / 1024, 0))
    assert adam_rate(8192, 1e-6, 512) == pytest.approx(4e-6)
    says("16 × 10⁻⁶")
    says("4 × 10⁻⁶")


def test_drift_and_noise_depend_on_one_quotient():
    def drift_and_noise(rate, batch, answers=1_000_000, signal=0.01, noise=1.0):
        steps = answers / batch
        return steps * rate * signal * sqrt(batch) / noise, sqrt(steps) * rate

    assert drift_and_noise(1e-6, 1024) == pytest.approx(drift_and_noise(adam_rate(8192), 8192))
    assert drift_and_noise(1e-6, 1024) != pytest.approx(drift_and_noise(8e-6, 8192))


def test_merging_minibatches_keeps_drift_and_noise_but_lowers_the_bound():
    def per_rollout(rate, batch, answers=8192, signal=0.01, noise=1.0):
        steps = answers / batch
        return steps * rate * signal * sqrt(batch) / noise, sqrt(steps) * rate, steps * rate

    drift, spread, bound = per_rollout(1e-6, 512)
    merged = per_rollout(adam_rate(8192, 1e-6, 512), 8192)
    assert merged[:2] == pytest.approx((drift, spread))
    assert (bound, merged[2]) == pytest.approx((16e-6, 4e-6))


def test_bf16_spacing():
    exponent = np.floor(np.log2(0.02))
    spacing = 2.0 ** (exponent - 7)
    assert spacing == 2.0**-13
    says(r"2^{-13}\approx1.22\times10^{-4}")
    assert f"{spacing:.2e}" == "1.22e-04"
    shown(0, spacing / 1e-6)


def test_kv_memory():
    per_token = 2 * 36 * 8 * 128 * 2
    shown(0, per_token)
    shown(1, per_token * 32768 / 2**30)


def test_truncation_lowers_the_measured_rate():
    shown(1, 0.5 * (1 - 0.2))
    for group in (8, 16, 64):
        shown(1, 100 * (1 - 0.98**group))


def test_soft_overlong_penalty():
    cap, margin = 20480, 4096

    def penalty(length):
        if length <= cap - margin:
            return 0.0
        return (cap - margin - length) / margin if length <= cap else -1.0

    shown(0, cap - margin)
    assert penalty(16384) == 0
    assert penalty(20480) == penalty(20481) == -1
    says(f"{penalty(17408):.2f}")
    says(f"{penalty(18432):.1f}")


def test_agent_tokens():
    context, written = 20 * (300 + 1500), 20 * 300
    shown(0, context, written)
    shown(1, 100 * written / context)


def test_intact_groups():
    shown(1, 100 * 0.97**8, 100 * 0.97**16)


def test_updates_behind_with_stale_answers():
    version, count = 2, 4
    schedule = [lag * count + update for lag in range(version + 1) for update in range(count)]
    assert schedule[-1] == version * count + count - 1
    shown(0, schedule[-1])


def test_passes_over_few_tasks():
    per_pass = 2000 / 64
    shown(2, per_pass)
    shown(1, 300 / per_pass)
