"""What one visit to a page of the built site costs, measured in Chromium with nothing cached."""

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page

from scripts.bench.server import Served

DESKTOP = (1280, 900)
PHONE = (360, 740)
COMPRESSED = {".woff2", ".png", ".jpg", ".webp", ".gz"}
SHIFTS = """() => new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) sum += value;
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(sum), 100);
})"""


@dataclass(frozen=True)
class Weight:
    """Bytes as a server with gzip sends them."""

    html: int
    script: int
    everything: int
    files: tuple[str, ...]


def sent(file: Path) -> int:
    """The size of a file as it is sent: text gzipped at level 9, what is compressed already as it is."""
    content = file.read_bytes()
    return len(content) if file.suffix in COMPRESSED else len(gzip.compress(content, 9, mtime=0))


def first_visit(browser: Browser, site: Served, path: str, size: tuple[int, int] = DESKTOP) -> Weight:
    """The weight of everything that a first visit to `path` loads, the whole page scrolled through."""
    with _visit(browser, size) as (page, requested):
        page.goto(site.url(path), wait_until="networkidle")
        _read_to_the_end(page)
        files = _files(site, requested)
    return Weight(
        html=sum(sent(file) for file in files if file.suffix == ".html"),
        script=sum(sent(file) for file in files if file.suffix == ".js"),
        everything=sum(map(sent, files)),
        files=tuple(file.relative_to(site.folder).as_posix() for file in files),
    )


def first_search_hit(browser: Browser, site: Served, path: str, query: str) -> int:
    """The bytes loaded from the moment a reader opens the search until it shows a first result."""
    with _visit(browser, DESKTOP) as (page, requested):
        page.goto(site.url(path), wait_until="networkidle")
        before = set(_files(site, requested))
        page.keyboard.press("/")
        page.locator("dialog[open] input").fill(query)
        page.locator("dialog[open] a[href]").first.wait_for()
        page.wait_for_load_state("networkidle")
        return sum(sent(file) for file in _files(site, requested) if file not in before)


def layout_shift(browser: Browser, site: Served, path: str, size: tuple[int, int] = DESKTOP) -> float:
    """The sum of the layout shifts while a page loads and is read to its end."""
    with _visit(browser, size) as (page, _):
        page.goto(site.url(path), wait_until="networkidle")
        _read_to_the_end(page)
        return page.evaluate(SHIFTS)


@contextmanager
def _visit(browser: Browser, size: tuple[int, int]) -> Iterator[tuple[Page, list[str]]]:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    page = context.new_page()
    requested: list[str] = []
    context.on("request", lambda request: requested.append(request.url))
    try:
        yield page, requested
    finally:
        context.close()


def _read_to_the_end(page: Page) -> None:
    """Scroll as a hasty reader does, a third of a window at a time."""
    page.evaluate(
        """async () => {
          const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
          for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 3) {
            scrollTo(0, y);
            await drawn();
          }
          await document.fonts.ready;
        }"""
    )


def _files(site: Served, requested: list[str]) -> list[Path]:
    """The files of the site behind the addresses, each once."""
    local = [url for url in dict.fromkeys(requested) if url.startswith(site.root)]
    return [file for url in local if (file := site.file(url)).is_file()]
