"""A game set up and recorded on a phone: by taps, by notation, and with the network gone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.api.site import ADMIN, read
from tests.api.web.conftest import PHONE
from tests.api.web.games import Served

HANDS = ("1+P01,P14,P27,P35", "2+P02,P15,P28,P36")


@pytest.fixture
def table(page: Page, served: Served) -> Page:
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.goto("/sign-in")
    page.fill("[data-sign-in] input[name=token]", ADMIN)
    with page.expect_navigation():
        page.press("[data-sign-in] input[name=token]", "Enter")
    page.goto("/new")
    page.click("text=Wannabe Football")
    page.fill("#name-1", "Foxes")
    page.click("text=To the table")
    expect(page.locator("[data-prompt]")).to_contain_text("Foxes")
    return page


def log(page: Page, served: Served) -> list[dict[str, Any]]:
    game = page.url.split("/")[-2]
    events: list[dict[str, Any]] = read(served.site.get(f"/games/{game}/events"))["events"]
    return [{key: e[key] for key in ("type", "seat", "data")} for e in events[1:]]


def write(page: Page, line: str) -> None:
    with page.expect_response(lambda told: told.request.method == "POST"):
        page.fill("#line", line)
        page.press("#line", "Enter")
    expect(page.locator("#line")).to_have_value("")
    expect(page.locator("[data-sync]")).to_have_text("saved")


def test_a_turn_is_recorded_by_notation_and_taps(table: Page, served: Served) -> None:
    for line in (*HANDS, "@1"):
        write(table, line)
    table.click(".picks [data-value='\"P22\"']")
    table.click(".option:has-text('P14')")
    table.click("text=Not shown")
    expect(table.locator("[data-prompt]")).not_to_contain_text("turns over")
    assert log(table, served)[3:] == [
        {"type": "CardsDrawn", "seat": "1", "data": {"cards": ["P22"], "deck": "player"}},
        {"type": "CardPlayed", "seat": "1", "data": {"card": "P14"}},
        {"type": "CardsDrawn", "seat": "1", "data": {"cards": [None], "deck": "multi"}},
    ]


def test_the_last_event_is_taken_back(table: Page, served: Served) -> None:
    write(table, HANDS[0])
    table.click(".foot-bar [data-do=undo]")
    expect(table.locator("[data-toast]")).to_contain_text("Taken back")
    assert log(table, served)[-1]["type"] == "EventRetracted"


def test_a_line_that_cannot_be_read_is_refused_in_words(table: Page, served: Served) -> None:
    table.fill("#line", "1&nonsense")
    table.press("#line", "Enter")
    expect(table.locator(".toast.bad")).to_be_visible()
    assert log(table, served) == []


def test_any_event_can_be_logged_with_a_form(table: Page, served: Served) -> None:
    table.click("[data-do=log]")
    table.select_option("#f-what", "KickOffDecided")
    table.fill("#f-starter", "2")
    table.click("form >> text=Log it")
    expect(table.locator("[data-toast]")).to_contain_text("Logged")
    assert log(table, served) == [
        {"type": "KickOffDecided", "seat": None, "data": {"starter": "2"}}
    ]


def test_without_network_events_wait_and_none_is_lost_or_doubled(
    table: Page, served: Served
) -> None:
    table.context.set_offline(True)
    table.click("[data-do=note]")
    table.fill("#note", "No signal in the cellar.")
    table.click("text=Keep it")
    expect(table.locator("[data-sync]")).to_have_text("1 unsent")
    assert log(table, served) == []
    table.context.set_offline(False)
    table.reload()
    expect(table.locator("[data-sync]")).to_have_text("saved")
    expect(table.locator("[data-prompt]")).not_to_be_empty()
    assert log(table, served) == [
        {"type": "NoteAdded", "seat": None, "data": {"text": "No signal in the cellar."}}
    ]


def test_whoever_only_watches_cannot_record(page: Page, served: Served) -> None:
    page.goto("/games/running/record")
    expect(page.locator("text=You watch this game")).to_be_visible()
    assert page.locator("[data-notation]").count() == 0
