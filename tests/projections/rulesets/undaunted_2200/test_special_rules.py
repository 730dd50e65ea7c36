"""Scenarios with special actions, reserves and other dice."""

from __future__ import annotations

import json
from typing import Any

from projections.kit import box as boxes
from projections.kit.ruleset import ALL
from projections.rulesets.undaunted_2200 import RULESET
from projections.rulesets.undaunted_2200.state import State
from tests.projections.rulesets.undaunted_2200.table import act, judged, opening, placed


def special(**more: Any) -> State:
    box = json.loads(json.dumps(RULESET.sample_box))
    box["die_sides"] = 12
    scenario = box["scenarios"]["sample-plain"]
    scenario["special"] = {
        "special-sabotage": {"text": "Score 1 VP.", "cards": ["lfa-captain"]},
        "special-salute": {"text": "Cheer."},
    }
    scenario["reserve"] = ["lfa-fighter-b"]
    assert boxes.refusals(RULESET, box) == {}
    state = opening(box=box)
    hand = {"/turn": {"phase": "turn"}, "/seats/lfa/hand": ["lfa-captain", "lfa-comms-officer"]}
    return placed(state, {**hand, **more})


def rules(found: list[Any]) -> list[tuple[str, str]]:
    return [(finding.rule.partition(".")[2], finding.severity) for finding in found]


def play(state: State, card: str, action: str) -> list[tuple[str, str]]:
    return rules(judged(state, "CardPlayed", "lfa", card=card, as_="action", action=action))


def test_a_special_action_cannot_be_judged() -> None:
    state = special()
    assert play(state, "lfa-captain", "special-sabotage") == [("table.special", "unverifiable")]
    assert play(state, "lfa-comms-officer", "special-salute") == [("table.special", "unverifiable")]


def test_a_special_action_of_other_cards_is_not_on_this_one() -> None:
    assert play(special(), "lfa-comms-officer", "special-sabotage") == [
        ("action.not-listed", "illegal"),
        ("table.special", "unverifiable"),
    ]


def test_special_actions_are_options_of_the_cards_that_have_them() -> None:
    found = {
        (option.data["card"], option.data.get("action"))
        for option in RULESET.options(special(), ALL)
        if option.type == "CardPlayed"
    }
    assert ("lfa-captain", "special-sabotage") in found
    assert ("lfa-comms-officer", "special-salute") in found
    assert ("lfa-comms-officer", "special-sabotage") not in found


def test_a_reserve_is_deployed_without_a_finding() -> None:
    state = special()
    where = {"unit": "lfa-fighter-b", "at": "0,0", "facing": 2}
    assert judged(state, "UnitDeployed", "lfa", **where) == []
    counter = act(state, "UnitDeployed", "lfa", **where).units["lfa-fighter-b"]
    assert (counter.at, counter.facing) == ("0,0", 2)


def test_other_dice_have_other_odds() -> None:
    state = special(**{"/seats/lfa/hand": ["lfa-comms-officer"]})
    state = act(
        state, "CardPlayed", "lfa", card="lfa-comms-officer", as_="action", action="hack-2-both"
    )
    state = act(state, "TargetChosen", "lfa", target="brk-transport-b")
    (entry,) = RULESET.view(state, ALL)["awaiting"]
    assert entry["probability"] == 1 - (5 / 12) ** 2
    (option,) = RULESET.options(state, ALL)
    assert option.faces == [tuple(range(1, 13))] * 2
    assert rules(judged(state, "DiceRolled", "lfa", dice=[{"die": "d12", "face": 12}] * 2)) == []
