"""What the tests of the record page share: opening a table, and reading what it stored."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.api.site import OPENING, Game, read
from tests.api.web.conftest import PHONE
from tests.api.web.games import Served
from tests.children import PATIENCE


def sit_down(page: Page, game: Game, token: str | None = None) -> None:
    """Opens the table of a game with its recorder link and waits until it can be used."""
    with page.expect_response(f"**/games/{game.id}/timeline*"):
        page.goto(f"/games/{game.id}/record#{token or game.recorder}")
    expect(page.locator("[data-history] li").first).to_be_visible()


def begun(served: Served) -> Game:
    """A game that only its links open, with its opening recorded."""
    made = served.site.make(visibility="private")
    served.site.record(made, *OPENING)
    return made


def on_a_phone(page: Page, game: Game) -> Page:
    """The table of a game on a phone."""
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    sit_down(page, game)
    return page


def stored(served: Served, game: str) -> list[dict[str, Any]]:
    """The log of a game without its creation: type, seat and data of each event."""
    answer = served.site.get(f"/games/{game}/events?limit=5000")
    events: list[dict[str, Any]] = read(answer)["events"]
    return [{key: event[key] for key in ("type", "seat", "data")} for event in events[1:]]


def note(page: Page, text: str) -> None:
    """Keeps a note."""
    page.click("[data-do=note]")
    page.fill("#note", text)
    page.click("text=Keep it")


NOTHING_WAITS = """async () => {
    const { asked } = await import("/static/record/sending/browser-store.js");
    return (await asked("outbox", "readonly", (kept) => kept.getAll())).length === 0;
}"""


def saved(page: Page) -> None:
    """Waits until everything is stored at the server.

    Just after a tap the page may still say that it is: what it keeps of the tap comes first.
    """
    page.wait_for_function(NOTHING_WAITS, timeout=PATIENCE * 1000)
    expect(page.locator("[data-sync]")).to_have_text("saved")
