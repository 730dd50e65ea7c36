"""RANKS: what a finished game counts in a league table, what decides between level teams."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from projections.kit.ruleset import Standings
from projections.rulesets.und1c1.payloads.seats import OTHER, SEATS, BySeat, Seat
from projections.rulesets.und1c1.state import State

FORFEIT = 3
"""The goal difference that a concession is worth at least."""


def outcomes(state: State) -> Mapping[Seat, Mapping[str, Any]]:
    """What each coach gets for an ended game; nothing for one that was abandoned.

    A concession counts as the score, or as 3:0 where that is the better difference.
    """
    if state.status != "ended" or state.result is None:
        return {}
    winner = state.result.winner
    score = _counted(state, winner)
    return {
        seat: {
            "outcome": "draw" if winner is None else "win" if winner == seat else "loss",
            "goals": score.of(seat),
            "against": score.of(OTHER[seat]),
            "goal_difference": score.of(seat) - score.of(OTHER[seat]),
            "xg_difference": state.xg.of(seat) - state.xg.of(OTHER[seat]),
        }
        for seat in SEATS
    }


def _counted(state: State, winner: Seat | None) -> BySeat[int]:
    score = state.score
    if winner is None or state.result is None or state.result.reason != "concession":
        return score
    if score.of(winner) - score.of(OTHER[winner]) >= FORFEIT:
        return score
    return BySeat(0, 0).but(winner, FORFEIT)


STANDINGS = Standings(
    points={"win": 3, "draw": 1, "loss": 0},
    tie_breakers=(
        "points",
        "goal_difference",
        "goals",
        "head_to_head",
        "head_to_head_goal_difference",
        "xg_difference",
        "name",
    ),
    outcomes=outcomes,
    score="goals",
    of_events=("xg_difference",),
)
