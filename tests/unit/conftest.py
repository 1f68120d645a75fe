"""A small site to read from, and stand-ins for the pages and settings that MkDocs hands to a hook."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from scripts.content import bibliography, data, pages

SITE = Path(__file__).parents[1] / "checks" / "_site"


@pytest.fixture
def small_site(monkeypatch: pytest.MonkeyPatch):
    """Let the content model read a site of three questions: algo-05 (answered), infra-01 and infra-02."""
    monkeypatch.setattr(data, "DATA", SITE / "data")
    monkeypatch.setattr(bibliography, "FILE", SITE / "data" / "references.bib")
    monkeypatch.setattr(pages, "DOCS", SITE / "docs")
    data.forget()
    bibliography.references.cache_clear()
    yield SITE
    data.forget()
    bibliography.references.cache_clear()


@pytest.fixture
def page():
    """A function that makes a page as a hook sees it."""

    def make(path: str = "algorithm/baseline.md", text: str = "", url: str | None = None) -> SimpleNamespace:
        file = SimpleNamespace(src_uri=path, abs_src_path=Path(path), content_string=text, generated_by=None)
        url = path.removesuffix(".md") + "/" if url is None else url
        return SimpleNamespace(file=file, meta={}, url=url, is_homepage=path == "index.md")

    return make


@pytest.fixture
def config():
    """A function that makes the settings of an edition's build."""

    def make(edition: str = "en") -> SimpleNamespace:
        return SimpleNamespace(
            extra={"edition": edition, "root_url": "https://example.org/"}, mdx_configs={}, strict=True
        )

    return make
