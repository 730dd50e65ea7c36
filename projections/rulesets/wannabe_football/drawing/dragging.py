"""Lays the ball of the scene somewhere else: the TableAdjusted that a dragging hand means."""

from __future__ import annotations

from collections.abc import Mapping

from projections.kit.ruleset import Json
from projections.rulesets.wannabe_football.board.zones import ZONES
from projections.rulesets.wannabe_football.state import State


def moved(_state: State, item: str, place: str) -> Mapping[str, Json] | None:
    """The TableAdjusted payload that lays the ball in a zone; nothing else can be moved."""
    if item != "ball" or place not in ZONES:
        return None
    return {"restart": None, "ball": place}
