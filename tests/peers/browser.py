"""Debian's Chromium without a window, for tests that look at pages as a reader does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

from tests.peers.programs import find

_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@contextmanager
def running_browser() -> Iterator[Browser]:
    """Run a browser; each page that is opened in it has a profile of its own."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=str(find("chromium")), args=[*_FLAGS], headless=True
        )
        try:
            yield browser
        finally:
            browser.close()
