"""Selecting and taking options on a board: taps, keys, what is drawn for them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.projections.kit.drawing.scenes import DATA

OPTIONS = json.loads((DATA / "options-und1c1.json").read_text("utf-8"))
OPEN = """
async ([options, name]) => {
  const { SceneView } = await import("/static/drawing/scene-view.js");
  const root = document.querySelector("[data-stage]");
  window.heard = [];
  window.view = new SceneView(root, {
    onSelect: (id, own) => window.heard.push(["select", id, own.length]),
    onTake: (own, id) => window.heard.push(["take", id, own.map((one) => one.label)]),
  });
  const scene = await (await fetch(`/stage/${name}.json`)).json();
  window.view.show(scene, { options, animate: false });
}
"""


@pytest.fixture
def table(page: Page) -> Page:
    page.goto("/stage/und1c1")
    page.evaluate(OPEN, [OPTIONS, "und1c1"])
    return page


def heard(page: Page) -> list[Any]:
    told: list[Any] = page.evaluate("window.heard")
    return told


def tap(page: Page, thing: str, dx: int = 0) -> None:
    box = page.locator(f".board [data-id='{thing}'], .board [data-place='{thing}']").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2 + dx, box["y"] + box["height"] / 2)


def test_a_board_with_options_is_a_group_of_buttons(table: Page) -> None:
    assert table.locator("svg.board").get_attribute("role") == "group"
    labels = [hit.get_attribute("aria-label") for hit in table.locator("[data-hit]").all()]
    assert len(labels) == len({option["piece"] for option in OPTIONS if option.get("piece")})
    assert all(label and label.startswith("select #") for label in labels)


def test_a_tap_selects_a_piece_and_shows_where_it_may_go(table: Page) -> None:
    tap(table, "a8")
    own = [option for option in OPTIONS if option.get("piece") == "a8"]
    assert heard(table) == [["select", "a8", len(own)]]
    expect(table.locator(".board .selected")).to_have_count(1)
    expect(table.locator(".target-dot")).to_have_count(6)
    tags = table.locator(".chance text").all_text_contents()
    assert sorted(tags) == sorted(["3+", "2+", "50\u202f%", "3+", "2+", "1+", "1+", "2+", "2+",
                                   "1+", "0\u202f%"])  # fmt: skip
    expect(table.locator(".chance.level-4")).to_have_count(7)
    expect(table.locator(".chance.level-1")).to_have_count(1)
    expect(table.locator(".board .marks .last").first).to_be_hidden()


def test_a_tap_on_a_target_takes_its_option(table: Page) -> None:
    tap(table, "a8")
    tap(table, "a9")
    tap(table, "G8")
    assert heard(table)[1:] == [["take", "a9", ["Pass to #9"]], ["take", "G8", ["Move to G8"]]]


def test_a_tap_close_by_counts(table: Page) -> None:
    tap(table, "a8", dx=17)
    assert heard(table)[0][:2] == ["select", "a8"]


def test_the_same_piece_again_escape_or_elsewhere_let_go(table: Page) -> None:
    for let_go in (
        lambda: tap(table, "a8"),
        lambda: table.keyboard.press("Escape"),
        lambda: tap(table, "A1"),
        lambda: table.locator(".seat-bar .who").first.click(),
    ):
        table.evaluate("window.view.select('a8')")
        let_go()
        assert heard(table)[-1] == ["select", None, 0]
        expect(table.locator(".board .selected")).to_have_count(0)


def test_another_piece_is_selected_instead(table: Page) -> None:
    tap(table, "a9")
    tap(table, "a10")
    assert [told[1] for told in heard(table)] == ["a9", "a10"]


def test_everything_works_by_keyboard(table: Page) -> None:
    table.locator("[data-hit=a8]").focus()
    table.keyboard.press("Enter")
    assert heard(table)[-1][:2] == ["select", "a8"]
    table.locator("[data-hit=a8]").focus()
    table.keyboard.press("ArrowUp")
    focused = table.evaluate("document.activeElement.dataset.hit")
    assert focused == "b8"
    assert table.locator("[data-hit=b8]").get_attribute("aria-label") == "Dribble past Raven 8"
    table.keyboard.press(" ")
    assert heard(table)[-1] == ["take", "b8", ["Dribble past Raven 8"]]


def test_candidates_stand_in_reading_order(table: Page) -> None:
    boxes = [hit.bounding_box() for hit in table.locator("[data-hit]").all()]
    middles = [round(box["y"] + box["height"] / 2) for box in boxes if box]
    assert middles == sorted(middles)


def test_options_without_targets_are_taken_at_once(page: Page) -> None:
    page.goto("/stage/und1c1")
    option = {"type": "CardPlayed", "seat": "a", "data": {}, "label": "Play", "piece": "a8"}
    page.evaluate(OPEN, [[option], "und1c1"])
    tap(page, "a8")
    assert heard(page) == [["take", "a8", ["Play"]]]


def test_a_card_in_a_hand_may_be_played_by_a_tap(page: Page) -> None:
    page.goto("/stage/und1c1")
    card = page.locator(".card[data-id]:not(.back)").first.get_attribute("data-id")
    option = {"type": "CardPlayed", "seat": "a", "data": {}, "label": "Play", "piece": card}
    page.evaluate(OPEN, [[option], "und1c1"])
    page.locator(f".card[data-id='{card}']").click()
    assert heard(page) == [["take", card, ["Play"]]]


def test_a_crowded_place_spreads_at_a_tap(page: Page) -> None:
    page.goto("/stage/vocabulary")
    page.evaluate(
        """async () => {
          const { SceneView } = await import("/static/drawing/scene-view.js");
          const scene = await (await fetch("/stage/vocabulary.json")).json();
          const { places, items } = scene.board, at = "at-many-fan";
          for (let n = 0; n < 6; n += 1) {
            items[`more-${n}`] = { kind: "piece", shape: "disc", title: `piece ${n}`, at };
          }
          window.view = new SceneView(document.querySelector("[data-stage]"));
          window.view.show(scene);
        }"""
    )
    more = page.get_by_text("+5", exact=True)
    expect(more).to_be_visible()
    middle = page.locator("[data-place='at-many-fan']").bounding_box()
    assert middle
    page.mouse.click(middle["x"] + middle["width"] / 2, middle["y"] + middle["height"] / 2)
    expect(more).to_have_count(0)
    boxes = [page.locator(f"[data-id='more-{n}']").bounding_box() for n in range(6)]
    assert len({(round(box["x"]), round(box["y"])) for box in boxes if box}) == 6
    page.keyboard.press("Escape")


def test_helping_marks_can_be_hidden(page: Page) -> None:
    page.goto("/stage/undaunted-2200")
    page.evaluate(OPEN, [[], "undaunted-2200"])
    expect(page.locator(".board .aid")).not_to_have_count(0)
    page.evaluate("window.view.showAids(false)")
    expect(page.locator(".board .aid")).to_have_count(0)
