"""Every worked number of algo-13 (GRPO variants), recomputed."""

import contextlib
import io
import itertools
import re
from math import comb

import numpy as np
import pytest

from scripts.figures import grpo_variant_weights as figure
from tests.numbers.shown import assert_shown, page_text, up_to_date

QUESTION = "algo-13"


def shown(places: int, *values: float) -> None:
    for value in values:
        assert_shown(QUESTION, float(value), places)


def maxrl_weight(rate: float, order: int) -> float:
    return (1 - (1 - rate) ** order) / rate


def expected_weight(rate: float, group: int, advantage) -> float:
    """Factor on ∇p of the expected mean of A·score, enumerated over the number of right answers (A from `advantage`)."""
    total = 0.0
    for right in range(group + 1):
        chance = comb(group, right) * rate**right * (1 - rate) ** (group - right)
        good, bad = advantage(right, group)
        # The mean score is ∇p/p on right answers and −∇p/(1 − p) on wrong ones.
        total += chance * (right * good / rate - (group - right) * bad / (1 - rate)) / group
    return total


def mean_only(right: int, group: int) -> tuple[float, float]:
    return 1 - right / group, -right / group


def sample_std(right: int, group: int) -> tuple[float, float]:
    rewards = np.array([1.0] * right + [0.0] * (group - right))
    scale = rewards.std(ddof=1)
    return tuple(part / scale for part in mean_only(right, group)) if scale else (0.0, 0.0)


def maxrl_released(right: int, group: int) -> tuple[float, float]:
    return tuple(part * group / right for part in mean_only(right, group)) if right else (0.0, 0.0)


def maxrl_every_group(right: int, group: int) -> tuple[float, float]:
    """Mean score of the successes minus the plain mean score, the latter also in all-fail groups."""
    return (group / right - 1, -1.0) if right else (0.0, -1.0)


def test_the_page_s_script_prints_the_table_of_three_aggregations():
    for edition in up_to_date(QUESTION):
        code = re.search(r"```python\n(.*?)```", page_text(QUESTION, edition), re.S).group(1)
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(code, {})
        rows = [[float(number) for number in line.split()] for line in printed.getvalue().splitlines()]
        assert rows == [[0.005, 0.001, 0.00025], [-0.000556, -0.001, -0.00025]]


def test_aggregation_weights_and_totals():
    lengths, rewards = np.array([100, 900]), np.array([1.0, 0.0])
    centred = rewards - rewards.mean()
    scaled = centred / rewards.std()
    per_token = {"grpo": scaled / 2 / lengths, "dapo": scaled / lengths.sum(), "dr": centred / 2 / 1000}
    shown(3, per_token["grpo"][0], per_token["dapo"][0])
    shown(6, per_token["grpo"][1])
    shown(5, per_token["dr"][0])
    shown(1, scaled[0] / 2, *(per_token["dapo"] * lengths))
    shown(3, *(per_token["dr"] * lengths))


def test_dynamic_sampling_cost():
    mixed = 1 - 0.99**16 - 0.01**16
    shown(3, mixed)
    shown(1, 1 / mixed)
    shown(0, 100 * 0.99**16)


def test_gspo_ratio_and_what_its_band_means():
    logs = np.array([0.5, -0.1, 0.2, 0.0])
    assert logs.mean() == pytest.approx(0.15)
    shown(4, np.exp(logs.mean()), np.exp(logs.sum()))
    shown(3, 1.0004**100)
    shown(2, 1.0004**1000, 1.0004**4000)
    shown(1, 1.0004**10000)


def test_gspo_spike_and_dilution():
    in_thousand, in_ten_thousand = 20 ** (1 / 1000), 20 ** (1 / 10000)
    assert in_thousand > 1.0004 > in_ten_thousand
    shown(4, in_thousand)
    shown(5, in_ten_thousand)
    written, with_tools = np.exp(0.4 / 400), np.exp(0.4 / 4000)
    assert written > 1.0004 > with_tools
    shown(4, written, with_tools)


def test_sapo_gate_is_the_derivative_of_its_value_and_its_table():
    for tau in (1.0, 1.05):
        for ratio in (0.5, 1.2, 2, 3, 5):
            above, below = (4 / tau / (1 + np.exp(-tau * (ratio + step - 1))) for step in (1e-6, -1e-6))
            slope = (above - below) / 2e-6
            assert slope == pytest.approx(float(figure.gate(ratio, tau)), abs=1e-8)
            shown(3, figure.gate(ratio, tau))


def test_sapo_peak_half_weight_and_faded_recovery():
    ratios = np.linspace(0, 8, 800_001)
    push = ratios * figure.gate(ratios, 1.0)
    shown(2, ratios[push.argmax()])
    shown(3, push.max())
    shown(1, np.arccosh(np.sqrt(2)) / 0.1)
    shown(2, 5 * figure.gate(5, 1.05))


def test_dppo_ratio_bands():
    for probability, places in ((0.99, 4), (0.75, 1), (0.5, 1)):
        shown(places, 1 - 0.15 / probability, 1 + 0.15 / probability)
    shown(4, 1 / 0.99)
    shown(1, 1 + 0.15 / 0.1)
    shown(0, 1 + 0.15 / 0.01)
    assert 1 - 0.15 / 0.1 < 0


def test_dppo_divergences_against_ratio():
    def kl(old: float, new: float) -> float:
        return old * np.log(old / new) + (1 - old) * np.log((1 - old) / (1 - new))

    rows = [(1e-5, 1e-3), (0.99, 0.8), (0.5, 0.62)]
    shown(0, rows[0][1] / rows[0][0])
    shown(3, rows[1][1] / rows[1][0], kl(*rows[1]))
    shown(2, rows[2][1] / rows[2][0], 0.99 - 0.8, 0.62 - 0.5)
    shown(5, 1e-3 - 1e-5)
    shown(6, kl(*rows[0]))
    shown(4, kl(*rows[2]))
    clipped = [new / old > 1.2 if new > old else new / old < 0.8 for old, new in rows]
    masked = [abs(new - old) > 0.15 for old, new in rows]
    assert clipped == [True, False, True] and masked == [False, True, False]


def test_binary_tv_is_below_true_tv():
    old, new = np.array([0.5, 0.3, 0.1, 0.1]), np.array([0.5, 0.1, 0.3, 0.1])
    largest = max(abs(sum(new[list(s)]) - sum(old[list(s)])) for n in range(5) for s in itertools.combinations(range(4), n))
    assert largest == pytest.approx(np.abs(old - new).sum() / 2)
    assert old[0] == new[0]
    shown(1, largest)
    assert 6 * 0.15 < 1 < 7 * 0.15


def test_maxrl_weight_is_the_weighted_sum_of_pass_at_k():
    for rate, order in ((0.1, 8), (0.01, 16)):
        total = sum(k * (1 - rate) ** (k - 1) / k for k in range(1, order + 1))
        assert total == pytest.approx(maxrl_weight(rate, order))


def test_prompt_weights_by_enumeration():
    for rate in (0.01, 0.1, 0.5, 0.9):
        shown(2, expected_weight(rate, 16, mean_only), expected_weight(rate, 16, sample_std))
        assert expected_weight(rate, 16, maxrl_every_group) == pytest.approx(maxrl_weight(rate, 16))
        shown(2, maxrl_weight(rate, 16))


def test_released_maxrl_is_one_order_lower():
    released = expected_weight(0.1, 8, maxrl_released)
    assert released == pytest.approx(maxrl_weight(0.1, 7))
    shown(3, released, maxrl_weight(0.1, 8))
    baseline = expected_weight(0.1, 8, lambda right, group: (1.0, 1.0) if right else (0.0, 0.0))
    assert baseline == pytest.approx(0.9**7)


def test_advantages_of_two_groups():
    for right in (1, 3):
        for rule in (sample_std, maxrl_released, mean_only):
            for value in rule(right, 4):
                places = next(n for n in (0, 1, 2, 3) if abs(value - round(value, n)) < 1e-9 or n == 3)
                shown(places, value)
    shown(0, maxrl_released(1, 16)[0])
    shown(2, sample_std(1, 16)[0])


def test_simko_coefficients_and_push_on_logits():
    alpha, top = 0.01, 3
    coefficients = np.full(3, alpha / top)
    coefficients[0] += 1 - alpha
    assert coefficients.sum() == pytest.approx(1)
    shown(6, coefficients[0], coefficients[1])
    policy = np.array([0.6, 0.3, 0.1])
    shown(1, *(np.array([1, 0, 0]) - policy))
    shown(4, *(coefficients - policy), alpha / top)


def test_false_positives():
    observed = 0.01 + 0.99 * 0.02
    shown(4, observed)
    shown(0, 100 * 0.99 * 0.02 / observed)


def test_figure_weights_match_the_rules():
    good, bad = figure.weights(np.array([1.5, 2.4, 2.6, 4.0]), 1), figure.weights(np.array([0.5, 4.0]), -1)
    assert list(good["GRPO"]) == [0, 0, 0, 0]
    assert list(good["DPPO"]) == [1.5, 2.4, 0, 0]
    assert list(good["CISPO"]) == [1.5, 2.4, 2.6, 3]
    assert list(bad["GRPO"]) == [0, -4] and list(bad["DPPO"]) == [-0.5, -4] and list(bad["CISPO"]) == [-0.5, -3]
    shown(2, figure.weights(np.array([5.0]), -1)["SAPO"][0])
