"""Numbers of infra-03: the two grids, their errors, the cost of scales, decode bytes and quantised rollouts."""

import contextlib
import io
import math
import re

import numpy as np
import pytest

from scripts.figures import int8_fp8_error as figure
from tests.numbers.shown import assert_shown, page_text, up_to_date

PAGE = "infra-03"


def shown(value: float, places: int) -> None:
    assert_shown(PAGE, value, places)


def float_grid(exponent: int, mantissa: int, bias: int, codes: int) -> list[float]:
    """The first `codes` non-negative values of a format, in order of their codes."""
    values = []
    for code in range(codes):
        e, m = divmod(code, 2**mantissa)
        assert e < 2**exponent
        values.append(2.0 ** (1 - bias) * m / 2**mantissa if e == 0 else 2.0 ** (e - bias) * (1 + m / 2**mantissa))
    return values


E4M3 = float_grid(4, 3, 7, 127)  # code 127 is NaN
E5M2 = float_grid(5, 2, 15, 124)  # the top exponent holds infinity and NaN


def nearest(grid: list[float], x: float) -> float:
    return math.copysign(min(grid, key=lambda v: abs(v - abs(x))), x)


def test_grids_by_enumeration():
    assert E4M3[-1] == 448 == 2**8 * 1.75
    assert E5M2[-1] == 57_344 == 2**15 * 1.75
    assert (E4M3[1], E4M3[8]) == (2**-9, 2**-6)
    assert (E5M2[1], E5M2[4]) == (2**-16, 2**-14)
    shown(448, 0)
    shown(57_344, 0)
    shown(2 * 127 + 1, 0)
    shown(E4M3[1], 5)


def test_dynamic_range():
    shown(E4M3[-1] / E4M3[8], 0)
    shown(math.log2(E4M3[-1] / E4M3[8]), 1)
    shown(math.log2(E4M3[-1] / E4M3[1]), 1)
    shown(math.log2(127), 1)
    bf16_normal = math.log2((2 - 2**-7) * 2.0**127 / 2.0**-126)
    shown(bf16_normal, 0)


def test_rounding_functions_of_the_figure_agree_with_the_grids():
    x = np.random.default_rng(1).standard_normal(500) * np.geomspace(1e-4, 600, 500)
    for rounding, grid in ((figure.to_e4m3, E4M3), (figure.to_e5m2, E5M2)):
        assert rounding(x) == pytest.approx([nearest(grid, v) for v in x])


def test_quantisation_by_hand():
    values = (0.1, -0.5, 2.0, 100.0)
    step = 100 / 127
    integers = [round(v / step) * step for v in values]
    scale = 100 / 448
    floats = [nearest(E4M3, v / scale) * scale for v in values]
    assert integers[0] == 0
    for value in integers[1:3]:
        shown(value, 3)
    for value in floats[:3]:
        shown(value, 4)
    shown(100 * (integers[1] / -0.5 - 1), 0)


def test_step_sizes_cross_at_a_fourteenth():
    steps = {low: (min(v for v in E4M3 if v > low) - low) / 448 for low in (16, 32, 64, 128, 256)}
    assert [round(1 / steps[low]) for low in (256, 128, 64, 32, 16)] == [14, 28, 56, 112, 224]
    assert steps[32] > 1 / 127 > steps[16]
    assert 32 / 448 == pytest.approx(1 / 14)
    shown(100 * 0.5 / 127, 2)
    shown(100 * 0.5 * steps[256], 2)
    assert all((b - a) / 2 / a <= 0.0625 for a, b in zip(E4M3[8:], E4M3[9:], strict=False))
    shown(6.25, 2)


def test_int8_rule():
    constant = 10 * math.log10(12 * 127**2)
    shown(constant, 1)
    for kappa in (4, 50):
        shown(constant - 20 * math.log10(kappa), 1)
    gaussian, outliers, _ = figure.samples()
    for x in (gaussian, outliers):
        rule = constant - 20 * math.log10(figure.crest(x))
        assert figure.sqnr(x, figure.quantise(x, "int8")) == pytest.approx(rule, abs=0.1)


def test_floating_point_rule():
    mean_square = np.mean(np.exp2(2 * (np.arange(100_000) + 0.5) / 100_000))  # x = 2**u, u uniform
    assert mean_square == pytest.approx(1.5 / math.log(2))
    shown(mean_square, 3)
    for mantissa in (3, 2):
        shown(10 * math.log10(12 * 4**mantissa * mean_square), 1)


def test_crossover():
    gaussian, _, _ = figure.samples()
    level = figure.sqnr(gaussian, figure.quantise(gaussian, "e4m3"))
    assert round(level, 1) == 31.5
    shown(10 ** ((10 * math.log10(12 * 127**2) - 31.5) / 20), 1)


def cells(seed: int = 0) -> list[list[float]]:
    gaussian, outliers, bulk = figure.samples(seed)
    rows = []
    for x, keep in ((gaussian, slice(None)), (outliers, bulk)):
        for name in ("int8", "e4m3"):
            rows.append([figure.sqnr(x[keep], figure.quantise(x, name, block)[keep]) for block in (None, 128, 32)])
    return rows


def test_simulation_table():
    for row in cells():
        for value in row:
            shown(value, 1)


def test_simulation_under_another_seed():
    for row, other in zip(cells(), cells(7), strict=True):
        assert row == pytest.approx(other, abs=1.0)


@pytest.mark.parametrize("edition", up_to_date(PAGE))
def test_printed_program_gives_the_table(edition):
    program = re.search(r"```python\n(.+?)```", page_text(PAGE, edition), re.S).group(1)
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(program, {})
    printed = [[float(cell) for cell in line.split()] for line in output.getvalue().splitlines()]
    assert printed == [[round(value, 1) for value in row] for row in cells()]


def test_share_of_the_bulk_rounded_to_zero():
    _, outliers, bulk = figure.samples()
    shown(100 * (figure.quantise(outliers, "int8")[bulk] == 0).mean(), 0)


def test_bits_per_element():
    shown(8 + 32 / 128**2, 3)
    shown(8 + 32 / 128, 2)
    assert 8 + 32 / 128 == 8 + 8 / 32
    for value, places in ((4 + 16 / 128, 3), (4 + 16 / 32, 1), (4 + 8 / 16, 1), (4 + 8 / 32, 2)):
        shown(value, places)


def test_weights_of_the_moe():
    hidden, layers, experts, mlp = 2048, 48, 128, 768
    attention = hidden * 32 * 128 * 2 + 2 * hidden * 4 * 128 + 2 * 128
    layer = attention + hidden * experts + 2 * hidden + experts * 3 * hidden * mlp
    parameters = layers * layer + 2 * 151_936 * hidden + hidden
    shown(parameters / 1e9, 2)
    for bits in (16, 8, 4.5):
        shown(parameters * bits / 8 / 1e9, 1)


def test_power_of_two_scales():
    largest = 1.9
    down = math.floor(math.log2(largest)) - 8
    up = math.ceil(math.log2(largest / 448))
    assert (down, up) == (-8, -7)
    shown(largest / 2.0**down, 1)
    for exponent, places in ((down, 2), (up, 3)):
        rounded = nearest(E4M3, largest / 2.0**exponent) * 2.0**exponent
        shown(rounded, places)
        shown(100 * (1 - rounded / largest), 1)


def test_decode_bytes():
    weights, token = 2 * 7_615_616_512 / 1e9, 57_344
    for context in (512, 8192, 32_768):
        cache = 64 * context * token / 1e9
        shown(cache, 1)
        shown((weights + cache) / (weights / 2 + cache), 2)
        shown((weights + cache) / (weights + cache / 2), 2)


def test_amdahl():
    shown(1 / (0.3 + 0.7 / 1.35), 2)


def test_truncated_weights():
    trainer, engine = np.array([-1, -2, -0.5]), np.array([-1.1, -3.2, -0.5])
    ratios = np.exp(trainer - engine)
    for value in (*ratios[:2], ratios.prod(), ratios.prod() ** (1 / 3), np.exp(np.abs(trainer - engine)).mean()):
        shown(value, 3)
    assert np.minimum(ratios, 2).round(3).tolist() == [1.105, 2.0, 1.0]


def test_bias_against_noise():
    shown(16_000 * 0.02, 0)
    shown(0.02 * math.sqrt(16_000), 2)
    shown(math.exp(0.02), 2)  # the geometric mean of ratios that all carry the same error


def test_updates_against_steps():
    rate = 1e-6
    bf16 = 2.0 ** (math.floor(math.log2(0.02)) - 7)
    scaled = 0.02 / 0.08 * 448
    e4m3 = (min(v for v in E4M3 if v > scaled) - max(v for v in E4M3 if v <= scaled)) * 0.08 / 448
    for step, power, places in ((bf16, 4, 2), (0.08 / 127, 4, 2), (e4m3, 3, 3), (0.04 / 7, 3, 4)):
        shown(step * 10**power, 2)
        shown(100 * rate / step, places)
        shown(step / rate, 0)


def test_unit_roundoff():
    shown(100 * 2.0**-11, 3)
    shown(100 * 2.0**-8, 2)
    shown(float(np.finfo(np.float16).max), 0)
