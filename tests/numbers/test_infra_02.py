"""Numbers of infra-02: KV handoff and its exposed part, the reload threshold, all-reduce costs, EP bytes, KV copies."""

import math

import pytest

from scripts.figures import all_reduce_algorithms as model
from tests.numbers.shown import assert_shown

PAGE = "infra-02"
GB = 1e9
NIC = 50e9
TOKENS = 32_768
EFFECTIVE_FLOPS = 494.5e12
HBM = 3.35e12
US, MS = 1e-6, 1e-3

PARAMETERS = {"7B": 7_615_616_512, "70B": 70.6e9, "V3": 37e9}
KV = {"7B": 2 * 28 * 4 * 128 * 2, "70B": 2 * 80 * 8 * 128 * 2, "V3": 61 * 576 * 2}
LAYERS = 28
TRANSFER = KV["7B"] * TOKENS / NIC
GEMM = 2 * PARAMETERS["7B"] * TOKENS / EFFECTIVE_FLOPS
ATTENTION = LAYERS * 4 * 28 * 128 * TOKENS**2 / 2 / EFFECTIVE_FLOPS


def shown(value: float, places: int) -> None:
    assert_shown(PAGE, value, places)


def pipeline(compute: float, transfer: float, layers: int) -> float:
    """End of the last transfer, simulated layer by layer: a layer leaves once computed and once the link is free."""
    computed = sent = 0.0
    for _ in range(layers):
        computed += compute
        sent = max(sent, computed) + transfer
    return sent


def threshold(name: str) -> float:
    return KV[name] * EFFECTIVE_FLOPS / (2 * PARAMETERS[name])


def test_kv_bytes_and_serial_handoff():
    rows = (("7B", 57_344, 1.88, 37.6), ("70B", 327_680, 10.74, 214.7), ("V3", 70_272, 2.30, 46.1))
    for name, size, gigabytes, milliseconds in rows:
        assert KV[name] == size
        assert round(size * TOKENS / GB, 2) == gigabytes
        assert round(size * TOKENS / NIC / MS, 1) == milliseconds
        shown(size, 0)
        shown(gigabytes, 2)
        shown(milliseconds, 1)
    shown(KV["V3"] * TOKENS / (8 * NIC) / MS, 1)


@pytest.mark.parametrize("bandwidth", [NIC, GB])
def test_exposed_time_formula_matches_a_simulated_pipeline(bandwidth):
    compute, transfer = GEMM / LAYERS, KV["7B"] * TOKENS / bandwidth / LAYERS
    exposed = transfer if transfer <= compute else LAYERS * (transfer - compute) + compute
    total = compute + (LAYERS - 1) * max(compute, transfer) + transfer
    assert math.isclose(pipeline(compute, transfer, LAYERS), total)
    assert math.isclose(total - LAYERS * compute, exposed)
    assert (transfer > compute) == (bandwidth == GB)
    shown(exposed / MS, 0 if bandwidth == GB else 2)


def test_prefill_time_and_its_two_simplifications():
    shown(GEMM, 2)
    shown(GEMM / LAYERS / MS, 1)
    shown(KV["7B"] * TOKENS / GB / LAYERS / MS, 1)
    shown(KV["7B"] * TOKENS / GB / MS, 0)
    shown(ATTENTION, 2)
    shown(2 * 152_064 * 3584 / 1e9, 2)
    shown(TRANSFER / LAYERS / MS, 1)
    assert round(100 * TRANSFER / (GEMM + ATTENTION), 1) == 2.6
    shown(2.6, 1)


def test_reload_thresholds():
    for name in KV:
        shown(threshold(name) / GB, 2)
    shown(8 * threshold("7B") / GB, 1)
    shown(8 * threshold("V3") / GB, 1)
    shown(KV["7B"] * TOKENS / (GEMM + ATTENTION) / GB, 2)
    assert 8 * threshold("V3") < 5 * GB < 8 * threshold("7B") < NIC
    assert math.isclose(KV["7B"] * TOKENS / threshold("7B"), GEMM)


def test_mixed_steps_against_a_decode_step():
    steps = TOKENS // 2048
    assert steps == 16
    assert round((GEMM + ATTENTION) / steps / MS) == 90
    shown(90, 0)
    weights = 2 * PARAMETERS["7B"]
    shown(weights / GB, 1)
    shown(weights / HBM / MS, 1)
    assert abs(GEMM + ATTENTION - 1.45) < 0.006
    shown(1.45, 2)


def test_pool_ratio():
    prefill_rate, decode_rate = 20_000, 2_200

    def ratio(prompt: float, generated: float) -> float:
        return prompt / prefill_rate / (generated / decode_rate)

    uncached = 131 * (1 - 0.942)
    shown(uncached, 1)
    shown(ratio(uncached, 1), 2)
    shown(ratio(131, 1), 1)
    shown(ratio(200 / 16, 8000), 5)
    shown(100 * (1 - 0.942), 1)


def test_one_shot_crossover():
    meet = model.crossover()
    assert math.isclose(model.one_shot(meet), model.two_shot(meet))
    assert model.one_shot(0.9 * meet) < model.two_shot(0.9 * meet)
    assert model.one_shot(1.1 * meet) > model.two_shot(1.1 * meet)
    shown(meet, 0)
    shown(model.crossover(ranks=4), 0)
    assert int(meet // (2 * 7168)) == 17
    shown(17, 0)
    shown(model.ring(1e4) / US, 0)


def test_tensor_parallel_decode_step():
    size, calls = 2 * 8192 * 32, 2 * 80
    floor = 141.2e9 / 8 / HBM
    assert size == 524_288
    shown(floor / MS, 2)
    rows = ((model.two_shot, 8.0, 1.29, 24), (model.one_shot, 11.2, 1.78, 34), (model.ring, 44.0, 7.05, 134))
    for algorithm, one, every, share in rows:
        seconds = algorithm(size)
        assert round(seconds / US, 1) == one
        assert round(calls * seconds / MS, 2) == every
        assert round(100 * calls * seconds / floor) == share
        shown(one, 1)
        shown(every, 2)
        shown(share, 0)
    assert calls * 14 * model.LATENCY > floor  # the ring's latencies alone, as the pitfall says


def test_tensor_parallel_prefill():
    size = 2 * 8192 * 16_384
    shown(size / 1e6, 0)
    shown(160 * model.two_shot(size) / MS, 0)
    shown(2 * 70.6e9 * 16_384 / (8 * EFFECTIVE_FLOPS) / MS, 0)
    shown(160 * model.two_shot(size, bandwidth=NIC), 1)
    assert 2 * 8192 == 16 * 2**10
    shown(16, 0)


def test_ring_latency_from_the_tuner_constants():
    for base, hop in ((6.6, 0.6), (8.4, 3.4)):
        shown(base + 14 * hop, 1)


def test_expert_parallel_bytes_and_deepep_rates():
    dispatch, combine = 8 * 7168, 8 * 7168 * 2
    for value in (dispatch, combine, dispatch + combine):
        shown(value, 0)
    shown(58 * (dispatch + combine) / 1e6, 2)
    shown(128 * dispatch / 1e6, 2)
    shown(128 * dispatch / 77e-6 / GB, 0)
    shown(128 * 8 * (7168 + 4 * 7168 / 128) / 77e-6 / GB, 0)
    shown(58 * (173 + 314) / 1000, 1)


def test_kv_copies_and_decode_context_parallel():
    assert (max(1, 8 / 4), max(1, 8 / 1)) == (2, 8)
    shown(20e9 // KV["V3"], 0)
    shown(8 * 20e9 // KV["V3"], 0)
    shown(2 * 576, 0)
    assert round(30e-6 / (1152 / HBM * 7 / 8) / 1000) == 100


def test_log_sum_exp_merge():
    outputs, lse = (1.0, 3.0), (0.0, math.log(3))
    weights = [math.exp(value) / sum(map(math.exp, lse)) for value in lse]
    assert all(math.isclose(a, b) for a, b in zip(weights, (0.25, 0.75), strict=True))
    shown(sum(w * o for w, o in zip(weights, outputs, strict=True)), 1)


def test_transfer_pieces():
    blocks = TOKENS // 16
    shown(2 * LAYERS * blocks, 0)
    shown(blocks, 0)
    assert 16 * 4 * 128 * 2 == 16 * 2**10
    shown(16 * KV["7B"] / 2**10, 0)
