"""In a browser whose scripts are off everything that shows is there, and forms can be sent."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.api.site import ADMIN, read
from tests.api.web.conftest import PHONE
from tests.api.web.games import Served

SHOWN = {
    "/": ["svg.board", ".game-row", "text=All games"],
    "/games?q=foxes": [".game-row", "h2"],
    "/games/spoiled/30": [
        "svg.board",
        ".move[aria-current]",
        ".tape-svg",
        ".chart svg",
        "a[data-go=next]",
        ".why >> nth=0",
        "text=What if, from step 30?",
    ],
    "/games/spoiled/referee": [".ruling >> nth=0", "text=In short"],
    "/games/whole/sheet": [".sheet-block >> nth=0", "text=As text"],
    "/games/whole/20/embed": ["svg.board", "text=step 20 of"],
    "/games/running/record": ["svg.board", ".seat-bar"],
    "/rulesets/und1c1": [".rulebook >> nth=0", ".rulings >> nth=0"],
    "/boxes": ["text=Sample box"],
    "/new/wannabe-football": ["#name-1", "text=To the table", "text=Change >> nth=0"],
}
"""What stands on each page, of which each first one is looked for."""


@pytest.fixture(scope="module")
def plain(browser: Browser, served: Served) -> Iterator[Page]:
    """A browser without scripts in which an admin has signed in by the form."""
    context = browser.new_context(
        base_url=served.url,
        java_script_enabled=False,
        viewport=PHONE,  # type: ignore[arg-type]
    )
    page = context.new_page()
    page.goto("/sign-in")
    page.get_by_label("Token").fill(ADMIN)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/")
    yield page
    context.close()


@pytest.mark.parametrize("path", SHOWN)
def test_what_shows_is_there(plain: Page, path: str) -> None:
    plain.goto(path)
    for selector in SHOWN[path]:
        expect(plain.locator(selector).first).to_be_visible()
    expect(plain.locator(".js-only >> visible=true")).to_have_count(0)


def test_a_replay_is_stepped_by_its_links(plain: Page) -> None:
    plain.goto("/games/whole/20")
    plain.locator("a[data-go=next]").click()
    expect(plain.locator("[data-step-number]").first).to_have_text("21")
    plain.locator('.move[data-step="25"]').click()
    expect(plain.locator("[data-step-number]").first).to_have_text("25")


def test_a_game_is_begun_and_its_links_are_made(plain: Page, served: Served) -> None:
    plain.goto("/new/wannabe-football")
    plain.get_by_label("Seats").select_option("4")
    plain.get_by_role("button", name="Change").first.click()
    expect(plain.get_by_role("group", name="Seat 4")).to_be_visible()
    plain.get_by_role("button", name="To the table").click()
    game = plain.url.split("/")[-2]
    assert len(read(served.site.get(f"/games/{game}"))["seats"]) == 4
    plain.goto(f"/games/{game}/links")
    plain.get_by_role("button", name="Make the link").click()
    expect(plain.locator("svg.qr")).to_be_visible()


def test_a_branch_is_made_and_compared(plain: Page) -> None:
    plain.goto("/games/whole/33")
    plain.get_by_role("button", name="What if, from step 33?").click()
    branch = plain.url.split("/")[-2]
    plain.goto("/games/whole/33")
    plain.locator(f'a[href="/games/{branch}/compare"]').click()
    expect(plain.get_by_role("heading", name="What if, from step 33")).to_be_visible()
    expect(plain.locator("svg.board")).to_have_count(2)
