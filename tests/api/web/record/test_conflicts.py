"""What the server does not take: another recorder was faster, or the rules forbid it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.api.site import DRAWN, OPENING, Game, event
from tests.api.web.conftest import DESK, PHONE
from tests.api.web.games import Served
from tests.api.web.tables import begun, note, on_a_phone, saved, sit_down, stored

BEGUN = len(OPENING)
MINE, THEIRS = event("CardsDrawn", "1", deck="player", cards=["P21"]), DRAWN


@pytest.fixture
def game(served: Served) -> Game:
    return begun(served)


@pytest.fixture
def table(page: Page, game: Game) -> Page:
    return on_a_phone(page, game)


@pytest.fixture
def other(browser: Browser, served: Served, game: Game) -> Iterator[Page]:
    """The table of a second recorder."""
    context = browser.new_context(base_url=served.url, viewport=DESK, service_workers="block")  # type: ignore[arg-type]
    page = context.new_page()
    sit_down(page, game)
    yield page
    context.close()


def draw(page: Page, card: str) -> None:
    page.click(f".picks [data-value='\"{card}\"']")


def both_draw(table: Page, other: Page) -> None:
    """One without network, the other meanwhile with it."""
    table.context.set_offline(True)
    draw(table, "P21")
    expect(table.locator("[data-sync]")).to_have_text("1 unsent")
    draw(other, "P20")
    saved(other)
    table.context.set_offline(False)
    expect(table.locator(".settle")).to_contain_text("somebody else recorded in between")


def test_theirs_stand_first_then_mine(table: Page, other: Page, served: Served, game: Game) -> None:
    both_draw(table, other)
    assert stored(served, game.id)[BEGUN:] == [THEIRS]
    expect(table.locator("[data-theirs] li")).to_have_count(1)
    expect(table.locator("[data-theirs]")).to_contain_text("P20")
    expect(table.locator("[data-mine] li")).to_have_count(1)
    table.click("text=Mine after theirs")
    saved(table)
    assert stored(served, game.id)[BEGUN:] == [THEIRS, MINE]
    expect(other.locator("[data-recorder]")).to_have_attribute("data-version", str(BEGUN + 3))


def test_what_others_took_back_stands_first_too(table: Page, served: Served, game: Game) -> None:
    table.context.set_offline(True)
    draw(table, "P21")
    expect(table.locator("[data-sync]")).to_have_text("1 unsent")
    coin = event("EventRetracted", None, target=BEGUN + 1, reason="thrown again")
    served.site.record(game, coin)
    table.context.set_offline(False)
    theirs = table.locator("[data-theirs] li")
    expect(theirs).to_have_text([f"Version {BEGUN + 1} was taken back: thrown again."])
    table.click("text=Drop mine")
    saved(table)
    assert stored(served, game.id)[BEGUN:] == [coin]


def test_mine_are_dropped(table: Page, other: Page, served: Served, game: Game) -> None:
    both_draw(table, other)
    table.click("text=Drop mine")
    saved(table)
    expect(table.locator("[data-prompt]")).to_contain_text("Ana")
    assert stored(served, game.id)[BEGUN:] == [THEIRS]
    note(table, "Theirs was right.")
    saved(table)
    assert len(stored(served, game.id)) == BEGUN + 2


def test_some_of_mine_are_kept_after_a_reload(
    table: Page, other: Page, served: Served, game: Game
) -> None:
    table.context.set_offline(True)
    for card in ("P21", "P22"):
        draw(table, card)
    expect(table.locator("[data-sync]")).to_have_text("2 unsent")
    draw(other, "P20")
    saved(other)
    table.context.set_offline(False)
    expect(table.locator(".settle")).to_be_visible()
    table.reload()
    expect(table.locator("[data-mine] li")).to_have_count(2)
    table.locator("[data-mine] input").first.uncheck()
    table.click("text=Mine after theirs")
    saved(table)
    kept = event("CardsDrawn", "1", deck="player", cards=["P22"])
    assert stored(served, game.id)[BEGUN:] == [THEIRS, kept]


def test_notes_meet_no_conflict(table: Page, other: Page, served: Served, game: Game) -> None:
    table.context.set_offline(True)
    note(table, "Rain.")
    expect(table.locator("[data-sync]")).to_have_text("1 unsent")
    draw(other, "P20")
    saved(other)
    table.context.set_offline(False)
    saved(table)
    assert [e["type"] for e in stored(served, game.id)[BEGUN:]] == ["CardsDrawn", "NoteAdded"]


def test_both_see_the_same_step_at_once(
    table: Page, other: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Told by the append itself: whether he may go on is asked again in hours."""
    monkeypatch.setattr("api.rest.games.live.LATELY", 10_000.0)
    draw(other, "P20")
    for page in (table, other):
        expect(page.locator("[data-recorder]")).to_have_attribute("data-version", str(BEGUN + 2))


@pytest.fixture
def strict(page: Page, served: Served) -> tuple[Page, Game]:
    """The table of a game that refuses what breaks a rule."""
    made = served.site.make(options={"policy": "enforce"})
    served.site.record(made, *OPENING)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    sit_down(page, made)
    return page, made


def written(page: Page, line: str) -> None:
    page.fill("#line", line)
    page.press("#line", "Control+Enter")


def test_under_enforce_a_refusal_names_rule_and_rulebook(
    strict: tuple[Page, Game], served: Served
) -> None:
    page, game = strict
    expect(page.locator(".strict")).to_have_text("enforce")
    written(page, "2>P02")
    expect(page.locator("[data-refused] li")).not_to_have_count(0)
    expect(page.locator(".settle")).to_contain_text("Nothing was recorded")
    assert page.locator("[data-refused] small").first.inner_text()
    assert len(stored(served, game.id)) == BEGUN
    page.click("text=Go on")
    draw(page, "P20")
    saved(page)
    assert stored(served, game.id)[BEGUN:] == [THEIRS]


@pytest.mark.parametrize("choice", ["Send them", "Drop them"])
def test_what_waits_behind_a_refusal_is_sent_or_dropped(
    strict: tuple[Page, Game], served: Served, choice: str
) -> None:
    page, game = strict
    page.context.set_offline(True)
    written(page, "2>P02")
    expect(page.locator("[data-sync]")).to_have_text("1 unsent")
    draw(page, "P20")
    expect(page.locator("[data-sync]")).to_have_text("2 unsent")
    page.context.set_offline(False)
    expect(page.locator("[data-refused]")).to_be_visible()
    assert len(stored(served, game.id)) == BEGUN
    page.click(f"text={choice}")
    saved(page)
    assert stored(served, game.id)[BEGUN:] == ([THEIRS] if choice == "Send them" else [])


def test_under_enforce_a_ruling_can_be_refused_too_and_the_page_says_so(
    strict: tuple[Page, Game], served: Served
) -> None:
    page, game = strict
    page.click("[data-do=ruled]")
    expect(page.locator("[data-sheet]")).to_contain_text("is refused too")
    page.fill("#f-outcome", "goal")
    page.click("text=The table rules otherwise >> visible=true >> nth=-1")
    expect(page.locator(".settle")).to_contain_text("the table's ruling is refused too")
    assert len(stored(served, game.id)) == BEGUN


def test_under_record_a_finding_is_shown_and_blocks_nothing(
    table: Page, served: Served, game: Game
) -> None:
    written(table, "2>P02")
    expect(table.locator("[data-recorder]")).to_have_attribute("data-version", str(BEGUN + 2))
    assert stored(served, game.id)[-1]["type"] == "CardPlayed"
    served.site.judge(game)
    table.reload()
    expect(table.locator("[data-history] .flawed").first).to_be_visible()
    draw(table, "P20")
    saved(table)
    assert len(stored(served, game.id)) == BEGUN + 2


def test_the_recorder_of_a_seat_may_tell_what_is_the_seats(
    page: Page, served: Served, game: Game
) -> None:
    mine = served.site.token("recorder", game=game.id, seat="1")
    sit_down(page, game, mine)
    assert page.locator("[data-do=ruled], [data-do=adjust]").count() == 0
    own: Any = page.locator("[data-history] button")
    expect(own).to_have_count(1)
    expect(own).to_contain_text("Ana")
    page.click("[data-do=log]")
    assert page.locator("#f-who option").all_text_contents() == ["Ana"]
    page.click("text=Never mind")
    draw(page, "P20")
    saved(page)
    note(page, "Mine.")
    saved(page)
    assert stored(served, game.id)[BEGUN:] == [THEIRS, event("NoteAdded", "1", text="Mine.")]
    page.click(".foot-bar [data-do=undo]")
    expect(page.locator("[data-toast]")).to_contain_text("Taken back")
    saved(page)
    assert stored(served, game.id)[-1]["data"]["target"] == BEGUN + 3


def test_another_seats_turn_is_only_watched(page: Page, served: Served, game: Game) -> None:
    sit_down(page, game, served.site.token("recorder", game=game.id, seat="2"))
    expect(page.locator("[data-sheet]")).to_contain_text("Another seat's recorder is awaited")
    assert page.locator("[data-sheet] .option, .picks button").count() == 0
