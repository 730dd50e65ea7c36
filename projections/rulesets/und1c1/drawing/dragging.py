"""Lays a thing of the scene somewhere else: the TableAdjusted that a dragging hand means."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from projections.rulesets.und1c1.board.pitch import GOAL, GOALS, PLACES
from projections.rulesets.und1c1.position.chips import chip_of, occupied
from projections.rulesets.und1c1.state import State


def moved(state: State, item: str, place: str) -> Mapping[str, Any] | None:
    """The TableAdjusted payload that lays a chip, the ball or a padlock there; None: it cannot.

    The ball goes to whoever stands there; goalkeepers alone stand in goals.
    """
    if place not in PLACES:
        return None
    if item in state.setup.players:
        return _chip_moved(state, item, place)
    if item == "ball":
        carrier = occupied(state).get(place)
        return None if carrier is None else {"ball": carrier}
    if item in ("padlock-white", "padlock-black") and place not in GOALS:
        return {"padlocks": {item.removeprefix("padlock-"): place}}
    return None


def _chip_moved(state: State, player: str, place: str) -> Mapping[str, Any] | None:
    known = state.setup.players[player]
    if place in GOALS and (not known.is_goalkeeper or place != GOAL[known.seat]):
        return None
    chip = chip_of(state, player)
    flipped = None if chip is None else chip.flipped
    return {"players": {player: {"at": place, "flipped": flipped}}}
