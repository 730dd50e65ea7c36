"""Who is better: bowl places, new turn order (The Bowl Game; Determining New Turn Order)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import groupby

from projections.rulesets.football_u.board.pieces import Seat
from projections.rulesets.football_u.position.roster import team_chemistry
from projections.rulesets.football_u.state import Result, State


def rank(state: State, seat: Seat) -> int | None:
    """The national rank of a team, 1 is best; None while it is unranked."""
    position = state.ranking[seat]
    return state.setup.box.ranking.spaces + 1 - position if position > 0 else None


def head_to_head(results: Sequence[Result], among: Collection[Seat], seat: Seat) -> int:
    """Wins of a team in the regular games of the season that two of these teams played."""
    return sum(
        result.winner == seat
        and result.kind == "regular"
        and result.visitor in among
        and result.home in among
        for result in results
    )


def best(state: State, teams: Collection[Seat]) -> Seat:
    """The team with the best record of these, by the bowl game's tie-breakers."""
    left = list(teams)
    for value in _tie_breakers(state):
        among = left
        values = {seat: value(among, seat) for seat in among}
        left = [seat for seat in among if values[seat] == max(values.values())]
    return min(left, key=state.setup.seats.index)


def _tie_breakers(state: State) -> tuple[Callable[[Collection[Seat], Seat], int], ...]:
    return (
        lambda _, seat: state.wins[seat],
        lambda among, seat: head_to_head(state.season.results, among, seat),
        lambda _, seat: state.ranking[seat],
        lambda _, seat: team_chemistry(state.setup, state.teams[seat]),
    )


def bowl_teams(state: State) -> tuple[Seat, Seat]:
    """(visitor, home) of the bowl game of two or more teams (ruling `bowl_ties`)."""
    seats = state.setup.seats
    if state.setup.rulings["bowl_ties"] == "one-list":
        home, visitor = _one_list(state)[:2]
        return visitor, home
    home = best(state, seats)
    return best(state, [seat for seat in seats if seat != home]), home


def _one_list(state: State) -> list[Seat]:
    """All teams, best first; head-to-head counts among all teams with as many wins."""

    def key(seat: Seat) -> tuple[int, int, int, int, int]:
        level = [s for s in state.setup.seats if state.wins[s] == state.wins[seat]]
        return (
            -state.wins[seat],
            -head_to_head(state.season.results, level, seat),
            -state.ranking[seat],
            -team_chemistry(state.setup, state.teams[seat]),
            state.setup.seats.index(seat),
        )

    return sorted(state.setup.seats, key=key)


def new_order(state: State) -> tuple[Seat, ...]:
    """The stack of the next offseason, bottom to top: the best ranking lies at the bottom."""
    seats, wins = state.setup.seats, state.wins
    low_on_top = state.setup.rulings["order_cycle"] == "low-seat-top"

    def record(seat: Seat) -> tuple[int, int]:
        return -state.ranking[seat], -wins[seat]

    stack: list[Seat] = []
    for _, tied in groupby(sorted(seats, key=record), key=record):
        level = sorted(tied, key=seats.index, reverse=low_on_top)
        results = state.season.results
        stack += sorted(level, key=lambda seat: -head_to_head(results, level, seat))
    return tuple(stack)
