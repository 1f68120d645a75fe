"""Every worked number of algo-14 (trust regions), recomputed from the formulas."""

import itertools
from math import floor, log, sqrt

import numpy as np
import pytest

from scripts.figures import trust_region_anchors
from tests.numbers.shown import assert_shown

QUESTION = "algo-14"
EPSILON = 0.2
TV_LIMIT, KL_LIMIT = 0.15, 0.05


def shown(places: int, *values: float) -> None:
    for value in values:
        assert_shown(QUESTION, float(value), places)


def softmax(z: np.ndarray) -> np.ndarray:
    return np.exp(z) / np.exp(z).sum()


def kl(p: np.ndarray, q: np.ndarray) -> float:
    return float((p * np.log(p / q)).sum())


def tv(p: np.ndarray, q: np.ndarray) -> float:
    return float(np.abs(p - q).sum() / 2)


def binary_kl(mu: float, pi: float) -> float:
    return kl(np.array([mu, 1 - mu]), np.array([pi, 1 - pi]))


def clipped(advantage: float, ratio: float) -> tuple[float, bool]:
    """PPO's value for one token, and whether the token keeps its gradient."""
    value = min(ratio * advantage, min(max(ratio, 1 - EPSILON), 1 + EPSILON) * advantage)
    return value, not (advantage > 0 and ratio > 1 + EPSILON or advantage < 0 and ratio < 1 - EPSILON)


def test_trpo_penalty_is_huge():
    constant = 4 * 1 * 0.99 / (1 - 0.99) ** 2
    shown(0, constant, constant * 0.01)


def test_trpo_step_by_hand():
    logits, delta = np.array([1, 0.2, -0.5]), 0.01
    p = softmax(logits)
    advantage = np.array([1, -0.5, -0.3])
    advantage = advantage - p @ advantage
    shown(6, *p, *advantage)
    gradient, fisher = p * advantage, np.diag(p) - np.outer(p, p)
    numerical = [(softmax(logits + 1e-6 * e) - softmax(logits - 1e-6 * e)) @ advantage / 2e-6 for e in np.eye(3)]
    assert gradient == pytest.approx(numerical, abs=1e-8)
    natural = np.linalg.pinv(fisher) @ gradient
    assert natural == pytest.approx(advantage - advantage.mean())
    shown(6, *natural, gradient @ natural, sqrt(2 * delta / (gradient @ natural)))
    step = sqrt(2 * delta / (gradient @ natural)) * natural
    assert step @ fisher @ step / 2 == pytest.approx(delta)
    new = softmax(logits + step)
    shown(6, *step, *new, kl(p, new))
    shown(4, *(new / p))
    assert kl(p, new) < delta and new @ advantage > 0


def test_total_variation_is_half_the_mean_ratio_gap():
    mu, new = np.array([0.7, 0.2, 0.1]), np.array([0.5, 0.3, 0.2])
    gap = np.abs(new / mu - 1)
    assert mu @ gap / 2 == pytest.approx(tv(mu, new))
    shown(4, gap[0], kl(mu, new), sqrt(kl(mu, new) / 2))
    shown(1, gap[1], tv(mu, new))
    assert tv(mu, new) < sqrt(kl(mu, new) / 2)


def tree(rng: np.random.Generator, tokens: int, words: int) -> dict[tuple[int, ...], np.ndarray]:
    prefixes = (prefix for t in range(tokens) for prefix in itertools.product(range(words), repeat=t))
    return {prefix: rng.dirichlet(np.ones(words)) for prefix in prefixes}


def test_surrogate_error_and_both_bounds_on_random_trees():
    """Every answer of three tokens over three words is enumerated; |R| ≤ ξ = 1."""
    rng = np.random.default_rng(0)
    length, words = 3, 3
    for _ in range(50):
        mu, mixed = tree(rng, length, words), tree(rng, length, words)
        share = rng.uniform(0, 1)
        new = {s: (1 - share) * mu[s] + share * mixed[s] for s in mu}
        change = surrogate = error = mean_distance = 0.0
        for answer in itertools.product(range(words), repeat=length):
            reward = rng.choice([-1.0, 1.0])
            ratios = np.array([new[answer[:t]][answer[t]] / mu[answer[:t]][answer[t]] for t in range(length)])
            probability = np.prod([mu[answer[:t]][answer[t]] for t in range(length)])
            prefix = np.concatenate([[1.0], np.cumprod(ratios)[:-1]])
            assert ratios.prod() - 1 == pytest.approx(((ratios - 1) * prefix).sum())
            change += probability * reward * (ratios.prod() - 1)
            surrogate += probability * reward * (ratios - 1).sum()
            error -= probability * reward * ((ratios - 1) * (prefix - 1)).sum()
            mean_distance += probability * sum(tv(mu[answer[:t]], new[answer[:t]]) for t in range(length))
        assert surrogate - change == pytest.approx(error)
        largest = max(tv(mu[s], new[s]) for s in mu)
        assert abs(error) <= 2 * length * (length - 1) * largest**2 + 1e-12
        assert abs(error) <= 4 * mean_distance + 1e-12
        assert max(abs(change), abs(surrogate)) <= 2 * mean_distance + 1e-12


def test_dppo_bound_is_vacuous_at_its_threshold():
    def bound(tokens: int, distance: float) -> float:
        return 2 * tokens * (tokens - 1) * distance**2

    for tokens, places in ((100, 7), (1000, 8)):
        shown(places, 1 / sqrt(2 * tokens * (tokens - 1)))
    shown(1, bound(100, TV_LIMIT))
    shown(0, bound(1000, TV_LIMIT))
    assert bound(100, TV_LIMIT) > 2
    assert 4 * 1000 * 0.001 == pytest.approx(4)
    turns = 200 * 500
    assert turns == 100_000 and 1 / sqrt(2 * turns * (turns - 1)) == pytest.approx(7.07e-6, rel=1e-3)


def test_binary_divergence_can_miss_everything():
    mu, new = np.array([0.5, 0.3, 0.1, 0.1]), np.array([0.5, 0.1, 0.3, 0.1])
    assert mu[0] == new[0]
    shown(1, tv(mu, new))


@pytest.mark.parametrize(
    ("mu", "pi", "masked"),
    [
        (0.5, 0.7, {"PPO", "TV", "KL"}),
        (0.3, 0.42, {"PPO"}),
        (0.05, 0.3, {"PPO", "TV", "KL"}),
        (0.99, 0.8, {"TV", "KL"}),
    ],
)
def test_who_masks_a_token(mu, pi, masked):
    advantage = 1 if pi > mu else -1
    shown(2, abs(pi - mu))
    shown(4, binary_kl(mu, pi))
    shown(3 if pi < mu else 0 if mu < 0.1 else 1, pi / mu)
    who = set() if clipped(advantage, pi / mu)[1] else {"PPO"}
    who |= {"TV"} if abs(pi - mu) > TV_LIMIT else set()
    who |= {"KL"} if binary_kl(mu, pi) > KL_LIMIT else set()
    assert who == masked


def test_dppo_band_equals_ppo_band_at_three_quarters():
    assert TV_LIMIT / 0.75 == pytest.approx(EPSILON)


@pytest.mark.parametrize(
    ("mu", "prox", "pi", "advantage", "decoupled", "coupled"),
    [
        (0.2, 0.25, 0.35, 1, (1.5, 0), (1.2, 0)),
        (0.2, 0.25, 0.35, -1, (-1.75, -1.75), (-1.75, -1.75)),
        (0.1, 0.3, 0.31, 1, (3.1, 3.1), (1.2, 0)),
        (0.4, 0.2, 0.19, -1, (-0.475, -0.475), (-0.8, 0)),
    ],
)
def test_decoupled_against_coupled_clip(mu, prox, pi, advantage, decoupled, coupled):
    weight, ratio = prox / mu, pi / prox
    value, alive = clipped(advantage, ratio)
    assert (weight * value, weight * ratio * advantage * alive) == pytest.approx(decoupled)
    value, alive = clipped(advantage, pi / mu)
    assert (value, pi / mu * advantage * alive) == pytest.approx(coupled)
    for number in (weight, ratio, *decoupled, *coupled):
        places = next(n for n in range(5) if round(number, n) == pytest.approx(round(number, 4)))
        shown(places, number)


def test_row_three_is_outside_dppos_region():
    assert 0.31 - 0.1 > TV_LIMIT
    shown(2, 0.31 - 0.1)


def test_admission_rule_and_capacity():
    batch, version, cap = 512, 3, 4
    assert floor((4096 - 1) / batch) == 7 <= version + cap
    assert floor((4097 - 1) / batch) == 8 > version + cap
    assert (cap + version + 1) * batch == 4096
    shown(0, 4096, 4097)


def test_small_steps_add_up_beyond_the_limit():
    assert 8 * 0.02 > TV_LIMIT
    shown(2, 8 * 0.02)


def test_two_sided_mask_drops_what_ppo_keeps():
    ratio, advantage = 1.5, -1
    assert not 0.8 < ratio < 1.28
    value, alive = clipped(advantage, ratio)
    assert alive and value == pytest.approx(-1.5)
    shown(1, value)


def test_skipping_the_recomputation_saves_one_forward_of_four():
    forward, backward, recomputation = 1, 2, 1
    assert recomputation / (recomputation + forward + backward) == pytest.approx(1 / 4)


def test_interpolated_proximal_policy():
    alpha = (9 - 6) / (10 - 6)
    prox = 0.1 * (0.31 / 0.1) ** alpha
    assert log(prox) == pytest.approx(log(0.1) + alpha * (log(0.31) - log(0.1)))
    shown(2, alpha)
    shown(4, prox, 0.31 / prox)
    assert not clipped(1, 0.31 / prox)[1] and clipped(1, 0.31 / 0.3)[1]
    edge = (1 + EPSILON) ** (1 / (1 - alpha))
    shown(4, edge)
    for current in np.linspace(0.11, 0.9, 80):
        assert current / (0.1 * (current / 0.1) ** alpha) == pytest.approx((current / 0.1) ** (1 - alpha))
        assert clipped(1, (current / 0.1) ** (1 - alpha))[1] == (current / 0.1 <= edge)


def test_decoupled_stays_within_one_point_up_to_eight():
    decoupled = {1: 42.1, 4: 42.2, 8: 41.0, 16: 38.7}
    shown(1, 42.0, *decoupled.values())
    assert all((42.0 - score <= 1.0 + 1e-9) == (cap <= 8) for cap, score in decoupled.items())


def test_reported_saving_in_time():
    shown(0, 100 * (1 - 163 / 207))


def test_figure_edges():
    good, bad = trust_region_anchors.edges(1), trust_region_anchors.edges(-1)
    assert good == pytest.approx({"PPO": 0.12, "DPPO": 0.25, "decoupled": 0.36})
    assert bad == pytest.approx({"PPO": 0.08, "DPPO": 0.0, "decoupled": 0.24})
    for edge in (*good.values(), bad["PPO"], bad["decoupled"]):
        shown(2, edge)
    for method, edge in good.items():
        probability = edge + 1e-6
        centre = trust_region_anchors.PROXIMAL if method == "decoupled" else trust_region_anchors.BEHAVIOUR
        outside = probability - centre > TV_LIMIT if method == "DPPO" else not clipped(1, probability / centre)[1]
        assert outside
