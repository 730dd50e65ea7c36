"""A legal game with one thing made wrong is caught at that event, by the rule that it breaks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from projections.rulesets.undaunted_2200 import RULESET
from projections.rulesets.undaunted_2200.state import State
from tests.projections.rulesets.undaunted_2200.table import TABLES, draft_of, event, game

Data = dict[str, Any]
Spoil = Callable[[State, Data], Data | None]


def more_dice(_state: State, data: Data) -> Data:
    return {"dice": [*data["dice"], data["dice"][0]]}


def impossible_face(_state: State, data: Data) -> Data:
    return {"dice": [{**data["dice"][0], "face": 11}, *data["dice"][1:]]}


def strange_card(_state: State, data: Data) -> Data:
    return {**data, "cards": ["nobody", *data["cards"][1:]]} if data["cards"] else {**data}


def one_card_more(_state: State, data: Data) -> Data:
    return {**data, "cards": [*data["cards"], None]}


def card_of_the_enemy(state: State, data: Data) -> Data:
    other = "brk-hacker" if data["card"].startswith(("lfa", "nih")) else "lfa-captain"
    return {**data, "card": other}


def too_far(_state: State, data: Data) -> Data | None:
    path = data["path"]
    return {**data, "path": [*path, *path, *path, *path]} if path else None


def off_the_board(_state: State, data: Data) -> Data:
    return {**data, "path": [*data["path"][:-1], "9,9"]}


def other_unit(state: State, data: Data) -> Data:
    unit = next(u for u in state.units if u != data["unit"])
    return {**data, "unit": unit}


def aboard(state: State, _data: Data) -> Data | None:
    carried = [unit for unit, counter in state.units.items() if counter.carried_by]
    return {"target": carried[0]} if carried else None


def last_zone(_state: State, data: Data) -> Data | None:
    return {**data, "from": "deck"} if data["from"] == "hand" else None


def no_casualty(_state: State, data: Data) -> Data | None:
    return None if data["from"] == "none" else {"from": "none"}


def action_of_nobody(state: State, data: Data) -> Data | None:
    if data["as"] != "action" or data["action"] is None:
        return None
    return {**data, "action": "attack-9-both"}


SPOILS: list[tuple[str, Spoil, set[str]]] = [
    ("DiceRolled", more_dice, {"dice.count"}),
    ("DiceRolled", impossible_face, {"dice.face"}),
    ("CardsDrawn", strange_card, {"draw.unknown-card"}),
    ("CardsDrawn", one_card_more, {"draw.count"}),
    ("InitiativeBid", card_of_the_enemy, {"card.not-in-hand"}),
    ("CardPlayed", card_of_the_enemy, {"card.not-in-hand"}),
    ("CardPlayed", action_of_nobody, {"action.not-listed", "action.cargo"}),
    ("UnitMoved", too_far, {"move.length"}),
    ("UnitMoved", off_the_board, {"move.blocked"}),
    ("UnitMoved", other_unit, {"move.unit"}),
    ("TargetChosen", aboard, {"combat.target"}),
    ("CasualtyTaken", last_zone, {"casualty.order"}),
    ("CasualtyTaken", no_casualty, {"casualty.zone"}),
]


@pytest.mark.parametrize(
    ("type_", "spoil", "rules"), SPOILS, ids=[f"{t}-{s.__name__}" for t, s, _ in SPOILS]
)
def test_a_spoiled_event_is_caught(type_: str, spoil: Spoil, rules: set[str]) -> None:
    tried = 0
    for before, version, draft in drafts(type_):
        data = spoil(before, draft.data)
        if data is None:
            continue
        tried += 1
        told = event(msgspec.structs.replace(draft, data=data), version)
        found = {finding.rule.partition(".")[2] for finding in RULESET.check(before, told)}
        assert found & rules, (draft, data, found)
        RULESET.apply(before, told)
    assert tried


def drafts(type_: str) -> Iterator[tuple[State, int, Any]]:
    for scenario, seats in TABLES:
        steps = game(scenario, seats, 1)
        for index in range(1, len(steps)):
            told, _ = steps[index]
            if told.type == type_:
                yield steps[index - 1][1], told.version, draft_of(told)


@pytest.mark.parametrize(("scenario", "seats"), TABLES)
def test_the_wrong_seat_is_caught(scenario: str, seats: tuple[str, ...]) -> None:
    steps = game(scenario, seats, 1)
    for index in range(1, len(steps)):
        before, (told, _) = steps[index - 1][1], steps[index]
        if told.seat is None:
            continue
        sides = before.setup.side_of
        other = next(seat for seat in seats if sides[seat] != sides[told.seat])
        wrong = msgspec.structs.replace(told, seat=other)
        rules = {finding.rule.partition(".")[2] for finding in RULESET.check(before, wrong)}
        due = {entry["seat"] for entry in RULESET.view(before, "all")["awaiting"]}
        if other not in due:
            assert rules == {"turn.wrong-seat"}, (told, rules)


ASKED_FOR = ("CardsDrawn", "InitiativeBid", "TargetChosen", "DiceRolled", "TurnEnded")


@pytest.mark.parametrize(("scenario", "seats"), TABLES)
def test_what_is_left_out_is_missed(scenario: str, seats: tuple[str, ...]) -> None:
    steps = game(scenario, seats, 1)
    for left_out in range(20, min(len(steps) - 60, 400), 7):
        if steps[left_out][0].type not in ASKED_FOR:
            continue
        state = steps[left_out - 1][1]
        for told, _ in steps[left_out + 1 :]:
            if any(f.severity == "illegal" for f in RULESET.check(state, told)):
                break
            state = RULESET.apply(state, told)
        else:
            pytest.fail(f"nobody misses {steps[left_out][0]}")
