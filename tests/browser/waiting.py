"""Wait for something in a page. Playwright's `wait_for_function` evaluates text in the page, which the site's policy forbids."""

import time

from playwright.sync_api import Page

SECONDS = 10


def wait_until(page: Page, expression: str) -> None:
    """Wait until the JavaScript expression is true. Raises AssertionError when it is not in time."""
    end = time.monotonic() + SECONDS
    while not page.evaluate(f"Boolean({expression})"):
        assert time.monotonic() < end, f"not true within {SECONDS} seconds: {expression}"
        page.wait_for_timeout(50)


def wait_for_layout(page: Page) -> None:
    """Wait until all of the page is laid out, not only what is near the screen; see `layOutTheRest` in site.js."""
    wait_until(page, "!document.documentElement.hasAttribute('data-late')")
