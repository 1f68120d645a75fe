"""Start the system's Chromium through Playwright; nothing is downloaded and nothing runs in the background."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome", "msedge")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def find() -> str | None:
    """The path of a Chromium on this machine."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


@contextmanager
def launch() -> Iterator[Browser]:
    """A running Chromium. Raises RuntimeError when there is none on this machine."""
    path = find()
    if path is None:
        raise RuntimeError(f"no browser found; install one of {', '.join(NAMES)} (Debian: apt-get install chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()
