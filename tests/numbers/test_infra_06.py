"""Numbers of infra-06: tokens in a KV pool, what the usage gauges count, MBU and MFU, usage over time, hit rates."""

import math

import pytest

from scripts.figures import utilization_views as views
from tests.numbers.shown import assert_shown

PAGE = "infra-06"
GB = 1e9
HIDDEN, MLP, VOCABULARY = 4096, 12_288, 151_936
KV_TOKEN = 2 * views.LAYERS * views.KV_HEADS * views.HEAD * 2
POOL = int(100e9 // KV_TOKEN)
WEIGHTS = 2 * views.PARAMETERS
ATTENTION = views.LAYERS * views.QUERY_HEADS * views.HEAD


def shown(value: float, places: int) -> None:
    assert_shown(PAGE, value, places)


def layer_parameters() -> int:
    attention = HIDDEN * views.HEAD * (2 * views.QUERY_HEADS + 2 * views.KV_HEADS)
    return views.LAYERS * (attention + 3 * HIDDEN * MLP)


def test_kv_bytes_and_tokens_in_the_pool():
    shown(KV_TOKEN, 0)
    shown(KV_TOKEN / 1024, 0)
    shown(POOL, 0)
    shown((WEIGHTS + 100e9) / GB, 0)
    assert POOL == views.pool_tokens()


def test_concurrency_depends_on_when_sequences_start():
    prompt, response, group = 2000, 6000, 8
    safe, average = POOL // (prompt + response), int(POOL / (prompt + response / 2))
    shown(safe, 0)
    shown(average, 0)
    shown(math.floor(POOL / average - prompt), 0)
    groups = POOL // (prompt + group * response)
    shown(groups, 0)
    shown(groups * group, 0)
    assert groups * group > safe


def test_usage_gauges_leave_out_unpinned_prefixes():
    shown(1 - 250 / (1001 - 1), 2)
    total, available, evictable = 100_000, 20_000, 30_000
    shown(1 - (available + evictable) / total, 2)
    shown(1 - available / total, 2)


def test_blocks_of_16_hold_17_tokens_in_two():
    shown(100 * 17 / (16 * math.ceil(17 / 16)), 1)


def test_one_decode_step_has_three_utilisations():
    kv = views.BATCH * views.CONTEXT * KV_TOKEN
    moved = WEIGHTS + kv
    flops = 2 * views.PARAMETERS * views.BATCH + 4 * ATTENTION * views.CONTEXT * views.BATCH
    shown(kv / GB, 1)
    shown(moved / GB, 1)
    shown(flops / 1e12, 3)
    shown(views.BATCH * views.CONTEXT, 0)
    shown(100 * views.BATCH * views.CONTEXT / POOL, 1)
    shown(moved / views.STEP_SECONDS / 4.8e12, 3)
    shown(flops / views.STEP_SECONDS / 989e12, 3)
    shown(1e3 * moved / 4.8e12, 1)
    shown(1e3 * flops / 989e12, 1)
    shown(flops / moved, 1)
    assert WEIGHTS + 100e9 < 0.92 * 141e9 and kv < 100e9
    assert list(views.readings().values()) == pytest.approx(
        [kv / KV_TOKEN / POOL, moved / views.STEP_SECONDS / 4.8e12, flops / views.STEP_SECONDS / 989e12]
    )


def test_no_batch_size_makes_this_decode_compute_bound():
    ridge = 989 / 4.8
    limit = (2 * views.PARAMETERS + 4 * ATTENTION * views.CONTEXT) / (views.CONTEXT * KV_TOKEN)
    shown(ridge, 0)
    shown(limit, 1)
    assert views.step_flops(10**7) / views.step_bytes(10**7) == pytest.approx(limit, rel=1e-3)
    assert limit < ridge


def test_a_single_sequence_is_all_memory_time():
    shown(1e3 * views.step_bytes(1) / 4.8e12, 3)
    shown(1e3 * views.step_flops(1) / 989e12, 3)


def test_training_mfu_and_the_share_of_the_embedding_lookup():
    sequences, length = 512, 4096
    tokens = sequences * length
    matmul = layer_parameters() + 2 * VOCABULARY * HIDDEN
    flops = 6 * matmul * tokens + 6 * ATTENTION * sequences * length**2
    lookup = 6 * VOCABULARY * HIDDEN * tokens
    mfu = flops / (16 * 989e12 * 20)
    shown(matmul / 1e9, 3)
    shown(flops / 1e17, 4)
    shown(mfu, 3)
    shown(100 * lookup / flops, 1)
    shown((flops - lookup) / (16 * 989e12 * 20), 3)
    shown(mfu * 20 / 160, 3)


def test_time_weighted_usage_and_its_tail():
    points = list(zip(views.TIMES, views.USAGE, strict=True))
    area = sum((t1 - t0) * (u0 + u1) / 2 for (t0, u0), (t1, u1) in zip(points, points[1:], strict=False))
    shown(area, 1)
    shown(area / 420, 3)
    tail = 420 - (300 + (0.30 - 0.2) / (0.30 - 0.02) * 120)
    shown(tail, 1)
    shown(100 * tail / 420, 1)
    assert views.mean_usage() == pytest.approx(area / 420)
    assert views.tail_start() == pytest.approx(420 - tail)


def test_grpo_prefix_hits_by_enumerating_blocks():
    prompt, block, group = 1024, 16, 8
    reusable = sum(block for end in range(block, prompt + 1, block) if end <= prompt - 1)
    shown(reusable, 0)
    shown((group - 1) * reusable, 0)
    shown(100 * (group - 1) * reusable / (group * prompt), 1)
    assert (group - 1) * reusable / (group * prompt) < (group - 1) / group


def test_agent_context_eviction_and_hits_over_turns():
    shown(20_000 * KV_TOKEN / GB, 2)
    shown(POOL // 20_000, 0)
    shown(20_500 / 500, 0)
    queried = sum(2000 * turn for turn in range(1, 11))
    hit = sum(2000 * (turn - 1) for turn in range(1, 11))
    shown(queried, 0)
    shown(hit, 0)
    shown(100 * hit / queried, 1)


def test_weights_charged_per_token_inflate_the_byte_counter():
    weights = 2 * layer_parameters()
    shown(weights / GB, 1)
    for batch in (64, 128):
        kv = batch * 4096 * KV_TOKEN
        shown((batch * weights + kv) / (weights + kv), 1)


def test_missing_causal_half_in_a_long_prefill():
    linear, half = 2 * layer_parameters() * 8192, 2 * ATTENTION * 8192**2
    shown(100 * ((linear + 2 * half) / (linear + half) - 1), 1)


def test_averages_hide_the_full_engine_and_the_idle_step():
    shown((0.98 + 0.30) / 2, 2)
    shown(100 * 0.40 * 0.15, 0)
