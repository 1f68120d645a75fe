"""Every worked number of algo-02 (KL, cross-entropy and maximum likelihood), recomputed from the formulas."""

from itertools import product

import numpy as np
import pytest

from scripts.figures import kl_cross_entropy_modes as modes
from scripts.figures import kl_cross_entropy_targets as targets
from tests.numbers.shown import assert_shown

QUESTION = "algo-02"
P = np.array([0.5, 0.3, 0.2])
Q = np.array([0.4, 0.4, 0.2])
REFERENCE = np.array([0.7, 0.2, 0.1])
REWARD = np.array([0.0, 1.0, 1.0])


def shown(places: int, *values: float) -> None:
    for value in values:
        assert_shown(QUESTION, float(value), places)


def cross_entropy(p: np.ndarray, q: np.ndarray) -> float:
    return float(-(p * np.log(q)).sum())


def kl(p: np.ndarray, q: np.ndarray) -> float:
    return float((p * np.log(p / q)).sum())


def softmax(z: np.ndarray) -> np.ndarray:
    e = np.exp(z - z.max())
    return e / e.sum()


def numerical_gradient(function, z: np.ndarray, step: float = 1e-6) -> np.ndarray:
    return np.array([(function(z + step * e) - function(z - step * e)) / (2 * step) for e in np.eye(len(z))])


def on_logits(weights: np.ndarray, p: np.ndarray) -> np.ndarray:
    """Sum over tokens of weight times the score; the score of token a on softmax logits is e_a - p."""
    return weights - weights.sum() * p


def tilted(beta: float, reward: np.ndarray = REWARD) -> tuple[np.ndarray, float]:
    """The optimum of reverse-KL-regularised RL and log Z."""
    weight = REFERENCE * np.exp(reward / beta)
    return weight / weight.sum(), float(np.log(weight.sum()))


def test_identity_values_and_perplexity():
    shown(4, cross_entropy(P, P), cross_entropy(P, Q), kl(P, Q), kl(Q, P), kl(P, Q) / np.log(2), np.log(2))
    shown(3, np.exp(cross_entropy(P, Q)), np.exp(cross_entropy(P, P)))
    assert cross_entropy(P, Q) == pytest.approx(cross_entropy(P, P) + kl(P, Q))


def test_special_targets():
    shown(4, -np.log(Q[1]))
    vocabulary, epsilon = 151936, 0.1
    hit, miss = 1 - epsilon + epsilon / vocabulary, epsilon / vocabulary
    shown(3, -(hit * np.log(hit) + (vocabulary - 1) * miss * np.log(miss)))


def test_both_directions_agree_to_second_order():
    quadratic = ((Q - P) ** 2 / P).sum() / 2
    shown(4, quadratic)
    for scale in (1e-2, 1e-3):
        near = P + scale * (Q - P)
        for value in (kl(P, near), kl(near, P)):
            assert value == pytest.approx(scale**2 * quadratic, rel=scale)


def test_mean_log_likelihood_of_counts_is_minus_the_cross_entropy():
    samples = [0] * 5 + [1] * 3 + [2] * 2
    mean = np.mean([np.log(Q[x]) for x in samples])
    assert mean == pytest.approx(-cross_entropy(P, Q))
    shown(4, mean)


def test_logit_gradients():
    soft = numerical_gradient(lambda z: cross_entropy(P, softmax(z)), np.log(Q))
    assert soft == pytest.approx(Q - P, abs=1e-8)
    assert numerical_gradient(lambda z: kl(P, softmax(z)), np.log(Q)) == pytest.approx(soft, abs=1e-8)
    hard = numerical_gradient(lambda z: -np.log(softmax(z)[1]), np.log(Q))
    shown(1, *soft[:2], *hard)


def test_hard_labels_are_unbiased_and_noisy():
    per_label = np.array([Q - e for e in np.eye(3)])
    mean = P @ per_label
    assert mean == pytest.approx(Q - P)
    variance = (P * ((per_label - mean) ** 2).sum(1)).sum()
    assert variance == pytest.approx(1 - (P**2).sum())
    shown(2, variance, (mean**2).sum())


def test_chain_rule_and_prefixes():
    p_first, q_first = np.array([0.6, 0.4]), np.array([0.5, 0.5])
    p_next, q_next = np.array([[0.9, 0.1], [0.2, 0.8]]), np.array([[0.7, 0.3], [0.5, 0.5]])
    p_joint, q_joint = (p_first[:, None] * p_next).ravel(), (q_first[:, None] * q_next).ravel()
    later = np.array([kl(a, b) for a, b in zip(p_next, q_next, strict=True)])
    first = kl(p_first, q_first)
    assert kl(p_joint, q_joint) == pytest.approx(first + p_first @ later)
    shown(4, first, *later, p_first @ later, kl(p_joint, q_joint), first + q_first @ later, kl(q_joint, p_joint))


def test_moving_teacher():
    hint = np.log(P / Q)

    def both_moving(objective):
        return numerical_gradient(lambda z: objective(softmax(z + hint), softmax(z)), np.log(Q))

    shown(4, *both_moving(cross_entropy), *both_moving(kl))
    sharpening = numerical_gradient(lambda z: cross_entropy(softmax(z + hint), softmax(z + hint)), np.log(Q))
    assert both_moving(cross_entropy) - both_moving(kl) == pytest.approx(sharpening, abs=1e-8)


def test_cross_entropy_under_the_model_collapses():
    gradient = numerical_gradient(lambda z: cross_entropy(softmax(z), P), np.log(P))
    assert numerical_gradient(lambda z: kl(softmax(z), P), np.log(P)) == pytest.approx(np.zeros(3), abs=1e-8)
    shown(4, *gradient, -np.log(P.max()), cross_entropy(P, P))
    for q in np.random.default_rng(0).dirichlet(np.ones(3), 1000):
        assert cross_entropy(q, P) >= -np.log(P.max())


def test_two_mode_fit():
    x = np.linspace(-30, 30, 60001)
    width = x[1] - x[0]
    log_target = modes.log_target(x)
    target = np.exp(log_target)

    def both(mean, spread):
        log_fit = modes.log_normal(x, mean, spread)
        fit = np.exp(log_fit)
        return (target * (log_target - log_fit)).sum() * width, (fit * (log_fit - log_target)).sum() * width

    assert (target * x).sum() * width == pytest.approx(0, abs=1e-9)
    shown(2, (target * x**2).sum() * width, modes.FORWARD[1])
    broad, narrow = both(*modes.FORWARD), both(*modes.REVERSE)
    shown(4, *broad, narrow[1])
    shown(2, narrow[0])
    grid = [(m, s) for m in np.arange(0, 3.01, 0.25) for s in np.arange(0.3, 3.01, 0.1)]
    assert min(both(m, s)[0] for m, s in grid) > broad[0] - 1e-6
    best = min(grid, key=lambda fit: both(*fit)[1])
    assert best == pytest.approx(modes.REVERSE)
    inside = np.abs(x) < 1
    fit = np.exp(modes.log_normal(x, *modes.FORWARD))
    assert f"{100 * (fit * inside).sum() * width:.0f}% of its mass" in modes.LABELS
    assert f"has {100 * (target * inside).sum() * width:.0f}%" in modes.LABELS


def test_regularised_rl_is_a_reverse_kl():
    policy = np.array([0.2, 0.5, 0.3])
    optimum, log_z = tilted(1.0)
    value = policy @ REWARD - kl(policy, REFERENCE)
    assert value == pytest.approx(log_z - kl(policy, optimum))
    shown(4, np.exp(log_z), *optimum, log_z, value, kl(policy, REFERENCE), kl(policy, optimum))
    optimum, log_z = tilted(0.1)
    shown(4, *optimum, 0.1 * log_z)


def test_best_of_n_is_a_tilted_reference():
    n, kept = 4, np.zeros(3)
    for draw in product(range(3), repeat=n):
        pool = [a for a in draw if REWARD[a]] or list(draw)
        for answer in pool:
            kept[answer] += np.prod(REFERENCE[list(draw)]) / len(pool)

    def factor(s):
        return (1 - (1 - s) ** n) / (s * (1 - s) ** (n - 1))

    beta = 1 / np.log(factor(0.3))
    assert kept == pytest.approx(tilted(beta)[0])
    shown(3, factor(0.3), beta, 1 / np.log(factor(0.9)))
    shown(4, *kept)


def test_binary_reward_gradient_is_the_likelihood_gradient_times_the_success_rate():
    reward = np.array([1.0, 0.0, 1.0])
    success = P @ reward
    shown(1, success)
    rl = numerical_gradient(lambda z: softmax(z) @ reward, np.log(P))
    likelihood = numerical_gradient(lambda z: np.log(softmax(z) @ reward), np.log(P))
    assert rl == pytest.approx(success * likelihood, abs=1e-8)
    assert likelihood == pytest.approx(P * reward / success - P, abs=1e-8)
    shown(2, *rl)
    shown(4, likelihood[0], likelihood[2])
    shown(1, likelihood[1])
    assert 0.7 / 0.01 == pytest.approx(70)


def test_mean_over_successes_truncates_the_likelihood_series():
    success, n = 0.1, 8
    weight = (1 - (1 - success) ** n) / success
    shown(3, weight)
    assert weight == pytest.approx(sum((1 - success) ** (k - 1) for k in range(1, n + 1)))
    assert 1 < 1 / np.sqrt(success * (1 - success)) < 1 / success == 10


def test_mean_over_successes_by_enumeration():
    reward, n = np.array([1.0, 0.0, 1.0]), 3
    expected = np.zeros(3)
    for draw in product(range(3), repeat=n):
        hits = [a for a in draw if reward[a]]
        if hits:
            expected += np.prod(P[list(draw)]) * np.mean([np.eye(3)[a] - P for a in hits], axis=0)
    success = P @ reward
    assert expected == pytest.approx((1 - (1 - success) ** n) * (P * reward / success - P))


def test_optima_of_both_penalties():
    for beta in (1.0, 0.1, 0.01):
        shown(3, *targets.reverse_optimum(beta), *targets.forward_optimum(beta))
    shown(0, np.exp(0.1 / 0.01))
    for optimum in (targets.reverse_optimum, targets.forward_optimum):
        equal = optimum(0.05, reward=REWARD)
        assert equal[1] / equal[2] == pytest.approx(2)


def test_the_drawn_optima_maximise_their_objectives():
    for beta in (1.0, 0.1):
        reverse, forward = targets.reverse_optimum(beta), targets.forward_optimum(beta)
        assert forward.sum() == pytest.approx(1)
        for policy in np.random.default_rng(1).dirichlet(np.ones(3), 500):
            gain = (reverse - policy) @ targets.REWARD
            assert gain > beta * (kl(reverse, targets.REFERENCE) - kl(policy, targets.REFERENCE))
            gain = (forward - policy) @ targets.REWARD
            assert gain > beta * (kl(targets.REFERENCE, forward) - kl(targets.REFERENCE, policy))


def test_sampled_estimators_as_losses():
    reference = np.array([0.25, 0.25, 0.5])
    u = np.log(P / reference)
    true = numerical_gradient(lambda z: kl(softmax(z), reference), np.log(P))
    assert on_logits(P * u, P) == pytest.approx(true, abs=1e-8)  # k2: the right gradient, a biased value
    assert abs((P * u**2).sum() / 2 - kl(P, reference)) > 0.005
    assert (P * (reference / P - 1 + u)).sum() == pytest.approx(kl(P, reference))
    assert on_logits(P, P) == pytest.approx(np.zeros(3), abs=1e-12)
    k3 = on_logits(P * (1 - reference / P), P)
    assert k3 == pytest.approx(P - reference)
    assert k3[1] * true[1] < 0
    shown(4, *true)
    shown(2, *k3)


def test_pytorch_reductions():
    def kl_div(log_input, target, log_target):
        with np.errstate(invalid="ignore"):
            return np.exp(target) * (target - log_input) if log_target else target * (np.log(target) - log_input)

    log_p, log_q = np.log(P), np.log(Q)
    shown(4, kl_div(log_q, log_p, True).sum(), kl_div(log_p, log_q, True).sum())
    assert np.isnan(kl_div(log_q, log_p, False).sum())
    filled = kl_div(np.broadcast_to(log_q, (2, 4, 3)), np.broadcast_to(log_p, (2, 4, 3)), True)
    shown(4, filled.mean(), filled.sum() / 2)


def test_token_weights_of_two_means():
    lengths = np.array([2, 8])
    shown(1, 1 / lengths.sum())
    per_answer = 1 / (len(lengths) * lengths)
    shown(2, per_answer[0])
    shown(4, per_answer[1])
    assert per_answer[0] / per_answer[1] == pytest.approx(4)


def test_share_of_tool_tokens():
    shown(0, 100 * 1800 / (200 + 1800))


def test_no_triangle_inequality():
    a, b, c = np.array([0.5, 0.5]), np.array([0.25, 0.75]), np.array([0.1, 0.9])
    shown(3, kl(a, c), kl(a, b), kl(b, c), kl(a, b) + kl(b, c))
    assert kl(a, c) > kl(a, b) + kl(b, c)


def test_nats_per_byte():
    shown(2, 1.0 / 4)
    shown(3, 0.8 / 3)
    assert 0.8 / 3 > 1.0 / 4


def test_squared_error_fades():
    def sigmoid(z):
        return 1 / (1 + np.exp(-z))

    logit = np.log(0.01 / 0.99)
    shown(2, numerical_gradient(lambda z: -np.log(sigmoid(z[0])), np.array([logit]))[0])
    shown(4, numerical_gradient(lambda z: (1 - sigmoid(z[0])) ** 2, np.array([logit]))[0])


def test_temperature_factor():
    teacher = np.array([2.0, 0.0, -1.0])
    for temperature in (1, 2, 4):
        gradient = numerical_gradient(
            lambda z, t=temperature: cross_entropy(softmax(teacher / t), softmax(z / t)), np.zeros(3)
        )
        shown(4, gradient[0], gradient[0] * temperature**2)


def test_dft_rescales_the_hard_label_gradient():
    probability = numerical_gradient(lambda z: -softmax(z)[1], np.log(Q))
    assert probability == pytest.approx(Q[1] * (Q - np.eye(3)[1]), abs=1e-8)
    shown(2, *probability)


def test_reward_that_equalises_two_correct_answers():
    bonus = 0.1 * np.log(2)
    shown(3, bonus)
    optimum = targets.reverse_optimum(0.1, reward=np.array([0.0, 1.0, 1.0 + bonus]))
    assert optimum[1] == pytest.approx(optimum[2])
