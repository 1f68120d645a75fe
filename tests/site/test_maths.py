"""Every formula of the sources is rendered, whole, and none is left as TeX."""

import json
import re
from collections import Counter

import pytest

from scripts.content import DOCS
from scripts.content.data import labs, questions
from scripts.content.pages import page_file, parse

TEX = re.compile(r"\\[A-Za-z]{2,}|\\[()\[\]]|\$\$|\$[^$\n]*[\\^_{}][^$\n]*\$")
LAB_FORMULA = re.compile(r"\$\$(.+?)\$\$|\$(?!\s)([^$\n]+?)(?<!\s)\$", re.S)


def plain(tex: str) -> str:
    """A formula without what may differ: white space, and the way `<` is written."""
    return " ".join(re.sub(r"\\lt(?![A-Za-z])\s*", "<", tex).split())


def rendered(page) -> list[str]:
    """The TeX of each formula in the article, from the annotation that stands beside its MathML."""
    return [plain(tex) for tex in page.article.xpath('.//span[@class="katex"]//annotation/text()')]


def test_b10_b32_no_raw_tex_in_text(html):
    wrong = [f"{page}: {text.strip()}" for page in html.pages for text in page.texts() if TEX.search(text)]
    assert not wrong, "\n".join(wrong)


def test_b10_no_tex_in_navigation_and_contents(html):
    wrong = []
    for page in html.pages:
        for nav in page.tree.xpath("//nav"):
            if nav.xpath('.//annotation | .//*[contains(@class, "arithmatex")]') or TEX.search(nav.text_content()):
                wrong.append(str(page))
    assert not wrong, sorted(set(wrong))


def test_b10_no_tex_in_titles_and_names(html):
    wrong = [
        f"{page}: {text}"
        for page in html.pages
        for text in page.tree.xpath("//@title | //@aria-label | //@alt | //title/text() | //meta/@content")
        if TEX.search(text)
    ]
    assert not wrong, "\n".join(wrong)


def test_b43_every_formula_of_a_page_is_rendered_whole(html):
    for page in html.kind("question"):
        question = next(q for q in questions().values() if q.url == page.name)
        source = parse(page_file(page.edition, question))
        wanted = Counter(plain(formula.text) for formula in source.formulas)
        found = Counter(rendered(page))
        assert wanted and found == wanted, f"{page}: missing {wanted - found}, not in the source {found - wanted}"


def test_b37_every_formula_of_a_notebook_is_rendered_whole(html):
    for page in html.kind("lab"):
        lab = next(lab for lab in labs() if page.name.startswith(f"labs/{lab.slug}/"))
        cells = json.loads((DOCS / page.edition.code / lab.path).read_text("utf-8"))["cells"]
        text = "\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
        wanted = Counter(plain(m.group(1) or m.group(2)) for m in LAB_FORMULA.finditer(text))
        found = Counter(rendered(page))
        assert wanted and found == wanted, f"{page}: missing {wanted - found}, not in the source {found - wanted}"


def test_no_formula_is_rendered_as_an_error(html):
    wrong = [str(page) for page in html.pages if page.tree.xpath('//*[contains(@class, "katex-error")] | //merror')]
    assert not wrong, wrong


def test_every_formula_has_mathml_with_its_tex(html):
    for page in html.kind("question", "lab"):
        formulas = page.tree.xpath('//span[@class="katex"]')
        bare = [f for f in formulas if not f.xpath('.//math//annotation[@encoding="application/x-tex"]')]
        assert formulas and not bare, str(page)


def test_the_visual_form_is_hidden_from_screen_readers(html):
    for page in html.kind("question", "lab"):
        assert not page.tree.xpath('//span[@class="katex-html"][not(@aria-hidden="true")]'), str(page)


def test_no_maths_script_reaches_the_browser(html):
    named = {link for page in html.pages for link in page.tree.xpath("//script/@src") if re.search("katex|mathjax", link, re.I)}
    assert not named
    assert not [path for path in html.files if re.search(r"(katex|mathjax)[^/]*\.js$", path, re.I)]


@pytest.mark.parametrize("text", [r"\(x\)", r"a $\theta$ b", "$x_1$", "$$x$$", r"\frac12"])
def test_raw_tex_is_recognised(text):
    assert TEX.search(text)


@pytest.mark.parametrize("text", ["costs $2 or $3", "a_b and c_d", "C:\\", "100 %"])
def test_prose_is_no_tex(text):
    assert not TEX.search(text)
