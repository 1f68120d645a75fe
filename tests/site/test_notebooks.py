"""Labs are pages like the others, and the notebook can be downloaded."""

import json

from scripts.content import DOCS
from scripts.content.data import labs
from scripts.content.editions import EDITIONS
from tests.site.html import is_internal


def test_b21_a_notebook_is_a_page_in_every_edition(html):
    for edition in EDITIONS:
        assert {path.name for path in (DOCS / edition.code / "labs").glob("*.ipynb")} == {f"{lab.slug}.ipynb" for lab in labs()}
        for lab in labs():
            page = html.by_path[f"{edition.root}labs/{lab.slug}/index.html"]
            assert page.kind == "lab"
            assert page.article.xpath('.//*[contains(@class, "jp-CodeCell")]')


def test_b21_nothing_but_the_download_links_to_a_notebook_file(html):
    downloads = 0
    for page in html.pages:
        for link in page.tree.xpath("//a[contains(@href, '.ipynb')]"):
            if is_internal(link.get("href")):
                assert page.kind == "lab" and link.get("download") is not None, f"{page}: {link.get('href')}"
                downloads += 1
    assert downloads == len(html.kind("lab"))


def test_the_download_is_the_notebook_of_the_edition(html):
    for page in html.kind("lab"):
        target, _ = html.target(page, page.one("//a[@download]").get("href"))
        slug = page.name.split("/")[1]
        source = DOCS / page.edition.code / "labs" / f"{slug}.ipynb"
        assert json.loads((html.folder / target).read_text("utf-8")) == json.loads(source.read_text("utf-8"))


def test_notebook_pages_carry_no_styles_and_scripts_of_the_plugin(html):
    usual = html.kind("about")[0]
    for page in html.kind("lab"):
        assert page.tree.xpath("count(//style)") == usual.tree.xpath("count(//style)")
        assert page.tree.xpath("count(//script)") == usual.tree.xpath("count(//script)")


def test_plots_have_a_name(html):
    for page in html.kind("lab"):
        plots = page.article.xpath('.//*[contains(@class, "jp-OutputArea")]//svg')
        assert plots and all(plot.get("role") == "img" and plot.get("aria-label") for plot in plots), str(page)


def test_notebook_and_question_lead_to_each_other(html):
    for page in html.kind("lab"):
        back = {html.target(page, link)[0] for link in page.article.xpath(".//a/@href")}
        questions = [q for q in html.kind("question") if q.path in back]
        assert questions
        assert any(page.path == html.target(q, link)[0] for q in questions for link in q.article.xpath(".//a/@href"))
