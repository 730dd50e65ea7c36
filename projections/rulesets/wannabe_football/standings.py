"""RANKS: what a finished game counts in a league table: a shoot-out two points to one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from projections.kit.ruleset import Standings
from projections.rulesets.wannabe_football.board.zones import Team
from projections.rulesets.wannabe_football.setup import RIVAL, TEAMS
from projections.rulesets.wannabe_football.state import State

YELLOW_CARD = 1
RED_CARD = 3
"""Fair-play points, fewer are better."""


def outcomes(state: State) -> Mapping[Team, Mapping[str, Any]]:
    """For each team of an ended game its outcome, goals and cards; {} when it does not count."""
    if state.status != "ended" or state.result is None:
        return {}
    return {team: _outcome(state, team) for team in TEAMS}


def _outcome(state: State, team: Team) -> Mapping[str, Any]:
    goals, against = state.score[team], state.score[RIVAL[team]]
    return {
        "outcome": _word(state, team),
        "goals": goals,
        "goal_difference": goals - against,
        "fair_play": -_cards(state, team),
        **_kicks(state, team),
    }


def _kicks(state: State, team: Team) -> Mapping[str, int]:
    """The goals of the shoot-out, where there was one."""
    kicks = state.result.shootout if state.result is not None else None
    return {} if kicks is None else {"shootout_goals": kicks[team]}


def _word(state: State, team: Team) -> str:
    result = state.result
    if result is None or result.winner is None:
        return "draw"
    word = "win" if result.winner == team else "loss"
    return f"shootout_{word}" if result.reason == "shootout" else word


def _cards(state: State, team: Team) -> int:
    return sum(
        YELLOW_CARD * bookings.yellows + RED_CARD * bookings.reds
        for seat, bookings in state.bookings.items()
        if state.setup.team[seat] == team
    )


STANDINGS = Standings(
    points={"win": 3, "shootout_win": 2, "shootout_loss": 1, "draw": 1, "loss": 0},
    tie_breakers=("points", "goal_difference", "goals", "head_to_head", "fair_play", "name"),
    outcomes=outcomes,
    score="goals",
    decider="shootout_goals",
    of_events=("fair_play",),
)
