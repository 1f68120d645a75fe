"""Every worked number of algo-11, recomputed from the formulas the page states."""

from itertools import product
from math import exp, log

import numpy as np
import pytest

from scripts.figures import mismatch_weights as figure
from tests.numbers.shown import assert_shown

QUESTION = "algo-11"
WEIGHTS = np.array([1.5, 0.4, 6, 1, 0.9])


def shown(places: int, *values: float) -> None:
    for value in values:
        assert_shown(QUESTION, value, places)


def softmax(logits: np.ndarray) -> np.ndarray:
    exponent = np.exp(logits - np.max(logits))
    return exponent / exponent.sum()


def top(scores: np.ndarray, k: int) -> np.ndarray:
    mask = np.zeros(len(scores))
    mask[np.argsort(-scores)[:k]] = 1
    return mask


def gates(scores: np.ndarray, mask: np.ndarray) -> np.ndarray:
    exponent = mask * np.exp(scores)
    return exponent / exponent.sum()


def test_flips_do_not_compound_independently():
    shown(1, 100 * (1 - 0.9**48))
    per_layer = 1 - 0.06 ** (1 / 48)
    shown(1, 100 * per_layer)
    assert 1 - (1 - per_layer) ** 48 == pytest.approx(0.94)


def test_constant_advantage_pulls_towards_the_engine():
    policy, engine = np.array([0.5, 0.3, 0.2]), np.array([0.4, 0.35, 0.25])
    gradient = sum(engine[a] * (np.eye(3)[a] - policy) for a in range(3))
    assert gradient == pytest.approx(engine - policy)
    shown(1, gradient[0])
    shown(2, gradient[1], gradient[2])


FIRST, SECOND = np.array([0.2, -0.1, 0]), np.array([[0.3, 0, -0.2], [-0.1, 0.2, 0], [0, -0.3, 0.1]])
SHIFT_FIRST, SHIFT_SECOND = np.array([1, -1, 0.5]), np.array([[-1, 0.5, 1], [1, -0.5, 0], [0.5, 1, -1]])


def gradient_errors(epsilon: float) -> tuple[float, float]:
    """Relative error of the logit gradient without a weight and with token weights, over all nine answers."""
    engine = softmax(FIRST), [softmax(row) for row in SECOND]
    policy = softmax(FIRST + epsilon * SHIFT_FIRST), [softmax(row) for row in SECOND + epsilon * SHIFT_SECOND]
    exact, plain, token = np.zeros(12), np.zeros(12), np.zeros(12)
    for a, b in product(range(3), repeat=2):
        chance = engine[0][a] * engine[1][a][b]
        ratio = policy[0][a] / engine[0][a], policy[1][a][b] / engine[1][a][b]
        score = np.zeros(12), np.zeros(12)
        score[0][:3] = np.eye(3)[a] - policy[0]
        score[1][3 + 3 * a : 6 + 3 * a] = np.eye(3)[b] - policy[1][a]
        reward = float(a == b)
        exact += chance * reward * ratio[0] * ratio[1] * (score[0] + score[1])
        plain += chance * reward * (score[0] + score[1])
        token += chance * reward * (ratio[0] * score[0] + ratio[1] * score[1])
    size = np.linalg.norm(exact)
    return np.linalg.norm(plain - exact) / size, np.linalg.norm(token - exact) / size


def test_token_weight_is_first_order():
    errors = [gradient_errors(epsilon) for epsilon in (0.2, 0.1, 0.05, 0.025)]
    for plain, token in errors:
        shown(2, 100 * plain, 100 * token)
        assert plain / 2 < token < plain
    for coarse, fine in zip(errors[1:], errors[2:], strict=False):
        assert np.array(coarse) / fine == pytest.approx(2, rel=0.04)


def test_products_explode():
    shown(0, 1.001**8000, 1.01**1000, 1.0001**50000)


def test_estimators_by_hand():
    assert figure.truncated(WEIGHTS) == pytest.approx([1.5, 0.4, 2, 1, 0.9])
    assert figure.icepop(WEIGHTS) == pytest.approx([1.5, 0, 0, 1, 0.9])
    shown(2, WEIGHTS.prod())
    shown(4, WEIGHTS.prod() ** 0.2, -np.log(WEIGHTS).mean(), (WEIGHTS - 1 - np.log(WEIGHTS)).mean())
    shown(2, WEIGHTS.sum() ** 2 / (WEIGHTS**2).sum())
    assert not 0.99 <= WEIGHTS.prod() ** 0.2 <= 1.001


def test_kpop_band_adapts():
    common, rare = figure.kpop_band(0.5, 0.05), figure.kpop_band(0.01, 0.05)
    shown(2, *common)
    shown(1, rare[1])
    for mu, band in ((0.5, common), (0.01, rare)):
        for edge in band:
            p = edge * mu
            both = figure.two_outcome_kl(p, mu), figure.two_outcome_kl(mu, p)
            assert max(both) == pytest.approx(0.05, rel=1e-6)


def test_opsm_threshold_as_a_geometric_one():
    shown(3, exp(-0.5))
    shown(4, exp(-1e-4))
    current, engine = np.log([0.2, 0.5]), np.log([0.5, 0.6])
    statistic = np.mean(engine - current)
    assert (statistic > 0.5) == (exp(np.mean(current - engine)) < exp(-0.5))


def test_routing_replay():
    train, engine = np.array([2, 1.9, 1.89, 0.5]), np.array([2, 1.89, 1.90, 0.5])
    experts = np.array([1.0, 3.0, -1.0, 0.0])
    cases = [gates(engine, top(engine, 2)), gates(train, top(train, 2)), gates(train, top(engine, 2))]
    assert [list(np.flatnonzero(g)) for g in cases] == [[0, 2], [0, 1], [0, 2]]
    outputs = [g @ experts for g in cases]
    for g, output in zip(cases, outputs, strict=True):
        shown(4, *g[g > 0], output)
    shown(1, outputs[1] - outputs[0])
    shown(3, outputs[2] - outputs[0])


def test_payload():
    shown(0, 32768 * 48 * 8 / 2**20, 32768 * 48 * 8 * 4 / 2**20, 48 * 8)
    shown(0, 100 * 384 / (384 + 8))


def test_sampling_mask():
    old, new, kept = np.array([0.5, 0.3, 0.15, 0.04, 0.01]), np.array([0.55, 0.25, 0.10, 0.06, 0.04]), slice(0, 3)
    mass = old[kept].sum()
    engine = old[kept] / mass
    shown(2, mass)
    assert old[kept] / engine == pytest.approx(mass)
    assert engine == pytest.approx(old[kept] / old[kept].sum())
    unmasked, masked = new[kept] / engine, new[kept] / new[kept].sum() / engine
    shown(3, *unmasked, *masked)
    shown(1, new[kept].sum())
    assert unmasked / masked == pytest.approx(0.9)
    shown(4, 0.95**100)


def test_ratio_against_probability():
    shown(3, 0.004 - 0.001)
    assert 0.004 / 0.001 == pytest.approx(4)


def test_precision():
    shown(5, 2**-11)
    shown(4, 2**-8)
    assert 2**-8 / 2**-11 == 8
    assert float(np.finfo(np.float16).max) == 65504
    shown(0, 65504)


def test_largest_native_ratio():
    shown(0, exp(5.073))
    shown(1, 100 * (1534.0 / 1224.6 - 1))
    assert log(160) == pytest.approx(5.073, abs=0.01)


def test_figure_draws_what_the_page_says():
    w = np.array([0.4, 0.5, 5.0, 6.0])
    assert list(figure.icepop(w)) == [0, 0.5, 5.0, 0]
    assert (figure.CAP, figure.BAND, figure.PHI) == (2.0, (0.5, 5.0), 0.05)
    widths = [np.ptp(np.log(figure.kpop_band(mu, figure.PHI))) for mu in (0.01, 0.1, 0.5, 0.9)]
    assert widths == sorted(widths, reverse=True)
