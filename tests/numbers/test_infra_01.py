"""Numbers of infra-01: bytes per copy, the four phases of a GRPO step, and what each optimisation saves."""

import contextlib
import io
import math
import re

import pytest

from scripts.figures import memory_phases
from tests.numbers.shown import assert_shown, page_text, up_to_date

PAGE = "infra-01"
GB = 1e9

# Qwen2.5-7B
HIDDEN, LAYERS, MLP, HEADS_KV, HEAD, VOCABULARY = 3584, 28, 18_944, 4, 128, 152_064
# The worked box
SHARDS, ENGINE_TP, TOKENS, KV = 8, 2, 16_384, 40.0
# Megatron on the same eight GPUs
TP, DP = 2, 4


def qwen_7b_parameters() -> int:
    attention = 2 * HIDDEN * HIDDEN + HIDDEN + 2 * (HIDDEN + 1) * HEADS_KV * HEAD
    layer = attention + 3 * HIDDEN * MLP + 2 * HIDDEN
    return LAYERS * layer + 2 * VOCABULARY * HIDDEN + HIDDEN


P = qwen_7b_parameters()
MASTER = GRADIENTS = 4 * P / SHARDS / GB
MOMENTS = 8 * P / SHARDS / GB
REFERENCE = 2 * P / SHARDS / GB
ENGINE = 2 * P / ENGINE_TP / GB
KV_TOKEN = 2 * LAYERS * HEADS_KV * HEAD * 2
LAYER_TOKEN = 12 * HIDDEN + 4 * HEADS_KV * HEAD + 8 * MLP
ONE_LAYER = LAYER_TOKEN * TOKENS / GB
RECOMPUTED = (2 * HIDDEN * LAYERS + LAYER_TOKEN) * TOKENS / GB
LOGITS = 7 * TOKENS * VOCABULARY / GB
FUSED = 7 * 2048 * VOCABULARY / GB
BUCKET = 2 * 2**30 / GB


def shown(value: float, places: int) -> None:
    assert_shown(PAGE, value, places)


def code_block(edition: str) -> str:
    return re.search(r"```python\n(.+?)```", page_text(PAGE, edition), re.S).group(1)


def phases(*, sleep: bool, offload: bool, fused: bool) -> list[float]:
    """Generate, log-prob, update, sync: needed parts plus whatever the setting leaves resident."""
    logits = FUSED if fused else LOGITS
    needed = [
        {"W": ENGINE, "K": KV},
        {"w": MASTER, "A": ONE_LAYER, "L": logits} | ({} if offload else {"R": REFERENCE}),
        {"w": MASTER, "g": GRADIENTS, "o": MOMENTS, "A": RECOMPUTED, "L": logits},
        {"w": MASTER, "W": ENGINE, "C": BUCKET},
    ]
    resident = {} if offload else {"w": MASTER, "o": MOMENTS, "R": REFERENCE}
    training = {} if sleep else {"W": ENGINE, "K": KV}
    idle = [resident | {"W": ENGINE, "K": KV}, resident | training, resident | training, resident | training]
    return [sum((extra | live).values()) for live, extra in zip(needed, idle, strict=True)]


def test_parameter_count():
    assert P == 7_615_616_512
    shown(P / 1e9, 3)


def test_trained_copy_against_frozen_copies():
    for bytes_per_parameter, value in ((2, 15.2), (20, 152.3)):
        assert round(bytes_per_parameter * P / GB, 1) == value
        shown(value, 1)
    assert (round(16 * P / GB), round(18 * P / GB)) == (122, 137)
    for value in (122, 137, round(3 * 2 * P / GB)):
        shown(value, 0)
    shown(20 * P / (6 * P), 1)


def test_old_policy_is_a_small_tensor():
    shown(256 * 8192 * 4 / 1e6, 1)


def test_critic_share():
    shown(100 * 16 / (16 + 16 + 2 + 2), 0)
    shown(100 * 18 / (18 + 18 + 2 + 2), 0)


def test_zero_stages():
    for factor in (16, 4 + 12 / SHARDS, 2 + 14 / SHARDS, 16 / SHARDS):
        shown(factor * P / GB, 1)


def test_bf16_rounds_an_adam_step_away():
    spacing = 2.0 ** (math.floor(math.log2(0.02)) - 7)
    assert spacing / 2 == 2**-14
    shown(spacing / 2 * 1e5, 1)
    assert spacing / 2 > 50 * 1e-6


def test_megatron_state():
    shown((6 + 12 / DP) * P / TP / GB, 1)
    shown(6 * P / TP / GB, 1)
    shown(12 / DP * P / TP / GB, 1)


def test_sharding_of_engine_and_reference():
    shown(ENGINE, 2)
    shown(REFERENCE, 2)
    shown(4 * 2 * P / GB, 1)
    assert 2 * P / TP / GB == ENGINE


def test_offload_copies_at_50_gb_per_second():
    shown(MASTER + MOMENTS, 1)
    for gigabytes in (MASTER + MOMENTS, ENGINE):
        shown(gigabytes / 50, 2)


def test_kv_bytes_per_token():
    assert KV_TOKEN == 56 * 1024
    for value in (KV_TOKEN, 2 * 36 * 8 * 128 * 2, 2 * 48 * 4 * 128 * 2, 61 * (512 + 64) * 2):
        shown(value, 0)
    shown(KV * GB / (KV_TOKEN / ENGINE_TP) / 1e6, 2)
    shown(256 * 8192 * KV_TOKEN / GB, 1)


def test_group_shares_its_prompt():
    for prompt, response in ((1024, 7168), (30_000, 2000)):
        shown(100 * (1 - (prompt + 16 * response) / (16 * (prompt + response))), 1)


def test_activations():
    shown(LAYER_TOKEN, 0)
    shown(LAYER_TOKEN * LAYERS * TOKENS / GB, 1)
    shown(2 * HIDDEN * LAYERS * TOKENS / GB, 2)
    shown(ONE_LAYER, 2)
    shown(RECOMPUTED, 2)
    shown(34 * HIDDEN * LAYERS * TOKENS / GB, 1)
    shown(LAYER_TOKEN * LAYERS * TOKENS / GB - RECOMPUTED, 1)


def test_logits():
    shown(LOGITS, 1)
    shown(4 * TOKENS * VOCABULARY / GB, 2)
    shown(2 * TOKENS * VOCABULARY / GB, 2)
    shown(FUSED, 2)
    shown(LOGITS - FUSED, 2)
    shown(LOGITS - FUSED, 1)


def test_train_state_parts():
    shown(MASTER, 2)
    shown(MOMENTS, 2)
    shown(BUCKET, 2)


SETTINGS = [
    dict(sleep=False, offload=False, fused=False),
    dict(sleep=True, offload=False, fused=False),
    dict(sleep=True, offload=True, fused=False),
    dict(sleep=True, offload=True, fused=True),
]


@pytest.mark.parametrize("setting", SETTINGS)
def test_worked_box(setting):
    for value in phases(**setting):
        shown(value, 1)


@pytest.mark.parametrize("edition", up_to_date(PAGE))
def test_printed_program_gives_the_table(edition):
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(code_block(edition), {})
    printed = [[float(number) for number in line.split()] for line in output.getvalue().splitlines()]
    assert printed == [[round(value, 1) for value in phases(**setting)] for setting in SETTINGS]


def test_figure_draws_the_same_box():
    for name, setting in zip(memory_phases.SETTINGS, SETTINGS, strict=False):
        drawn = [memory_phases.total(name, phase) for phase in memory_phases.PHASES]
        assert drawn == pytest.approx(phases(**setting))


def test_largest_phase_is_bold():
    for setting in SETTINGS:
        peak = f"{max(phases(**setting)):.1f}"
        for edition in up_to_date(PAGE):
            assert f"**{peak}**" in page_text(PAGE, edition)


def test_savings_at_the_peak():
    nothing, asleep, offloaded, _ = (max(phases(**setting)) for setting in SETTINGS)
    shown(nothing, 2)
    shown(nothing - offloaded, 1)
    shown(nothing - asleep, 1)
    shown(asleep - offloaded, 1)
    assert asleep - offloaded == pytest.approx(MASTER + MOMENTS + REFERENCE)
    shown(phases(**SETTINGS[1])[2] - phases(**SETTINGS[2])[2], 1)
    shown(ENGINE + KV, 2)


def test_waking_kv_too_early():
    shown(MASTER + ENGINE + BUCKET + KV, 1)
    grown = 72 - 3 - ENGINE
    shown(MASTER + MOMENTS + ENGINE + BUCKET + grown, 1)


def test_room_for_kv():
    free = 72 - 3 - ENGINE
    resident = free - (MASTER + MOMENTS + REFERENCE)
    megatron = free - ((6 + 12 / DP) * P / TP + 2 * P / TP) / GB
    for value in (free, resident, megatron):
        shown(value, 1)
    for value in (free, resident):
        shown(value * GB / (KV_TOKEN / ENGINE_TP) / 1e6, 2)
    shown(100 * (free / resident - 1), 0)
    shown(free / megatron, 1)
    whole_engine = 72 - 3 - 2 * P / GB - 16 * P / SHARDS / GB - REFERENCE
    shown(whole_engine, 1)
    assert math.floor(whole_engine * GB / KV_TOKEN) == 638_839
    shown(638_839, 0)


def test_unsharded_parts():
    block = (P - 2 * VOCABULARY * HIDDEN - HIDDEN) / LAYERS
    shown(2 * block / GB, 2)
    shown(2 * VOCABULARY * HIDDEN / GB, 2)
    shown(4 * VOCABULARY * HIDDEN / GB, 2)  # the embedding, gathered in fp32 for the weight sync


def test_deferred_gradient_reduction():
    shown(4 * P / GB, 1)
    shown(2 * P / GB, 1)
    shown(phases(**SETTINGS[2])[2] - GRADIENTS + 4 * P / GB, 1)


def test_mixture_of_experts():
    hidden, layers, experts, mlp = 2048, 48, 128, 768
    attention = hidden * 32 * 128 * 2 + 2 * hidden * 4 * 128 + 2 * 128
    one_expert = 3 * hidden * mlp
    expert = layers * experts * one_expert
    total = layers * (attention + hidden * experts + 2 * hidden) + expert + 2 * 151_936 * hidden + hidden
    dense = total - expert
    active = dense + layers * 8 * one_expert
    for value in (total, expert, active):
        shown(value / 1e9, 2)
    engine = 2 * total / 8
    reference = 2 * (expert / 8 + dense)
    on_gpu = 6 * (expert / 8 + dense)
    for state, ref in (
        (16 * total / 8, 2 * total / 8),
        (on_gpu + 12 * expert / 8 + 12 * dense / 8, reference),
        (on_gpu, reference),
    ):
        shown(state / GB, 1)
        shown((state + ref) / GB, 1)
        shown((state + ref + engine) / GB, 1)
    shown(engine / GB, 2)
    shown(12 * total / GB, 0)
    for state in (16 * total / 8, on_gpu + 12 * expert / 8 + 12 * dense / 8, on_gpu):
        shown(80 - state / GB, 1)  # left on the card at the update
    shown(4 * total / GB, 1)


def test_host_memory_and_time():
    shown(12 * P / GB, 1)
    shown(4 * P / GB, 1)
    snapshot = DP * 2 * P / GB
    shown(snapshot, 1)
    shown(2 * snapshot, 1)
    shown(MASTER + MOMENTS, 1)
    shown((MASTER + MOMENTS) / 50, 2)
    shown(ENGINE / 50, 2)


def test_savings_table():
    for bytes_per_parameter in (16, 12):  # gradients live in the update alone
        shown(bytes_per_parameter * P / GB * 7 / 8, 1)
    shown(REFERENCE, 1)
    shown(MOMENTS, 1)
    shown(MASTER + MOMENTS, 1)
    shown(MASTER + GRADIENTS + MOMENTS, 1)
    shown(6 * P / SHARDS / GB, 1)
    shown((12 - 8) * P / SHARDS / GB, 1)  # Kahan without gradients: weights 2 + 2, moments 4
    shown(KV, 0)
    shown(ENGINE / 2, 1)
    shown(KV / 2, 0)


def test_lora():
    adapter = LAYERS * 32 * (2 * (HIDDEN + HIDDEN) + 2 * (HIDDEN + HEADS_KV * HEAD) + 3 * (HIDDEN + MLP))
    shown(adapter / 1e6, 1)
    state = 16 * adapter / GB
    shown(state, 2)
    shown(2 * 2 * P / GB + state, 1)
    shown(2 * P / GB + state, 1)
    outside = 2 * VOCABULARY * HIDDEN  # embedding and output layer stay bf16
    shown((0.5 * (P - outside) + 2 * outside) / GB + state, 1)
    update = 16 * P / GB - (2 * P / GB + state)
    elsewhere = 12 * P / GB - (2 * P / GB + 12 * adapter / GB)
    shown(update, 1)
    shown(update / SHARDS, 1)
    shown(elsewhere / SHARDS, 1)
    assert round(2 * P / GB + state) == 17


def test_agentic_context():
    tokens = 65_536
    one = tokens * KV_TOKEN / GB
    shown(one, 2)
    free = 72 - 3 - ENGINE
    for room in (free, free - MASTER - MOMENTS - REFERENCE):  # a trajectory lives in one replica
        replica = math.floor(ENGINE_TP * room / one)
        shown(replica, 0)
        shown(replica * SHARDS / ENGINE_TP, 0)
    shown(7 * tokens * VOCABULARY / GB, 1)
    shown((2 * HIDDEN * LAYERS + LAYER_TOKEN) * tokens / GB, 1)
