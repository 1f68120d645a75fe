"""Every worked number of algo-07 (PPO clip and CISPO), recomputed from the objectives."""

from math import ceil, exp, log

import numpy as np
import pytest

from scripts.figures import ppo_clip_overshoot, ppo_clip_regions
from tests.numbers.shown import assert_shown

QUESTION = "algo-07"
EPSILON = 0.2
REGIONS = [(1, 0.5), (1, 1.1), (1, 1.5), (-1, 0.5), (-1, 0.9), (-1, 1.5)]


def shown(places: int, *values: float) -> None:
    for value in values:
        assert_shown(QUESTION, float(value), places)


def objective(advantage: float, ratio: float, low: float = EPSILON, high: float = EPSILON) -> float:
    return min(ratio * advantage, min(max(ratio, 1 - low), 1 + high) * advantage)


def dual(advantage: float, ratio: float, floor: float = 3.0) -> float:
    value = objective(advantage, ratio)
    return max(value, floor * advantage) if advantage < 0 else value


def weight(value, advantage: float, ratio: float, step: float = 1e-6) -> float:
    """Coefficient on the score: r times the derivative by r, since the gradient of r is r times the score."""
    return ratio * (value(advantage, ratio + step) - value(advantage, ratio - step)) / (2 * step)


def binary_kl(old: float, new: float) -> float:
    return old * log(old / new) + (1 - old) * log((1 - old) / (1 - new))


def test_six_regions_objective_and_weight():
    expected = {
        (1, 0.5): (0.5, 0.5), (1, 1.1): (1.1, 1.1), (1, 1.5): (1.2, 0),
        (-1, 0.5): (-0.8, 0), (-1, 0.9): (-0.9, -0.9), (-1, 1.5): (-1.5, -1.5),
    }
    for cell in REGIONS:
        value, slope = expected[cell]
        assert objective(*cell) == pytest.approx(value)
        assert weight(objective, *cell) == pytest.approx(slope, abs=1e-6)
        shown(1, cell[0] * cell[1], cell[0] * np.clip(cell[1], 0.8, 1.2), value)


def test_case_form_of_the_minimum():
    for ratio in np.linspace(0, 4, 81):
        assert objective(2, ratio, 0.2, 0.28) == pytest.approx(2 * min(ratio, 1.28))
        assert objective(-2, ratio, 0.2, 0.28) == pytest.approx(-2 * max(ratio, 0.8))
    shown(1, objective(2, 1.25, high=0.28), objective(2, 1.25))
    shown(2, objective(2, 1.35, high=0.28))


def test_the_minimum_is_a_lower_bound_and_clip_alone_is_not():
    for advantage in (-1.3, 0.7):
        for ratio in np.linspace(0.05, 4, 80):
            assert objective(advantage, ratio) <= ratio * advantage + 1e-12
    assert np.clip(1.5, 0.8, 1.2) * -1 > 1.5 * -1
    assert np.clip(0.5, 0.8, 1.2) * 1 > 0.5 * 1


def test_loss_form_equals_the_negated_minimum():
    for advantage, ratio in REGIONS:
        assert max(-ratio * advantage, -np.clip(ratio, 0.8, 1.2) * advantage) == pytest.approx(-objective(advantage, ratio))


def test_two_actions_that_both_moved_the_wrong_way():
    old, advantage = np.array([0.5, 0.5]), np.array([1.0, -1.0])

    def run(method: str, steps: int) -> tuple[float, float]:
        logits, first = np.log([0.25, 0.75]), 0.0
        for step in range(steps):
            policy = ppo_clip_overshoot.softmax(logits)
            ratio = policy / old
            inside = (ratio >= 0.8) & (ratio <= 1.2)
            wrong_way = ((advantage > 0) & (ratio < 0.8)) | ((advantage < 0) & (ratio > 1.2))
            kept = {"min": inside | wrong_way, "clip": inside, "none": np.ones(2, bool)}[method]
            push = old * np.where(kept, ratio, 0) * advantage
            gradient = push - push.sum() * policy
            first = gradient[0] if step == 0 else first
            logits = logits + 0.1 * gradient
        return first, ppo_clip_overshoot.softmax(logits)[0]

    assert run("min", 1)[0] == run("none", 1)[0] == pytest.approx(2 * 0.25 * 0.75)
    assert run("clip", 1000) == (0.0, pytest.approx(0.25))
    ratio = np.array([0.5, 1.5])
    assert (old * ratio * advantage).sum() == pytest.approx(-0.5)
    assert (old * np.clip(ratio, 0.8, 1.2) * advantage).sum() == pytest.approx(-0.2)
    shown(3, run("min", 1)[0], run("min", 1000)[1])
    assert run("min", 1000)[1] == run("min", 2000)[1]


def test_dual_clip():
    assert objective(-1, 5) == -5 and dual(-1, 5) == -3
    assert weight(dual, -1, 5) == pytest.approx(0, abs=1e-6)
    for ratio in np.linspace(0, 6, 121):
        assert dual(-2, ratio) == pytest.approx(-2 * min(max(ratio, 0.8), 3))
        assert dual(2, ratio) == objective(2, ratio)


def test_trl_delta_is_the_dual_clip():
    for advantage in (-1.5, 1.5):
        for ratio in np.linspace(0.05, 6, 120):
            delta = min(min(ratio, 3.0) * advantage, np.clip(ratio, 0.8, 1.2) * advantage)
            assert delta == pytest.approx(dual(advantage, ratio))


def test_bandit_on_one_fixed_batch():
    for method, rate, steps in (("none", 0.1, 200), ("cispo", 0.1, 200), ("ppo", 0.1, 200), ("ppo", 1, 200), ("ppo", 20, 1)):
        last = ppo_clip_overshoot.ascend(method, rate, steps)[-1]
        shown(4, last[0] / 4)
        shown(3, last[0])


def test_bandit_freezes_past_the_edge_and_never_returns():
    path = ppo_clip_overshoot.ascend("ppo", 0.1, 400)
    frozen = [not ppo_clip_overshoot.weights(ratio, "ppo").any() for ratio in path]
    shown(0, frozen.index(True))
    assert (path[frozen.index(True) :] == path[-1]).all()
    jumped = ppo_clip_overshoot.ascend("ppo", 20, 5)
    assert jumped[1:] == pytest.approx(np.tile(jumped[1], (5, 1)))
    shown(2, jumped[-1][0])
    shown(1, 4 * (1 - 3 * 0.25 * 0.8))
    assert ppo_clip_overshoot.ascend("ppo", 0.001, 20000)[-1][0] == pytest.approx(1.6, abs=1e-3)


def test_the_unclipped_surrogate_is_linear_in_the_policy():
    old, advantage = ppo_clip_overshoot.OLD, ppo_clip_overshoot.ADVANTAGE
    for policy in np.random.default_rng(0).dirichlet(np.ones(4), 50):
        surrogate = (old * policy / old * advantage).sum()
        assert surrogate == pytest.approx((policy * advantage).sum()) and surrogate <= advantage.max()


def test_bounds_for_rare_and_frequent_tokens():
    shown(3, 0.01 * 1.2)
    shown(4, 0.01 * 1.28)
    shown(1, 0.5 * 1.2)
    shown(2, 0.5 * 1.28, 0.9 * 1.2)
    shown(3, 0.9 * 1.28)
    shown(5, binary_kl(0.01, 0.008))
    shown(4, binary_kl(0.5, 0.4), binary_kl(0.9, 0.72))


def test_phases_from_one_percent_to_one_half():
    for high in (0.2, 0.28):
        shown(0, ceil(log(50) / log(1 + high)))


def test_without_stop_gradient_a_rare_token_is_pushed_the_wrong_way():
    step = 1e-6
    log_p = log(0.01)
    numeric = (exp(step) * (log_p + step) - exp(-step) * (log_p - step)) / (2 * step)
    assert numeric == pytest.approx(1 + log_p, abs=1e-6)
    shown(3, log_p, 1 + log_p, 1 / exp(1))


def test_weights_token_by_token():
    table = {
        (1, 0.5): (0.5, 0.5, 0.5, 0.5), (1, 1.5): (0, 0, 1.2, 1.5), (1, 8): (0, 0, 1.2, 5),
        (-1, 0.5): (0, 0, -0.5, -0.5), (-1, 1.5): (-1.5, -1.5, -1.2, -1.5), (-1, 8): (-8, 0, -1.2, -5),
    }
    for (advantage, ratio), row in table.items():
        computed = (
            weight(objective, advantage, ratio), weight(dual, advantage, ratio),
            min(ratio, 1.2) * advantage, min(ratio, 5) * advantage,
        )
        assert computed == pytest.approx(row, abs=1e-6)


def sixteen(start: float, advantage: int, weight_of) -> tuple[int, float]:
    """Updates with a non-zero weight, and the final probability."""
    odds, counted = log(start / (1 - start)), 0
    for _ in range(16):
        p = 1 / (1 + exp(-odds))
        w = weight_of(p / start)
        counted += w > 0
        odds += 0.2 * w * advantage * (1 - p)
    return counted, 1 / (1 + exp(-odds))


def test_sixteen_updates_on_one_sample():
    ways = {
        "PPO 0.2": lambda r: 0 if r > 1.2 else r, "PPO 0.28": lambda r: 0 if r > 1.28 else r,
        "CISPO 1.2": lambda r: min(r, 1.2), "CISPO 5": lambda r: min(r, 5), "none": lambda r: r,
    }
    assert [sixteen(0.01, 1, way)[0] for way in ways.values()] == [1, 2, 16, 16, 16]
    shown(4, *(sixteen(0.01, 1, way)[1] for way in ways.values()))
    frequent = [sixteen(0.9, 1, way)[1] for way in ways.values()]
    assert frequent == pytest.approx([frequent[0]] * 5)
    shown(4, frequent[0])
    stopped, low = sixteen(0.01, -1, lambda r: 0 if r < 0.8 else r)
    assert stopped == 2
    shown(4, low, sixteen(0.01, -1, lambda r: min(r, 5))[1])


def test_token_and_sequence_ratio():
    shown(0, 1.01**1000)
    shown(4, exp(log(3) / 1000))
    shown(5, exp(log(3) / 4000))
    assert exp(log(3) / 1000) > 1 + 4e-4 > exp(log(3) / 4000)
    shown(1, 1.001**20000 / 1e8)


def test_trl_cap_at_its_default():
    assert [min(r, 0.2) for r in (0.1, 0.5, 1, 1.5)] == [0.1, 0.2, 0.2, 0.2]
    assert [min(r, 5.0) for r in (0.1, 0.5, 1, 1.5)] == [0.1, 0.5, 1, 1.5]
    shown(1, 0.1, 0.5, 1.5)


def test_edges_of_a_clip_of_ten():
    shown(0, 1 - 10, 1 + 10)


def test_two_sided_mask_against_ppo():
    for advantage, ratio in ((-1, 1.5), (1, 0.6)):
        assert not 0.8 < ratio < 1.28
        shown(1, weight(lambda a, r: objective(a, r, 0.2, 0.28), advantage, ratio))


def test_published_two_sided_bands_are_wider_than_the_example():
    reasoning, code = (1 - 0.3, 1 + 5.0), (1 - 0.8, 1 + 3.0)
    shown(1, reasoning[0], code[0])
    shown(0, reasoning[1], code[1])
    assert reasoning[0] < 1.5 < reasoning[1] and code[0] < 0.6 < code[1]


def test_capped_weight_with_ppo_mask_is_ppo():
    for advantage, ratio in REGIONS:
        mask = 0 if (advantage > 0 and ratio > 1.2) or (advantage < 0 and ratio < 0.8) else 1
        assert mask * ratio * advantage == pytest.approx(weight(objective, advantage, ratio), abs=1e-6)


def test_figure_agrees_with_the_page():
    for advantage, ratio in REGIONS:
        drawn = ppo_clip_regions.objective(np.array([ratio]), advantage)
        assert drawn["ppo"][0] == pytest.approx(objective(advantage, ratio))
        assert ppo_clip_regions.weight(np.array([ratio]), advantage)["ppo"][0] == pytest.approx(
            weight(objective, advantage, ratio), abs=1e-6
        )
