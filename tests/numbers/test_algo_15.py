"""Every worked number of algo-15, recomputed from the formulas the page states."""

from itertools import combinations, product
from math import comb, exp, log, prod, sqrt

import numpy as np
import pytest

from scripts.figures import capability_crossover as figure
from tests.numbers.shown import assert_shown, page_text, up_to_date

QUESTION = "algo-15"


def shown(places: int, *values: float) -> None:
    for value in values:
        assert_shown(QUESTION, value, places)


def row_in_every_edition(*cells: str) -> None:
    """A table row with exactly these cells, the label column apart."""
    for edition in up_to_date(QUESTION):
        assert "| " + " | ".join(cells) + " |" in page_text(QUESTION, edition), f"{edition} lacks the row {cells}"


def tilted(rate: float, beta: float) -> float:
    return rate * exp(1 / beta) / (rate * exp(1 / beta) + 1 - rate)


def mixed(rate: float, group: int) -> float:
    return 1 - rate**group - (1 - rate) ** group


def sign_test(wins: int, losses: int) -> float:
    tail = sum(comb(wins + losses, i) for i in range(min(wins, losses) + 1)) / 2 ** (wins + losses)
    return min(1.0, 2 * tail)


def test_unbiased_estimator_by_enumeration():
    samples, right, k = 10, 3, 5
    subsets = list(combinations(range(samples), k))
    share = sum(any(i < right for i in subset) for subset in subsets) / len(subsets)
    assert share == pytest.approx(1 - comb(samples - right, k) / comb(samples, k))
    shown(3, share, 1 - (1 - right / samples) ** k)


def test_bound_for_zero_successes():
    for samples, places in ((128, 4), (1024, 5), (10_000, 5)):
        bound = 1 - 0.05 ** (1 / samples)
        assert (1 - bound) ** samples == pytest.approx(0.05)
        assert bound == pytest.approx(3 / samples, rel=0.02)
        shown(places, bound)
    assert 1 - 0.05 ** (1 / 1024) < 0.003


def test_reachability_thresholds():
    for k, places in ((64, 4), (256, 4), (1024, 4)):
        threshold = -log(0.05) / k
        assert (1 - threshold) ** k <= 0.05
        shown(places, threshold)


def test_blind_guessing_among_a_thousand_integers():
    shown(3, *(1 - 0.999**k for k in (64, 256, 1024)))
    assert 1 - (1 - 1e-9) ** 1024 == pytest.approx(1e-6, rel=0.03)


def test_curves_cross_at_five_attempts():
    base, trained = figure.BASE_RATES, figure.TRAINED_RATES
    assert (figure.SHARES, base, trained) == ((0.6, 0.4), (0.5, 0.01), (0.95, 0.0))
    for k in (1, 4, 5, 8, 256):
        cells = [0.6 * (1 - (1 - rates[0]) ** k) + 0.4 * (1 - (1 - rates[1]) ** k) for rates in (base, trained)]
        assert cells == pytest.approx([figure.coverage(base, k), figure.coverage(trained, k)])
        assert (cells[0] > cells[1]) == (k >= 5)
        row_in_every_edition(str(k), *(f"{cell:.3f}" for cell in cells))


def test_tilted_optimum():
    shown(3, tilted(0.01, 0.2), tilted(0.01, 0.1))
    for rate in (1e-2, 1e-3, 1e-6):
        beta = 1 / log((1 - rate) / rate)
        assert tilted(rate, beta) == pytest.approx(0.5)
        shown(3, beta)
    assert tilted(0.0, 0.1) == 0


def test_tilt_maximises_the_regularised_reward():
    reference, reward, beta = np.array([0.01, 0.59, 0.4]), np.array([1.0, 0.0, 0.0]), 0.2
    best = reference * np.exp(reward / beta)
    best /= best.sum()
    assert best[0] == pytest.approx(tilted(0.01, beta))

    def objective(policy: np.ndarray) -> float:
        return policy @ reward - beta * policy @ np.log(policy / reference)

    rng = np.random.default_rng(0)
    assert all(objective(best) >= objective(rng.dirichlet(np.ones(3))) for _ in range(200))


def test_discovery_by_groups():
    shown(3, mixed(0.001, 16), mixed(0.001, 512))
    for group in (16, 512):
        groups = 1 / (1 - 0.9999**group)
        assert group * groups == pytest.approx(10_000, rel=0.03)
        shown(0, groups)


def integrated(rate: float, speed) -> float:
    """Time from `rate` to one half for ṗ = p(1 − p)·ż, by the trapezium rule on the logit."""
    logits = np.linspace(log(rate / (1 - rate)), 0, 200_001)
    rates = 1 / (1 + np.exp(-logits))
    return float(np.trapezoid(1 / speed(rates), logits))


def test_times_to_one_half():
    weightings = (
        (figure.mean_reward_time, lambda p: p * (1 - p)),
        (figure.std_time, lambda p: np.sqrt(p * (1 - p))),
        (figure.likelihood_time, lambda p: 1 - p),
    )
    for rate in (0.1, 0.01, 0.001):
        times = [float(closed(rate)) for closed, _ in weightings]
        assert times == pytest.approx([integrated(rate, speed) for _, speed in weightings], rel=1e-6)
        row_in_every_edition(f"{rate:g}", *(f"{time:.1f}" for time in times))


def test_windows_with_reference_resets():
    rates = [0.001]
    for window in range(1, 4):
        rates.append(tilted(rates[-1], 0.5))
        assert rates[-1] == pytest.approx(tilted(0.001, 0.5 / window))
    shown(4, *rates[1:])
    waits = [1 / (1 - (1 - rate) ** 16) for rate in rates[:3]]
    shown(0, waits[0])
    shown(1, *waits[1:])


def test_composition():
    before, after = 0.3**5, 0.9**5
    shown(4, before, after)
    shown(0, after / before)
    shown(3, mixed(0.3, 8), mixed(before, 8), before)
    shown(2, after)
    shown(1, 100 * 0.8279**2)


def test_solved_sets_of_small_benchmarks():
    for share, problems, count in ((13.3, 30, 4), (0.0, 30, 0), (3.6, 500, 18), (1.0, 500, 5)):
        assert round(100 * count / problems, 1) == share
        shown(1, share)
    shown(3, sign_test(4, 0), sign_test(18, 5))
    shown(3, sign_test(5, 1))
    assert 81 - 77 == 5 - 1
    shown(1, 100 * (1 - 0.05 ** (1 / 30)))
    for both, base, trained, neither in ((63.3, 13.3, 0.0, 23.3), (92.4, 3.6, 1.0, 3.0)):
        assert both + base + trained + neither == pytest.approx(100, abs=0.15)


def test_differences_of_reported_numbers():
    shown(1, 73.6 - 36.0, 10.3 - 9.8)


def test_pass_at_k_weights():
    shown(3, *(8 * (1 - rate) ** 7 for rate in (0.01, 0.1)))
    assert 8 * 0.5**7 == 0.0625
    shown(3, 0.0625 + 1e-9)


def test_likelihood_mixes_all_k():
    rate = 0.2
    assert sum((1 - rate) ** (k - 1) for k in range(1, 400)) == pytest.approx(1 / rate)
    assert -sum((1 - rate) ** k / k for k in range(1, 400)) == pytest.approx(log(rate))


def test_best_minus_second_is_the_gradient_of_pass_at_group_size():
    policy, right, group = np.array([0.2, 0.5, 0.3]), np.array([1.0, 0.0, 0.0]), 4
    rate = policy @ right
    rate_gradient = (policy * right) @ (np.eye(3) - policy)
    plain, divided = np.zeros(3), np.zeros(3)
    for answers in product(range(3), repeat=group):
        drawn = list(answers)
        rewards = right[drawn]
        second, best = np.sort(rewards)[-2:]
        step = (best - second) * (np.eye(3)[drawn[int(rewards.argmax())]] - policy)
        plain += prod(policy[drawn]) * step
        divided += prod(policy[drawn]) * step / (rewards.std(ddof=1) + 1e-12)
    gradient = group * (1 - rate) ** (group - 1) * rate_gradient
    assert plain == pytest.approx(gradient)
    assert divided == pytest.approx(sqrt(group) * gradient)
