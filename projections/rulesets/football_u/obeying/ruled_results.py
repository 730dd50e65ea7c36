"""Obeys a ruling on a finished game: all that was made of its result is made anew.

That is the bowl's pairing, and after the last game ranking, history, new coaches, the new turn
order and the title. What has begun by then stays.
"""

from __future__ import annotations

from msgspec.structs import replace

from projections.rulesets.football_u.actions import Outcome
from projections.rulesets.football_u.board.pieces import Coach, Entry, Seat
from projections.rulesets.football_u.obeying.automatic_steps import settle
from projections.rulesets.football_u.obeying.offseason import with_present_pools
from projections.rulesets.football_u.obeying.seasons import (
    bowl_due,
    bowl_game,
    ended,
    reset,
    season_end,
)
from projections.rulesets.football_u.position.game import begun
from projections.rulesets.football_u.position.roster import entries, with_roster
from projections.rulesets.football_u.setup import Setup
from projections.rulesets.football_u.state import Result, State, Team, Verdict


def finished_game(state: State, game: str | None) -> Result | None:
    """The result of a game on which the table may still rule: before the next season's first."""
    counted = any(past.season == state.season.number for past in state.history)
    only_final = state.closing is None and (counted or state.status != "playing")
    results = (state.closing or state).season.results
    found = next((result for result in results if result.game == game), None)
    return None if found is not None and only_final and found.kind != "final" else found


def result_ruled(state: State, outcome: Outcome) -> State:
    """The state with another winner or other points of a game that is one, and what follows."""
    old = finished_game(state, outcome.game)
    assert old is not None
    winner = old.visitor if outcome.winner == "visitor" else old.home
    new = replace(old, winner=winner, points={**old.points, **(outcome.points or {})})
    if old.kind == "final":
        return ended(_with_result(state, old, new), Verdict(winner, "championship"))
    if state.closing is not None:
        return _closed_anew(state, state.closing, _with_result(state.closing, old, new))
    return _paired_anew(state, _with_result(state, old, new))


def _with_result(state: State, old: Result, new: Result) -> State:
    results = tuple(new if result is old else result for result in state.season.results)
    wins = dict(state.wins)
    if old.kind != "final" and old.winner != new.winner:
        if old.winner in wins:
            wins[old.winner] = max(0, wins[old.winner] - 1)
        if new.winner in wins:
            wins[new.winner] += 1
    return replace(state, wins=wins, season=replace(state.season, results=results))


def _paired_anew(before: State, state: State) -> State:
    """The bowl that has not begun is between those who are due now, unless the table chose."""
    game = before.game
    if game is None or game.kind != "bowl" or begun(game) or not moves_bowl(before, state):
        return state
    return bowl_game(state, bowl_due(state))


def moves_bowl(before: State, after: State) -> bool:
    """Whether other teams are due in the bowl that the results had paired."""
    bowl = before.season.bowl
    return bowl is not None and bowl == bowl_due(before) != bowl_due(after)


# --- the end of a season ---


def _closed_anew(state: State, before: State, corrected: State) -> State:
    """The season is closed with the corrected results; what was done since then stays."""
    anew = settle(season_end(_as_known(state, corrected)))
    if state.season.number == before.season.number:
        return anew
    nothing_done = state.phase == "offseason.shuffle"
    if anew.phase != "offseason.shuffle" and (nothing_done or anew.phase != "season.coaches"):
        return anew
    old, new = (reset(season_end(_as_known(state, s))) for s in (before, corrected))
    return _since(state, old, new)


def _as_known(state: State, closing: State) -> State:
    """The season before it was closed, with coaches whose cards were named since then."""
    waiting = state.season.number == closing.season.number
    teams = {}
    for seat, then in closing.teams.items():
        now = state.teams[seat]
        coach = replace(then.coach, card=now.coach.card)
        teams[seat] = replace(now if waiting else then, coach=coach)
    return replace(closing, teams=teams)


def _since(state: State, old: State, new: State) -> State:
    """The present table with what another end of the season makes otherwise."""
    teams = {
        seat: _team_since(state.setup, team, old.teams[seat], new.teams[seat])
        for seat, team in state.teams.items()
    }
    untouched = state.stacks == old.stacks
    after = replace(
        state,
        ranking=new.ranking,
        history=new.history,
        teams=teams,
        stacks=new.stacks if untouched else state.stacks,
        season=replace(state.season, hired=new.season.hired),
        closing=new.closing,
    )
    return with_present_pools(after, *teams)


def _team_since(setup: Setup, team: Team, old: Team, new: Team) -> Team:
    """A team with another coach's side up, and what that coach keeps from season to season."""
    before, after = _upgraded(old), _upgraded(new)
    kept = {card: card in after for card in before ^ after}
    team = replace(
        team,
        coach=Coach(team.coach.card, new.coach.side, team.coach.used),
        gameplans=max(0, team.gameplans + new.gameplans - old.gameplans),
    )
    if not kept:
        return team
    roster: dict[Seat, tuple[Entry, ...]] = {
        slot: tuple(replace(entry, up=kept.get(entry.card, entry.up)) for entry in stack)
        for slot, stack in team.roster.items()
    }
    return with_roster(setup, team, roster)


def _upgraded(team: Team) -> set[str]:
    return {entry.card for entry in entries(team.roster) if entry.up}
