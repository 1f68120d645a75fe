"""Every worked number of algo-09 (repeated all-reduce of the loss), recomputed with collectives simulated in NumPy."""

import numpy as np
import pytest

from scripts.figures import all_reduce_multipliers as figure
from tests.numbers.shown import assert_shown

QUESTION = "algo-09"
RANKS = 4
LOSS = 0.5 * (3.0 - np.arange(RANKS)) ** 2
GRADIENT = 3.0 - np.arange(RANKS)
BETA1 = 0.9


def shown(places: int, *values: float) -> None:
    for value in values:
        assert_shown(QUESTION, float(value), places)


def all_reduce(per_rank: np.ndarray) -> np.ndarray:
    """SUM: every rank receives the total over the first axis."""
    return np.broadcast_to(per_rank.sum(axis=0), per_rank.shape).copy()


def train(calls: int, divide: bool, backward: str) -> tuple[float, float]:
    """Loss value on rank 0 and the gradient after DDP's mean, for `calls` rounds of SUM (then ÷W) before backward.

    Backward runs the rounds in reverse, from a seed of 1 on every rank: a differentiable SUM reduces the seeds again,
    an in-place call or an identity backward leaves them.
    """
    value, seed = LOSS.copy(), np.ones(RANKS)
    for _ in range(calls):
        value = all_reduce(value)
        value = value / RANKS if divide else value
    for _ in range(calls):
        seed = seed / RANKS if divide else seed
        seed = all_reduce(seed) if backward == "sum" else seed
    return value[0], (seed * GRADIENT).mean()


def test_running_example():
    shown(1, LOSS[0], LOSS[2], GRADIENT.mean())
    shown(2, LOSS.mean())
    step = 1e-6
    numerical = (0.5 * (3 + step - np.arange(RANKS)) ** 2 - 0.5 * (3 - step - np.arange(RANKS)) ** 2) / (2 * step)
    assert numerical == pytest.approx(GRADIENT)


def test_value_after_repeated_sums_and_means():
    for calls in (1, 2, 3):
        value, _ = train(calls, False, "identity")
        shown(0, value)
        assert value == pytest.approx(RANKS**calls * LOSS.mean())
        assert train(calls, True, "identity")[0] == pytest.approx(LOSS.mean())


def test_pair_of_sum_and_count_survives_a_repeated_sum():
    pairs = np.stack([LOSS, np.ones(RANKS)], axis=1)
    for pair in (all_reduce(pairs)[0], all_reduce(all_reduce(pairs))[0]):
        shown(0, *pair)
        shown(2, pair[0] / pair[1])


@pytest.mark.parametrize(
    ("calls", "divide", "backward", "value", "gradient"),
    [
        (1, False, "identity", 7, 1.5),
        (2, False, "identity", 28, 1.5),
        (1, True, "identity", 1.75, 0.375),
        (2, True, "identity", 1.75, 0.09375),
        (1, False, "sum", 7, 6),
        (2, False, "sum", 28, 24),
        (1, True, "sum", 1.75, 1.5),
        (2, True, "sum", 1.75, 1.5),
    ],
)
def test_measured_table_follows_from_the_rules(calls, divide, backward, value, gradient):
    assert train(calls, divide, backward) == pytest.approx((value, gradient))
    for number in (value, gradient):
        text = f"{number:.10f}".rstrip("0").rstrip(".")
        assert_shown(QUESTION, number, len(text.partition(".")[2]))


def test_general_rule_for_sums_and_divisions():
    for calls in (1, 2, 3):
        for divide in (False, True):
            for backward in ("sum", "identity"):
                value, gradient = train(calls, divide, backward)
                divisions = calls if divide else 0
                assert value == pytest.approx(RANKS ** (calls - divisions) * LOSS.mean())
                power = (calls if backward == "sum" else 0) - divisions
                assert gradient == pytest.approx(float(RANKS) ** power * GRADIENT.mean())


def test_figure_agrees_with_the_simulation():
    for calls in figure.CALLS:
        for divide in (False, True):
            divisions = calls if divide else 0
            for backward in ("sum", "identity"):
                value, gradient = train(calls, divide, backward)
                assert figure.value_factor(calls, divisions) == pytest.approx(value / LOSS.mean())
                factor = figure.gradient_factor(calls, divisions, backward == "sum")
                assert factor == pytest.approx(gradient / GRADIENT.mean())


def test_fully_sharded_check():
    local = np.array([1.0, 2, 3, 4])
    shown(1, local.mean())
    shown(3, local.mean() / RANKS)
    shown(0, local.mean() * RANKS)


def test_accumulating_buffer_reduced_after_every_micro_batch():
    sums = np.array([10.0, 20, 30])
    local = np.outer(np.array([1, 2, 3, 4]) / 10, sums)
    assert local.sum(axis=0) == pytest.approx(sums)
    summed, averaged = np.zeros(RANKS), np.zeros(RANKS)
    for micro in local.T:
        summed = all_reduce(summed + micro)
        averaged = all_reduce(averaged + micro) / RANKS
    assert summed[0] == pytest.approx(sum(RANKS ** (3 - m) * s for m, s in enumerate(sums, 1)))
    shown(0, summed[0], sums.sum(), averaged[0])
    shown(1, *(sums[:2] / RANKS)[[0]], (sums / RANKS)[2])
    assert averaged[0] == pytest.approx(sums.sum() / RANKS)


def test_accumulating_buffer_changes_the_direction():
    sums = np.array([[1.0, 0], [0, 1], [0, 1]])
    buffer = sum(RANKS ** (3 - m) * s for m, s in enumerate(sums, 1))
    right = sums.sum(axis=0)
    assert buffer @ right / np.linalg.norm(buffer) / np.linalg.norm(right) < 0.95


def test_overwriting_the_saved_output_of_exp():
    output = np.exp(LOSS / 10)
    shown(4, (output * GRADIENT / 10).mean(), (output.sum() * GRADIENT / 10).mean())
    shown(3, output.sum())


def test_token_mean_needs_the_factor_and_the_global_count():
    counts, losses = np.array([2, 8]), np.array([1.0, 0.0])
    total = (counts * losses).sum() / counts.sum()
    shown(1, losses.mean(), total)
    assert (2 / counts.sum() * counts * losses).mean() == pytest.approx(total)
    counts, gradients = np.array([100, 300]), np.array([1.0, -1.0])
    assert gradients.mean() == 0
    shown(1, (counts * gradients).sum() / counts.sum())


def test_count_summed_twice():
    counts = np.array([10, 20, 30, 40])
    once, twice = all_reduce(counts)[0], all_reduce(all_reduce(counts))[0]
    shown(0, once, twice)
    assert twice / once == RANKS


def test_sgd_on_a_quadratic():
    shown(1, *(1 - 0.3 * np.array([1, 4, 8])))
    w = 1.0
    for _ in range(10):
        w -= 8 * 0.3 * w
    shown(1, abs(w))


def test_adam_feels_the_factor_through_epsilon_only():
    def step(factor: float, gradient: float, epsilon: float) -> float:
        first = second = 0.0
        for t in range(1, 6):
            first = BETA1 * first + (1 - BETA1) * factor * gradient
            second = 0.999 * second + 0.001 * (factor * gradient) ** 2
            size = first / (1 - BETA1**t) / (np.sqrt(second / (1 - 0.999**t)) + epsilon)
        return size

    for gradient in (1e-6, 1e-9):
        shown(3, *(step(c, gradient, 1e-8) for c in (1 / 8, 1, 8)))
        for c in (1 / 8, 8):
            assert step(c, gradient, 1e-8) == pytest.approx(step(1, gradient, 1e-8 / c))
            assert step(c, gradient, 0) == pytest.approx(1)


def test_clipping_by_global_norm():
    norms = np.array([0.1, 0.3, 2.0])
    shown(1, *norms[:2], np.minimum(8 * norms, 1)[0])
    shown(4, *np.minimum(norms / 8, 1)[:2])
    shown(2, np.minimum(norms / 8, 1)[2])
    assert np.minimum(8 * norms, 1)[1:] == pytest.approx([1, 1])
    assert np.minimum(norms, 1)[2] == 1


def test_coupled_weight_decay_share():
    share = [100 * 0.5 / (c + 0.5) for c in (1, 8, 1 / 8)]
    shown(1, *share[:2])
    shown(0, share[2])


def test_effective_beta_when_one_term_has_the_factor():
    shown(3, 0.001, 0.001 / (1 / 8))


def test_transient_when_the_factor_changes():
    def ratio(c: float, beta2: float, steps: int) -> np.ndarray:
        first = second = 1.0
        path = []
        for _ in range(steps):
            first = BETA1 * first + (1 - BETA1) * c
            second = beta2 * second + (1 - beta2) * c**2
            path.append(first / np.sqrt(second))
        t = np.arange(1, steps + 1)
        closed = (c - (c - 1) * BETA1**t) / np.sqrt(c**2 - (c**2 - 1) * beta2**t)
        assert np.array(path) == pytest.approx(closed)
        return closed

    up, down = ratio(8, 0.999, 3000), ratio(1 / 8, 0.999, 3000)
    shown(2, up.max(), down.min(), down[-1], ratio(8, 0.95, 200).max())
    shown(0, up.argmax() + 1, down.argmin() + 1)
    shown(1, up.max())


def test_rescaled_moments_remove_the_transient():
    c, first, second = 8.0, 8.0, 64.0
    for _ in range(50):
        first = BETA1 * first + (1 - BETA1) * c
        second = 0.999 * second + 0.001 * c**2
        assert first / np.sqrt(second) == pytest.approx(1)


def test_adaptive_kl_controller_fed_a_summed_metric():
    def beta(kl: float) -> float:
        value = 0.001
        for _ in range(50):
            value *= 1 + np.clip(kl / 0.01 - 1, -0.2, 0.2) * 1024 / 10000
        return value

    shown(2, beta(0.008) * 1e4, beta(8 * 0.008) * 1e3)
    shown(3, 0.008, 8 * 0.008)
    shown(1, beta(8 * 0.008) / beta(0.008))
