"""Sentences: what a spectator is told of a round, word by word."""

from __future__ import annotations

from typing import Any

import pytest

from events.event import Draft
from projections.kit.ruleset import PUBLIC
from projections.rulesets.undaunted_2200 import RULESET
from projections.rulesets.undaunted_2200.state import State
from tests.projections.rulesets.undaunted_2200.table import event, opening, placed

TABLE = {
    "/turn/phase": "bid",
    "/board/units/lfa-fighter-a": {"at": "-1,0", "facing": 0},
    "/board/units/lfa-ground-shot-a": {"at": "0,3"},
    "/board/units/lfa-transport-a": {"at": "-1,1"},
    "/board/units/brk-fighter-a": {"at": "2,0"},
    "/seats/lfa/hand": ["lfa-captain", "lfa-fighter-a", "lfa-ground-shot-a"],
    "/seats/breakers/hand": ["brk-hacker", "brk-fighter-a"],
}


def told(state: State, type_: str, seat: str | None, /, **data: Any) -> tuple[str, State]:
    plain = {key.rstrip("_"): value for key, value in data.items()}
    happened = event(Draft(type=type_, seat=seat, data=plain))
    after = RULESET.apply(state, happened)
    return RULESET.text(state, happened, after, PUBLIC), after


def test_a_round_in_words() -> None:
    state = placed(opening(), TABLE)
    said, state = told(state, "InitiativeBid", "lfa", card="lfa-captain")
    assert said == "LFA bids a card face down"
    said, state = told(state, "InitiativeBid", "breakers", card="brk-hacker")
    assert said == "Breakers bids Hacker, 8 against LFA Captain, 9: LFA goes first"
    said, state = told(
        state, "CardPlayed", "lfa", card="lfa-fighter-a", as_="action", action="attack-3-air"
    )
    assert said == "LFA plays Fighter A: Attack 3 air"
    said, state = told(state, "TargetChosen", "lfa", target="brk-fighter-a")
    assert said == "Fighter A aims at Breakers' Fighter A: range 3, needs 8 or more, 66%"
    dice = [{"die": "d10", "face": face} for face in (9, 2, 2)]
    said, state = told(state, "DiceRolled", "lfa", dice=dice)
    assert said == "9, 2, 2 against 8: a hit on Breakers' Fighter A, a casualty is due"
    said, state = told(state, "CasualtyTaken", "breakers", from_="hand", card="brk-fighter-a")
    assert said == "Breakers loses a Fighter A card from the hand"
    said, state = told(state, "UnitMoved", "lfa", unit="lfa-fighter-a", path=["0,0", "1,0"])
    assert said == "LFA's Fighter A flies two spaces to 1,0"
    said, state = told(
        state, "CardPlayed", "lfa", card="lfa-ground-shot-a", as_="action", action="control"
    )
    assert said == (
        "LFA plays Ground-shot A: Control; it takes o3 with one cube, "
        "out of comms, a Discord for LFA"
    )
    said, state = told(state, "TurnEnded", "lfa")
    assert said == "LFA ends the turn"
    said, state = told(state, "TurnEnded", "breakers")
    assert said == "Breakers ends the turn. Round 2 begins"


def test_the_end_in_words() -> None:
    state = placed(opening(), {**TABLE, "/turn/phase": "turn", "/sides/lfa/vp_supply": 1})
    said, _ = told(
        state, "CardPlayed", "lfa", card="lfa-ground-shot-a", as_="action", action="control"
    )
    assert said.endswith("LFA wins: every cube is placed")
    said, _ = told(state, "GameEnded", None, reason="time")
    assert said == "The game is ended by time. The game is over"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"unit": "lfa-fighter-a", "at": "-1,2"}, "LFA's Fighter A is placed at \u22121,2"),
        (
            {"unit": "brk-sky-shot-b", "carried_by": "brk-transport-a"},
            "Breakers' Sky-shot B is placed aboard Transport A",
        ),
        ({"unit": "lfa-fighter-a"}, "LFA's Fighter A is placed off the board"),
    ],
)
def test_a_unit_that_is_deployed_in_words(data: dict[str, Any], words: str) -> None:
    assert told(placed(opening(), TABLE), "UnitDeployed", None, **data)[0] == words
