"""What a counter carries follows it, whatever carries what."""

from __future__ import annotations

from typing import Any

import pytest

from projections.rulesets.undaunted_2200.state import State
from tests.projections.rulesets.undaunted_2200.table import act, opening, placed


def table(**units: dict[str, Any]) -> State:
    counters = {f"/board/units/{u.replace('_', '-')}": c for u, c in units.items()}
    return placed(opening(), {"/turn/phase": "turn", **counters})


def spaces(state: State, *units: str) -> list[str | None]:
    return [state.units[unit].at for unit in units]


DEEP: dict[str, dict[str, Any]] = {
    "lfa_transport_a": {"at": "0,0", "facing": 0, "carried_by": None},
    "lfa_sky_shot_a": {"carried_by": "lfa-transport-a"},
    "lfa_ground_shot_a": {"carried_by": "lfa-sky-shot-a"},
    "lfa_ground_shot_b": {"carried_by": "lfa-ground-shot-a"},
}
CHAIN = [unit.replace("_", "-") for unit in DEEP]


def test_a_position_that_is_set_keeps_all_aboard_whatever_their_order() -> None:
    assert spaces(table(**DEEP), *CHAIN) == ["0,0"] * 4


@pytest.mark.parametrize("path", [["1,0"], ["1,0", "2,0"]])
def test_two_deep_follows_a_movement(path: list[str]) -> None:
    state = act(table(**DEEP), "UnitMoved", "lfa", unit="lfa-transport-a", path=path)
    assert spaces(state, *CHAIN) == [path[-1]] * 4


def test_what_a_unit_carries_that_is_no_transport_follows_it() -> None:
    state = act(table(**DEEP), "UnitMoved", "lfa", unit="lfa-sky-shot-a", path=["0,1"])
    assert spaces(state, *CHAIN) == ["0,0", "0,1", "0,1", "0,1"]


def test_what_is_picked_up_dropped_off_or_deployed_brings_what_it_carries() -> None:
    apart = {**DEEP, "lfa_sky_shot_a": {"at": "2,0", "carried_by": None}}
    state = table(**apart)
    picked = [{"at": 2, "pickup": "lfa-sky-shot-a"}]
    flown = ["1,0", "2,0", "3,0"]
    state = act(state, "UnitMoved", "lfa", unit="lfa-transport-a", path=flown, cargo=picked)
    assert spaces(state, *CHAIN) == ["3,0"] * 4
    dropped = [{"at": 1, "dropoff": "lfa-sky-shot-a"}]
    flown = ["2,0", "1,0"]
    state = act(state, "UnitMoved", "lfa", unit="lfa-transport-a", path=flown, cargo=dropped)
    assert spaces(state, *CHAIN) == ["1,0", "2,0", "2,0", "2,0"]
    state = act(state, "UnitDeployed", "lfa", unit="lfa-sky-shot-a", at="0,3")
    assert spaces(state, *CHAIN) == ["1,0", "0,3", "0,3", "0,3"]


def test_counters_that_carry_each_other_come_to_one_space() -> None:
    state = table(
        lfa_sky_shot_a={"at": "0,0", "carried_by": "lfa-ground-shot-a"},
        lfa_ground_shot_a={"at": "2,0", "carried_by": "lfa-sky-shot-a"},
    )
    pair = ("lfa-sky-shot-a", "lfa-ground-shot-a")
    assert len(set(spaces(state, *pair))) == 1
    state = act(state, "UnitDeployed", "lfa", unit=pair[0], carried_by=pair[1])
    assert len(set(spaces(state, *pair))) == 1
