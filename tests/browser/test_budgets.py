"""Page weight, search bytes and layout shift stay inside their budgets."""

import pytest

from scripts.bench import budgets
from scripts.bench.visit import DESKTOP, PHONE, first_search_hit, first_visit, layout_shift, sent
from scripts.content.editions import EDITIONS
from tests.browser.places import ANSWERED, LAB, QUESTION

SEARCH_PARTS = ("/search/", "search-dialog", "search.js", "minisearch")
QUERIES = {"zh": "重要性采样", "pt": "memória do modelo de referência", "en": "reference model memory"}


@pytest.fixture(params=EDITIONS, ids=lambda edition: edition.code)
def edition(request):
    return request.param


def test_weight_of_the_heaviest_pages(browser, site, edition):
    """Of the others tests/site/test_weight.py measures the HTML, which is all that differs much."""
    heaviest = sorted([*ANSWERED, LAB], key=lambda path: sent(site.file(site.url(edition.root + path))))[-2:]
    for path in heaviest:
        weight = first_visit(browser, site, edition.root + path)
        assert 5_000 < weight.html <= budgets.HTML, f"{path}: {weight}"
        assert 5_000 < weight.script <= budgets.SCRIPT, f"{path}: {weight}"
        assert weight.html + weight.script < weight.everything <= budgets.FIRST_VISIT, f"{path}: {weight}"


def test_search_loads_nothing_before_it_is_opened(browser, site, edition):
    files = first_visit(browser, site, edition.root + QUESTION).files
    assert [file for file in files if any(part in file for part in SEARCH_PARTS)] == []


def test_bytes_to_the_first_search_hit(browser, site, edition):
    loaded = first_search_hit(browser, site, edition.root + QUESTION, QUERIES[edition.code])
    assert 5_000 < loaded <= budgets.FIRST_SEARCH_HIT


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_layout_shift(browser, site, edition, size):
    assert layout_shift(browser, site, edition.root + QUESTION, size) <= budgets.LAYOUT_SHIFT
