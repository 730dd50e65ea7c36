from __future__ import annotations

import copy
from typing import Any

import pytest

from projections.kit import box as boxes
from projections.kit.common import GameCreated, Seated
from projections.kit.replay import completed
from projections.rulesets.wannabe_football import RULESET
from tests.projections.rulesets.wannabe_football.desk import BOX, FOUR, TWO

PARTS = boxes.components(RULESET, BOX.content)


def created(seats: tuple[str, ...], **options: Any) -> GameCreated:
    sitting = [Seated(seat=seat, name=f"Side {seat}") for seat in seats]
    return GameCreated(ruleset=RULESET.id, seats=sitting, options=options)


def test_two_or_four_sit_down_in_turn_order() -> None:
    for seats in (TWO, FOUR):
        assert RULESET.admits(created(seats), PARTS) == {}
    for wrong in (("1",), ("2", "1"), ("1", "2", "3"), ("1", "3", "2", "4")):
        assert "seats" in RULESET.admits(created(wrong), PARTS)


def test_sides_are_of_the_box_and_for_seats_that_are_there() -> None:
    assert RULESET.admits(created(TWO, sides={"1": "france", "2": "france"}), PARTS) == {}
    wrong = RULESET.admits(created(TWO, sides={"3": "france"}), PARTS)
    assert wrong == {"options": {"sides": {"3": ["There is no seat 3 in this game."]}}}
    content = {**BOX.content, "sides": ["england"]}
    poor = boxes.components(RULESET, content)
    refused = RULESET.admits(created(TWO, sides={"1": "france"}), poor)
    assert "it has england" in refused["options"]["sides"]["1"][0]


def test_options_are_completed_once_and_for_all() -> None:
    full = completed(RULESET, created(TWO, sides={"2": "england"}), PARTS)
    assert full.options["sides"] == {"1": None, "2": "england"}
    assert full.options["rulings"]["multi_deck"] == "when_empty"
    assert RULESET.complete(full, PARTS) == full
    assert completed(RULESET, created(FOUR), PARTS).options["sides"] == {}


def test_what_a_box_offers() -> None:
    offered = RULESET.offers(PARTS)
    assert offered["options"]["sides"] == [None, "france", "croatia", "belgium", "england"]


def spoiled_box(**changes: Any) -> dict[str, Any]:
    content = copy.deepcopy(dict(BOX.content))
    for path, value in changes.items():
        part, index, key = path.split("__")
        content[part][int(index)][key] = value
    return content


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"player_cards__0__id": "P02"}, "P02 is there 2 times."),
        ({"player_cards__0__id": "P99"}, "P99 is not within 01 to 41."),
        ({"multi_cards__0__id": "M20"}, "M20 is not within 01 to 19."),
        ({"player_cards__0__to": None}, "P01: a card has an arrow tip exactly when it is no shot."),
        ({"player_cards__40__arrow": "curled"}, "P41: a card has an arrow exactly when"),
        ({"player_cards__40__star": True}, "P41: a shot has neither star nor whistle."),
    ],
)
def test_a_box_that_cannot_be(changes: dict[str, Any], says: str) -> None:
    refused = boxes.refusals(RULESET, spoiled_box(**changes))
    assert says in str(refused)


def test_a_box_of_the_wrong_size() -> None:
    content = {**BOX.content, "player_cards": BOX.content["player_cards"][:40]}
    assert "player_cards" in boxes.refusals(RULESET, content)


def test_a_box_without_a_section_for_penalties() -> None:
    content = copy.deepcopy(dict(BOX.content))
    for card in content["multi_cards"]:
        card["penalty"] = None
    assert boxes.refusals(RULESET, content) == {}
    full = completed(RULESET, created(TWO), boxes.components(RULESET, content))
    setup = RULESET.initial(full, boxes.components(RULESET, content)).setup
    assert setup.readings["penalty"]["M04"] == "goal"
    assert setup.readings["penalty"]["M08"] == "miss"
