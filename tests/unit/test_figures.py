"""Figures: colours as variables, labels with translations, files that match their modules."""

from xml.etree import ElementTree

import pytest

from scripts.content import DOCS
from scripts.figures import palette, style
from scripts.figures.__main__ import figures
from scripts.figures.palette import VARIABLES, as_variables
from scripts.figures.style import new_figure, to_svg

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def drawn() -> dict[str, str]:
    return figures()


def labelled(*labels: str, colour: str = palette.INK):
    figure = new_figure(1)
    for k, label in enumerate(labels):
        figure.text(0.5, 0.2 * k, label, color=colour)
    return figure


def test_palette_colours_become_variables_with_the_colour_as_fallback():
    assert (
        as_variables("fill: #2F6FB0; stroke: #1c1e21")
        == "fill: var(--figure-blue, #2f6fb0); stroke: var(--figure-ink, #1c1e21)"
    )


def test_a_colour_outside_the_palette_is_refused():
    with pytest.raises(ValueError, match="#123456 is not in the palette"):
        as_variables("fill: #123456")


def test_every_colour_has_a_variable_of_its_own():
    colours = {value for name, value in vars(palette).items() if name.isupper() and isinstance(value, str)}
    assert set(VARIABLES) == colours
    assert len(set(VARIABLES.values())) == len(colours)


@pytest.mark.parametrize("variable", VARIABLES.values())
def test_the_stylesheet_sets_every_variable_in_both_schemes(variable):
    css = (DOCS.parent / "overrides/assets/stylesheets/site.css").read_text("utf-8")
    assert css.count(f"{variable}:") >= 2


def test_labels_carry_their_translations():
    labels = {"mean reward": {"zh": "平均奖励", "pt": "recompensa média"}}
    (text,) = ElementTree.fromstring(to_svg(labelled("mean reward"), labels, "name")).iter(f"{SVG}text")
    assert (text.text, text.get("data-zh"), text.get("data-pt")) == ("mean reward", "平均奖励", "recompensa média")


@pytest.mark.parametrize(
    ("label", "portuguese"),
    [("0.25", "0,25"), ("−1,000.5%", "−1.000,5%"), ("r = 0.01", "r = 0,01"), ("25", None), ("0.5.2", None), ("V4.1", None)],
)
def test_numbers_are_written_as_the_portuguese_edition_writes_them(label, portuguese):
    (text,) = ElementTree.fromstring(to_svg(labelled(label), {}, "name")).iter(f"{SVG}text")
    assert (text.text, text.get("data-zh"), text.get("data-pt")) == (label, None, portuguese)


@pytest.mark.parametrize("label", ["0.25", "k₃", "β KL", "→"])
def test_numbers_and_symbols_need_no_translation(label):
    assert label in to_svg(labelled(label), {}, "name")


def test_a_label_without_translation_is_refused():
    with pytest.raises(ValueError, match="'mean reward' has no translation"):
        to_svg(labelled("mean reward"), {}, "name")


def test_a_label_may_be_the_same_in_every_language():
    assert "GRPO" in to_svg(labelled("GRPO"), {"same in every language": ("GRPO",)}, "name")


def test_a_figure_in_a_foreign_colour_is_refused():
    with pytest.raises(ValueError, match="palette"):
        to_svg(labelled("1", colour="#ff0000"), {}, "name")


def test_figures_scale_and_come_out_the_same_each_time():
    first, second = (to_svg(labelled("1"), {}, "name") for _ in range(2))
    assert first == second
    root = ElementTree.fromstring(first)
    assert root.get("width") is None and root.get("viewBox")
    assert float(root.get("viewBox").split()[2]) == pytest.approx(style.WIDTH_INCHES * 72, abs=0.1)


def test_the_committed_figures_are_those_the_modules_draw(drawn):
    assert len(drawn) >= 3
    assert {path.name for path in (DOCS / "assets/figures").glob("*.svg")} == set(drawn)
    for name, svg in drawn.items():
        assert (DOCS / "assets/figures" / name).read_text("utf-8") == svg, f"{name}: run python -m scripts.figures"


def test_ids_of_two_figures_never_meet(drawn):
    seen: dict[str, str] = {}
    for name, svg in drawn.items():
        for element in ElementTree.fromstring(svg).iter():
            if ident := element.get("id"):
                assert seen.setdefault(ident, name) == name
