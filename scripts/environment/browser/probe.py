"""Ends with 0 if the browser that is named opens a page and shows text on it."""

from __future__ import annotations

import sys

from playwright.sync_api import Error, sync_playwright

_FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"]
_SECONDS = 30


def shows_text(browser: str) -> bool:
    """Whether a word looks different from nothing: without any font it does not."""
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(
            executable_path=browser, args=_FLAGS, timeout=_SECONDS * 1000
        )
        page = opened.new_page()
        blank = page.screenshot()
        page.set_content("<p>shown</p>")
        shown = page.screenshot()
        opened.close()
    return blank != shown


if __name__ == "__main__":
    try:
        sys.exit(0 if shows_text(sys.argv[1]) else "It opens pages but shows no text: no font.")
    except Error as error:
        sys.exit(error.message)
