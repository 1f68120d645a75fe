"""A real Chromium on the built site. A request that leaves the site, or an error in the console, fails the test."""

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from scripts.bench import chromium
from scripts.bench.visit import DESKTOP
from tests.browser.waiting import wait_for_layout

ELSEWHERE = re.compile(r"^(?!http://127\.0\.0\.1[:/]|data:|blob:|about:)")
SECONDS = 30
"""How long a busy machine may take for one step."""

expect.set_options(timeout=SECONDS * 1000)


@dataclass
class Faults:
    """What went wrong in the browser during a test."""

    outside: list[str] = field(default_factory=list)
    """Addresses outside the site that a page asked for."""
    errors: list[str] = field(default_factory=list)
    """Uncaught exceptions and errors in the console."""

    def watch(self, context: BrowserContext) -> None:
        context.route(ELSEWHERE, self._refuse)
        context.on("console", self._hear)
        context.on("weberror", lambda error: self.errors.append(str(error.error)))

    def _hear(self, message) -> None:
        if message.type == "error":
            self.errors.append(f"{message.text} ({message.location['url']})")

    def _refuse(self, route) -> None:
        self.outside.append(route.request.url)
        route.abort()

    def forgive(self, text: str) -> None:
        """Drop the errors that hold `text`, which the test expects; fails when there is none."""
        kept = [error for error in self.errors if text not in error]
        assert len(kept) < len(self.errors), f"expected an error with {text!r} in the console"
        self.errors = kept


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if chromium.find() is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("no Chromium on this machine; CI must have one")
    with chromium.launch() as running:
        yield running


@pytest.fixture
def faults() -> Iterator[Faults]:
    found = Faults()
    yield found
    assert not found.outside, f"requests that left the site: {found.outside}"
    assert not found.errors, f"errors in the browser: {found.errors}"


def _going_to_the_end(page: Page) -> Callable:
    """`page.goto` that also waits until all of the page is laid out."""
    load = page.goto

    def goto(url: str, **options):
        response = load(url, **options)
        wait_for_layout(page)
        return response

    return goto


@pytest.fixture
def open_page(browser, site, faults) -> Iterator[Callable[..., Page]]:
    """A function that opens a path of the site in a new browser profile and returns the page.

    `open_page(path, size=DESKTOP, scheme="light", javascript=True, **options)`; without a path nothing is loaded yet.
    """
    contexts: list[BrowserContext] = []

    def open_(path: str | None = None, *, size=DESKTOP, scheme="light", javascript=True, **options) -> Page:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme=scheme,
            java_script_enabled=javascript,
            **options,
        )
        contexts.append(context)
        context.set_default_timeout(SECONDS * 1000)
        faults.watch(context)
        page = context.new_page()
        if javascript:
            page.goto = _going_to_the_end(page)
        if path is not None:
            page.goto(site.url(path))
        return page

    yield open_
    for context in contexts:
        context.close()


@pytest.fixture
def page(open_page) -> Page:
    """An empty page in a desktop window."""
    return open_page()
