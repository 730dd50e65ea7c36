"""The record page while answers overtake one another: what is newer stays in sight."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.api.site import OPENING, Game, read
from tests.api.web.crossing import hold, may_cross, settled
from tests.api.web.games import Served, judge
from tests.api.web.tables import begun, note, on_a_phone, saved, stored
from workers.queue import News

ANSWERS = 7
"""At least so many are asked for by a page on which something is told and then judged."""


@pytest.fixture
def game(served: Served) -> Game:
    return begun(served)


@pytest.fixture
def table(page: Page, game: Game) -> Page:
    may_cross(page)
    return on_a_phone(page, game)


def refereed(served: Served, game: Game) -> None:
    """The referee judges the game, and whoever watches hears of it."""
    judge(served.site, game.id)
    version = served.steps(game.id)
    served.site.services.live.tell(News(game.id, checked_version=version))


def happened(page: Page) -> list[str]:
    """What happened last, newest first."""
    return page.locator("[data-history] .happened > span").all_text_contents()


def told(served: Served, game: Game) -> list[str]:
    """What the server tells of it."""
    after = served.steps(game.id) - 5
    rows = read(served.site.get(f"/games/{game.id}/timeline?after={after}"))["rows"]
    return [
        "".join([row["text"], *(found["message"] for found in row["findings"])])
        for row in reversed(rows)
    ]


def test_what_happened_last_is_shown_whichever_answer_is_late(
    table: Page, served: Served, game: Game
) -> None:
    asked = 0
    for late in range(ANSWERS):
        hold(table, f"n === {late}")
        note(table, f"Late is {late}.")
        refereed(served, game)
        saved(table)
        expect(table.locator("[data-history] li").first).to_contain_text(f"Late is {late}.")
        asked = max(asked, settled(table))
        assert happened(table) == told(served, game), f"answer {late} came late"
    assert asked >= ANSWERS


def test_findings_appear_whichever_answer_is_late(table: Page, served: Served, game: Game) -> None:
    for late in range(ANSWERS):
        hold(table, f"n === {late}")
        out_of_turn = {"type": "CardPlayed", "seat": "2", "data": {"card": f"P{late + 2:02}"}}
        served.site.record(game, out_of_turn)
        refereed(served, game)
        last = table.locator("[data-history] li").first
        expect(last).to_contain_text(f"P{late + 2:02}")
        expect(last.locator("small").first).to_be_visible()
        settled(table)
        assert happened(table) == told(served, game), f"answer {late} came late"
    assert all(line.count(".") > 1 for line in happened(table))


def test_of_two_rows_the_one_tapped_last_is_put_right(table: Page) -> None:
    first, second = (table.locator("[data-history] button.happened").nth(n) for n in (0, 1))
    hold(table, "n < 3")
    title = f"Step {second.get_attribute('data-step')}: "
    first.click()
    second.click()
    settled(table)
    expect(table.locator("[data-mode]")).to_contain_text(title)


def test_who_went_back_to_the_table_stays_there(table: Page, served: Served, game: Game) -> None:
    table.locator("[data-history] button.happened").first.click()
    expect(table.locator("[data-mode]")).to_contain_text("Step")
    hold(table, "address.endsWith('/preview')")
    table.get_by_role("button", name="It did not happen").click()
    table.get_by_role("button", name="Back to the table").click()
    settled(table)
    expect(table.locator("[data-save]")).to_have_count(0)
    assert len(stored(served, game.id)) == len(OPENING)


def test_lines_are_recorded_as_they_were_written(table: Page, served: Served, game: Game) -> None:
    hold(table, "n === 0")
    for line in ('N "first"', 'N "second"', 'N "third"'):
        table.fill("#line", line)
        table.press("#line", "Control+Enter")
    saved(table)
    settled(table)
    saved(table)
    notes = [event["data"]["text"] for event in stored(served, game.id)[len(OPENING) :]]
    assert notes == ["first", "second", "third"]
