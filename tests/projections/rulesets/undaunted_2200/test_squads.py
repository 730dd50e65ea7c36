"""Customising squads: when a choice is made, what is placed, how a wrong one is put right."""

from __future__ import annotations

from typing import Any

import pytest

from projections.kit.ruleset import ALL
from projections.rulesets.undaunted_2200 import RULESET
from projections.rulesets.undaunted_2200.setup import FOUR
from projections.rulesets.undaunted_2200.state import State
from tests.projections.rulesets.undaunted_2200.table import act, judged, opening


def choose(state: State, seat: str, squad: str, *units: str) -> State:
    return act(state, "SquadChosen", seat, squad=squad, units=list(units))


def rules(state: State, seat: str, squad: str, *units: str) -> list[str]:
    found = judged(state, "SquadChosen", seat, squad=squad, units=list(units))
    return [finding.rule.partition(".")[2] for finding in found]


def one_left() -> State:
    """Every choice is made but that of the LFA's squad A."""
    state = choose(opening("sample-squads"), "lfa", "B", "lfa-fighter-b")
    state = choose(state, "breakers", "A", "brk-fighter-a")
    return choose(state, "breakers", "B", "brk-bomber-b")


def awaiting(state: State) -> list[tuple[Any, Any]]:
    return [(entry["seat"], entry["type"]) for entry in RULESET.view(state, ALL)["awaiting"]]


@pytest.mark.parametrize(
    "units",
    [
        ["lfa-fighter-a", "lfa-bomber-a"],
        [],
        ["lfa-transport-a"],
        ["lfa-fighter-b"],
        ["brk-fighter-a"],
    ],
    ids=["too many", "none", "not offered", "of the other squad", "of the enemy"],
)
def test_a_wrong_choice_is_not_made_and_can_be_put_right(units: list[str]) -> None:
    before = one_left()
    assert rules(before, "lfa", "A", *units) == ["setup.squad"]
    wrong = choose(before, "lfa", "A", *units)
    assert wrong.status == "setup"
    assert awaiting(wrong) == [("lfa", "SquadChosen")]
    assert rules(wrong, "lfa", "A", "lfa-bomber-a") == []
    right = choose(wrong, "lfa", "A", "lfa-bomber-a")
    assert right == choose(before, "lfa", "A", "lfa-bomber-a")
    assert right.turn.phase == "draw"


def test_a_choice_for_one_squad_makes_none_for_the_other() -> None:
    state = choose(opening("sample-squads"), "breakers", "A", "brk-fighter-a")
    state = choose(state, "breakers", "B", "brk-bomber-b")
    state = choose(state, "lfa", "A", "lfa-fighter-a", "lfa-fighter-b")
    assert state.status == "setup"
    assert awaiting(state) == [("lfa", "SquadChosen")]


def test_what_is_chosen_for_the_teammate_gets_no_second_cards() -> None:
    state = choose(opening("sample-squads", FOUR), "lfa-a", "B", "lfa-fighter-b")
    for seat, unit in zip(FOUR, ("fighter-a", "bomber-b", "fighter-a", "bomber-b"), strict=True):
        side = "lfa" if seat.startswith("lfa") else "brk"
        state = choose(state, seat, seat[-1].upper(), f"{side}-{unit}")
    assert state.status == "playing"
    assert state.units["lfa-fighter-b"].at is None
    assert "lfa-fighter-b" not in state.seats["lfa-a"].deck.unseen


def test_a_message_names_the_units_to_choose_from() -> None:
    (finding,) = judged(one_left(), "SquadChosen", "lfa", squad="A", units=[])
    assert finding.message.startswith("Squad A must include one unit of Bomber A and Fighter A")
