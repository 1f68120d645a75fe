"""Numbers of infra-09: re-prefill cost, the wrong denominator, version spans, and stale KV in a toy transformer."""

import contextlib
import io
import re

import numpy as np
import pytest

from scripts.figures import partial_rollout_kv
from tests.numbers.shown import assert_shown, page_text, up_to_date

PAGE = "infra-09"

# Qwen3-8B without embedding and output layer
LAYERS, HEADS, HEADS_KV, HEAD, HIDDEN, MLP = 36, 32, 8, 128, 4096, 12_288
N = LAYERS * (2 * HIDDEN * HEADS * HEAD + 2 * HIDDEN * HEADS_KV * HEAD + 3 * HIDDEN * MLP)
KV_TOKEN = 2 * LAYERS * HEADS_KV * HEAD * 2
GPUS, RATE = 8, 0.4 * 989e12


def shown(value: float, places: int) -> None:
    assert_shown(PAGE, value, places)


def prefill(tokens: int) -> int:
    return 2 * N * tokens + attention(tokens)


def attention(tokens: int) -> int:
    return 2 * LAYERS * HEADS * HEAD * tokens**2


def interruptions(length: int, interval: int) -> list[int]:
    return list(range(interval, length, interval))


def stall(sequences: int, tokens: int) -> float:
    """Seconds in which all sequences prefill again."""
    return sequences * prefill(tokens) / (GPUS * RATE)


@pytest.fixture(scope="module")
def toy() -> dict:
    """The page's own code, run once."""
    code = re.search(r"```python\n(.+?)```", page_text(PAGE, "en"), re.S).group(1)
    space, printed = {}, io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(code, space)
    return space | {"printed": printed.getvalue()}


def test_parameters_of_the_layers():
    shown(N / 1e9, 4)


def test_prefill_counts_each_attended_position_once():
    tokens = 4096
    exact = sum(4 * LAYERS * HEADS * HEAD * t for t in range(1, tokens + 1))
    assert exact == pytest.approx(attention(tokens), rel=1e-3)


@pytest.mark.parametrize(("length", "interval"), [(8192, 2048), (32_768, 4096), (131_072, 4096)])
def test_reprefill_table(length, interval):
    lengths = interruptions(length, interval)
    assert len(lengths) == length // interval - 1
    assert sum(lengths) == length / 2 * (length / interval - 1)
    cost = sum(map(prefill, lengths))
    shown(sum(lengths) / length, 1)
    shown(cost / prefill(length), 2)
    shown(100 * sum(map(attention, lengths)) / cost, 0)


def test_the_case_to_redo():
    lengths = interruptions(32_768, 4096)
    shown(len(lengths), 0)
    shown(sum(lengths), 0)


def test_leading_terms_for_many_interruptions():
    length, interval = 1 << 22, 1 << 12
    exact = sum(map(prefill, interruptions(length, interval)))
    leading = N * length**2 / interval + 2 * LAYERS * HEADS * HEAD * length**3 / (3 * interval)
    assert exact == pytest.approx(leading, rel=5e-3)


def test_stall_after_an_update():
    shown(GPUS * stall(256, 8192), 1)
    shown(stall(256, 8192), 1)
    shown(100 * stall(256, 8192) / 120, 1)
    shown(100 * stall(256, 8192) / 600, 1)


def test_same_pool_with_longer_sequences():
    assert 32 * 65_536 == 256 * 8192
    shown(stall(32, 65_536), 1)
    shown(100 * stall(32, 65_536) / 120, 1)
    assert stall(32, 65_536) / stall(256, 8192) == pytest.approx(2, rel=0.03)


def test_kept_kv():
    shown(KV_TOKEN, 0)
    shown(256 * 8192 * KV_TOKEN / 2**30, 0)
    shown(256 * 8192 * KV_TOKEN / 2**30 / GPUS, 0)


def test_denominator():
    engine, clean, current = np.array([0.30, 0.70]), np.array([0.36, 0.64]), np.array([0.39, 0.61])
    for denominator, clipped in ((engine, True), (clean, False)):
        weights = current / denominator
        shown(weights[0], 3)
        shown(engine[0] * weights[0], 3)
        shown(engine @ weights, 3)
        assert (weights[0] > 1.2) == clipped
    assert engine @ (current / engine) == pytest.approx(1)
    assert engine[0] * (current / engine)[0] == pytest.approx(current[0])


def test_version_spans_and_figure():
    kinds = {kind: partial_rollout_kv.segments(kind) for kind in list(partial_rollout_kv.LABELS)[:3]}
    spans = kinds["stale KV (PipelineRL)"]["tokens"]
    for start, end, _ in spans:
        for edition in up_to_date(PAGE):
            assert f"[{start}, {end})" in page_text(PAGE, edition)
    length = spans[-1][1]
    lags = [5 - version for start, end, version in spans for _ in range(end - start)]
    assert (min(lags), max(lags)) == (2, 4)
    shown(sum(lags) / length, 3)
    old = sum(end - start for start, end, version in spans if version < 3)
    shown(old, 0)
    shown(100 * old / length, 1)
    assert [version for *_, version in kinds["re-prefill (AReaL)"]["final KV"]] == [3]
    assert [version for *_, version in kinds["consistent rollout"]["final KV"]] == [1]


def test_toy_table(toy):
    ratios, errors = {}, {}
    for eps, places in ((0.003, (1, 2)), (0.01, (0, 1)), (0.03, (-1, 0))):
        old, stale = np.mean([toy["experiment"](eps, seed) for seed in range(6)], 0) * 1e6
        shown(round(old, places[0]), max(places[0], 0))
        shown(round(stale, places[1]), places[1])
        shown(stale / old, 3)
        ratios[eps], errors[eps] = stale / old, stale
        assert stale < old
        assert f"{eps:.3f}" in toy["printed"]
    assert errors[0.03] / errors[0.003] == pytest.approx(100, rel=0.02)


def test_toy_ratio_differs_between_seeds(toy):
    ratios = [stale / old for old, stale in (toy["experiment"](0.01, seed) for seed in range(6))]
    shown(min(ratios), 2)
    shown(max(ratios), 2)


def test_toy_prefilled_again_is_the_new_policy(toy):
    generator = np.random.default_rng(0)
    width, update = toy["D"], toy["U"]
    shapes = ((width, 3 * width), (width, width), (width, 4 * width), (4 * width, width))
    layers = [tuple(generator.normal(size=s) / s[0] ** 0.5 for s in shapes) for _ in range(toy["L"])]
    x = generator.normal(size=(toy["T"], width))
    whole = toy["run"](layers, x)[0][update:]
    resumed = toy["run"](layers, x[update:], toy["run"](layers, x[:update])[1])[0]
    np.testing.assert_allclose(resumed, whole, atol=1e-12)
