"""Numbers of infra-07: token weights, the split head, denominators, bubbles, bytes per step, norms."""

import itertools

import numpy as np
import pytest

from scripts.figures import pipeline_uneven
from tests.numbers.shown import assert_shown

PAGE = "infra-07"
GB = 1e9


def shown(value: float, places: int) -> None:
    assert_shown(PAGE, value, places)


def clipped_loss(log_prob: float, advantage: float, bound: float = 0.2) -> float:
    """PPO's token loss as a function of the log-probability, the old one being 0."""
    ratio = np.exp(log_prob)
    return -min(ratio * advantage, np.clip(ratio, 1 - bound, 1 + bound) * advantage)


@pytest.mark.parametrize(
    ("ratio", "advantage", "weight"), [(1.3, 1, 0), (1.3, -1, -1.3), (0.7, 1, 0.7), (0.7, -1, 0), (1.1, 2, 2.2)]
)
def test_token_weight_is_minus_the_derivative(ratio: float, advantage: float, weight: float):
    at, step = np.log(ratio), 1e-6
    slope = (clipped_loss(at + step, advantage) - clipped_loss(at - step, advantage)) / (2 * step)
    assert -slope == pytest.approx(weight, abs=1e-6)
    shown(ratio, 1)
    if weight:
        shown(weight, 1)


def test_share_of_forward_only_passes():
    shown(100 * 2 / (2 + 3), 0)
    shown(100 * 2 / (2 + 4), 0)


def log_prob_and_entropy(logits: np.ndarray, target: int) -> tuple[float, float]:
    log_p = logits - np.log(np.exp(logits).sum())
    return log_p[target], -(np.exp(log_p) * log_p).sum()


def test_split_head():
    logits, step = np.array([2.0, 1.0, 0.0, 0.0]), 1e-6
    shards = logits.reshape(2, 2)
    top = shards.max(axis=1).max()
    total = np.exp(shards - top).sum(axis=1).sum()
    target_logit = sum(shard[0] if rank == 0 else 0.0 for rank, shard in enumerate(shards))
    probabilities = np.exp(shards - top) / total
    log_prob = target_logit - top - np.log(total)
    entropy = top + np.log(total) - (probabilities * shards).sum(axis=1).sum()
    assert (log_prob, entropy) == pytest.approx(log_prob_and_entropy(logits, 0))

    for_log_prob = np.eye(4)[0] - probabilities.ravel()
    for_entropy = -probabilities.ravel() * (np.log(probabilities.ravel()) + entropy)
    for column in range(4):
        nudge = step * np.eye(4)[column]
        above, below = log_prob_and_entropy(logits + nudge, 0), log_prob_and_entropy(logits - nudge, 0)
        slopes = (np.array(above) - np.array(below)) / (2 * step)
        assert slopes == pytest.approx([for_log_prob[column], for_entropy[column]], abs=1e-8)
    for value in (*probabilities.ravel()[:3], log_prob, entropy, *for_log_prob[:3], for_entropy[0]):
        shown(value, 3)


def test_memory_of_logits():
    size = 32_768 * 151_936 * 4 / 2**30
    shown(size, 2)
    shown(size / 8, 2)


def test_tensor_parallel_input_gradient():
    rng = np.random.default_rng(0)
    x, a, b, dy = (rng.normal(size=shape) for shape in ((3, 4), (4, 6), (6, 5), (3, 5)))
    ranks = [slice(0, 2), slice(2, 4), slice(4, 6)]
    assert sum(x @ a[:, i] @ b[i] for i in ranks) == pytest.approx(x @ a @ b)
    assert sum(dy @ b[i].T @ a[:, i].T for i in ranks) == pytest.approx(dy @ b.T @ a.T)


def test_mean_of_means():
    ranks = [np.ones(2), np.zeros(6)]
    count = sum(map(len, ranks))
    mean_of_means = np.mean([losses.mean() for losses in ranks])
    truth = np.concatenate(ranks).mean()
    scaled = np.mean([len(ranks) / count * losses.sum() for losses in ranks])
    assert scaled == truth != mean_of_means
    shown(mean_of_means, 1)
    shown(truth, 2)
    weights = [1 / (len(ranks) * len(losses)) for losses in ranks]
    shown(weights[0], 2)
    shown(weights[1], 3)
    shown(1 / count, 3)
    assert weights[0] / weights[1] == pytest.approx(3)


def test_slime_scaling_cancels():
    micro_batches, ranks, rollouts = 4, 8, 16
    factors = (micro_batches * ranks / rollouts, 1 / micro_batches, 1 / ranks)
    assert np.prod(factors) == 1 / rollouts
    for value, places in zip((*factors, 1 / rollouts), (0, 2, 3, 4), strict=True):
        shown(value, places)


def test_experts_keep_the_dense_divisor():
    world, expert_parallel = 16, 8
    expert_group = world // expert_parallel
    tokens = np.random.default_rng(1).normal(size=world)  # what each rank's own tokens contribute to one expert
    groups = tokens.reshape(expert_group, expert_parallel).sum(axis=1)  # after the reverse all-to-all
    assert groups.sum() / world == pytest.approx(tokens.mean())
    assert groups.mean() / tokens.mean() == pytest.approx(expert_parallel)
    shown(expert_parallel, 0)


def test_bubbles_of_equal_micro_batches():
    for stages, micro_batches, chunks in ((4, 8, 1), (4, 8, 2), (8, 16, 1)):
        idle = (stages - 1) / chunks
        shown(100 * idle / (micro_batches + idle), 1)
    assert pipeline_uneven.STAGES == 4
    assert pipeline_uneven.idle_share(pipeline_uneven.EQUAL) == pytest.approx(3 / 11)


def test_order_of_uneven_micro_batches():
    costs = (1, 1, 1, 1, 1, 1, 5, 5)
    shares = {order: pipeline_uneven.idle_share(order) for order in set(itertools.permutations(costs))}
    assert len(shares) == 28
    shown(len(shares), 0)
    assert min(shares.values()) == pytest.approx(shares[pipeline_uneven.TOGETHER])
    assert max(shares.values()) == pytest.approx(shares[pipeline_uneven.APART])
    shown(100 * min(shares.values()), 1)
    shown(100 * max(shares.values()), 1)
    assert sum(pipeline_uneven.EQUAL) == sum(costs)


def test_schedule_respects_the_pipeline():
    spans = pipeline_uneven.schedule(pipeline_uneven.APART)
    for (kind, index, stage), (start, _) in spans.items():
        before = (kind, index, stage - 1 if kind == "F" else stage + 1)
        if before in spans:
            assert start >= spans[before][1]
    for stage in range(pipeline_uneven.STAGES):
        busy = sorted(span for key, span in spans.items() if key[2] == stage)
        assert all(first[1] <= second[0] for first, second in itertools.pairwise(busy))


def test_bytes_per_step():
    parameters, ranks = 8e9, 64
    share = (ranks - 1) / ranks * parameters / GB
    for value, places in ((2 * share * 2, 1), (2 * share * 4, 1), (share * (4 + 2), 2)):
        shown(value, places)
    for micro_batches, reductions in ((1, 1), (8, 1), (8, 8)):
        shown(share * (2 * micro_batches * 2 + reductions * 4), 1)


def test_hybrid_sharding():
    shards, nodes, parameters = 8, 8, 8e9
    out_of_node = shards * 2 * (nodes - 1) / nodes * parameters * 4 / shards / GB
    flat = (shards * nodes - 1) / (shards * nodes) * parameters * (2 * 8 * 2 + 4) / GB
    shown(out_of_node, 0)
    shown(flat, 1)
    bandwidth = 8 * 400 / 8  # eight NICs of 400 Gb/s, in GB/s
    shown(bandwidth, 0)
    shown(out_of_node / bandwidth, 2)
    shown(flat / bandwidth, 2)
    shown(16 * parameters / shards / GB, 0)
    shown(16 * parameters / (shards * nodes) / GB, 0)


def test_global_norm():
    shards = np.array([3.0, 4.0])
    norm = np.sqrt((shards**2).sum())
    shown(norm, 1)
    shown(1 / norm, 1)
    for clipped in shards / norm:
        shown(clipped, 1)
    assert np.array_equal(np.minimum(shards, 1), [1, 1])
    shown(np.sqrt(9 + 9 + 16), 2)


def to_bf16(value: float) -> float:
    """Round to nearest even at 8 significant bits."""
    mantissa, exponent = np.frexp(value)
    return float(np.ldexp(np.round(mantissa * 2**8), int(exponent) - 8))


def test_bf16_accumulation_loses_small_terms():
    total = 1.0
    for _ in range(512):
        total = to_bf16(total + 2**-9)
    assert total == 1.0
    assert 1 + 512 * 2**-9 == 2.0
    shown(512, 0)


def test_sequence_ratio_over_context_parallel_ranks():
    """A SUM in forward and backward gives the exact gradient when each rank's loss holds its own tokens only."""
    weights, old = np.array([0.3, -1.2, 0.8, 2.0]), np.array([-1.0, -0.5, -2.0, -0.1])
    new, step = old + np.array([0.1, -0.2, 0.05, 0.3]), 1e-6

    def loss(log_probs: np.ndarray, tokens: slice) -> float:
        return (np.exp((log_probs - old).mean()) * weights)[tokens].sum()

    def slopes(tokens: slice) -> np.ndarray:
        nudges = step * np.eye(4)
        return np.array([(loss(new + n, tokens) - loss(new - n, tokens)) / (2 * step) for n in nudges])

    of_ranks = slopes(slice(0, 2)) + slopes(slice(2, 4))
    assert of_ranks == pytest.approx(slopes(slice(0, 4)), abs=1e-8)
    assert np.abs(slopes(slice(0, 2))[2:]).min() > 0
