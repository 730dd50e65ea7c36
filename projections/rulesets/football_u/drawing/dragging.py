"""Lays a card of the scene somewhere else: the TableAdjusted that a dragging hand means."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from projections.rulesets.football_u.board.pieces import WALKON, Entry, Roster
from projections.rulesets.football_u.position import scene_ids
from projections.rulesets.football_u.position.roster import entries, player_cards
from projections.rulesets.football_u.state import State

SHORT = {(False, False): "", (True, False): "+", (False, True): "*", (True, True): "+*"}


def moved(state: State, item: str, place: str) -> Mapping[str, Any] | None:
    """The payload that lays a player card on a recruiting space or in a slot of a mat.

    `place` is the empty space or slot, or the card on top of it. None: it cannot lie there.
    """
    if item not in player_cards(state):
        return None
    space = next((s for s in state.spaces if scene_ids.space(state, s) == place), None)
    if space is not None:
        empty = state.spaces[space] is None
        return {"board": {"spaces": {space: item}}} if empty else None
    for seat, team in state.teams.items():
        for slot in team.roster:
            if scene_ids.slot(seat, slot, team.roster) == place:
                stack = [_entry(state, item), *_others(team.roster, slot, item)]
                return {"teams": {seat: {"roster": {slot: stack}}}}
    return None


def _entry(state: State, item: str) -> str:
    """The card as it lay, marks and all; from the board it comes with its base side up."""
    lying = (e for team in state.teams.values() for e in entries(team.roster) if e.card == item)
    return _short(next(lying, Entry(item)))


def _others(roster: Roster, slot: str, item: str) -> list[str]:
    return [_short(entry) for entry in roster[slot] if entry.card != item]


def _short(entry: Entry) -> str:
    return entry.card if entry.card == WALKON else entry.card + SHORT[entry.up, entry.used]
