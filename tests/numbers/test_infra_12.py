"""Numbers of infra-12: rounding, split counts, orders of an atomic sum, dQ buffers, the ring, the price."""

import contextlib
import io
import itertools
import math
import re

import numpy as np
import pytest

from scripts.content import DOCS
from scripts.figures.batch_reduction_trees import FIXED_SPLITS, add, products, split_sum, splits
from tests.numbers.shown import assert_shown, up_to_date

PAGE = "infra-12"
UNIT = 2.0**-24
TERMS = products()
EXACT = math.fsum(map(float, TERMS))
BATCHES = (1, 2, 4, 8, 13, 14)
ADDENDS = [np.float32(value) for value in (0.1, 0.2, 0.3, -0.6, 1e-3, 1e4, -1e4)]
RANKS = [np.float32(value) for value in (1, 1, 2**25, -(2**25))]


def shown(value: float, places: int) -> None:
    assert_shown(PAGE, value, places)


def test_addition_is_not_associative():
    big, one = np.float32(1e8), np.float32(1)
    assert (big - big) + one == 1
    assert big + (one - big) == 0


@pytest.mark.parametrize("batch", BATCHES)
def test_split_count_and_sum_follow_the_batch(batch: int):
    shown(batch, 0)
    shown(splits(batch), 0)
    shown(float(split_sum(TERMS, splits(batch))), 6)


def test_six_batches_give_six_trees_and_six_sums():
    assert len({splits(batch) for batch in BATCHES}) == 6
    assert len({float(split_sum(TERMS, splits(batch))) for batch in BATCHES}) == 6


def test_figure_shows_eight_values_and_one():
    counts = {splits(batch) for batch in range(1, 17)}
    assert (min(counts), max(counts)) == (1, 15)
    assert len({float(split_sum(TERMS, count)) for count in counts}) == 8
    assert FIXED_SPLITS == 4


def test_spread_is_far_inside_the_worst_case_bound():
    sums = [float(split_sum(TERMS, splits(batch))) for batch in BATCHES]
    absolute = math.fsum(abs(float(term)) for term in TERMS)
    gamma = (len(TERMS) - 1) * UNIT / (1 - (len(TERMS) - 1) * UNIT)
    assert all(abs(value - EXACT) <= gamma * absolute for value in sums)
    shown(EXACT, 6)
    shown(max(sums) - min(sums), 5)
    shown(absolute, 1)
    shown(gamma * absolute, 2)


def test_bf16_step_near_eighteen():
    shown(2.0 ** (math.floor(math.log2(abs(EXACT))) - 7), 3)


def test_fixed_split_size_of_a_thousand_keys():
    pieces = [min(256, 1000 - start) for start in range(0, 1000, 256)]
    assert pieces == [256, 256, 256, 232]
    for piece in pieces:
        shown(piece, 0)


def borders(length: int, size: int) -> set[int]:
    return set(range(size, length, size))


def test_fixed_size_keeps_its_borders_and_fixed_count_does_not():
    short, long = 501, 1000
    assert borders(short, 256) == {b for b in borders(long, 256) if b < short}
    assert borders(short, math.ceil(short / 4)) != {b for b in borders(long, math.ceil(long / 4)) if b < short}


def test_two_of_fifteen_splits_are_empty():
    size = math.ceil(64 / splits(1))
    assert (splits(1), size) == (15, 5)
    assert splits(1) - math.ceil(64 / size) == 2
    shown(size, 0)


def test_code_block_prints_the_table():
    for edition in up_to_date(PAGE):
        text = (DOCS / edition / "infra/determinism-and-batch-invariance.md").read_text("utf-8")
        block = next(b for b in re.findall(r"```python\n(.*?)```", text, re.S) if "def splits" in b)
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(block, {})  # noqa: S102
        lines = [line.split() for line in printed.getvalue().splitlines()]
        assert [(int(b), int(s)) for b, s, _ in lines] == [(b, splits(b)) for b in BATCHES]
        assert [y for *_, y in lines] == [f"{float(split_sum(TERMS, splits(b))):.6f}" for b in BATCHES]


def test_orders_of_an_atomic_float_sum():
    sums = {float(add(order)) for order in itertools.permutations(ADDENDS)}
    shown(math.factorial(len(ADDENDS)), 0)
    shown(len(sums), 0)
    assert min(sums) == 0
    shown(max(sums), 7)
    shown(math.fsum(map(float, ADDENDS)), 7)


def test_integer_sum_has_one_value():
    units = [round(float(value) * 2**20) for value in ADDENDS]
    assert {sum(order) for order in itertools.permutations(units)} == {1049}
    shown(sum(units), 0)
    shown(sum(units) / 2**20, 7)


def buffers(batch: int, heads: int = 32, sms: int = 132) -> int:
    return -(-sms // (batch * heads))


def test_private_query_gradient_buffers():
    one = 4 * 1 * 8192 * 32 * 128
    assert buffers(1) == 5
    assert buffers(2) == 3
    assert buffers(8) == 1
    shown(buffers(1) * one, 0)
    shown(buffers(1) * one / 2**20, 0)
    shown(one / 2**20, 0)


def chunk(element: int, count: int, ranks: int = 4, aligned: int = 4) -> tuple[int, int]:
    length = math.ceil(math.ceil(count / ranks) / aligned) * aligned
    return element // length, length


def ring_sum(start: int) -> float:
    order = [RANKS[(start + 1 + step) % 4] for step in range(4)]
    total = order[0]
    for value in order[1:]:
        total = np.float32(total + value)
    return float(total)


def test_ring_depends_on_the_message_size_and_a_tree_does_not():
    assert [ring_sum(c) for c in range(4)] == [1, 2, 0, 0]
    assert chunk(20, 32) == (2, 8)
    assert chunk(20, 64) == (1, 16)
    assert (ring_sum(2), ring_sum(1)) == (0, 2)
    assert np.float32(RANKS[0] + RANKS[1]) + np.float32(RANKS[2] + RANKS[3]) == 2
    for value in (20, 32, 64):
        shown(value, 0)


def test_log_ratio_noise_grows_with_the_root_of_the_length():
    for length, places in ((1_000, 3), (10_000, 1), (32_000, 3)):
        shown(length, 0)
        shown(0.01 * math.sqrt(length), places)
    shown(math.exp(0.01 * math.sqrt(10_000)), 2)


def test_price_ratios():
    shown(100 * (55 / 26 - 1), 1)
    shown(100 * (42 / 26 - 1), 1)
    shown(100 * (1534.0 / 1224.6 - 1), 1)
