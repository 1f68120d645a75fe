"""Every worked number of algo-04, recomputed from the formulas the page states."""

from itertools import product
from math import comb, erf, exp, log, sqrt

import numpy as np
import pytest

from scripts.figures import sampling_corrections, sampling_length
from tests.numbers.shown import assert_shown, page_text, up_to_date

QUESTION = "algo-04"
PI = np.array([0.6, 0.3, 0.1])
MU = np.array([0.2, 0.3, 0.5])
REWARD = np.array([1.0, 0.0, 2.0])
WEIGHT = PI / MU
TARGET = float(PI @ REWARD)
RULES = {
    "none": np.ones(3),
    "exact": WEIGHT,
    "truncated": np.minimum(WEIGHT, 2),
    "band": np.where((WEIGHT >= 0.5) & (WEIGHT <= 2), WEIGHT, 0.0),
}


def shown(places: int, *values: float) -> None:
    for value in values:
        assert_shown(QUESTION, value, places)


def in_every_edition(text: str) -> None:
    for edition in up_to_date(QUESTION):
        assert text in page_text(QUESTION, edition), f"{QUESTION} ({edition}) does not show {text}"


def moments(weight: np.ndarray) -> tuple[float, float]:
    mean = float(MU @ (weight * REWARD))
    return mean, float(MU @ (weight * REWARD) ** 2) - mean**2


def ess(weights) -> float:
    weights = np.array(weights, float)
    return float(weights.sum() ** 2 / (weights**2).sum())


def gradient(weight: np.ndarray, kept: float = 1.0) -> np.ndarray:
    """Expected gradient on the logits under μ, advantages r − 0.8, a share `kept` of the samples drawn at random."""
    return (kept * MU * weight * (REWARD - TARGET)) @ (np.eye(3) - PI)


def normal_above(threshold: float) -> float:
    return 0.5 * (1 - erf(threshold / sqrt(2)))


def test_pass_at_k_and_its_plug_in():
    for k in (4, 8):
        unbiased = 1 - comb(13, k) / comb(16, k)
        plug_in = 1 - (1 - 3 / 16) ** k
        assert plug_in < unbiased
        shown(3, plug_in)
        shown(3 if k == 4 else 1, unbiased)


def test_plug_in_is_too_low_on_average():
    rate, n, k = 0.2, 16, 4
    chances = [comb(n, c) * rate**c * (1 - rate) ** (n - c) for c in range(n + 1)]
    plug_in = sum(chance * (1 - (1 - c / n) ** k) for c, chance in enumerate(chances))
    unbiased = sum(chance * (1 - comb(n - c, k) / comb(n, k)) for c, chance in enumerate(chances))
    assert unbiased == pytest.approx(1 - (1 - rate) ** k)
    assert plug_in < unbiased


def test_error_bars_of_aime():
    shown(1, 100 * sqrt(0.24 / 960), 100 * 0.4 / sqrt(30))


def test_importance_sampling_by_hand():
    shown(1, TARGET, moments(RULES["none"])[0], *WEIGHT[[2]])
    assert moments(WEIGHT)[0] == pytest.approx(TARGET)
    chi_squared = float(MU @ WEIGHT**2) - 1
    shown(2, chi_squared)
    shown(3, 1 / (1 + chi_squared))
    on_policy = float(PI @ REWARD**2) - TARGET**2
    shown(2, moments(WEIGHT)[1], on_policy)
    shown(1, moments(WEIGHT)[1] / on_policy, 1 + chi_squared)


def test_a_better_behaviour_policy_has_zero_variance():
    best = PI * REWARD / TARGET
    shown(2, best[0], best[2])
    returned = (PI * REWARD)[best > 0] / best[best > 0]
    assert returned == pytest.approx([TARGET, TARGET])


def test_ess_of_given_weights():
    shown(2, ess([1, 1, 1, 5]), ess([0.5, 1.5, 1, 1]))
    shown(3, ess([1, 1, 1, 5]) / 4, ess(np.minimum([1, 1, 1, 5], 2)) / 4)


def test_rules_on_the_example():
    for name, weight in RULES.items():
        mean, variance = moments(weight)
        normalised = mean / float(MU @ weight)
        if name == "band":
            assert mean == variance == 0
            continue
        shown(1, mean)
        shown(2, variance)
        shown(2 if name == "truncated" else 1, normalised)
    mean, variance = moments(RULES["truncated"])
    bias = mean - TARGET
    assert bias == pytest.approx(-float(MU @ (np.maximum(WEIGHT - 2, 0) * REWARD)))
    shown(1, bias)
    shown(2, bias**2)
    shown(0, (moments(WEIGHT)[1] - variance) / bias**2)
    assert float(MU @ (RULES["truncated"] ** 2 * REWARD**2)) <= 2 * float(PI @ REWARD**2)


def test_target_of_truncated_weights():
    for cap, expected in ((2, [0.5, 0.375, 0.125]), (3, PI), (0.2, MU)):
        mass = np.minimum(PI, cap * MU)
        assert mass / mass.sum() == pytest.approx(expected)
    in_every_edition("0.375")


def self_normalised(samples: int) -> tuple[float, float]:
    """Mean and variance over all tuples of answers."""
    mean = square = 0.0
    for answers in product(range(3), repeat=samples):
        drawn = list(answers)
        value = float((WEIGHT * REWARD)[drawn].sum() / WEIGHT[drawn].sum())
        chance = float(MU[drawn].prod())
        mean += chance * value
        square += chance * value**2
    return mean, square - mean**2


def test_self_normalised_weights_by_enumeration():
    shown(4, self_normalised(2)[0], self_normalised(4)[0], self_normalised(8)[0])
    shown(3, self_normalised(8)[1], moments(WEIGHT)[1] / 8)


def test_mask_beside_a_random_mask():
    truth = gradient(WEIGHT)
    assert truth == pytest.approx(PI * (REWARD - TARGET))
    dropped = float(MU @ (RULES["band"] == 0))
    assert dropped == pytest.approx(0.7)
    cases = {
        "none": (gradient(RULES["none"]), 2),
        "truncated": (gradient(RULES["truncated"]), 3),
        "band": (gradient(RULES["band"]), 3),
        "random": (gradient(WEIGHT, kept=1 - dropped), 3),
        "exact": (truth, 2),
    }
    for name, (found, places) in cases.items():
        shown(places, *np.abs(found[1:]))
        cosine = float(found @ truth / np.linalg.norm(found) / np.linalg.norm(truth))
        length = float(np.linalg.norm(found) / np.linalg.norm(truth))
        if name in ("none", "truncated", "band"):
            shown(3, cosine, length)
        else:
            assert cosine == pytest.approx(1)
    assert cases["none"][0][0] == pytest.approx(-0.2)
    assert np.linalg.norm(cases["random"][0]) == pytest.approx(0.3 * np.linalg.norm(truth))


def test_token_weight_can_have_the_wrong_sign():
    """A shared logit at the second token: P(1) = 0.5, 1 pays after X, 0 pays after Y."""
    slope = 0.25
    truth = slope * (0.7 - 0.3)
    token = sum(mass * 1.0 * sign * slope for mass, sign in ((0.3, 1), (0.7, -1)))
    prefix = sum(mass * weight * sign * slope for mass, weight, sign in ((0.3, 7 / 3, 1), (0.7, 3 / 7, -1)))
    assert prefix == pytest.approx(truth)
    assert token == pytest.approx(-truth)
    shown(1, truth)
    in_every_edition("7/3")
    in_every_edition("3/7")


def test_prefix_weight_with_a_sampled_reward_can_have_the_wrong_sign():
    slope = 0.25
    truth = slope * (0.8 - 0.5)
    prefix_only = slope * (0.2 - 0.5)
    full = slope * (0.2 * (0.8 / 0.2) - 0.5)
    assert full == pytest.approx(truth)
    assert prefix_only == pytest.approx(-truth)
    shown(3, truth)


def test_variance_by_kind_of_weight():
    sigma, length = 0.05, 1000
    shown(4, exp(sigma**2) - 1, sigma / sqrt(length))
    shown(2, exp(500 * sigma**2) - 1)
    shown(1, exp(length * sigma**2) - 1)
    shown(4, 0.02 / sqrt(length))


def test_length_at_which_sequence_weights_die():
    for per_token, places in ((1e-5, 4), (1e-4, 3), (1e-3, 3), (1e-2, 2)):
        shown(places, sqrt(2 * per_token))
        half, tenth = log(2) / (2 * per_token), log(10) / (2 * per_token)
        assert sampling_length.ess_share(half, per_token) == pytest.approx(0.5)
        assert sampling_length.ess_share(tenth, per_token) == pytest.approx(0.1)
        shown(0, half, tenth)


def test_drift_to_one_side():
    shown(0, 1.01**1000)
    assert f"{0.99**1000:.1e}" == "4.3e-05"
    in_every_edition("4.3 × 10⁻⁵")


def test_cutting_the_product():
    sigma, length, bound = 0.05, 1000, 3
    shift, spread = length * sigma**2 / 2, sigma * sqrt(length)
    touched = normal_above((log(bound) + shift) / spread)
    lost = normal_above((log(bound) - shift) / spread)
    shown(1, 100 * touched, 100 * lost)
    shown(3, 1 - lost, 1 - lost + bound * touched)


def test_token_ess_beside_answer_ess():
    shown(4, exp(-(0.05**2)))
    shown(3, exp(-1000 * 0.05**2))


def test_a_batch_of_512_answers_misses_the_tail_of_chi_squared():
    shift, spread = 1000 * 0.05**2 / 2, 0.05 * sqrt(1000)
    logs = np.random.default_rng(0).normal(-shift, spread, (4000, 512))
    measured = np.exp(2 * logs).mean(axis=1) - 1
    assert round(float(np.median(measured))) == 6
    shown(1, exp(spread**2) - 1)
    in_every_edition("512")


def test_bias_of_truncation_falls_with_the_cap_for_positive_rewards_only():
    def bias(values: np.ndarray, cap: float) -> float:
        return -float(MU @ (np.maximum(WEIGHT - cap, 0) * values))

    caps = np.linspace(0.2, 3, 57)
    sizes = [abs(bias(REWARD, cap)) for cap in caps]
    assert sizes == sorted(sizes, reverse=True)
    mixed = [abs(bias(np.array([1.0, -1.0, 0.0]), cap)) for cap in caps]
    assert mixed != sorted(mixed, reverse=True)


def test_turns_and_episode():
    shown(3, exp(-1000 * 0.02**2), exp(-10000 * 0.02**2))


def test_exact_rejection():
    assert WEIGHT.max() == pytest.approx(3)
    assert WEIGHT / WEIGHT.max() == pytest.approx([1, 1 / 3, 1 / 15])
    shown(0, 3**10)


def test_speculative_acceptance():
    accepted = float(np.minimum(PI, MU).sum())
    residual = np.maximum(PI - MU, 0)
    assert accepted == pytest.approx(1 - 0.5 * np.abs(PI - MU).sum())
    assert np.minimum(PI, MU) + residual == pytest.approx(PI)
    assert residual / residual.sum() == pytest.approx([1, 0, 0])
    shown(1, accepted, 1 - accepted)
    shown(2, (1 - accepted**5) / (1 - accepted))


def test_best_of_n():
    base = np.array([0.5, 0.3, 0.2])
    below = np.r_[0, np.cumsum(base)[:-1]]
    for n in (4, 16):
        best = np.cumsum(base) ** n - below**n
        divergence = float(best @ np.log(best / base))
        bound = log(n) - (n - 1) / n
        assert divergence < bound
        shown(4, *best)
        shown(3, divergence, bound)
    shown(3, -log(0.2))
    assert bound > -log(0.2)


def test_rejection_fine_tuning_climbs_log_p():
    policy, accepted = np.array([0.5, 0.3, 0.2]), np.array([0.0, 1.0, 1.0])
    rate = float(policy @ accepted)
    step = (policy * accepted / rate) @ (np.eye(3) - policy)
    nudge = 1e-6

    def log_rate(logits: np.ndarray) -> float:
        chances = np.exp(logits) / np.exp(logits).sum()
        return log(float(chances @ accepted))

    slopes = [(log_rate(np.log(policy) + nudge * unit) - log_rate(np.log(policy) - nudge * unit)) / (2 * nudge) for unit in np.eye(3)]
    assert step == pytest.approx(slopes, abs=1e-6)
    assert step == pytest.approx([-0.5, 0.3, 0.2])


def test_pooling_of_accepted_answers():
    for rate in (0.5, 0.02):
        one_per_prompt = (1 - (1 - rate) ** 8) / rate
        shown(2, one_per_prompt)
        pooled = sum(comb(8, k) * rate**k * (1 - rate) ** (8 - k) * k for k in range(9)) / rate
        assert pooled == pytest.approx(8)


def test_purity_of_accepted_answers():
    for rate in (0.1, 0.02):
        shown(1, 100 * 0.95 * rate / (0.95 * rate + 0.05 * (1 - rate)))
    assert 0.95 * 0.5 / (0.95 * 0.5 + 0.05 * 0.5) == pytest.approx(0.95)


def test_random_selection_control():
    sampled = np.array([0.4, 0.3, 0.2, 0.1]) ** (1 / 0.7)
    sampled /= sampled.sum()
    shown(3, sampled[0], 0.95 * sampled[0] / (0.95 * sampled[0] + 0.05 * (1 - sampled[0])))
    shown(1, 100 * sqrt(0.8 * 0.2 / 200))


def test_dynamic_sampling():
    for rate in (0.02, 0.1, 0.5):
        kept = 1 - rate**8 - (1 - rate) ** 8
        shown(1, 100 * kept)
        shown(2, 1 / kept)


def test_power_sampling_is_not_low_temperature():
    first, second = 10 * 0.06**2, 0.4**2
    shown(1, 100 * second / (first + second), 100 * 0.6**2 / (0.6**2 + 0.4**2))


def test_decoupled_ppo():
    weight, ratio = 0.3 / 0.1, 0.31 / 0.3
    shown(3, ratio)
    shown(1, weight * min(ratio, 1.2), 0.31 / 0.1)
    assert ratio < 1.2 < 0.31 / 0.1


def test_changed_environment():
    shown(3, 0.5 / 0.9)
    assert 0.5 / 0.1 == 5


def test_kept_mass_of_top_p():
    shown(4, 0.995**1000)


def test_truncated_weights_make_a_baseline_biased():
    scores = np.eye(3) - PI
    assert (MU * WEIGHT) @ scores == pytest.approx(np.zeros(3), abs=1e-12)
    assert np.abs((MU * RULES["truncated"]) @ scores).max() > 0.05


def test_weight_left_in_the_graph():
    shown(2, 3 * (1 + log(0.6)))
    shown(3, exp(-1))


def test_figures_show_the_same_numbers():
    panels = sampling_corrections.counted()
    for title, name in (("no weight", "none"), ("weight w", "exact"), ("w truncated at 2", "truncated"), ("0 outside [0.5, 2]", "band")):
        assert panels[title] == pytest.approx(MU * RULES[name])
    assert panels["rejection"] == pytest.approx(PI / 3)
    assert panels["speculative"] + sampling_corrections.drawn_again() == pytest.approx(PI)
    final = sampling_length.products()[:, -1]
    shown(1, 100 * final.max() / final.sum())
