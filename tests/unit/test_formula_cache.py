"""The cache of rendered formulas: what it keeps, for whom, and that a build never depends on it."""

from pathlib import Path

import pytest

from scripts import maths
from scripts.formula_cache import FormulaCache

FILE = "formulas.sqlite"


def test_a_formula_is_found_by_another_process(tmp_path: Path):
    FormulaCache(tmp_path / FILE, b"renderer").put("x", True, "<b>x</b>")
    assert FormulaCache(tmp_path / FILE, b"renderer").get("x", True) == "<b>x</b>"


def test_style_and_renderer_are_told_apart(tmp_path: Path):
    FormulaCache(tmp_path / FILE, b"renderer").put("x", True, "<b>x</b>")
    assert FormulaCache(tmp_path / FILE, b"renderer").get("x", False) is None
    assert FormulaCache(tmp_path / FILE, b"another").get("x", True) is None


def test_several_builds_write_at_once(tmp_path: Path):
    caches = [FormulaCache(tmp_path / FILE, b"renderer") for _ in range(3)]
    for number in range(30):
        caches[number % 3].put(str(number), False, f"{number} rendered")
    assert [caches[0].get(str(number), False) for number in range(30)] == [f"{number} rendered" for number in range(30)]


@pytest.mark.parametrize("damage", [lambda file: file.write_bytes(b"no database" * 99), lambda file: file.mkdir()])
def test_without_a_usable_file_nothing_is_kept_and_nothing_fails(tmp_path: Path, damage):
    damage(tmp_path / FILE)
    cache = FormulaCache(tmp_path / FILE, b"renderer")
    cache.put("x", True, "<b>x</b>")
    assert cache.get("x", True) is None


def test_a_kept_formula_is_not_rendered_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(maths, "_kept", lambda: FormulaCache(tmp_path / FILE, b"renderer"))
    render = maths.render.__wrapped__
    first = render(r"\frac{a}{b}", True)
    monkeypatch.setattr(maths, "_function", lambda name: pytest.fail("rendered again"))
    assert render(r"\frac{a}{b}", True) == first
