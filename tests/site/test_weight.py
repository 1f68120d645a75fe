"""The HTML of every page stays inside its budget."""

from scripts.bench.budgets import HTML
from scripts.bench.visit import sent


def test_html_of_every_page(html):
    heavy = {str(page): size for page in html.pages if (size := sent(html.folder / page.path)) > HTML}
    assert not heavy, heavy


def test_no_page_holds_a_font_or_a_large_image_in_its_html(html):
    wrong = [
        f"{page}: {link[:60]}"
        for page in html.pages
        for link in page.tree.xpath("//@src | //@href")
        if link.startswith("data:") and len(link) > 2_000
    ]
    assert not wrong, "\n".join(wrong)
