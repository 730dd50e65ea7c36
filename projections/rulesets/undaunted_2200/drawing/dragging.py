"""Lays a thing of the scene somewhere else: the TableAdjusted that a dragging hand means."""

from __future__ import annotations

from collections.abc import Mapping

from projections.kit.ruleset import Json
from projections.rulesets.undaunted_2200.state import State


def moved(state: State, item: str, place: str) -> Mapping[str, Json] | None:
    """The adjustment that lays a counter, object or objective at a space or on a transport."""
    setup = state.setup
    on_board = place in setup.board
    if item in state.units:
        return _moved_counter(state, item, place)
    if not on_board:
        return None
    if item in state.objects:
        return {"set": {f"/board/objects/{item}/spaces": [place]}}
    if item in state.objectives:
        return {"set": {f"/board/objectives/{item}/at": place}}
    return None


def _moved_counter(state: State, unit: str, place: str) -> Mapping[str, Json] | None:
    setup = state.setup
    known, carrier = setup.units[unit], setup.units.get(place)
    if place in setup.board:
        new: dict[str, Json] = {"at": place, "carried_by": None}
        if known.type != "ground" and state.units[unit].facing is None:
            new["facing"] = 0
        return {"set": {f"/board/units/{unit}": new}}
    if carrier is None or carrier.type != "transport" or known.type != "ground":
        return None
    if carrier.side != known.side or not state.units[place].on_board:
        return None
    return {"set": {f"/board/units/{unit}": {"carried_by": place}}}
