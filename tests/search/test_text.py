"""The searchable text of an article: what readers read, without what only the browser needs."""

import pytest

from scripts.maths import render
from scripts.search_text import sections

RATIO = render(r"\pi_\theta", False)
HALF = render(r"\frac{\theta}{2}", True)
ARTICLE = f"""
<h1 id="title">Why a baseline?<a class="headerlink" href="#title">#</a></h1>
<p>Before the first heading.</p>
<h2 id="short-answer">60-second answer<a class="headerlink" href="#short-answer" title="#">#</a></h2>
<div class="admonition tip"><p class="admonition-title">Why they ask</p><p>It is a test.</p></div>
<p>The ratio {RATIO} is clipped<sup id="fnref:a"><a class="footnote-ref" href="#fn:a">1</a></sup>.</p>
<div class="arithmatex">{HALF}</div>
<h3 id="code">Code</h3>
<div class="highlight"><pre><span class="linenos">1</span><code class="md-code__content">use_kl_loss=<span>True</span></code></pre>
<button title="Copy">copy</button></div>
<figure><img alt="" src="x.svg"><svg><text>in the picture</text></svg></figure>
<details class="question"><summary>Really?</summary><p>Yes &amp; no.</p></details>
<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>
<h2 id="references">References</h2>
<div class="footnote"><ol><li id="fn:a"><p>Author, 2024.</p></li></ol></div>
"""


def by_id() -> dict[str, tuple[str, str]]:
    return {section.id: (section.heading, section.text) for section in sections(ARTICLE)}


def test_sections_carry_their_id_and_heading_without_permalink():
    assert {ident: heading for ident, (heading, _) in by_id().items()} == {
        "": "",
        "short-answer": "60-second answer",
        "code": "Code",
    }


def test_text_before_the_first_heading_is_kept_and_the_title_is_not():
    assert by_id()[""] == ("", "Before the first heading.")


def test_formulas_become_plain_text_and_display_formulas_nothing():
    assert by_id()["short-answer"][1] == "Why they ask It is a test. The ratio πθ is clipped."


def test_code_and_folded_answers_are_kept_and_line_numbers_buttons_and_pictures_are_not():
    assert by_id()["code"][1] == "use_kl_loss=True Really? Yes & no. A · B · 1 · 2 ·"


def test_a_section_without_text_is_left_out():
    assert "references" not in by_id()


def test_b10_no_tex_is_left():
    text = " ".join(section.text for section in sections(ARTICLE))
    assert not [sign for sign in ("\\", "$", "{", "\u200b") if sign in text]


@pytest.mark.parametrize(
    ("tex", "plain"),
    [
        (r"\beta = 0.04", "β=0.04"),
        (r"\frac{G-1}{G}", "(G−1)/G"),
        ("10^{-6}", "10⁻⁶"),
        (r"\lambda^{T}_{i}", "λi^T"),
        (r"\sqrt{p}", "√p"),
        (r"\log p", "log p"),
        ("a < b", "a<b"),
        (r"\text{均值}", "均值"),
        (r"\hat{A}", "…"),
        (r"\begin{cases} 1 \\ 2 \end{cases}", "…"),
        ("a + b + c + d + e + f + g + h + i + j + k + l + m", "…"),
    ],
)
def test_a_formula_on_one_line(tex, plain):
    assert sections(f"<p>{render(tex, False)}</p>")[0].text == plain


def test_a_line_break_in_the_source_does_not_cut_a_chinese_word():
    assert sections("<p>重要性\n采样，clip\n后</p>")[0].text == "重要性采样，clip 后"
