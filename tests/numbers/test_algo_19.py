"""Every worked number of algo-19 (DeepSeek-R1 to V4, RL on MoE models), recomputed."""

import math

import numpy as np
import pytest

from scripts.figures import deepseek_pipelines
from tests.numbers.shown import assert_shown, page_text, up_to_date

QUESTION = "algo-19"
QUESTIONS_PER_STEP, GROUP, ROLLOUT, STEPS, REFRESH, EPOCHS = 32, 16, 8192, 10_400, 400, 1.6
VOCABULARY, WIDTH = 129_280, 7_168


def shown(places: int, *values: float) -> None:
    for value in values:
        assert_shown(QUESTION, float(value), places)


def test_bookkeeping_of_r1_zero():
    batch = QUESTIONS_PER_STEP * GROUP
    per_rollout = ROLLOUT // batch
    assert ROLLOUT % batch == STEPS % per_rollout == STEPS % REFRESH == REFRESH % per_rollout == 0
    shown(0, batch, per_rollout, per_rollout - 1, STEPS, STEPS // per_rollout, STEPS * batch)
    shown(0, STEPS * QUESTIONS_PER_STEP / EPOCHS)
    shown(0, STEPS // REFRESH, REFRESH // per_rollout, 1 / 0.001)


def test_optimum_under_the_gradient_of_k3_fails_less_often_than_beta():
    """max p'·R − β KL(ref‖p') for a 0/1 reward: p'(a) = β ref(a)/(λ − R(a)), with λ found by bisection."""
    beta = 0.001
    for solved in (0.01, 0.5, 0.9):
        low, high = 1 + 1e-12, 3.0
        for _ in range(200):
            level = (low + high) / 2
            mass = beta * solved / (level - 1) + beta * (1 - solved) / level
            low, high = (level, high) if mass > 1 else (low, level)
        failing = beta * (1 - solved) / level
        policy = np.array([1 - failing, failing])
        gradient = np.array([1.0, 0.0]) + beta * np.array([solved, 1 - solved]) / policy
        assert gradient[0] == pytest.approx(gradient[1])
        assert failing < beta
    shown(1, 100 * beta)


def test_clip_of_ten_binds_only_above_and_only_for_positive_advantages():
    low, high = 1 - 10, 1 + 10
    shown(0, low, high)
    ratios = np.array([1e-6, 0.5, 1, 10.9, 11.1, 50])
    clipped = np.clip(ratios, low, high)
    assert (np.minimum(-ratios, -clipped) == -ratios).all()
    assert (np.minimum(ratios, clipped) < ratios).tolist() == [False] * 4 + [True] * 2
    shown(3, math.log(high))
    shown(5, math.log(high) / 10_000)


def test_advantages_with_and_without_standard_deviation():
    rewards = np.array([1.0, 0, 0, 0])
    centred = rewards - rewards.mean()
    shown(2, centred[0], centred[1])
    shown(3, *(centred / rewards.std())[:2])
    shown(1, *(centred / rewards.std(ddof=1))[:2])
    p = 1 / 16
    sigma = math.sqrt(p * (1 - p))
    shown(4, 1 - p)
    shown(3, (1 - p) / sigma, 1 / sigma)
    assert 1 / math.sqrt(0.5 * 0.5) == 2


@pytest.mark.parametrize(("current", "old", "reference"), [(0.3, 0.2, 0.5), (0.01, 0.02, 0.3)])
def test_corrected_kl_values_and_weights(current, old, reference):
    x, r = reference / current, current / old
    k3 = x - math.log(x) - 1
    weight = r * (k3 + 1 - x)
    assert weight == pytest.approx(r * math.log(current / reference))
    shown(4 if k3 < 1 else 3, k3, r * k3)
    shown(0 if x > 10 else 3, 1 - x)
    shown(3, weight)


def test_gradient_of_the_ratio_times_k3_is_the_reverse_kl_off_policy():
    logits = np.array([0.3, -0.2, 0.5, -1.0])
    old, reference = np.array([0.4, 0.3, 0.2, 0.1]), np.array([0.1, 0.4, 0.2, 0.3])
    policy = np.exp(logits) / np.exp(logits).sum()
    score = np.eye(4) - policy
    x, u = reference / policy, np.log(policy / reference)
    reverse = policy * (u - (policy * u).sum())
    assert (old * policy / old * u) @ score == pytest.approx(reverse)
    assert (policy * (1 - x)) @ score == pytest.approx(policy - reference)  # on-policy k3: the forward KL's gradient


def test_off_policy_sequence_mask():
    delta = 0.5

    def mask(advantage: float, mean: float) -> int:
        return 0 if advantage < 0 and mean > delta else 1

    assert [mask(-1, 0.7), mask(-1, 0.7 / 3), mask(1, 0.7)] == [0, 1, 1]
    shown(4, math.exp(-delta), math.exp(-0.7), 0.7 / 3, math.exp(-round(0.7 / 3, 4)))


def test_teacher_memory():
    logits, hidden = 2 * VOCABULARY, 2 * WIDTH
    shown(0, logits, hidden)
    shown(2, logits / hidden, 1e6 * hidden / 2**30)
    shown(1, 1e6 * logits / 2**30)


def test_restarting_interrupted_answers_favours_short_ones():
    lengths, p = np.array([1_000, 10_000]), np.array([0.5, 0.5])
    survival = (1 - 0.0001) ** lengths
    accepted = p * survival / (p * survival).sum()
    shown(4, *survival, accepted[0])
    shown(0, p @ lengths, accepted @ lengths)
    # the same law by simulating the restarts: sum over the number of interrupted attempts
    failed = 1 - p @ survival
    assert sum(failed**n for n in range(400)) * p * survival == pytest.approx(accepted)


def test_expert_reuse_in_decoding():
    experts, k = 384, 6
    for batch, places in ((16, 1), (64, 1), (512, 1)):
        read = experts * (1 - (1 - k / experts) ** batch)
        shown(places, read)
        shown(2, batch * k / read)
    shown(0, k, experts, 4096 * k / experts)
    shown(1, 64 * k / (experts * (1 - (1 - k / experts) ** 64)))
    shown(2, 100 * k / experts)


def test_expected_number_of_experts_read_matches_a_simulation():
    draw = np.random.default_rng(0)
    read = [len({e for _ in range(16) for e in draw.choice(384, 6, replace=False)}) for _ in range(200)]
    assert np.mean(read) == pytest.approx(384 * (1 - (1 - 6 / 384) ** 16), rel=0.01)


def test_weights_to_synchronise():
    total, active = 1.6e12, 49e9
    shown(1, 2 * total / 1e12, total / active)
    shown(0, 2 * active / 1e9)
    bits = 4 + 8 / 32
    shown(2, bits, total * bits / 8 / 1e12)
    released = 805.33 * 2**30 / 1e12  # GiB of V4-Pro's weight files
    shown(2, released)
    experts = 61 * 384 * 3 * 3072 * WIDTH  # layers, experts, matrices, inner and outer width
    assert 0.9 * released < experts * bits / 8 / 1e12 < released


def test_route_payload():
    routes = (43 - 3) * 6 * 1
    shown(0, routes)
    shown(1, 100 * routes / (routes + 8))


def test_cost_in_dollars():
    zero, r1 = 512 * 198 * 2, 512 * 80 * 2
    shown(0, zero, r1)
    assert (zero + r1 + 10_000) // 1000 == 294
    shown(0, 10_000)


def test_agent_tasks_add_up():
    tasks = (24_667, 50_275, 4_417, 5_908)
    shown(0, *tasks, sum(tasks))
    shown(0, 1_827)


def test_figure_shows_the_stages_of_the_text():
    kinds = {release.split(",")[0]: [kind for kind, _ in stages] for release, stages in deepseek_pipelines.ROWS.items()}
    assert kinds == {"R1": ["SFT", "RL", "SFT", "RL"], "V3.2": ["RL", "SFT", "RL"], "V4": ["SFT, RL", "OPD"]}
    for edition in up_to_date(QUESTION):
        text = page_text(QUESTION, edition)
        assert all(release.split(", ")[1] in text for release in deepseek_pipelines.ROWS)
