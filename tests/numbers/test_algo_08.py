"""Every worked number of algo-08 (KL in GRPO), recomputed by enumeration."""

import numpy as np
import pytest

from scripts.figures import kl_estimator_gradients, kl_token_weights
from tests.numbers.shown import assert_shown

QUESTION = "algo-08"
BETA = 0.04
POLICY = np.array([0.7, 0.2, 0.1])
REFERENCE = np.array([0.5, 0.3, 0.2])
BEHAVIOUR = np.array([0.4, 0.35, 0.25])


def shown(places: int, *values: float) -> None:
    for value in values:
        assert_shown(QUESTION, float(value), places)


def kl(p: np.ndarray, q: np.ndarray) -> float:
    return float((p * np.log(p / q)).sum())


def estimators(p: np.ndarray, q: np.ndarray) -> dict[str, np.ndarray]:
    """k1, k2, k3 for every token."""
    u = np.log(p / q)
    return {"k1": u, "k2": u**2 / 2, "k3": q / p - 1 + u}


def on_logits(weights: np.ndarray, p: np.ndarray) -> np.ndarray:
    """Sum over tokens of weight times the score; the score of token a on softmax logits is e_a - p."""
    return weights - weights.sum() * p


def loss_weights(p: np.ndarray, q: np.ndarray) -> dict[str, np.ndarray]:
    """What differentiating each estimator multiplies the score by."""
    u = np.log(p / q)
    return {"k1": np.ones_like(p), "k2": u, "k3": 1 - q / p}


def numerical_gradient(function, logits: np.ndarray, step: float = 1e-6) -> np.ndarray:
    def at(z):
        return function(np.exp(z) / np.exp(z).sum())

    return np.array([(at(logits + step * e) - at(logits - step * e)) / (2 * step) for e in np.eye(len(logits))])


TRUE = on_logits(POLICY * estimators(POLICY, REFERENCE)["k1"], POLICY)


def test_true_gradient_is_the_derivative_of_the_reverse_kl():
    assert TRUE == pytest.approx(numerical_gradient(lambda p: kl(p, REFERENCE), np.log(POLICY)), abs=1e-8)
    shown(4, kl(POLICY, REFERENCE), kl(REFERENCE, POLICY), *TRUE)
    shown(5, np.log(0.7 / 0.5), kl(POLICY, REFERENCE))


def test_estimator_values_means_and_spreads():
    for value in estimators(POLICY, REFERENCE).values():
        mean = (POLICY * value).sum()
        shown(4, *value, mean, np.sqrt((POLICY * (value - mean) ** 2).sum()))
    assert (POLICY * estimators(POLICY, REFERENCE)["k3"]).sum() == pytest.approx(kl(POLICY, REFERENCE))


def test_gradient_of_each_estimator_in_the_loss():
    gradient = {k: on_logits(POLICY * w, POLICY) for k, w in loss_weights(POLICY, REFERENCE).items()}
    assert gradient["k1"] == pytest.approx(np.zeros(3), abs=1e-12)
    assert gradient["k2"] == pytest.approx(TRUE)
    assert gradient["k3"] == pytest.approx(POLICY - REFERENCE)
    assert gradient["k3"] == pytest.approx(
        numerical_gradient(lambda p: kl(REFERENCE, p), np.log(POLICY)), abs=1e-8
    )
    shown(1, *gradient["k3"])


def test_gradient_of_each_estimator_in_the_reward():
    gradient = {k: on_logits(POLICY * v, POLICY) for k, v in estimators(POLICY, REFERENCE).items()}
    assert gradient["k1"] == pytest.approx(TRUE)
    assert gradient["k3"] == pytest.approx(TRUE - (POLICY - REFERENCE))
    shown(4, *gradient["k2"], *gradient["k3"])


def test_k2_in_the_reward_pushes_the_wrong_way_on_the_example():
    gradient = on_logits(POLICY * estimators(POLICY, REFERENCE)["k2"], POLICY)
    assert gradient @ TRUE < 0


def test_product_rule_loss_half_plus_reward_half():
    for name in ("k1", "k3"):
        loss = on_logits(POLICY * loss_weights(POLICY, REFERENCE)[name], POLICY)
        reward = on_logits(POLICY * estimators(POLICY, REFERENCE)[name], POLICY)
        assert loss + reward == pytest.approx(TRUE)


def test_off_policy_gradients():
    ratio = POLICY / BEHAVIOUR
    shown(2, ratio[0])
    shown(3, ratio[1])
    shown(1, ratio[2])
    weight, value = loss_weights(POLICY, REFERENCE), estimators(POLICY, REFERENCE)

    def detached(name, r):
        return on_logits(BEHAVIOUR * r * weight[name], POLICY)

    def attached(name):
        return on_logits(BEHAVIOUR * ratio * (weight[name] + value[name]), POLICY)

    shown(2, *detached("k1", 1)[1:])
    shown(1, detached("k1", 1)[0])
    shown(4, *detached("k2", 1), *detached("k3", 1), *attached("k2"))
    assert detached("k3", ratio) == pytest.approx(POLICY - REFERENCE)
    for exact in (attached("k1"), attached("k3"), detached("k2", ratio)):
        assert exact == pytest.approx(TRUE)


def test_attached_k3_and_detached_k2_agree_sample_by_sample():
    weight, value = loss_weights(POLICY, REFERENCE), estimators(POLICY, REFERENCE)
    assert weight["k3"] + value["k3"] == pytest.approx(weight["k2"])
    assert weight["k1"] + value["k1"] == pytest.approx(weight["k2"] + 1)


def test_off_policy_means():
    value = estimators(POLICY, REFERENCE)
    shown(4, (BEHAVIOUR * value["k1"]).sum(), (BEHAVIOUR * value["k3"]).sum())
    assert (BEHAVIOUR * value["k1"]).sum() < 0
    assert (BEHAVIOUR * POLICY / BEHAVIOUR * value["k3"]).sum() == pytest.approx(kl(POLICY, REFERENCE))


def test_gaussian_spreads():
    for m, places in ((0.1, (0, 2, 2)), (1.0, (2, 2, 2))):
        exact = m**2 / 2
        spread = (m, np.sqrt(m**4 / 2 + m**6 / 4), np.sqrt(np.exp(m**2) - 1 - m**2))
        for sd, digits in zip(spread, places, strict=True):
            shown(digits, sd / exact)
    shown(2, 100 * 0.1**2 / 4)
    shown(0, 100 * 1.0**2 / 4)


def test_gaussian_formulas_by_quadrature():
    x, w = np.polynomial.hermite_e.hermegauss(80)
    w = w / w.sum()
    for m in (0.1, 1.0):
        log_rho = m * x - m**2 / 2
        k1, k2, k3 = -log_rho, log_rho**2 / 2, np.exp(log_rho) - 1 - log_rho
        sd = [np.sqrt((w * (k - (w * k).sum()) ** 2).sum()) for k in (k1, k2, k3)]
        assert sd == pytest.approx([m, np.sqrt(m**4 / 2 + m**6 / 4), np.sqrt(np.exp(m**2) - 1 - m**2)])
        assert (w * k2).sum() / (m**2 / 2) - 1 == pytest.approx(m**2 / 4)


def test_k3_becomes_noisier_than_k1():
    low, high = 0.5, 3.0
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (low, middle) if np.exp(middle) > 1 + 2 * middle else (middle, high)
    shown(2, low / 2)


def test_one_rare_token_makes_k3_the_noisier_one_at_a_tiny_kl():
    p, q = np.array([1 - 1e-6, 1e-6]), np.array([0.999, 0.001])
    spread = {k: np.sqrt((p * (v - kl(p, q)) ** 2).sum()) for k, v in estimators(p, q).items()}
    shown(3, *q, kl(p, q), spread["k3"])
    shown(4, spread["k1"])
    assert spread["k3"] > 100 * spread["k1"]


def test_k2_in_the_reward_is_the_gradient_of_something_negative():
    def potential(p):
        return (p * estimators(p, REFERENCE)["k2"]).sum() - kl(p, REFERENCE)

    gradient = on_logits(POLICY * estimators(POLICY, REFERENCE)["k2"], POLICY)
    assert gradient == pytest.approx(numerical_gradient(potential, np.log(POLICY)), abs=1e-8)
    assert potential(REFERENCE) == pytest.approx(0) and potential(POLICY) < 0


def test_without_a_ratio_the_loss_follows_the_mean_under_the_behaviour_policy():
    weight = loss_weights(POLICY, REFERENCE)
    for name in ("k1", "k2", "k3"):
        mean = numerical_gradient(lambda p, k=name: (BEHAVIOUR * estimators(p, REFERENCE)[k]).sum(), np.log(POLICY))
        assert on_logits(BEHAVIOUR * weight[name], POLICY) == pytest.approx(mean, abs=1e-8)
    assert on_logits(BEHAVIOUR * weight["k1"], POLICY) == pytest.approx(BEHAVIOUR - POLICY)
    for p in np.random.default_rng(0).dirichlet(np.ones(3), 1000):
        value = estimators(p, REFERENCE)
        assert min((BEHAVIOUR * value["k2"]).sum(), (BEHAVIOUR * value["k3"]).sum()) > 0


def test_tail_example():
    p, q = np.array([0.99, 0.01]), np.array([0.5, 0.5])
    value, weight = estimators(p, q), loss_weights(p, q)
    true = on_logits(p * value["k1"], p)[0]
    loss = on_logits(p * weight["k3"], p)[0]
    clamped = on_logits(p * np.where(value["k3"] > 10, 0, weight["k3"]), p)[0]
    shown(3, value["k3"][0])
    shown(2, value["k3"][1], loss, np.sqrt((p * (value["k3"] - kl(p, q)) ** 2).sum()))
    shown(3, np.sqrt((p * (value["k1"] - kl(p, q)) ** 2).sum()))
    shown(4, true, on_logits(p * value["k3"], p)[0], clamped)
    shown(1, loss / true, true / clamped)


def test_clamp_threshold():
    low, high = 1.0, 5.0
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (low, middle) if np.exp(middle) - 1 - middle > 10 else (middle, high)
    shown(1, np.exp(low))


def test_two_step_tree():
    first, first_ref = np.array([0.6, 0.4]), np.array([0.5, 0.5])
    second = [(np.array([0.9, 0.1]), np.array([0.7, 0.3])), (np.array([0.2, 0.8]), np.array([0.5, 0.5]))]

    def first_step(branches):
        later = np.array([kl(p, q) for p, q in branches])
        local = np.log(first / first_ref)
        whole = local + later
        return (first * whole).sum(), on_logits(first * local, first)[0], on_logits(first * whole, first)[0]

    total, token_level, true = first_step(second)
    _, _, swapped = first_step(second[::-1])
    shown(4, total, token_level, true, swapped)
    shown(0, 100 * (token_level / true - 1), 100 * (1 - token_level / swapped))


def test_kl_in_the_reward_of_a_solved_group():
    rewards = 1 - BETA * np.array([0.5, 0.1, 0.3, 0.1])
    shown(2, rewards[0])
    shown(3, *rewards[1:], rewards.max() - rewards.min())
    shown(4, *((rewards - rewards.mean()) / rewards.std()))
    shown(4, (rewards[0] - rewards.mean()) / rewards.std(ddof=1))


def test_effective_beta():
    shown(2, BETA * np.sqrt(0.5 * 0.5))
    shown(3, BETA * np.sqrt(0.1 * 0.9))
    shown(4, BETA * np.sqrt(0.02 * 0.98))


def test_how_far_a_small_beta_lets_the_optimum_go():
    start, factor = 1e-6, np.exp(1 / BETA)
    optimum = start * factor / (start * factor + 1 - start)
    cost = BETA * kl(np.array([optimum, 1 - optimum]), np.array([start, 1 - start]))
    shown(1, factor / 1e10)
    shown(6, optimum)
    shown(2, cost)


def test_logits_for_the_exact_kl():
    shown(1, 8 * 4096 * 151936 * 4 / 1e9)


def test_figures_agree_with_the_page():
    at = kl_estimator_gradients.curves(np.array([0.99]))
    shown(4, at["true"][0], at["k3 reward"][0])
    shown(2, at["k3 loss"][0])
    weights = kl_token_weights.weights(np.array([-np.log(14.0), -np.log(13.0)]))
    assert weights["k3 clamped"] == pytest.approx([0.0, -12.0])
