"""Numbers of infra-11: memory at 128k, overlap thresholds, bytes of each sequence split, balance, one layer's budget."""

import math

import numpy as np
import pytest

from scripts.figures import long_context_scaling as layer
from tests.numbers.shown import assert_shown

PAGE = "infra-11"
K, MB, MS, GIB = 1024, 1e6, 1e-3, 2**30
F, NETWORK, NVLINK, B = 500e12, 50e9, 300e9, 2
H, N_Q, N_KV, D = 4096, 32, 8, 128
S = 128 * K


def shown(value: float, places: int) -> None:
    assert_shown(PAGE, value, places)


def linear(length: float, hidden: int = H) -> float:
    """Forward FLOPs of a layer with 12 h² parameters."""
    return 24 * hidden**2 * length


def attention(length: float, hidden: int = H) -> float:
    """Forward FLOPs of causal attention: half of 4 S² h."""
    return 2 * length**2 * hidden


def ring_bytes(length: float, ranks: int, kv: int = N_KV) -> float:
    return (ranks - 1) / ranks * length * 2 * kv * D * B


def ulysses_bytes(length: float, ranks: int, q: int = N_Q, kv: int = N_KV) -> float:
    return (ranks - 1) / ranks * length / ranks * (2 * q + 2 * max(kv, ranks)) * D * B


def test_attention_over_linear():
    for length in (8, 32, 128):
        ratio = attention(length * K) / linear(length * K)
        assert ratio == pytest.approx(length * K / (12 * H))
        shown(ratio, 2)


def test_qwen3_8b_layer_is_close():
    parameters = H * (N_Q + 2 * N_KV) * D + N_Q * D * H + 3 * H * 12_288
    shown(parameters / 1e6, 0)
    assert parameters == pytest.approx(12 * H**2, rel=0.05)


def test_memory_at_128k():
    for per_token, places in ((34, 0), (2, 0)):
        whole = per_token * S * H * 36 / GIB
        shown(whole, places)
        shown(whole / 8, 1)
    logits = 4 * S * 151_936 / GIB
    shown(logits, 1)
    shown(logits / 8, 1)
    shown(S * 2 * N_KV * D * B / MB, 1)


def test_states():
    assert 16 * 8e9 / 64 == 2e9
    shown(16 * 8e9 / 64 / 1e9, 0)
    shown(16 * 32e9 / 64 / 1e9, 0)
    shown((6 + 12 / 8) * 32e9 / 8 / 1e9, 0)


def test_pipeline_bubble():
    for stages, micro_batches, places in ((4, 8, 1), (4, 2, 0)):
        shown(100 * (stages - 1) / (micro_batches + stages - 1), places)


def test_fsdp_bounds():
    """Solve bytes / W = FLOPs / F for the tokens, instead of using the closed form."""
    block = 12 * H**2
    for rate in (NETWORK, NVLINK):
        forward = block * B / rate * F / (2 * block)
        backward = block * (B + 4) / rate * F / (4 * block)
        assert (forward, backward) == pytest.approx((B * F / (2 * rate), (B + 4) * F / (4 * rate)))
        shown(forward, 0)
        shown(backward, 0)
    shown(block * B / NETWORK * F / (4 * block), 0)
    shown(block * (B + 4) / NETWORK * F / (6 * block), 0)
    per_token = (linear(S) + attention(S)) / S
    shown(block * B / NETWORK * F / per_token, 0)
    per_token_backward = (2 * linear(S) + 2.5 * attention(S)) / S
    shown(block * (B + 4) / NETWORK * F / per_token_backward, 0)
    shown(S / 8, 0)
    shown(10 * B * F / (2 * NETWORK), 0)


def tensor_parallel_bound(rate: float, hidden: int) -> float:
    """Largest real t − 1 whose traffic fits behind the whole layer's linear work."""
    tokens, low, high = 1_000, 0.0, 1e3
    for _ in range(100):
        middle = (low + high) / 2
        ranks = middle + 1
        traffic = 4 * (ranks - 1) / ranks * tokens * hidden * B / rate
        fits = traffic <= linear(tokens, hidden) / ranks / F
        low, high = (middle, high) if fits else (low, middle)
    return low


def test_tensor_parallel_bounds():
    for rate, hidden in ((NETWORK, H), (NVLINK, H), (NVLINK, 8192)):
        bound = tensor_parallel_bound(rate, hidden)
        assert bound == pytest.approx(6 * hidden * rate / (B * F))
        shown(bound, 1)
    shown(2 * H * NVLINK / (B * F), 1)
    shown(4 * 7 / 8 * S * H * B / MB, 0)
    assert math.floor(1 + tensor_parallel_bound(NETWORK, H)) == 2


def ring_step(chunk: float, rate: float) -> tuple[float, float]:
    return 2 * chunk**2 * N_Q * D / F, 2 * chunk * N_KV * D * B / rate


def test_ring_threshold():
    for rate in (NETWORK, NVLINK):
        bound = N_KV / N_Q * B * F / rate
        compute, traffic = ring_step(bound, rate)
        assert compute == pytest.approx(traffic)
        shown(bound, 0)
    for chunk, places in ((8192, 2), (4096, 3)):
        for seconds in ring_step(chunk, NETWORK):
            shown(seconds / MS, places)
    shown(8192 / 5000, 2)
    for traffic in (2, 3):
        shown(5000 * traffic / 2.5, 0)
    shown(8 / 64 * B * F / NETWORK, 0)


def test_merging_two_blocks():
    first = np.average([2, 6], weights=[1, 3])
    second = 1.0
    assert first == 5
    merged = (4 * first + 4 * second) / 8
    assert merged == (2 + 18 + 4) / 8 == 3
    shown(merged, 0)


def test_zigzag_ring_equals_full_attention():
    rng = np.random.default_rng(0)
    ranks, length, size = 4, 64, 8
    q, k, v = rng.normal(size=(3, length, size))
    allowed = np.tri(length, dtype=bool)
    scores = np.where(allowed, q @ k.T, -np.inf)
    full = np.exp(scores - scores.max(1, keepdims=True))
    full = full / full.sum(1, keepdims=True) @ v
    chunks = np.split(np.arange(length), 2 * ranks)
    mine = [np.r_[chunks[rank], chunks[2 * ranks - 1 - rank]] for rank in range(ranks)]
    for rank in range(ranks):
        rows = mine[rank]
        out, lse = np.zeros((len(rows), size)), np.full((len(rows), 1), -np.inf)
        for step in range(ranks):
            columns = mine[(rank - step) % ranks]
            part = scores[np.ix_(rows, columns)]
            with np.errstate(divide="ignore"):
                part_lse = np.log(np.exp(part).sum(1, keepdims=True))
            weight = np.exp(part) @ v[columns]
            total = np.logaddexp(lse, part_lse)
            out, lse = out * np.exp(lse - total) + weight * np.exp(-total), total
        assert np.allclose(out, full[rows], atol=1e-12)


def test_bytes_of_ring_and_ulysses():
    for ranks in (2, 4, 8, 16, 32):
        ring, ulysses = ring_bytes(S, ranks), ulysses_bytes(S, ranks)
        shown(ring / MB, 1)
        shown(ulysses / MB, 1)
        assert ring / ulysses == pytest.approx(ranks * N_KV / (N_Q + max(N_KV, ranks)))
        shown(ring / ulysses, 2)


def ratio(ranks: float, q: int, kv: int) -> float:
    return ring_bytes(S, ranks, kv) / ulysses_bytes(S, ranks, q, kv)


@pytest.mark.parametrize(("q", "kv", "places"), [(32, 8, 0), (32, 32, 0), (64, 8, 1)])
def test_break_even_degree(q: int, kv: int, places: int):
    even = (q + kv) / kv if (q + kv) / kv <= kv else q / (kv - 1)
    assert ratio(even, q, kv) == pytest.approx(1)
    assert ratio(even - 0.5, q, kv) < 1 < ratio(even + 0.5, q, kv)
    shown(even, places)


def test_exposed_gather_and_all_to_all():
    def share(length: float, rate: float) -> float:
        gather, compute = ring_bytes(length, 8) / rate, (linear(length) + attention(length)) / 8 / F
        return 100 * gather / (gather + compute)

    for length in (64, 128, 256):
        shown(share(length * K, NETWORK), 1)
    shown(share(S, NVLINK), 1)
    local_block, _ = ring_step(S / 8, NETWORK)
    shown(local_block / MS, 1)
    shown(ring_bytes(S, 8) / NETWORK / MS, 1)
    seconds, compute = ulysses_bytes(S, 8) / NVLINK, (linear(S) + attention(S)) / 8 / F
    shown(seconds / MS, 2)
    shown(compute / MS, 1)
    shown(100 * seconds / compute, 0)


def test_hybrid():
    ulysses, ring = 8, 4
    inner = (ulysses - 1) / ulysses * S / 32 * (2 * N_Q + 2 * max(N_KV, ulysses)) * D * B
    outer = (ring - 1) * S / ring * 2 * max(N_KV, ulysses) / ulysses * D * B
    shown(inner / MB, 1)
    shown(outer / MB, 1)
    shown(8 * outer / MB, 1)
    shown(ring_bytes(S, 32) / outer, 1)
    shown(S / ring, 0)
    shown(S / 32, 0)


def causal_work(ranks: int, zigzag: bool) -> np.ndarray:
    """Key-query pairs per rank, counted on 16 positions per chunk."""
    length = 32 * ranks
    pairs = np.arange(1, length + 1)
    parts = np.split(pairs, 2 * ranks)
    if zigzag:
        return np.array([parts[r].sum() + parts[2 * ranks - 1 - r].sum() for r in range(ranks)])
    return np.array([parts[2 * r].sum() + parts[2 * r + 1].sum() for r in range(ranks)])


def test_causal_balance():
    for ranks in (4, 8):
        contiguous = causal_work(ranks, zigzag=False)
        assert contiguous.max() / contiguous.mean() == pytest.approx((2 * ranks - 1) / ranks, rel=0.01)
        shown((2 * ranks - 1) / ranks, 2 if ranks == 4 else 3)
        assert len(set(causal_work(ranks, zigzag=True))) == 1
    contiguous = causal_work(8, zigzag=False)
    assert contiguous.mean() / contiguous.max() == pytest.approx(1 / 1.875, rel=0.01)
    shown(100 / 1.875, 1)
    for rank in range(8):
        assert (2 * rank + 1) + (4 * 8 - 2 * rank - 1) == 4 * 8
    assert (32 * K) ** 2 / (8 * (4 * K) ** 2) == 8


def test_layer_budget():
    for length, left in ((32, 2), (64, 0), (128, 0)):
        size = float(length * K)
        parts = [f(size) / MS for f in (layer.linear, layer.attention, layer.keys_and_values, layer.weights)]
        assert parts[0] == pytest.approx(linear(size) / 8 / F / MS)
        assert parts[1] == pytest.approx(attention(size) / 8 / F / MS)
        assert parts[2] == pytest.approx(ring_bytes(size, 8) / NETWORK / MS)
        for part in parts:
            shown(part, 2)
        excess = parts[2] + parts[3] - parts[0] - parts[1]
        shown(max(0.0, excess), left)


def test_figure_says_what_the_caption_says():
    lengths = layer.LENGTHS.astype(float)
    longest = lengths[-1]
    traffic = (layer.tensor_parallel, layer.keys_and_values, layer.weights)
    assert all(layer.attention(longest) > f(longest) for f in traffic)
    assert np.ptp(layer.tensor_parallel(lengths) / layer.linear(lengths)) < 1e-12
    assert (layer.LENGTHS[0], layer.LENGTHS[-1]) == (8 * K, 512 * K)


def test_exposed_time_in_a_trace():
    times = np.arange(0, 10, 0.01)
    compute = (times < 4) | (times >= 6)
    traffic = (times >= 3) & (times < 7)
    assert traffic.mean() == pytest.approx(0.4)
    assert (traffic & ~compute).mean() == pytest.approx(0.2)
    shown(40, 0)
    shown(20, 0)


def test_one_long_sample_among_short_ones():
    work = [linear(s) + attention(s) for s in (128 * K, 4 * K)]
    shown(100 * 128 / (128 + 31 * 4), 0)
    shown(100 * work[0] / (work[0] + 31 * work[1]), 0)
    shown(4 * K / 8, 0)


def test_mean_of_means():
    shown((6 / 3 + 4 / 1) / 2, 1)
    shown((6 + 4) / (3 + 1), 1)


def test_latent_gather():
    shown(7 / 8 * S * 576 * B / MB, 0)
    shown(7 / 8 * S * 128 * (192 + 128) * B / MB, 0)
