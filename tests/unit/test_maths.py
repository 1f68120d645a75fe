"""Formulas: rendered to HTML with MathML and TeX, or refused with KaTeX's own message."""

import pytest
from lxml.html import fragment_fromstring

from scripts.content import DOCS
from scripts.content.pages import parse
from scripts.maths import FormulaError, refusal, render

REFUSED = [
    r"\frac{1",
    r"\nothing",
    "a^b^c",
    r"\left( x",
    r"\label{a}",
    "a & b",
    r"\begin{aligned} a",
    r"\def\a{\a\a}\a",
]
ACCEPTED = [
    r"\text{中文}",
    r"\operatorname{clip}(r)",
    r"\begin{aligned} a &= b \\ c &= d \end{aligned}",
    r"\mathbb E[\hat A]",
    "x",
]


@pytest.mark.parametrize("tex", ACCEPTED)
def test_a_formula_becomes_html_mathml_and_tex(tex):
    html = render(tex, False)
    assert html.startswith('<span class="katex">')
    assert "<math" in html and '<annotation encoding="application/x-tex">' in html
    assert refusal(tex, False) == ""


def test_display_differs_from_inline():
    assert render("x", True).startswith('<span class="katex-display">')
    assert render(r"x \tag{1}", True)
    with pytest.raises(FormulaError, match="works only in display"):
        render(r"x \tag{1}", False)


@pytest.mark.parametrize("display", [False, True])
@pytest.mark.parametrize("tex", REFUSED)
def test_parsing_alone_refuses_what_rendering_refuses(tex, display):
    with pytest.raises(FormulaError) as error:
        render(tex, display)
    assert refusal(tex, display) == str(error.value)


def broken(tex: str) -> list[list[str]]:
    """A displayed formula's text in the pieces, and these in the parts, between which it may wrap."""
    shown = fragment_fromstring(render(tex, True)).xpath("//*[@class='katex-html']")[0]
    pieces = shown.xpath("*[@class='katex-piece']") or [shown]
    return [["".join(part.itertext()).replace("\u200b", "") for part in piece] for piece in pieces]


def test_formulas_on_one_line_are_pieces_of_their_own():
    assert broken(r"a=b,\qquad c=d\quad e") == [["a=", "b,"], ["c=", "d"], ["e"]]


def test_a_piece_wraps_outside_its_brackets():
    assert broken(r"a=(b+c)d-\Big[e+f\Big]") == [["a=", "(b+c)d−", "[e+f]"]]


def test_a_part_stays_whole_with_its_spaces_and_open_brackets():
    assert broken(r"\begin{cases}a\quad b\\c\end{cases}=\left\{d+e\right.=f")[0][1:] == ["{d+e=", "f"]


@pytest.mark.parametrize("tex", [r"a=b\qquad c \tag{1}", r"a=b \\ c=d"])
def test_tags_and_lines_stay_where_katex_puts_them(tex):
    assert "katex-piece" not in render(tex, True) and "katex-part" not in render(tex, True)


def test_inline_formulas_are_as_katex_makes_them():
    assert "katex-piece" not in render(r"a=b,\qquad c=(d+e)", False)


def test_the_message_names_what_is_wrong_without_decoration():
    assert refusal(r"x + \nothing", False) == r"Undefined control sequence: \nothing at position 5: x + \nothing"


def test_markup_in_a_formula_can_not_run():
    html = render(r"\href{javascript:alert(1)}{x} \htmlClass{a}{y} < \text{<script>}", False)
    assert "<script" not in html and 'href="javascript' not in html and 'class="a"' not in html


def test_both_agree_on_every_formula_of_a_page():
    formulas = {(f.text.strip(), f.display) for f in parse(DOCS / "en/algorithm/kl-in-grpo.md").formulas}
    assert len(formulas) > 50
    for tex, display in formulas:
        assert refusal(tex, display) == ""
        assert "katex" in render(tex, display)
