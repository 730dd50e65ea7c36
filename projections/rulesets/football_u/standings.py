"""RANKS: what a finished game counts in a league table: points for teams beaten, tie-breakers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from projections.kit.ruleset import Standings
from projections.rulesets.football_u.board.pieces import Seat
from projections.rulesets.football_u.counting.expected_wins import luck
from projections.rulesets.football_u.state import State

MOST_RIVALS = 3


def _share(halves: int, rivals: int) -> str:
    """The name of an outcome: the share of the rivals that were beaten, a level one half."""
    return f"{halves} of {2 * rivals}"


POINTS = {
    _share(halves, rivals): 10 * halves / (2 * rivals)
    for rivals in range(1, MOST_RIVALS + 1)
    for halves in range(2 * rivals + 1)
}
"""Ten points for beating everybody, half a team's share for a level one."""


def outcomes(state: State) -> Mapping[Seat, Mapping[str, Any]]:
    """What each team's game comes to; empty for solo games and games without an end of their own.

    The order of a game is the title, then the position on the ranking track.
    """
    seats = state.setup.seats
    if state.status != "ended" or len(seats) < 2:
        return {}
    champions = winners(state)
    seasons = max(1, len(state.history))
    order = {seat: (seat in champions, state.ranking[seat]) for seat in seats}
    return {
        seat: {
            "outcome": outcome(order, seat),
            "titles": int(seat in champions),
            "spaces": state.ranking[seat],
            "season_wins": sum(past.wins[seat] for past in state.history) / seasons,
            "luck": luck(state, seat),
        }
        for seat in seats
    }


def winners(state: State) -> tuple[Seat, ...]:
    """The team, or the teams, that won the title."""
    result = state.result
    if result is None:
        return ()
    return result.winners or ((result.winner,) if result.winner is not None else ())


def outcome(order: Mapping[Seat, Any], seat: Seat) -> str:
    """A seat's outcome where `order` grows with success: two halves a team beaten, one a level."""
    others = [standing for other, standing in order.items() if other != seat]
    halves = sum(2 * (order[seat] > other) + (order[seat] == other) for other in others)
    return _share(halves, len(others))


STANDINGS = Standings(
    points=POINTS,
    tie_breakers=("titles", "spaces", "season_wins", "head_to_head", "-luck", "name"),
    outcomes=outcomes,
    score="spaces",
    of_events=("luck",),
    averaged=("spaces", "season_wins"),
)
"""Spaces count per game, season wins per season; less luck is better."""
