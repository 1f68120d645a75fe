"""Numbers of infra-05: rounding, returned log-probs, the KV pool, and the time of an engine step."""

import contextlib
import io
import math
import re
import struct

import pytest

from scripts.figures import batching_kv_pool
from tests.numbers.shown import assert_shown, page_text, up_to_date

PAGE = "infra-05"
LOGITS = (2.0, 1.0, 0.0)

# The 7B model of infra-01 on one H100: parameters, bytes of KV per token, bytes/s, half of the dense bf16 peak.
P, KV_TOKEN, BANDWIDTH, FLOPS = 7_615_616_512, 57_344, 3.35e12, 0.5 * 989e12
POOL, REQUESTS, PROMPT, FINAL = 638_839, 256, 1_024, 8_192


def shown(value: float, places: int) -> None:
    assert_shown(PAGE, value, places)


def fp32(value: float) -> float:
    return struct.unpack("f", struct.pack("f", value))[0]


def bf16(value: float) -> float:
    """Nearest number with 8 significant bits, ties to even."""
    if value == 0:
        return 0.0
    spacing = 2.0 ** (math.floor(math.log2(abs(value))) - 7)
    return round(value / spacing) * spacing


def log_prob(token: int, temperature: float = 1.0, kept: tuple[int, ...] = (0, 1, 2)) -> float:
    return LOGITS[token] / temperature - math.log(sum(math.exp(LOGITS[b] / temperature) for b in kept))


def step_time(tokens: int, kv_tokens: int) -> float:
    """Milliseconds of one engine step."""
    return 1e3 * max((2 * P + KV_TOKEN * kv_tokens) / BANDWIDTH, 2 * P * tokens / FLOPS)


def prefill_time(tokens: float) -> float:
    """Seconds."""
    return 2 * P * tokens / FLOPS


def test_static_batch_utilisation():
    assert 2048 / 8192 == 0.25
    shown(100 * 2048 / 8192, 0)


def test_block_waste():
    for block, value in ((16, 7.5), (256, 127.5)):
        assert sum(range(block)) / block == (block - 1) / 2 == value
        shown(value, 1)
    shown(256 * 7.5, 0)


def test_addition_is_not_associative():
    assert fp32(fp32(1e8 - 1e8) + 1) == 1
    assert fp32(1e8 + fp32(-1e8 + 1)) == 0
    step = 2.0**-8
    assert bf16(bf16(1 + step) + step) == 1
    assert bf16(1 + bf16(step + step)) == 1.0078125
    shown(1.0078125, 7)


def test_logit_noise_becomes_policy_noise():
    probability = math.exp(log_prob(0))
    shown(probability, 4)
    first_order = 0.01 * (1 - probability)
    shown(first_order, 4)
    moved = 2.01 - math.log(sum(math.exp(z) for z in (2.01, 1.0, 0.0)))
    assert moved - log_prob(0) == pytest.approx(first_order, rel=0.01)


def test_bias_of_uncorrected_samples():
    """E_mu[f] = E_pi[f] + E_mu[(1 - pi/mu) f], by enumeration."""
    pi = [math.exp(log_prob(a)) for a in range(3)]
    mu = [math.exp(log_prob(a, 0.6)) for a in range(3)]
    f = (0.3, -1.2, 2.0)
    left = sum(m * v for m, v in zip(mu, f, strict=True))
    right = sum(p * v for p, v in zip(pi, f, strict=True))
    right += sum(m * (1 - p / m) * v for m, p, v in zip(mu, pi, f, strict=True))
    assert left == pytest.approx(right)


def test_returned_log_probs():
    raw, tempered, truncated = log_prob(0), log_prob(0, 0.6), log_prob(0, 1.0, (0, 1))
    for value in (raw, tempered, truncated):
        shown(value, 4)
    shown(tempered - raw, 3)
    shown(math.exp(raw - tempered), 4)


def test_top_p_ratio_is_the_kept_mass_for_every_kept_token():
    probabilities = [math.exp(log_prob(a)) for a in range(3)]
    assert probabilities[0] < 0.9 <= probabilities[0] + probabilities[1]
    mass = sum(probabilities[:2])
    for token in (0, 1):
        assert math.exp(log_prob(token) - log_prob(token, 1.0, (0, 1))) == pytest.approx(mass)
    shown(mass, 4)


def test_pool_fills():
    shown(math.floor((POOL - REQUESTS * PROMPT) / REQUESTS), 0)
    shown(POOL // FINAL, 0)
    assert round(36_634_000_000 / KV_TOKEN, -3) == round(POOL, -3)


def test_first_wave_of_preemptions():
    start = POOL / REQUESTS
    shown(start, 1)
    lost = POOL * math.log(FINAL / start)
    shown(lost, 0)
    shown(prefill_time(lost), 1)
    run = batching_kv_pool.simulate()
    simulated = sum(tokens for at, tokens in zip(run.preempted_at, run.lost_at, strict=True) if at < FINAL - PROMPT)
    assert simulated == pytest.approx(lost, rel=0.01)


@pytest.mark.parametrize("cap", [77, 128, 256])
def test_simulated_caps(cap):
    run = batching_kv_pool.simulate(cap)
    decode = sum(step_time(n, used) for n, used in zip(run.running, run.used, strict=True)) / 1e3
    shown(len(run.preempted_at), 0)
    shown(decode, 1)
    if cap > 77:
        shown(prefill_time(sum(run.prefilled_again)), 1)
    else:
        assert not run.prefilled_again
    shown(round(decode, 1) + round(prefill_time(sum(run.prefilled_again)), 1), 1)


def test_what_figure_and_caption_say():
    run = batching_kv_pool.simulate()
    first, finished = run.preempted_at[0], FINAL - PROMPT
    assert first == 1_471
    assert max(run.used) <= POOL
    assert (run.running[0], run.running[finished - 1]) == (256, 77)
    assert run.waiting[finished - 1] > run.waiting[finished] and run.running[finished] > 77
    shown(finished, 0)
    after_queue = max(step for step, waiting in enumerate(run.waiting) if waiting)
    assert max(run.running[after_queue:]) < REQUESTS
    assert run.running[-1] < 10


@pytest.mark.parametrize("edition", up_to_date(PAGE))
def test_code_block_prints_the_table(edition):
    code = re.search(r"```python\n(.+?)```", page_text(PAGE, edition), re.S).group(1)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(code, {})  # noqa: S102
    assert printed.getvalue().split("\n")[:3] == ["77 0 0 275.1 0.0", "128 102 566749 235.7 17.5", "256 300 1173633 220.0 36.1"]


def test_step_times():
    shown(1e3 * 2 * P / BANDWIDTH, 1)
    shown(1e3 * KV_TOKEN * POOL / BANDWIDTH, 1)
    shown(step_time(256, 256 * PROMPT), 1)
    shown(1e3 * 2 * P * 256 / FLOPS, 1)
    for tokens in (8_192, 2_048):
        shown(step_time(tokens, 256 * PROMPT), 0)
    shown(FLOPS / BANDWIDTH, 0)


def test_sglang_reservation():
    for ratio, tokens in ((0.7, 2_867), (0.7 * 0.14, 401)):
        assert math.floor(ratio * 4_096) == tokens
        shown(tokens, 0)
    shown(0.7 * 0.14, 3)
