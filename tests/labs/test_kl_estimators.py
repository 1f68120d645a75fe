"""The lab on the KL estimators: equal editions, reproducible outputs, and the numbers it claims."""

import contextlib
import io
import re
from xml.etree import ElementTree

import matplotlib
import nbformat
import numpy as np
import pytest
from nbformat import NotebookNode

from scripts.figures.palette import VARIABLES
from scripts.labs.execute import SVG_TYPE, code_cells, execute, lab_path, read, require_equal_code

NAME = "kl-estimators"
SECTIONS = ["values", "gradients", "monte-carlo", "off-policy", "tail", "path", "recap"]
FIGURES = ["monte-carlo-plot", "tail-plot", "path-plot"]
EXERCISE = {"en": "**Exercise.** ", "zh": "**练习。** ", "pt": "**Exercício.** "}
LIMIT_BYTES = 60_000
FORMULA = re.compile(r"\$\$.+?\$\$|\$[^$\n]+\$", re.S)
NOT_PROSE = re.compile(rf"{FORMULA.pattern}|`[^`]*`|\]\([^)]*\)", re.S)
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")

REVERSE = [0.175945, -0.098118, -0.077827]
FORWARD = [0.2, -0.1, -0.1]
ZERO = [0.0, 0.0, 0.0]

Editions = dict[str, NotebookNode]
Row = tuple[str, list[float]]


@pytest.fixture(scope="module")
def notebooks() -> Editions:
    return read(NAME)


@pytest.fixture(scope="module")
def executed(notebooks: Editions) -> NotebookNode:
    return execute(notebooks["en"])


def cell(notebook: NotebookNode, cell_id: str) -> NotebookNode:
    return next(cell for cell in notebook.cells if cell.id == cell_id)


def text_output(code: NotebookNode) -> str:
    return "".join(output.text for output in code.outputs if output.output_type == "stream")


def svg_outputs(code: NotebookNode) -> list[str]:
    return [output.data[SVG_TYPE] for output in code.outputs if SVG_TYPE in output.get("data", {})]


def rows(text: str) -> list[Row]:
    """The printed lines that end in numbers of six decimals: name and values. Headers and other lines are left out."""
    matches = (re.fullmatch(r"(.*?)((?:\s+-?\d+\.\d{6})+)", line) for line in text.splitlines())
    return [(match[1].strip(), [float(number) for number in match[2].split()]) for match in matches if match]


def committed(notebooks: Editions, cell_id: str) -> list[Row]:
    return rows(text_output(cell(notebooks["en"], cell_id)))


def after(notebooks: Editions, wanted: str, changes: dict[str, list[tuple[str, str]]]) -> list[Row]:
    """What cell `wanted` prints once a reader has made the changes and run the cells down to it, without figures."""
    names: dict[str, object] = {}
    with matplotlib.rc_context(), pytest.MonkeyPatch.context() as patch:
        patch.setattr("matplotlib_inline.backend_inline.set_matplotlib_formats", lambda *_, **__: None)
        for code in code_cells(notebooks["en"]):
            if code.id in FIGURES:
                continue
            source = code.source
            for old, new in changes.get(code.id, ()):
                assert old in source, f"{code.id} has no {old!r} to change"
                source = source.replace(old, new)
            with contextlib.redirect_stdout(io.StringIO()) as output:
                exec(source, names)
            if code.id == wanted:
                return rows(output.getvalue())
    raise LookupError(wanted)


def assert_shown(notebooks: Editions, cell_id: str, value: float, places: int) -> None:
    """Assert that a Markdown cell shows the value in every edition, with its sign and the edition's decimal sign."""
    digits = f"{abs(value):,.{places}f}"
    sign = "[-\u2212]" if round(value, places) < 0 else r"(?<![-\u2212\d.,])"
    for edition, notebook in notebooks.items():
        source = cell(notebook, cell_id).source
        prose = digits.translate(str.maketrans(".,", ",.")) if edition == "pt" else digits
        places_to_look = [(FORMULA.sub("", source), prose), ("".join(FORMULA.findall(source)), digits)]
        assert any(
            re.search(rf"{sign}{re.escape(number)}(?!\d|[.,]\d)", text) for text, number in places_to_look
        ), f"{edition}, cell {cell_id}: {value:.{places}f} is not shown"


# What the editions have in common


def test_code_cells_and_outputs_are_equal(notebooks):
    require_equal_code(NAME, notebooks)
    english = code_cells(notebooks["en"])
    for notebook in notebooks.values():
        assert [code.outputs for code in code_cells(notebook)] == [code.outputs for code in english]
        assert [code.execution_count for code in code_cells(notebook)] == list(range(1, len(english) + 1))


def test_cells_and_section_ids_are_equal(notebooks):
    for notebook in notebooks.values():
        nbformat.validate(notebook)
        assert notebook.metadata == notebooks["en"].metadata
        assert [(cell.id, cell.cell_type) for cell in notebook.cells] == [
            (cell.id, cell.cell_type) for cell in notebooks["en"].cells
        ]
        headings = [
            (level, cell.metadata.get("id"))
            for cell in notebook.cells
            if cell.cell_type == "markdown"
            for level in re.findall(r"^(#+) ", cell.source, re.M)
        ]
        assert headings == [("#", None), *(("##", section) for section in SECTIONS)]
        assert [cell.metadata.id for cell in notebook.cells if "id" in cell.metadata] == SECTIONS


def test_first_cell_links_the_question(notebooks):
    for notebook in notebooks.values():
        assert "](../algorithm/kl-in-grpo.md)" in notebook.cells[0].source


def test_every_section_ends_with_an_exercise_and_its_answer(notebooks):
    for edition, notebook in notebooks.items():
        starts = [number for number, cell in enumerate(notebook.cells) if "id" in cell.metadata]
        for end in [*starts[1:], len(notebook.cells)]:
            last = notebook.cells[end - 1].source
            assert EXERCISE[edition] in last
            assert last.endswith("</details>")


def test_formulas_and_decimals_are_equal(notebooks):
    formulas, decimals = {}, {}
    for edition, notebook in notebooks.items():
        sources = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
        formulas[edition] = [sorted(FORMULA.findall(source)) for source in sources]
        prose = [NOT_PROSE.sub("", source) for source in sources]
        if edition == "pt":
            prose = [text.translate(str.maketrans(".,", ",.")) for text in prose]
        prose = [re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", text) for text in prose]
        decimals[edition] = [sorted(re.findall(r"(?<![\dA-Za-z])\d+\.\d+", text)) for text in prose]
    assert formulas["zh"] == formulas["pt"] == formulas["en"]
    assert decimals["zh"] == decimals["pt"] == decimals["en"]


def test_notebooks_are_small(notebooks):
    for edition in notebooks:
        assert lab_path(NAME, edition).stat().st_size < LIMIT_BYTES


# Outputs


def test_execution_gives_the_committed_text(notebooks, executed):
    for ours, fresh in zip(code_cells(notebooks["en"]), code_cells(executed), strict=True):
        assert text_output(ours) == text_output(fresh)


def test_execution_gives_the_committed_figures(notebooks, executed):
    for ours, fresh in zip(code_cells(notebooks["en"]), code_cells(executed), strict=True):
        for old, new in zip(svg_outputs(ours), svg_outputs(fresh), strict=True):
            assert NUMBER.sub("0", old) == NUMBER.sub("0", new)
            coordinates = ([float(number) for number in NUMBER.findall(svg)] for svg in (old, new))
            np.testing.assert_allclose(*coordinates, atol=0.11)


def test_figures_follow_the_colour_scheme(notebooks):
    for cell_id in FIGURES:
        (svg,) = svg_outputs(cell(notebooks["en"], cell_id))
        assert set(re.findall(r"#[0-9a-f]{6}\b", svg)) <= set(VARIABLES)
        assert not re.search(r"(fill|stroke):(?!none|#)", svg)
        texts = [text for text in ElementTree.fromstring(svg).itertext() if text.strip()]
        assert "k3" in " ".join(texts)


def test_figures_share_no_id(notebooks):
    figures = [svg for code in code_cells(notebooks["en"]) for svg in svg_outputs(code)]
    ids = re.findall(r' id="([^"]+)"', "".join(figures))
    assert len(figures) == len(FIGURES)
    assert len(ids) == len(set(ids))


def test_figures_are_described_in_each_edition(notebooks):
    for cell_id in FIGURES:
        assert len({cell(notebook, cell_id).metadata.figure_alt for notebook in notebooks.values()}) == len(notebooks)


# Worked numbers


def test_values_of_the_example(notebooks):
    assert committed(notebooks, "values-code") == [
        ("KL(p‖q)", [0.085123]),
        ("KL(q‖p)", [0.092033]),
        ("k1", [0.336472, -0.405465, -0.693147]),
        ("k2", [0.056607, 0.082201, 0.240227]),
        ("k3", [0.050758, 0.094535, 0.306853]),
        ("k1", [0.085123, 0.0, 0.391062]),
        ("k2", [0.080088, -0.005035, 0.054326]),
        ("k3", [0.085123, 0.0, 0.0759]),
    ]
    for value, places in [(0.391062, 6), (0.391062 / 0.085123, 1), (0.0759, 6), (0.005035, 6), (0.080088, 6)]:
        assert_shown(notebooks, "values-reading", value, places)
    assert_shown(notebooks, "values-reading", 100 * 0.005035 / 0.085123, 1)


def test_gradients_of_the_example(notebooks):
    parts = {
        "k1 loss": ZERO,
        "k1 reward": REVERSE,
        "k2 loss": REVERSE,
        "k2 reward": [-0.016437, 0.000423, 0.016014],
        "k3 loss": FORWARD,
        "k3 reward": [-0.024055, 0.001882, 0.022173],
    }
    enumerated = committed(notebooks, "gradients-code")
    assert enumerated[:2] == [("∇KL(p‖q)", REVERSE), ("∇KL(q‖p)", FORWARD)]
    assert {name: values for name, values in enumerated[2:] if name != "sum"} == parts
    sums = [values for name, values in enumerated if name == "sum"]
    assert sums == [REVERSE, [0.159508, -0.097695, -0.061813], REVERSE]
    assert dict(committed(notebooks, "differences-code")) == {"KL(p‖q)": REVERSE, "KL(q‖p)": FORWARD, **parts}
    assert text_output(cell(notebooks["en"], "differences-code")).endswith("max |Δ| < 1e-8: True\n")


def test_sample_means_lie_within_two_standard_errors(notebooks):
    sampled = committed(notebooks, "monte-carlo-code")
    assert len(sampled) == 9
    for _, (mean, sample, spread, error, deviation) in sampled:
        assert abs(deviation) < 2
        assert sample == pytest.approx(mean + deviation * error, abs=3e-6)
        assert error == pytest.approx(spread / np.sqrt(200_000), abs=1e-6)
    by_name = dict(sampled)
    assert by_name["k1 reward"] == by_name["k2 loss"]
    assert max(values[2] for values in by_name.values()) == by_name["k1 loss"][2] == 0.458258


def test_running_means_stay_where_the_text_says(notebooks):
    """Within 0.03 of the KL for k3, below it at last for k2, first negative for k1."""
    p, q = np.array([0.7, 0.2, 0.1]), np.array([0.5, 0.3, 0.2])
    n = 200_000
    x = np.random.default_rng(0).choice(3, size=n, p=p)
    rho = (q / p)[x]
    running = {
        name: np.cumsum(k)[9:] / np.arange(10, n + 1)
        for name, k in {"k1": -np.log(rho), "k2": np.log(rho) ** 2 / 2, "k3": rho - 1 - np.log(rho)}.items()
    }
    kl = p @ np.log(p / q)
    assert running["k1"][0] < 0
    assert np.all(abs(running["k3"] - kl) < 0.03)
    assert np.all(running["k2"][10_000:] < kl)
    assert np.all(running["k2"][10_000:] > kl - 0.01)


def test_off_policy_numbers(notebooks):
    assert committed(notebooks, "off-policy-code") == [
        ("k1", [-0.180611, 0.085123]),
        ("k2", [0.11147, 0.080088]),
        ("k3", [0.130104, 0.085123]),
        ("∇KL(p‖q)", REVERSE),
        ("k", [-0.3, 0.15, 0.15]),
        ("sg(r)·k", ZERO),
        ("r·k", REVERSE),
        ("k", [0.261016, -0.105791, -0.155226]),
        ("sg(r)·k", REVERSE),
        ("r·k", [0.159508, -0.097695, -0.061813]),
        ("k", [0.331786, -0.112857, -0.218929]),
        ("sg(r)·k", FORWARD),
        ("r·k", REVERSE),
    ]
    assert_shown(notebooks, "off-policy-reading", 100 * (0.130104 / 0.085123 - 1), 0)


def test_tail_numbers(notebooks):
    assert committed(notebooks, "tail-code") == [
        ("k1", [-0.182322, 0.223144, 0.020411, 0.202733]),
        ("k3", [0.017678, 0.023144, 0.020411, 0.002733]),
        ("dk3/dlogp", [-0.2, 0.2]),
        ("∂z1", [-0.101366, -0.1, -0.001366]),
        ("k1", [0.683097, -3.912023, 0.637146, 0.457209]),
        ("k3", [0.188147, 45.087977, 0.637146, 4.467477]),
        ("dk3/dlogp", [0.494949, -49.0]),
        ("∂z1", [0.045492, 0.49, -0.444508]),
        ("0.99^64", [0.525596]),
    ]
    for value, places in [
        (0.202733 / 0.002733, 0),
        (4.467477, 6),
        (0.457209, 6),
        (45.087977, 6),
        (100 * 0.01 * 45.087977 / 0.637146, 0),
        (0.525596, 6),
        (-3.912023, 6),
        (-0.444508, 6),
    ]:
        assert_shown(notebooks, "tail-reading", value, places)


def test_path_numbers(notebooks):
    printed = committed(notebooks, "path-code")
    values, slopes = dict(printed[:5]), dict(printed[5:])
    assert values["t=1"] == [0.085123, 0.080088, 0.085123, 0.092033]
    assert values["t=0"] == slopes["t=0"] == [0.0] * 4
    assert all(k1 == k3 for k1, _, k3, _ in values.values())
    direction = np.log([0.7 / 0.5, 0.2 / 0.3, 0.1 / 0.2])
    assert slopes["t=1"][1:3] == pytest.approx([direction @ REVERSE, direction @ FORWARD], abs=2e-6)
    assert all(zero == 0 for zero, *_ in slopes.values())
    for value in (*values["t=4"][:2], *slopes["t=4"][1:3]):
        assert_shown(notebooks, "path-exercise", value, 6)


def test_k3_reward_has_the_wrong_sign_on_the_path_unless_it_is_negligible(notebooks):
    q, direction = np.array([0.5, 0.3, 0.2]), np.log([0.7 / 0.5, 0.2 / 0.3, 0.1 / 0.2])
    for t in np.linspace(-4, 4, 400):
        p = q * np.exp(t * direction)
        p /= p.sum()
        score = np.eye(3) - p
        reverse = (p * np.log(p / q)) @ score @ direction
        k3_reward = (p * (q / p - 1 - np.log(q / p))) @ score @ direction
        if -0.3 < t < 0:
            assert abs(k3_reward) < 0.0001
        else:
            assert reverse * k3_reward < 0
    assert_shown(notebooks, "path-exercise", 0.0001, 4)


# Exercises, done as the reader would


def test_exercise_on_values(notebooks):
    printed = after(notebooks, "values-code", {"values-code": [("[0.5, 0.3, 0.2]", "[0.6, 0.25, 0.15]")]})
    k1, k2, k3 = (values for _, values in printed[-3:])
    for new, old in [(k1[2], 0.391062), (k3[2], 0.0759), (k2[1], -0.005035)]:
        assert_shown(notebooks, "values-exercise", new, 6)
        assert_shown(notebooks, "values-exercise", old / new, 1)
    assert_shown(notebooks, "values-exercise", np.log(0.2 / 0.1), 6)
    assert_shown(notebooks, "values-exercise", np.log(0.15 / 0.1), 6)
    assert_shown(notebooks, "values-exercise", np.log(0.2 / 0.1) / np.log(0.15 / 0.1), 1)


def test_exercise_on_gradients(notebooks):
    change = [("[0.7, 0.2, 0.1]", "[0.6, 0.3, 0.1]"), ("[0.5, 0.3, 0.2]", "[0.2, 0.3, 0.5]")]
    gradients = dict(after(notebooks, "differences-code", {"values-code": change}))
    assert gradients["k3 loss"] == [0.4, 0.0, -0.4]
    assert_shown(notebooks, "differences-reading", gradients["KL(p‖q)"][1], 6)
    assert_shown(notebooks, "differences-reading", gradients["KL(p‖q)"][0], 6)
    assert_shown(notebooks, "differences-reading", gradients["k3 reward"][0], 6)
    assert gradients["KL(p‖q)"][1] == pytest.approx(0.3 * (0 - 0.498224), abs=1e-6)


def test_exercise_on_sample_size(notebooks):
    needed = {name: (sd / (0.01 * 0.085123)) ** 2 for name, sd in (("k1", 0.391062), ("k3", 0.0759))}
    assert_shown(notebooks, "monte-carlo-exercise", round(needed["k1"], -3), 0)
    assert_shown(notebooks, "monte-carlo-exercise", round(needed["k3"], -1), 0)
    assert_shown(notebooks, "monte-carlo-exercise", needed["k1"] / needed["k3"], 1)
    printed = dict(after(notebooks, "monte-carlo-code", {"monte-carlo-code": [("200_000", "7_950")]}))
    assert_shown(notebooks, "monte-carlo-exercise", printed["k3"][3], 6)


def test_exercise_on_equal_policies(notebooks):
    printed = after(notebooks, "off-policy-code", {"off-policy-code": [("np.array([0.4, 0.35, 0.25])", "p")]})
    old = committed(notebooks, "off-policy-code")
    for kind in ("k", "sg(r)·k"):
        assert [values for name, values in printed if name == kind] == [ZERO, REVERSE, FORWARD]
    assert [row for row in printed if row[0] == "r·k"] == [row for row in old if row[0] == "r·k"]


def test_exercise_on_swapped_roles(notebooks):
    call = "\nreport(np.array([0.5, 0.5]), np.array([0.99, 0.01]))"
    ending = cell(notebooks["en"], "tail-code").source.splitlines()[-1]
    printed = after(notebooks, "tail-code", {"tail-code": [(ending, ending + call)]})[-4:]
    (_, k1), (_, k3), _, (_, gradients) = printed
    for value in (k1[3], k3[3], *gradients):
        assert_shown(notebooks, "tail-exercise", value, 6)
    assert_shown(notebooks, "tail-exercise", 0.99 / 0.5, 2)


def test_exercise_on_the_end_of_the_path(notebooks):
    change = [("np.linspace(-4, 4, 33)", "np.linspace(-4, 15, 77)"), ("(-4, -1, 0, 1, 4)", "(-4, -1, 0, 1, 4, 15)")]
    printed = after(notebooks, "path-code", {"path-code": change})
    values, slopes = (row for name, row in printed if name == "t=15")
    q, direction = np.array([0.5, 0.3, 0.2]), np.log([0.7 / 0.5, 0.2 / 0.3, 0.1 / 0.2])
    limits = [np.log(2), np.log(2) ** 2 / 2]
    pull = direction @ (np.array([1, 0, 0]) - q)
    assert values[:2] == pytest.approx(limits, abs=1e-3)
    assert slopes == pytest.approx([0, 0, pull, -pull], abs=1e-3)
    for limit in (*limits, pull, -pull):
        assert_shown(notebooks, "path-exercise", limit, 6)
