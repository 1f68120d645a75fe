"""Every worked number of algo-01, recomputed from the formulas the page states."""

from itertools import product
from math import erf, exp, log, log10, sqrt

import numpy as np
import pytest

from scripts.figures import actor_critic_max_bias, actor_critic_noise_profile
from scripts.figures.actor_critic_max_bias import expected_max, soft_bound
from scripts.figures.actor_critic_noise_profile import NEEDED, STEPS, profiles, value
from tests.numbers.shown import assert_shown, page_text, up_to_date

QUESTION = "algo-01"
VOCABULARY = 151_936
REFERENCE = np.array([0.5, 0.3, 0.2])
REWARD = np.array([1, 0, 0.5])


def shown(places: int, *values: float) -> None:
    for number in values:
        assert_shown(QUESTION, number, places)


def below(x: float) -> float:
    """The standard normal distribution function."""
    return (1 + erf(x / sqrt(2))) / 2


def test_a_max_over_more_estimates_overestimates_more():
    factors = [expected_max(count) for count in actor_critic_max_bias.SHOWN]
    shown(3, *factors, 0.1 * factors[-1])
    assert factors[0] == pytest.approx(1 / sqrt(np.pi), abs=1e-6)
    assert factors == sorted(factors)
    assert 2 * 0.1 * factors[-1] < 1 < 3 * 0.1 * factors[-1]


def test_expected_max_agrees_with_simulation():
    draws = np.random.default_rng(0).standard_normal((20_000, 100)).max(axis=1)
    assert draws.mean() == pytest.approx(expected_max(100), abs=0.01)


def test_soft_value_is_bounded_for_any_number_of_actions():
    shown(2, soft_bound(0.1, 0.1))
    shown(0, soft_bound(0.1, 0.001))
    errors = 0.1 * np.random.default_rng(0).standard_normal((4_000, 5_000))
    soft = 0.1 * np.log(np.exp(errors / 0.1).mean(axis=1))
    assert 0.9 * soft_bound(0.1, 0.1) < soft.mean() <= soft_bound(0.1, 0.1)
    common = 0.1 * np.random.default_rng(1).standard_normal(4_000)
    assert abs(common.mean()) < soft_bound(0.1, 0.1), "fully dependent errors leave the soft value unbiased"


def test_greedy_choice_and_gradient_step_under_noise():
    spread = 0.1 * sqrt(2)
    shown(4, spread, 0.1 / spread)
    shown(1, 100 * below(-0.1 / spread))
    shown(3, 0.25 * 0.1, 0.25 * spread)
    assert f"{below(-10 * 0.1 / spread):.0e}" == "8e-13"
    assert all("8 × 10⁻¹³" in page_text(QUESTION, edition) for edition in up_to_date(QUESTION))


def one_logit_gradient(rate: float, values: tuple[float, float]) -> float:
    """Expected gradient on the logit when the two actions are credited with `values`."""
    return rate * (1 - rate) * values[0] + (1 - rate) * -rate * values[1]


def test_only_action_dependent_critic_error_biases():
    right = one_logit_gradient(0.5, (0.1, 0))
    one_sided = one_logit_gradient(0.5, (0.1, 0.2))
    both = one_logit_gradient(0.5, (0.1 + 0.2, 0.2))
    shown(3, right, one_sided)
    shown(2, one_sided - right)
    assert (one_sided - right) / right == pytest.approx(-2)
    assert both == pytest.approx(right)


@pytest.mark.parametrize("decay", [0, 0.5, 0.95, 1])
def test_critic_errors_telescope_under_gae(decay):
    errors = np.append(np.random.default_rng(2).normal(size=12), 0)
    direct = sum(decay**lag * (errors[lag + 1] - errors[lag]) for lag in range(12))
    weights = np.array([(1 - decay) * decay ** (step - 1) for step in range(1, 13)])
    assert direct == pytest.approx(-errors[0] + weights @ errors[1:])
    if decay == 0.95:
        shown(2, weights[0])
        shown(3, sum((1 - decay) * decay ** (step - 1) for step in range(1, 101)))
    if decay == 1:
        assert not weights.any()


def test_a_wrong_baseline_costs_variance_only():
    for baseline, places in ((0, 4), (10, 4), (11, 4)):
        samples = np.array([(11 - baseline) * 0.5, (10 - baseline) * -0.5])
        assert samples.mean() == pytest.approx(0.25)
        shown(places, samples.var())
    shown(2, 0.25)
    assert np.array([(11 - 10.5) * 0.5, (10 - 10.5) * -0.5]).var() == pytest.approx(0)


def corridor(right: float) -> float:
    """Value of the first state from the three Bellman equations."""
    left = 1 - right
    equations = np.array([[1 - left, -right, 0], [-right, 1, -left], [0, -left, 1]])
    return float(np.linalg.solve(equations, [-1, -1, -1])[0])


def test_corridor_needs_a_stochastic_policy():
    best = 2 - sqrt(2)
    for right in (0.05, 0.3, best, 0.95):
        assert corridor(right) == pytest.approx((2 * right - 4) / (right * (1 - right)))
    shown(1, corridor(0.95), corridor(0.05))
    shown(3, best)
    shown(2, corridor(best))
    assert all(corridor(best) > corridor(right) for right in np.linspace(0.01, 0.99, 99))
    assert corridor(1 - 1e-6) < -1e5 and corridor(1e-6) < -1e5


def test_sizes_of_vocabulary_and_answers():
    shown(0, round(4096 * VOCABULARY / 1e6))
    assert int(1000 * log10(VOCABULARY)) + 1 == 5182
    assert all("10⁵¹⁸²" in page_text(QUESTION, edition) for edition in up_to_date(QUESTION))
    assert max(rate * (1 - rate) for rate in np.linspace(0, 1, 101)) == 0.25


def test_squared_advantages_add_up_to_the_variance_of_the_reward():
    rows = profiles()
    sums = {name: row.sum() for name, row in rows.items()}
    shown(2, sums["none"], sums["exact"], value(0, 0) * (1 - value(0, 0)))
    shown(3, sums["baseline"])
    assert sums["exact"] == pytest.approx(0.25)
    assert sums["baseline"] == pytest.approx((np.arange(1, STEPS + 1) * rows["exact"]).sum())
    assert 1 - sums["baseline"] / sums["none"] == pytest.approx(1 / 3, abs=0.02)
    shown(2, rows["baseline"][-1])
    assert rows["exact"].max() < 0.07


def test_gradient_variance_of_three_estimators():
    """Over all 2⁹ answers: one logit per step, scores +½ for a right step and −½ for a wrong one."""
    first = {name: np.zeros(STEPS) for name in ("none", "baseline", "exact")}
    second = {name: np.zeros(STEPS) for name in first}
    for outcome in product((0, 1), repeat=STEPS):
        reward, right = float(sum(outcome) >= NEEDED), np.concatenate([[0], np.cumsum(outcome)])
        values = np.array([value(step, int(right[step])) for step in range(STEPS + 1)])
        scores = np.array(outcome) - 0.5
        advantages = {
            "none": reward - values[0],
            "baseline": reward - values[:-1],
            "exact": np.diff(values),
        }
        for name, advantage in advantages.items():
            first[name] += advantage * scores / 2**STEPS
            second[name] += (advantage * scores) ** 2 / 2**STEPS
    shown(4, *first["none"][:1])
    for name in first:
        assert first[name] == pytest.approx(first["none"])
        shown(3, (second[name] - first[name] ** 2).sum())


def test_when_the_outcome_is_decided():
    steps, variance = np.arange(1, STEPS + 1), 0.25
    assert (steps * np.eye(STEPS)[0] * variance).sum() == variance
    assert (steps * np.eye(STEPS)[-1] * variance).sum() == STEPS * variance


def test_accuracy_of_a_group_mean_at_the_prompt():
    means = [sum(others) / 7 for others in product((0, 1), repeat=7)]
    assert np.std(means) == pytest.approx(sqrt(0.25 / 7))
    shown(3, sqrt(0.25 / (8 - 1)), sqrt(0.25 / (64 - 1)))


def soft(reward: np.ndarray, beta: float) -> tuple[float, np.ndarray]:
    soft_value = beta * log((REFERENCE * np.exp(reward / beta)).sum())
    return soft_value, REFERENCE * np.exp((reward - soft_value) / beta)


@pytest.mark.parametrize("beta", [0.5, 0.1])
def test_soft_value_and_policy(beta):
    soft_value, policy = soft(REWARD, beta)
    shown(4, soft_value, *policy)
    assert policy.sum() == pytest.approx(1)
    assert soft_value + beta * np.log(policy / REFERENCE) == pytest.approx(REWARD)
    other = np.array([0.3, 0.3, 0.4])
    objective = [float(p @ REWARD - beta * p @ np.log(p / REFERENCE)) for p in (policy, other)]
    assert objective[0] == pytest.approx(soft_value)
    assert objective[0] > objective[1]


def test_soft_value_of_a_prompt():
    for beta in (0.1, 0.5, 10):
        shown(3, beta * log(1 - 0.1 + 0.1 * exp(1 / beta)))


@pytest.mark.parametrize("baseline", [0, 0.3, 2])
def test_residual_gradient_is_beta_times_the_policy_gradient(baseline):
    beta, policy = 0.5, np.array([0.6, 0.2, 0.2])
    scores = np.eye(3) - policy
    residual = REWARD - beta * np.log(policy / REFERENCE) - baseline
    gradient = beta * (policy * residual) @ scores

    def objective(logits):
        p = np.exp(logits) / np.exp(logits).sum()
        return p @ REWARD - beta * p @ np.log(p / REFERENCE)

    steps = 1e-6 * np.eye(3)
    exact = np.array([(objective(np.log(policy) + s) - objective(np.log(policy) - s)) / 2e-6 for s in steps])
    assert gradient == pytest.approx(beta * exact, abs=1e-8)
    shown(4, *gradient, *exact)


def test_memory_of_a_critic():
    for billions in (7, 32):
        shown(0, 16 * billions, 18 * billions)


def test_explained_variance_of_a_critic_that_knows_only_the_solve_rate():
    rates = (np.arange(100_000) + 0.5) / 100_000
    reward_variance = rates.mean() * (1 - rates.mean())
    assert 1 - (rates * (1 - rates)).mean() / reward_variance == pytest.approx(1 / 3, abs=1e-6)
    assert all("1/3" in page_text(QUESTION, edition) for edition in up_to_date(QUESTION))


def least_residual(target: float, rewards: tuple[float, float], beta: float) -> tuple[float, float]:
    """Least mean squared residual of two answers with equal weight and reference, and the policy that has it."""
    policy = np.linspace(1e-4, 1 - 1e-4, 20_001)
    first = rewards[0] - beta * np.log(2 * policy) - target
    second = rewards[1] - beta * np.log(2 * (1 - policy)) - target
    losses = (first**2 + second**2) / 2
    return float(losses.min()), float(policy[losses.argmin()])


def test_residual_regression_fails_with_a_stochastic_tool():
    beta = 0.5
    optimum = exp(1 / beta) / (exp(1 / beta) + 1)
    shown(3, optimum)
    fits = {}
    for start in np.linspace(0.2, 0.4, 81):
        after_x, policy = least_residual(start, (1, 0), beta)
        after_y, _ = least_residual(start, (0, 0), beta)
        fits[(after_x + after_y) / 2] = policy
    shown(3, fits[min(fits)])
    own_value = beta * log((exp(1 / beta) + 1) / 2)
    loss, restarted = least_residual(own_value, (1, 0), beta)
    assert restarted == pytest.approx(optimum, abs=1e-3)
    assert loss == pytest.approx(0, abs=1e-6)


def test_surplus_that_a_rare_token_needs():
    shown(2, 0.1 * log(1e8))


def test_mean_square_of_a_critic_error_adds():
    rng = np.random.default_rng(3)
    true = rng.uniform(size=200_000)
    reward = (rng.uniform(size=true.size) < true).astype(float)
    error = rng.normal(scale=0.2, size=true.size)
    assert ((reward - true - error) ** 2).mean() == pytest.approx(((reward - true) ** 2).mean() + 0.04, abs=2e-3)
    worse = rng.normal(scale=0.3, size=true.size)
    constant = reward.var()
    assert ((reward - true - error) ** 2).mean() < constant < ((reward - true - worse) ** 2).mean()


def test_figure_labels_match_the_sums():
    for name, row in profiles().items():
        assert f"sum {row.sum():.2f}" in actor_critic_noise_profile.LABELS, name
