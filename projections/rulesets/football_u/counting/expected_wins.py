"""Wins beside what the dice at kick-off promised."""

from __future__ import annotations

from projections.rulesets.football_u.board.pieces import Seat
from projections.rulesets.football_u.position.win_chances import at_kickoff
from projections.rulesets.football_u.state import PastSeason, State


def wins_expected(state: State, past: PastSeason, seat: Seat) -> float | None:
    """The sum of a team's chances at kick-off; None where one of its games was not seen."""
    played = [r.game for r in past.results if seat in (r.visitor, r.home)]
    seen = {kickoff.game: kickoff for kickoff in state.kickoffs}
    if not played or any(game not in seen for game in played):
        return None
    chances = ((seen[game], at_kickoff(state.setup, seen[game])) for game in played)
    return float(sum(p if seat == kickoff.visitor else 1 - p for kickoff, p in chances))


def luck(state: State, seat: Seat) -> float | None:
    """Wins less expected wins over the finished seasons; None where one was not wholly seen."""
    known = [(past, wins_expected(state, past, seat)) for past in state.history]
    lucks = [past.wins[seat] - expected for past, expected in known if expected is not None]
    return sum(lucks) if lucks and len(lucks) == len(known) else None
