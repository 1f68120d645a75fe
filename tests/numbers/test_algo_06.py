"""Every worked number of algo-06, recomputed from the formulas the page states."""

from itertools import combinations, product
from math import ceil, comb, exp, factorial, lgamma, log, prod

import numpy as np
import pytest

from scripts.figures import exploration_memory_and_selection as figure
from tests.numbers.shown import assert_shown, page_text, up_to_date

QUESTION = "algo-06"
SAMPLES = 8
RIGHT_RANKS = (2, 3, 7)


def shown(places: int, *values: float) -> None:
    for value in values:
        assert_shown(QUESTION, value, places)


def in_every_edition(text: str) -> None:
    for edition in up_to_date(QUESTION):
        assert text in page_text(QUESTION, edition), f"{QUESTION} ({edition}) does not show {text}"


def row_in_every_edition(*cells: str) -> None:
    """A table row with exactly these cells after its first one or from its first one on."""
    in_every_edition(" | ".join(cells) + " |")


def mixed(rate: float, group: int) -> float:
    return 1 - (1 - rate) ** group - rate**group


def found(rate: float, samples: int) -> float:
    return 1 - (1 - rate) ** samples


def selected(rate: float, samples: int, true: float = 0.95, false: float = 0.05) -> float:
    """By enumeration over how many right and wrong answers there are and how many of each the verifier accepts."""
    total = 0.0
    for right in range(samples + 1):
        chance = comb(samples, right) * rate**right * (1 - rate) ** (samples - right)
        for good in range(right + 1):
            for bad in range(samples - right + 1):
                accepted = comb(right, good) * true**good * (1 - true) ** (right - good)
                accepted *= comb(samples - right, bad) * false**bad * (1 - false) ** (samples - right - bad)
                total += chance * accepted * (good / (good + bad) if good + bad else right / samples)
    return total


def softmax(logits) -> np.ndarray:
    powers = np.exp(np.array(logits, float))
    return powers / powers.sum()


def entropy(chances: np.ndarray) -> float:
    return float(-(chances * np.log(chances)).sum())


def tilted(rate: float, beta: float) -> float:
    return rate * exp(1 / beta) / (rate * exp(1 / beta) + 1 - rate)


def expected_gradient(policy: np.ndarray, right: np.ndarray, group: int, advantages) -> np.ndarray:
    """Expected gradient on the logits over all groups of answers: the mean over groups of Σ advantage × score."""
    total = np.zeros(len(policy))
    for answers in product(range(len(policy)), repeat=group):
        drawn = list(answers)
        scores = np.eye(len(policy))[drawn] - policy
        total += prod(policy[drawn]) * (np.array(advantages(right[drawn])) @ scores)
    return total


POLICY = np.array([0.2, 0.5, 0.3])
RIGHT = np.array([1.0, 0.0, 0.0])
RATE = 0.2
RATE_GRADIENT = (POLICY * RIGHT) @ (np.eye(3) - POLICY)


def test_chance_of_a_mixed_group():
    for rate in (0.01, 0.05, 0.5):
        row_in_every_edition(*(f"{mixed(rate, group):.3f}" for group in (8, 16, 64)))
    assert mixed(0.001, 8) == pytest.approx(8 * 0.001, rel=0.01)


def test_samples_for_an_even_chance():
    for rate in (0.01, 0.001):
        needed = ceil(log(0.5) / log(1 - rate))
        assert found(rate, needed - 1) < 0.5 <= found(rate, needed)
        shown(0, needed)


def estimates(k: int) -> tuple[float, float, float]:
    """pass@k, selected@k and pass^k by enumeration of all subsets of the eight ranked samples."""
    subsets = list(combinations(range(1, SAMPLES + 1), k))
    right = [[rank in RIGHT_RANKS for rank in subset] for subset in subsets]
    return tuple(float(np.mean([rule(flags) for flags in right])) for rule in (any, lambda flags: flags[0], all))


def test_estimators_by_enumeration_of_subsets():
    right = len(RIGHT_RANKS)
    for k in range(1, SAMPLES + 1):
        coverage, returned, reliable = estimates(k)
        assert coverage == pytest.approx(1 - comb(SAMPLES - right, k) / comb(SAMPLES, k))
        assert returned == pytest.approx(sum(comb(SAMPLES - rank, k - 1) for rank in RIGHT_RANKS) / comb(SAMPLES, k))
        assert reliable == pytest.approx(comb(right, k) / comb(SAMPLES, k))
        assert reliable <= returned <= coverage
    for k, reliable in ((2, f"{estimates(2)[2]:.3f}"), (4, "0")):
        coverage, returned, _ = estimates(k)
        row_in_every_edition(str(k), f"{coverage:.3f}", f"{returned:.3f}", f"{coverage - returned:.3f}", reliable)
    assert estimates(4)[2] == 0
    row_in_every_edition("8", "1", "0", "1", "0")
    assert estimates(8) == (1, 0, 0)
    shown(3, estimates(4)[0] - estimates(2)[0], estimates(3)[1])
    assert max(estimates(k)[1] for k in range(1, 9)) == estimates(3)[1]
    assert f"{estimates(4)[1]:.3f}" == f"{estimates(2)[1]:.3f}"


def test_estimators_are_unbiased_and_plug_ins_are_not():
    rate, k = 0.3, 2
    chances = [comb(SAMPLES, c) * rate**c * (1 - rate) ** (SAMPLES - c) for c in range(SAMPLES + 1)]

    def mean(estimate) -> float:
        return sum(chance * estimate(c) for c, chance in enumerate(chances))

    assert mean(lambda c: 1 - comb(SAMPLES - c, k) / comb(SAMPLES, k)) == pytest.approx(found(rate, k))
    assert mean(lambda c: comb(c, k) / comb(SAMPLES, k)) == pytest.approx(rate**k)
    assert mean(lambda c: 1 - (1 - c / SAMPLES) ** k) < found(rate, k)
    assert mean(lambda c: (c / SAMPLES) ** k) > rate**k
    shown(3, found(3 / 8, 2), (3 / 8) ** 2)


def test_mean_solve_rate_must_not_be_plugged_in():
    shown(3, np.mean([found(rate, 8) for rate in (0.9, 0.1)]), np.mean([rate**8 for rate in (0.9, 0.1)]))
    shown(3, found(0.5, 8), 0.5**8)


def test_verifier_caps_selection_at_its_precision():
    for samples in (1, 3, 8):
        assert selected(0.1, samples) == pytest.approx(figure.selected(0.1, samples))
    for false in (0.05, 0.2):
        precision = 0.1 * 0.95 / (0.1 * 0.95 + 0.9 * false)
        shown(3, precision)
        assert 0 <= precision - selected(0.1, 30, false=false) < 0.02
    assert figure.selected(0.1, 1000) == pytest.approx(0.095 / 0.14)
    shown(3, selected(0.1, 8), found(0.1, 8), figure.selected(0.1, 64), found(0.1, 64))


def test_independent_verifier_errors_scale_the_gradient():
    true, false = 0.95, 0.05
    noisy = (POLICY * (false + (true - false) * RIGHT)) @ (np.eye(3) - POLICY)
    assert noisy == pytest.approx((true - false) * RATE_GRADIENT)
    shown(1, true - false)


def test_noise_shrinks_the_step_divided_by_the_standard_deviation():
    true, false = 0.95, 0.05
    for rate in (0.1, 0.01):
        accepted = rate * true + (1 - rate) * false
        noisy, clean = (true - false) / (accepted * (1 - accepted)) ** 0.5, 1 / (rate * (1 - rate)) ** 0.5
        shown(2, noisy / clean)


def test_penalising_a_rare_token_can_cost_another_rare_one():
    policy = np.array([0.1, 0.8, 0.1])
    step = policy - np.eye(3)[0]
    change = policy * (step - policy @ step)
    rate = 1e-6
    assert (softmax(np.log(policy) + rate * step) - policy) / rate == pytest.approx(change, abs=1e-5)
    assert [number > 0 for number in change] == [False, True, False]
    shown(3, *np.abs(change))


def majority(rate: float, samples: int) -> float:
    return sum(comb(samples, i) * rate**i * (1 - rate) ** (samples - i) for i in range(samples // 2 + 1, samples + 1))


def plurality(rate: float, wrong: int, samples: int) -> float:
    """P(the right answer has strictly the most votes) when the rest is spread evenly over `wrong` answers."""
    total = 0.0
    for votes in range(1, samples + 1):
        rest = samples - votes
        single = np.array([((1 - rate) / wrong) ** j / factorial(j) if j < votes else 0.0 for j in range(rest + 1)])
        ways = np.eye(1, rest + 1)[0]
        for _ in range(wrong):
            ways = np.convolve(ways, single)[: rest + 1]
        total += factorial(samples) // factorial(votes) * rate**votes * ways[rest]
    return total


def test_majority_voting():
    assert plurality(0.6, 1, 15) == pytest.approx(majority(0.6, 15))
    shown(3, majority(0.6, 5), majority(0.6, 15), majority(0.6, 65), majority(0.4, 65), plurality(0.3, 7, 65))


def test_step_verifier_against_whole_chains():
    chain, stepwise = 0.8**10, (1 - 0.2**4) ** 10
    shown(3, chain, stepwise)
    chains = log(1 - stepwise) / log(1 - chain)
    shown(1, chains)
    shown(0, 10 * chains)


def test_temperature():
    for temperature in (0.6, 1, 1.5):
        chances = softmax(np.array([2, 1, 0]) / temperature)
        shown(3, chances[0], entropy(chances))


def test_entropy_change_is_a_covariance():
    logits = np.array([2.0, 1.0, 0.0])
    policy = softmax(logits)
    shown(3, *policy)
    signs = []
    for rewarded in range(3):
        reward = np.eye(3)[rewarded]
        step = policy * (reward - policy @ reward)
        covariance = policy @ (np.log(policy) * step) - (policy @ np.log(policy)) * (policy @ step)
        rate = 1e-4
        measured = (entropy(softmax(logits + rate * step)) - entropy(policy)) / rate
        assert measured == pytest.approx(-covariance, abs=1e-4)
        shown(3, covariance)
        signs.append(covariance > 0)
    assert signs == [True, False, False]


def test_entropy_fit():
    shown(3, 0.6 - 0.1 * exp(1), 0.6 - 0.1 * exp(0.5))
    shown(1, 0.6 - 0.1)


def test_objectives_reweight_prompts():
    for rate in (0.01, 0.1, 0.5):
        coverage, likelihood = 8 * (1 - rate) ** 7, found(rate, 8) / rate
        nudge = 1e-6
        assert coverage == pytest.approx((found(rate + nudge, 8) - found(rate - nudge, 8)) / (2 * nudge), rel=1e-4)
        assert likelihood == pytest.approx(sum((1 - rate) ** (k - 1) for k in range(1, 9)))
        assert likelihood >= 1
        row_in_every_edition("1", f"{coverage:.2f}", f"{likelihood:.2f}")


def test_verl_passk_climbs_pass_at_g():
    def lead(rewards: np.ndarray) -> np.ndarray:
        best, second = np.sort(rewards)[::-1][:2]
        weights = np.zeros(len(rewards))
        spread = rewards.std(ddof=1)
        if spread:
            weights[rewards.argmax()] = (best - second) / spread
        return weights

    for group in (3, 4):
        gradient = expected_gradient(POLICY, RIGHT, group, lead)
        assert gradient == pytest.approx(group**0.5 * group * (1 - RATE) ** (group - 1) * RATE_GRADIENT)


def test_maxrl_code_is_of_order_g_minus_1():
    def relative(rewards: np.ndarray) -> np.ndarray:
        mean = rewards.mean()
        return (rewards - mean) / mean / len(rewards) if mean else np.zeros(len(rewards))

    for group in (3, 4):
        order = group - 1
        gradient = expected_gradient(POLICY, RIGHT, group, relative)
        assert gradient == pytest.approx(found(RATE, order) / RATE * RATE_GRADIENT)
    in_every_edition("G - 1")


def test_verl_best_at_n_is_the_plug_in():
    shown(3, found(1 / 16, 16))


def test_entropic_weights_of_ttt_discover():
    rewards = np.array([0, 0, 0, 1.0])
    for beta, places in ((1, 3), (10, 4)):
        shown(places, np.exp(beta * rewards)[-1] / np.exp(beta * rewards).sum())
    assert np.exp(1e-6 * rewards)[-1] / np.exp(1e-6 * rewards).sum() == pytest.approx(0.25, abs=1e-6)
    shown(2, 0.25)


def test_resets_to_intermediate_states():
    shown(3, 0.5**10)
    shown(1, *(100 * mixed(0.5**steps, 8) for steps in (10, 5, 2)))


def test_shared_prefix_correlates_fates():
    assert 0.2 * 0.5 == pytest.approx(0.1)
    shown(3, 0.2 * found(0.5, 8), found(0.1, 8))


def test_reference_resets_add_to_the_log_odds():
    rate = 0.01
    for _ in range(3):
        before = log(rate / (1 - rate))
        rate = tilted(rate, 0.5)
        assert log(rate / (1 - rate)) == pytest.approx(before + 2)
        shown(3, rate)


def test_tilt_is_worth_many_samples():
    rate = tilted(0.01, 0.2)
    shown(3, rate)
    samples = log(1 - rate) / log(0.99)
    assert round(samples) == 91
    shown(0, samples)
    in_every_edition(f"{rate:.5f}")


def test_crossing_of_coverage_curves():
    for k in (1, 4, 5, 64):
        base, trained = 0.9 * found(0.2, k), 0.6 * found(0.9, k)
        assert (base > trained) == (k >= 5)
        row_in_every_edition(str(k), f"{base:.3f}", f"{trained:.3f}")


def test_memory_of_failures_saves_repeats():
    shown(3, found(0.1, 5), found(0.1, 10))
    shown(1, 5 / 10)


def test_revisions_repair_and_break():
    accuracy = 0.3
    for _ in range(200):
        accuracy = accuracy * (1 - 0.38) + (1 - accuracy) * 0.2
    assert accuracy == pytest.approx(0.2 / (0.2 + 0.38))
    shown(3, accuracy, 1 - 0.7 * 0.8**4)


def test_break_even():
    training = 100 * 512 * 16 * 3
    shown(0, training, training / 15)


def test_mixed_difficulty_gives_a_power_law():
    def coverage(k: float) -> float:
        return 1 - exp(lgamma(3 + k) + lgamma(3.3) - lgamma(3) - lgamma(3.3 + k))

    shown(3, *(coverage(k) for k in (1, 10, 100, 1000)))
    slope = (log(1 - coverage(2e5)) - log(1 - coverage(1e5))) / log(2)
    assert slope == pytest.approx(-0.3, abs=0.001)


def test_agents():
    shown(3, 0.61**8, 1 - 0.98**16)


def test_guessing_and_the_bound_on_zero():
    shown(3, found(1 / 1000, 64), 1 - 0.05 ** (1 / 64))


def test_figure_shows_the_same_numbers():
    numbers = figure.three_numbers(np.array([8]))
    shown(3, numbers["pass@k"][0], numbers["pass^k"][0])
    assert numbers["pass^k"][0] < numbers["selected@k"][0] < numbers["pass@k"][0]
    rates = figure.trained()
    assert rates[0] == pytest.approx(0.1)
    assert all(np.diff(rates) > 0)
    shown(2, figure.selected(figure.SOLVE_RATE, figure.PER_QUERY))
