"""Every worked number of algo-10 (the reward in DPO), recomputed from the formulas."""

from math import exp, inf, log

import numpy as np
import pytest

from scripts.figures import dpo_displacement as figure
from tests.numbers.shown import assert_shown

QUESTION = "algo-10"
BETA = 0.1


def shown(places: int, *values: float) -> None:
    for value in values:
        assert_shown(QUESTION, float(value), places)


def sigmoid(x: float) -> float:
    return 1 / (1 + exp(-x))


def loss(margin: float) -> float:
    return log(1 + exp(-margin))


def slope(function, at: float, step: float = 1e-6) -> float:
    return (function(at + step) - function(at - step)) / (2 * step)


def margin(policy: tuple[float, float], reference: tuple[float, float], beta: float = BETA) -> float:
    """h of a pair from the log-probabilities of chosen and rejected."""
    return beta * ((policy[0] - reference[0]) - (policy[1] - reference[1]))


def softmax(logits: np.ndarray) -> np.ndarray:
    exponent = np.exp(logits - logits.max())
    return exponent / exponent.sum()


def bisect(function, low: float, high: float) -> float:
    """Root of an increasing function."""
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (low, middle) if function(middle) > 0 else (middle, high)
    return low


REFERENCE = np.array([0.5, 0.3, 0.2])
REWARD = np.array([1.0, 2.0, 0.0])


def tilted(reward: np.ndarray, beta: float, reference: np.ndarray = REFERENCE) -> tuple[np.ndarray, float]:
    weight = reference * np.exp(reward / beta)
    return weight / weight.sum(), weight.sum()


def test_exact_inversion_of_the_optimum():
    optimum, z = tilted(REWARD, 0.5)
    implicit = 0.5 * np.log(optimum / REFERENCE)
    assert implicit == pytest.approx(REWARD - 0.5 * log(z))
    assert sigmoid(implicit[1] - implicit[0]) == pytest.approx(sigmoid(REWARD[1] - REWARD[0]))
    shown(4, *optimum, *implicit, 0.5 * log(z), sigmoid(1))
    shown(3, z)


def test_the_objective_is_a_kl_to_the_optimum():
    optimum, z = tilted(REWARD, 0.5)
    for policy in (REFERENCE, np.array([0.2, 0.2, 0.6]), optimum):
        objective = policy @ REWARD - 0.5 * (policy * np.log(policy / REFERENCE)).sum()
        assert objective == pytest.approx(0.5 * log(z) - 0.5 * (policy * np.log(policy / optimum)).sum())


def test_a_constant_per_prompt_is_invisible_and_the_exponential_averages_to_one():
    shifted, _ = tilted(REWARD + 10, 0.5)
    assert shifted == pytest.approx(tilted(REWARD, 0.5)[0])
    for policy in (shifted, np.array([0.01, 0.01, 0.98])):
        assert (REFERENCE * np.exp(np.log(policy / REFERENCE))).sum() == pytest.approx(1)


def test_token_log_ratios_telescope_to_the_reward_minus_the_soft_value():
    """Two binary tokens, reward at the end only: the four sums are r − V*(x) at the exact optimum."""
    beta, reward = 0.5, np.array([[1.0, 0.0], [2.0, -1.0]])
    first, second = np.array([0.4, 0.6]), np.array([[0.7, 0.3], [0.5, 0.5]])
    after = beta * np.log((second * np.exp(reward / beta)).sum(1))
    start = beta * log((first * np.exp(after / beta)).sum())
    total = (after - start)[:, None] + reward - after[:, None]
    joint = first[:, None] * second
    optimum = joint * np.exp(reward / beta) / (joint * np.exp(reward / beta)).sum()
    assert beta * np.log(optimum / joint) == pytest.approx(total)
    assert total == pytest.approx(reward - start)


def test_gradient_weight():
    for h, places in ((-2, 4), (0, 4), (0.7, 4), (5, 4)):
        assert -slope(loss, h) == pytest.approx(sigmoid(-h), abs=1e-6)
        shown(places, BETA * sigmoid(-h))


def test_loss_falls_while_the_chosen_answer_falls():
    before = margin((-40, -55), (-42, -50))
    after = margin((-60, -100), (-42, -50))
    shown(1, BETA * (-40 + 42), BETA * (-55 + 50), before, after)
    shown(4, loss(before), loss(after))
    assert loss(before) / loss(after) == pytest.approx(10, rel=0.02)


def test_over_optimisation_laws_peak_where_stated():
    a, b = 3.0, 0.7
    distances = np.linspace(0.01, 200, 400_000)
    for law, peak in ((distances * (a - b * distances), a / (2 * b)), (distances * (a - b * np.log(distances)), exp(a / b - 1))):
        assert distances[law.argmax()] == pytest.approx(peak, abs=1e-3)


def test_displacement_at_equal_gaps():
    for gap in (0, 0.2, 0.8):
        similar = figure.at_gap(figure.SIMILAR, gap)
        assert log(similar[0] / similar[1]) == pytest.approx(gap)
        shown(4, *similar)
    distinct = figure.at_gap(figure.DISTINCT, 0.8)
    assert log(distinct[0] / distinct[1]) == pytest.approx(0.8)
    shown(4, distinct[0])
    assert figure.SIMILAR @ (figure.SIMILAR[0] - figure.SIMILAR[1]) / 0.2 == pytest.approx([0.1, -0.1, 1])
    chosen = [figure.at_gap(figure.SIMILAR, gap)[0] for gap in np.linspace(0, 1, 50)]
    assert (np.diff(chosen) < 0).all()
    assert figure.at_gap(figure.SIMILAR, 1)[2] == pytest.approx(0.96, abs=5e-3)


def test_nll_anchor_at_the_same_gap():
    coarse, fine = (figure.anchored(np.array([0.8, 0.81]), rate=rate)[0] for rate in (0.1, 0.02))
    assert coarse == pytest.approx(fine, abs=5e-5)
    assert log(coarse[0] / coarse[1]) == pytest.approx(0.8, abs=1e-4)
    shown(4, coarse[0])


def test_a_free_logit_per_answer_raises_the_chosen_one():
    for policy in (np.array([0.3, 0.3, 0.4]), np.array([0.9, 0.05, 0.05])):
        gradient = np.array([1.0, -1.0, 0.0])
        assert gradient[0] - policy @ gradient > 0


def test_target_gap_under_label_noise():
    for noise in (0.1, 0.01):
        target = log((1 - noise) / noise)
        assert slope(lambda h, e=noise: (1 - e) * loss(h) + e * loss(-h), target) == pytest.approx(0, abs=1e-6)
        shown(4, target)
        shown(2, target / BETA)
    shown(2, log(9) / 0.5)


def tabular(kind: str, beta: float, rate: float, steps: int = 20_000) -> tuple[np.ndarray, float]:
    reference = np.array([0.3, 0.3, 0.4])
    logits = np.log(reference)
    for _ in range(steps):
        policy = softmax(logits)
        gap = log(policy[0] / reference[0]) - log(policy[1] / reference[1])
        pull = beta * sigmoid(-beta * gap) if kind == "dpo" else -2 * (gap - 1 / (2 * beta))
        logits = logits + rate * pull * np.array([1.0, -1.0, 0.0])
    return policy, gap


def test_tabular_descent():
    for beta in (0.1, 1.0):
        _, gap = tabular("dpo", beta, 1)
        assert gap > tabular("dpo", beta, 1, 10_000)[1]
        shown(1, gap)
    policy, gap = tabular("ipo", 0.1, 0.01)
    assert gap == pytest.approx(5)
    shown(1, gap)
    shown(3, *policy)


def test_a_policy_that_says_neither_answer_has_the_lower_loss():
    neither = log(1e-6 / 0.3) - log(1e-20 / 0.3)
    sensible = log(0.9 / 0.3) - log(0.05 / 0.3)
    assert loss(BETA * neither) < loss(BETA * sensible)
    shown(1, neither)
    shown(2, sensible)
    shown(3, loss(BETA * neither), loss(BETA * sensible))


def test_length_in_a_sum_and_in_r_dpo():
    shown(1, BETA * 200 * 0.01, BETA * 50 * 0.02)
    for longer in (100, 0, -100):
        shown(4, BETA * sigmoid(-0.01 * longer))


def test_r_dpo_has_a_plus_sign():
    """Policy maximises r − α|y|, labels follow r: the population optimum of the plus form is the true r."""
    beta, alpha, length = 0.5, 0.3, np.array([1.0, 3.0, 2.0])
    optimum, _ = tilted(REWARD - alpha * length, beta)
    implicit = beta * np.log(optimum / REFERENCE)
    for winner in range(3):
        for loser in range(3):
            difference = implicit[winner] - implicit[loser] + alpha * (length[winner] - length[loser])
            assert difference == pytest.approx(REWARD[winner] - REWARD[loser])


def one_feature(theta: float) -> np.ndarray:
    return softmax(theta * np.array([0.0, 1.0, -1.0]))


def test_misspecification_reverses_an_order():
    reward, share = np.array([0.0, -1.0, -1.0]), sigmoid(1)

    def population(u: float, first: float = 0.2) -> float:
        pair = lambda h: share * loss(h) + (1 - share) * loss(-h)
        return first * pair(-u) + (1 - first) * pair(u)

    optimum = bisect(lambda u: slope(population, u), -5, 5)
    assert sigmoid(optimum) == pytest.approx(0.2 * (1 - share) + 0.8 * share, abs=1e-6)
    assert bisect(lambda u: slope(lambda v: population(v, 0.5), u), -5, 5) == pytest.approx(0, abs=1e-6)
    policy = one_feature(optimum / BETA)
    assert reward @ one_feature(0) > reward @ policy
    shown(4, sigmoid(optimum), optimum, *policy)
    shown(3, reward @ one_feature(0), reward @ policy)
    grid = np.linspace(-8, 8, 1601)
    regularised = [reward @ (p := one_feature(t)) - BETA * (p * np.log(3 * p)).sum() for t in grid]
    assert grid[np.argmax(regularised)] == pytest.approx(0, abs=1e-9)


def test_conservative_pulls_back_and_robust_pushes_on():
    e = 0.1
    conservative = lambda h: (1 - e) * loss(h) + e * loss(-h)
    robust = lambda h: ((1 - e) * loss(h) - e * loss(-h)) / (1 - 2 * e)
    shown(4, slope(loss, 5), slope(conservative, 5), slope(robust, 5))
    assert slope(conservative, 5) > 0 > slope(robust, 5)
    assert robust(50) < robust(20) < 0
    for h in (-1.0, 0.5, 3.0):
        assert (1 - e) * robust(h) + e * robust(-h) == pytest.approx(loss(h))


def test_robust_lacks_a_target_only_while_the_labels_agree():
    e = 0.1
    robust = lambda h: ((1 - e) * loss(h) - e * loss(-h)) / (1 - 2 * e)

    def mixed(flipped: float):
        return lambda h: (1 - flipped) * robust(h) + flipped * robust(-h)

    assert all(slope(mixed(0), h) < 0 for h in (0, 2, 5, 10))
    assert slope(mixed(0.2), 0) < 0 < slope(mixed(0.2), 5)


def test_exo_pair_shares_the_finite_target():
    e = 0.1

    def kl(h: float) -> float:
        q = sigmoid(h)
        return q * log(q / (1 - e)) + (1 - q) * log((1 - q) / e)

    assert bisect(lambda h: slope(kl, h), -3, 6) == pytest.approx(log(9), abs=1e-4)


def test_simpo():
    argument = 2 * -0.5 - 2 * -0.8 - 1
    shown(1, argument)
    shown(4, loss(argument))


def test_chi_po_link():
    link = lambda z: z + log(z)
    for z in (2.0, 0.1):
        assert slope(lambda x: (x - 1) ** 2 / 2 + x * log(x), z) == pytest.approx(link(z), abs=1e-6)
        shown(4, link(z), log(z))
    shown(0, exp(10))
    shown(2, bisect(lambda z: link(z) - link(1) - 10, 1e-6, 1e6))


def test_ipo_target_per_token():
    assert 1 / (2 * BETA) == 5
    shown(0, 1 / (2 * BETA) * 200)


def test_best_of_n_yardstick():
    for n in (4, 16):
        shown(3, log(n) - (n - 1) / n)
    shown(1, 4 / 5)
    shown(3, 16 / 17)


def test_luck_is_the_residual_of_the_log_ratio_sum():
    """Two steps, a coin between them: sum of soft advantages = return − V*(s0) − luck, on every path."""
    beta = 0.5
    first, second = np.array([0.4, 0.6]), np.array([0.5, 0.5])
    now = np.array([0.2, 0.0])
    coin = np.array([[0.3, 0.7], [0.9, 0.1]])
    later = np.array([[1.0, 0.0], [0.5, 2.0]])
    value = beta * np.log((second * np.exp(later / beta)).sum(1))
    q = now + coin @ value
    start = beta * log((first * np.exp(q / beta)).sum())
    for a in range(2):
        for s in range(2):
            for b in range(2):
                total = (q[a] - start) + (later[s, b] - value[s])
                luck = value[s] - coin[a] @ value
                assert total == pytest.approx(now[a] + later[s, b] - start - luck)


def test_labels_by_outcome_teach_gambling():
    preferred = 0.55
    shown(2, log(preferred / (1 - preferred)) / BETA)
    assert (0.6 - preferred * 1) / BETA == pytest.approx(0.5)
    assert 0.6 > preferred > 0.5


def test_deterministic_labels_have_no_finite_target():
    assert loss(inf) == 0
    assert all(loss(h + 1) < loss(h) for h in (0, 5, 20))
