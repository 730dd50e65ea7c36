"""The ways of moving that are offered, and what they are called."""

from __future__ import annotations

from typing import Any

import pytest

from projections.kit.ruleset import ALL, Option
from projections.rulesets.undaunted_2200 import RULESET
from projections.rulesets.undaunted_2200.state import State
from tests.projections.rulesets.undaunted_2200.test_rules import AT_EDGE, MANOEUVRE, table


def moves(state: State) -> list[Option]:
    return [option for option in RULESET.options(state, ALL) if option.type == "UnitMoved"]


def labels(state: State) -> set[str]:
    return {option.label for option in moves(state)}


def test_a_way_is_called_by_its_end_its_turns_and_its_cargo() -> None:
    found = labels(table(MANOEUVRE, lfa_ground_shot_a={"at": "0,1"}))
    assert "Transport A to 0,1" in found
    assert "Transport A to 0,1, turning left" in found
    assert "Transport A to 1,1, turning right" in found
    assert "Transport A to 1,0, turning left, turning right" in found
    assert "Transport A to 1,1, picking up Ground-shot A after one space" in found
    assert "Transport A to 1,1, dropping off Sky-shot A after no spaces" in found
    assert "Transport A to 1,1, dropping off Sky-shot A after two spaces" in found


IN_FRONT = {"at": "2,1", "facing": 0}
INSIDE = {"at": "-1,0", "facing": 0}


@pytest.mark.parametrize(
    ("fighter", "rulings", "action", "edges"),
    [
        (INSIDE, {}, "-", []),
        (INSIDE, {"edge-choice": "no"}, "-", []),
        (AT_EDGE, {}, "-", [0, 0]),
        (AT_EDGE, {"edge-choice": "no"}, "-", [0, 0]),
        (IN_FRONT, {}, "-", [1, 1]),
        (IN_FRONT, {"edge-choice": "no"}, "-", []),
        (AT_EDGE, {}, "manoeuvre", [0, 0]),
        (IN_FRONT, {}, "manoeuvre", []),
    ],
)
def test_a_ship_turns_at_the_edge_where_it_may(
    fighter: dict[str, Any], rulings: dict[str, str], action: str, edges: list[int]
) -> None:
    state = table(f"lfa: lfa-fighter-a ! {action}", rulings=rulings, lfa_fighter_a=fighter)
    turned = [option for option in moves(state) if "edge" in option.data]
    assert [len(option.data["path"]) for option in turned] == edges
    assert all("at the edge, a Discord" in option.label for option in turned)


def test_cargo_is_handled_by_manoeuvres_alone() -> None:
    state = table("lfa: lfa-transport-a ! -", lfa_ground_shot_a={"at": "0,1"})
    assert moves(state) and not [o for o in moves(state) if "cargo" in o.data]
    piloted = {
        "/pending": {
            "seat": "lfa",
            "card": "lfa-sky-shot-a",
            "unit": "lfa-sky-shot-a",
            "action": "pilot",
            "owner": "lfa",
            "move": {"unit": "lfa-transport-a", "max": 1, "kind": "pilot"},
        }
    }
    state = table(lfa_ground_shot_a={"at": "0,1"}, pointers=piloted)
    assert moves(state) and not [o for o in moves(state) if "cargo" in o.data]


@pytest.mark.parametrize(
    ("unit", "kind"),
    [
        ("lfa-ground-shot-a", "ground"),
        ("lfa-fighter-a", "air"),
        ("lfa-fighter-a", "manoeuvre"),
        ("lfa-transport-a", "pilot"),
    ],
)
def test_a_unit_that_is_not_on_the_board_has_no_way(unit: str, kind: str) -> None:
    pending = {"seat": "lfa", "card": unit, "unit": unit, "action": None, "owner": "lfa"}
    pending |= {"move": {"unit": unit, "max": 2, "kind": kind}}
    off = {f"/board/units/{unit}": {"at": None, "carried_by": None}, "/pending": pending}
    assert moves(table(pointers={"/pending": pending}))
    assert moves(table(pointers=off)) == []
