"""Steps put right on the record page: amended, taken back, inserted, ruled, adjusted."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from events.event import Draft
from tests.api.site import OPENING, Game, event
from tests.api.web.conftest import DESK, PHONE
from tests.api.web.games import Served, enter
from tests.api.web.tables import begun, on_a_phone, saved, sit_down, stored
from tests.api.web.taps import recordable

BEGUN = len(OPENING)
COIN = BEGUN + 1
"""The version of the toss of the coin."""


@pytest.fixture
def game(served: Served) -> Game:
    return begun(served)


@pytest.fixture
def table(page: Page, game: Game) -> Page:
    return on_a_phone(page, game)


def row(page: Page, step: int) -> None:
    page.click(f"[data-history] [data-step='{step}']")
    expect(page.locator(".mode")).to_contain_text(f"Step {step}")


def new(served: Served, game: Game) -> list[dict[str, Any]]:
    return stored(served, game.id)[BEGUN:]


def correction(type_: str, **data: Any) -> dict[str, Any]:
    return event(type_, None, **data)


def test_an_earlier_step_is_corrected_in_three_taps(
    table: Page, served: Served, game: Game
) -> None:
    row(table, COIN)
    table.click(".picks [data-value='\"2\"']")
    expect(table.locator(".preview .changes")).to_contain_text("The coin falls for Bo")
    expect(table.locator(".preview del")).to_contain_text("The coin falls for Ana")
    assert new(served, game) == []
    table.click("[data-save]")
    saved(table)
    expect(table.locator("[data-prompt]")).to_contain_text("Bo")
    assert new(served, game) == [correction("EventAmended", target=COIN, data={"starter": "2"})]


def test_a_correction_is_undone_as_a_whole(table: Page, served: Served, game: Game) -> None:
    row(table, COIN)
    table.click(".picks [data-value='\"2\"']")
    table.click("[data-save]")
    saved(table)
    table.click("[data-toast] [data-do=undo]")
    expect(table.locator("[data-toast]")).to_contain_text("Taken back: the correction")
    expect(table.locator("[data-prompt]")).to_contain_text("Ana")
    undone = correction("EventRetracted", target=COIN + 1, reason="typo")
    assert new(served, game)[1:] == [undone]
    table.click(".foot-bar [data-do=undo]")
    expect(table.locator("[data-toast]")).to_contain_text("The coin falls for Ana")
    assert new(served, game)[2:] == [correction("EventRetracted", target=COIN, reason="typo")]


def test_a_step_is_corrected_by_a_line_and_undone(table: Page, served: Served, game: Game) -> None:
    row(table, COIN)
    table.fill("#line", "@2")
    table.press("#line", "Control+Enter")
    table.click("[data-save]")
    saved(table)
    table.click("[data-toast] [data-do=undo]")
    expect(table.locator("[data-toast]")).to_contain_text("Taken back: the correction")
    assert [e["type"] for e in new(served, game)] == ["EventAmended", "EventRetracted"]


def test_a_correction_is_not_called_saved_before_it_is(
    table: Page, served: Served, game: Game
) -> None:
    row(table, COIN)
    table.click(".picks [data-value='\"2\"']")
    expect(table.locator("[data-save]")).to_be_visible()
    pressed = """() => {
        document.querySelector("[data-save]").click();
        return document.querySelector("[data-sync]").textContent;
    }"""
    assert table.evaluate(pressed) == "saving"
    saved(table)
    assert [e["type"] for e in new(served, game)] == ["EventAmended"]


def test_a_correction_may_be_left(table: Page, served: Served, game: Game) -> None:
    row(table, COIN)
    table.click(".picks [data-value='\"2\"']")
    table.click("text=Leave it as it was")
    expect(table.locator(".mode")).to_have_count(0)
    expect(table.locator("[data-prompt]")).to_contain_text("Ana")
    assert new(served, game) == []


def test_dice_are_corrected_with_the_pad(page: Page, served: Served) -> None:
    drafts = [draft for draft, _ in recordable("und1c1", 3)]
    rolls = [n for n, draft in enumerate(drafts, 1) if _of_one_die(draft) and n > 15]
    step, name = rolls[0], "corrected-dice"
    enter(served.site, name, drafts[: step + 2])
    face = drafts[step - 1].data["dice"][0]["face"]
    right = 1 if face != 1 else 6
    page.set_viewport_size(DESK)  # type: ignore[arg-type]
    sit_down(page, Game(name, served.site.token("recorder", game=name), ""))
    row(page, step)
    page.click(f".dicepad [data-face='{right}']")
    expect(page.locator(".preview h3")).to_contain_text("change")
    page.click("[data-save]")
    saved(page)
    amended = stored(served, name)[-1]
    assert (amended["type"], amended["data"]["target"]) == ("EventAmended", step)
    assert [die["face"] for die in amended["data"]["data"]["dice"]] == [right]


def _of_one_die(draft: Draft) -> bool:
    return draft.type == "DiceRolled" and len(draft.data["dice"]) == 1


@pytest.mark.parametrize(
    ("words", "reason"),
    [("It did not happen", "typo"), ("Taken back by consent", "taken back by consent")],
)
def test_a_step_is_taken_back_for_a_reason(
    table: Page, served: Served, game: Game, words: str, reason: str
) -> None:
    row(table, COIN)
    table.click(f"text={words}")
    table.click("[data-save]")
    saved(table)
    assert new(served, game) == [correction("EventRetracted", target=COIN, reason=reason)]


def test_what_was_forgotten_is_inserted_before_a_step(
    table: Page, served: Served, game: Game
) -> None:
    row(table, COIN)
    table.click("text=Forgotten before it")
    expect(table.locator("[data-prompt]")).to_have_text("What was forgotten?")
    expect(table.locator(".mode")).to_contain_text(f"Before step {COIN}")
    table.click("[data-do=note]")
    table.fill("#note", "Ana won the toss for the ends.")
    table.click("text=Keep it")
    expect(table.locator(".preview ins")).to_contain_text("won the toss")
    table.click("[data-save]")
    saved(table)
    (inserted,) = new(served, game)
    assert inserted["type"] == "EventInserted"
    assert inserted["data"]["after"] == COIN - 1
    assert inserted["data"]["data"] == {"text": "Ana won the toss for the ends."}


def test_any_other_value_is_entered_in_a_form(table: Page, served: Served, game: Game) -> None:
    row(table, 2)
    table.click("summary:has-text('Any other value')")
    table.locator(".list-item input").first.fill("P40")
    table.click("text=What changes?")
    table.click("[data-save]")
    saved(table)
    data = {"deck": "player", "cards": ["P40", "P14", "P27", "P35"]}
    assert new(served, game) == [correction("EventAmended", target=2, data=data)]


def test_a_piece_is_dragged_to_where_it_lies(table: Page, served: Served, game: Game) -> None:
    table.click("[data-do=adjust]")
    ball = table.locator(".board [data-id=ball]").bounding_box()
    place = table.locator(".board [data-place=b2]").bounding_box()
    assert ball and place
    table.mouse.move(ball["x"] + ball["width"] / 2, ball["y"] + ball["height"] / 2)
    table.mouse.down()
    table.mouse.move(place["x"] + place["width"] / 3, place["y"] + place["height"] / 2, steps=4)
    table.mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    table.mouse.up()
    expect(table.locator("[data-toast]")).to_contain_text("lies at")
    assert [e["type"] for e in new(served, game)] == ["TableAdjusted"]
    assert new(served, game)[0]["data"]["ball"] == "b2"


def test_a_piece_is_laid_elsewhere_by_keyboard(table: Page, served: Served, game: Game) -> None:
    table.locator("[data-do=adjust]").focus()
    table.keyboard.press("Enter")
    table.select_option("#move-item", "ball")
    table.select_option("#move-to", "b1")
    table.locator("#move-to").focus()
    table.locator("text=It lies there").press("Enter")
    expect(table.locator("[data-toast]")).to_contain_text("lies at")
    assert new(served, game)[0]["data"]["ball"] == "b1"
    table.click("text=Done")
    expect(table.locator("[data-prompt]")).not_to_contain_text("Move what")


def test_the_table_rules(table: Page, served: Served, game: Game) -> None:
    table.click("[data-do=ruled]")
    table.fill("#f-outcome", "goal")
    table.fill("#f-reason", "the referee insists")
    table.locator(".event-form button.primary").click()
    saved(table)
    ruled = event("OutcomeRuled", None, outcome="goal", reason="the referee insists")
    assert new(served, game) == [ruled]


def test_a_game_is_ended_by_the_table(table: Page, served: Served, game: Game) -> None:
    table.click("[data-do=end]")
    table.select_option("#f-reason", '"concession"')
    table.fill("#f-winner", "2")
    table.locator(".event-form button.primary").click()
    saved(table)
    assert new(served, game) == [event("GameEnded", None, reason="concession", winner="2")]


def test_a_form_stays_while_others_record(table: Page, served: Served, game: Game) -> None:
    table.click("[data-do=note]")
    table.fill("#note", "Half a sent")
    served.site.record(game, event("NoteAdded", None, text="Somebody else."))
    expect(table.locator("[data-history]")).to_contain_text("Somebody else.")
    expect(table.locator("#note")).to_have_value("Half a sent")


def test_other_boxes_for_the_padlocks_are_tapped_on_the_board(page: Page, served: Served) -> None:
    drafts = [draft for draft, _ in recordable("und1c1", 3)]
    at = next(n for n, draft in enumerate(drafts) if draft.type == "PadlocksPlaced" and n > 15)
    name = "padlocks"
    enter(served.site, name, drafts[:at])
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    sit_down(page, Game(name, served.site.token("recorder", game=name), ""))
    page.click("text=Change")
    white = _lit(page)[0]
    tap(page, white)
    black = next(box for box in _lit(page) if box != white)
    tap(page, black)
    saved(page)
    placed = {"type": "PadlocksPlaced", "seat": drafts[at].seat}
    assert stored(served, name)[-1] == {**placed, "data": {"white": white, "black": black}}


def _lit(page: Page) -> list[str | None]:
    return [hit.get_attribute("data-hit") for hit in page.locator("[data-hit]").all()]


def tap(page: Page, place: str | None) -> None:
    """Taps the middle of a lit place of the board."""
    page.evaluate("scrollTo(0, 0)")
    at = page.locator(f"[data-hit='{place}']").bounding_box()
    assert at
    page.mouse.click(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
