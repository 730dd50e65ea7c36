"""RANKS: what a finished game counts in a league table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from projections.kit.ruleset import Standings
from projections.rulesets.undaunted_2200.setup import ENEMY, SIDES
from projections.rulesets.undaunted_2200.state import State
from projections.rulesets.undaunted_2200.view import is_over, score


def outcomes(state: State) -> Mapping[str, Mapping[str, Any]]:
    """What an ended game counts for each side; nothing where it was abandoned or left open."""
    result = state.result
    if not is_over(state) or result is None:
        return {}
    if result.winner is None and result.reason not in ("agreement", "time"):
        return {}
    cubes = score(state)
    lost = {side: _casualties(state, side) for side in SIDES}
    return {
        side: {
            "outcome": _outcome(state, side),
            "vp_difference": cubes[side] - cubes[ENEMY[side]],
            "vp_scored": cubes[side],
            "casualty_difference": lost[ENEMY[side]] - lost[side],
        }
        for side in SIDES
    }


def _outcome(state: State, side: str) -> str:
    winner = state.result.winner if state.result else None
    return "draw" if winner is None else "win" if winner == side else "loss"


def _casualties(state: State, side: str) -> int:
    return sum(len(own.casualties) for own in state.seats.values() if own.side == side)


STANDINGS = Standings(
    points={"win": 3, "draw": 1, "loss": 0},
    tie_breakers=(
        "vp_difference",
        "vp_scored",
        "casualty_difference",
        "head_to_head",
        "lots",
    ),
    outcomes=outcomes,
    score="vp_scored",
    of_events=("casualty_difference",),
)
