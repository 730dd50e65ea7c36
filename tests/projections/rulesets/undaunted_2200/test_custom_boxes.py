"""What the sample box has not: counters, cards and objects of other boxes."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from projections.rulesets.undaunted_2200 import RULESET
from projections.rulesets.undaunted_2200.state import State
from tests.projections.rulesets.undaunted_2200.table import act, opening, placed
from tests.projections.rulesets.undaunted_2200.test_rules import COUNTERS, HAND, after, found


def box(*changes: tuple[str, Any]) -> dict[str, Any]:
    """The sample box with values set; places as `units/lfa-bomber-b/lines`."""
    changed: dict[str, Any] = deepcopy(dict(RULESET.sample_box))
    for place, value in changes:
        *way, last = place.split("/")
        part = changed
        for step in way:
            part = part[step]
        part[last] = value
    return changed


def turn(state: State, counters: dict[str, Any], hand: list[str] = HAND) -> State:
    units = {f"/board/units/{unit}": counter for unit, counter in counters.items()}
    whose = {"/turn/phase": "turn", "/turn/seat": "lfa", "/seats/lfa/hand": hand}
    return placed(state, whose | units)


@pytest.mark.parametrize(
    ("lines", "at", "rules"),
    [
        ([1, 5], "-2,0", ["combat.trident-line"]),
        ([0, 1, 5], "-2,0", []),
        ([2, 5], "-2,2", ["combat.firing-line"]),
        ([1, 5], "-2,2", []),
    ],
)
def test_a_trident_needs_the_line_ahead_for_its_own_space_alone(
    lines: list[int], at: str, rules: list[str]
) -> None:
    start = opening(box=box(("units/lfa-bomber-b/lines", lines)))
    state = turn(start, {**COUNTERS, "brk-ground-shot-a": {"at": at}})
    state = after(state, "lfa: lfa-bomber-b ! trident-attack-2-either")
    assert found(state, "lfa: > brk-ground-shot-a") == rules
    offered = {option.to for option in RULESET.options(state, "all") if option.to is not None}
    assert ("brk-ground-shot-a" in offered) == (not rules)


def test_an_assault_of_a_card_without_combat_may_end_with_its_movement() -> None:
    for actions, rules in ((["move-2", "assault"], []), (None, ["action.unfinished"])):
        listed = actions or ["move-2", "assault", "attack-2-ground"]
        state = opening(
            box=box(("cards/lfa-ground-shot-a/actions", listed)), rulings={"waive": "must"}
        )
        state = after(turn(state, COUNTERS), "lfa: lfa-ground-shot-a ! assault")
        state = after(state, "lfa: mv lfa-ground-shot-a 0,2")
        assert state.pending is not None
        assert found(state, "lfa: done") == rules


@pytest.mark.parametrize("known", [True, False])
def test_an_object_that_no_scenario_says_anything_of_stays_when_it_is_hit(known: bool) -> None:
    rock = {"kind": "debris", "spaces": ["0,0"], "class": "air", "defence": 2}
    rock |= {"terrain": None, "side": None}
    place = "scenarios/sample-plain/objects"
    if known:
        state = opening(box=box((place, {"rock": {**rock, "on_hit": None}})))
    else:
        state = placed(opening(), {"/board/objects/rock": {**rock, "state": "intact"}})
    state = after(turn(state, COUNTERS), "lfa: lfa-fighter-a ! attack-3-air", "lfa: > rock")
    state = act(state, "DiceRolled", "lfa", dice=[{"die": "d10", "face": 10}] * 3)
    assert state.last_attack is not None
    assert (state.last_attack.success, state.last_attack.effect) == (True, "none")
    assert state.objects["rock"].state == "intact"
