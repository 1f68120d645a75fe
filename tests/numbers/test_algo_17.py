"""Every worked number of algo-17, recomputed from the formulas the page states."""

import numpy as np
import pytest

from scripts.figures import distillation_drift
from tests.numbers.shown import assert_shown

QUESTION = "algo-17"
STUDENT_LOGITS = np.array([1, 0.5, -0.5, -2])
TEACHER_LOGITS = np.array([0.2, 1.5, -1, 0])


def shown(places: int, *values: float) -> None:
    for value in values:
        assert_shown(QUESTION, value, places)


def softmax(logits) -> np.ndarray:
    weights = np.exp(np.asarray(logits, float) - np.max(logits))
    return weights / weights.sum()


def kl(p, q) -> float:
    p, q = np.asarray(p), np.asarray(q)
    return float(np.sum(p * np.log(p / q)))


P, Q = softmax(STUDENT_LOGITS), softmax(TEACHER_LOGITS)
U = np.log(P / Q)
SCORES = np.eye(4) - P
"""Row a is the gradient of log p(a) on the logits."""


def weighted_score(weights: np.ndarray) -> tuple[np.ndarray, float]:
    """Mean and total variance of weights[a] · score(a) for a drawn from the student."""
    samples = weights[:, None] * SCORES
    mean = P @ samples
    return mean, float(P @ (samples**2).sum(axis=1) - mean @ mean)


def numeric_gradient(function, logits: np.ndarray) -> np.ndarray:
    step = 1e-6
    return np.array([(function(logits + step * e) - function(logits - step * e)) / (2 * step) for e in np.eye(len(logits))])


def test_drift_of_the_two_state_chain():
    leave = distillation_drift.LEAVE
    for back in distillation_drift.RETURNS:
        position = np.arange(1, 1001)
        closed = leave / (leave + back) * (1 - (1 - leave - back) ** position)
        assert distillation_drift.off_track(back) == pytest.approx(closed)
    never, often = distillation_drift.off_track(0.0), distillation_drift.off_track(0.1)
    shown(1, 100 * never[-1], often.sum())
    shown(0, never.sum(), never.sum() / never[:100].sum(), often.sum() / often[:100].sum())
    shown(2, 100 * often[-1], never[-1], distillation_drift.off_track(0.01)[-1], often[-1])


def test_two_steps_token_form_against_sequence_form():
    first, first_teacher, branch, branch_teacher = [0.6, 0.4], [0.5, 0.5], [0.9, 0.1], [0.7, 0.3]
    second = kl(branch, branch_teacher)
    here = kl(first, first_teacher)
    total = here + first[0] * second
    ratio = np.log(0.6 / 0.5)
    token = first[0] * (ratio - here)
    sequence = first[0] * (ratio + second - total)
    shown(4, second, here, total, ratio, ratio + second, token, sequence)
    shown(0, 100 * (1 - token / sequence))

    def whole(logits):
        p = softmax(logits)
        return kl(p, first_teacher) + p[0] * second

    def other_branch(logits):
        p = softmax(logits)
        return kl(p, first_teacher) + p[1] * second

    assert numeric_gradient(whole, np.log(first))[0] == pytest.approx(sequence, abs=1e-8)
    assert numeric_gradient(other_branch, np.log(first))[0] < token


def test_one_state_values():
    shown(4, *P, *Q, *U, kl(P, Q), kl(Q, P))
    assert P @ -U == pytest.approx(-kl(P, Q))
    shown(0, 1 / P[3])


def test_one_state_gradients_and_variances():
    reverse = numeric_gradient(lambda z: kl(softmax(z), Q), STUDENT_LOGITS)
    forward = numeric_gradient(lambda z: kl(Q, softmax(z)), STUDENT_LOGITS)
    assert P * (U - kl(P, Q)) == pytest.approx(reverse, abs=1e-8)
    assert P - Q == pytest.approx(forward, abs=1e-8)
    advantage, noise = weighted_score(U)
    assert advantage == pytest.approx(reverse, abs=1e-8)
    k1, k1_noise = weighted_score(np.ones(4))
    assert k1 == pytest.approx(np.zeros(4), abs=1e-12)
    k3, k3_noise = weighted_score(1 - np.exp(-U))
    assert k3 == pytest.approx(forward, abs=1e-8)
    shown(4, *reverse, *forward, noise, k1_noise, k3_noise)
    centred, centred_noise = weighted_score(U - kl(P, Q))
    assert centred == pytest.approx(reverse, abs=1e-8)
    assert centred_noise > noise
    shown(4, centred_noise)


def test_jensen_shannon_and_its_ends():
    def jsd(beta):
        mixture = beta * Q + (1 - beta) * P
        return beta * kl(Q, mixture) + (1 - beta) * kl(P, mixture)

    shown(4, jsd(0.5))
    shown(6, jsd(1e-4))
    assert jsd(1e-6) / 1e-6 == pytest.approx(kl(Q, P), rel=1e-3)
    assert jsd(1 - 1e-6) / 1e-6 == pytest.approx(kl(P, Q), rel=1e-3)


def test_scaled_implicit_reward():
    reference, teacher, beta = np.array([0.4, 0.4, 0.2]), np.array([0.6, 0.3, 0.1]), 0.7
    for scale in (0.5, 1.0, 1.5):
        reward = scale * beta * np.log(teacher / reference)
        optimum = reference * np.exp(reward / beta)
        optimum /= optimum.sum()
        direct = reference ** (1 - scale) * teacher**scale
        assert optimum == pytest.approx(direct / direct.sum())
        if scale == 1:
            assert optimum == pytest.approx(teacher)
        else:
            shown(4, *optimum)


def test_average_of_reverse_kls_is_a_product():
    second, weights = softmax([2, 0, 0, -1]), (0.7, 0.3)

    def objective(p):
        return weights[0] * kl(p, Q) + weights[1] * kl(p, second)

    product = Q ** weights[0] * second ** weights[1]
    best = product / product.sum()
    assert objective(best) == pytest.approx(-np.log(product.sum()))
    assert numeric_gradient(lambda z: objective(softmax(z)), np.log(best)) == pytest.approx(np.zeros(4), abs=1e-8)
    assert objective(best) < objective(weights[0] * Q + weights[1] * second)
    veto = np.sqrt(np.array([0.899, 0.1, 0.001]) * np.array([0.001, 0.1, 0.899]))
    shown(3, *(veto / veto.sum()))
    assert np.argmax(veto) == 1


def test_gate_zeroes_outside():
    ratios, advantages = np.array([1.2, 7]), np.array([-0.3, 0.1])
    coefficients = np.where((ratios >= 0.2) & (ratios <= 5), ratios, 0) * advantages
    assert coefficients.tolist() == pytest.approx([-0.36, 0])
    shown(2, coefficients[0])


def test_undetached_log_ratio_adds_an_entropy_bonus():
    """In a loss -A log p the term from A is log p times the score; its mean is minus the entropy gradient."""
    extra, _ = weighted_score(np.log(P))
    entropy_gradient = numeric_gradient(lambda z: -softmax(z) @ np.log(softmax(z)), STUDENT_LOGITS)
    assert extra == pytest.approx(-entropy_gradient, abs=1e-8)
    assert np.abs(extra).max() > 0.1


def test_truncation_hides_divergence():
    p, q = P[:2] / P[:2].sum(), Q[:2] / Q[:2].sum()
    shown(4, P[:2].sum(), Q[:2].sum(), kl(p, q))
    assert np.argmax(np.abs(U)) == 3


def test_compute_per_token_in_gflop():
    student, teacher = 8, 32
    generate, train, score = 2 * student, 6 * student, 2 * teacher
    shown(0, generate, train, score, generate + train + score, generate + train, 8 * (generate + train))
    assert 8 * (generate + train) / (generate + train + score) == 4


def test_storage_of_teacher_signals():
    logits, hidden = 129_280 * 2, 7_168 * 2
    shown(0, logits, hidden)
    shown(2, logits / hidden)


def test_gpu_hour_ratio():
    shown(2, 17_920 / 1_800)


def test_flops_ratios_of_the_sft_comparison():
    """In units of 1e20 FLOPs: the blog's teacher and student columns."""
    distilled, sft_student, sft_teacher = 0.84 + 0.82, 15, 34
    shown(2, distilled)
    shown(1, sft_student / 10, (sft_student + sft_teacher) / 10)
    shown(1, sft_student / distilled, (sft_student + sft_teacher) / distilled)
