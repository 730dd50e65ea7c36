"""Obeys TableAdjusted: any part of the position is set directly, then everything settles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from events.event import Event
from projections.rulesets.football_u.board.pieces import Coach, Entry, Seat
from projections.rulesets.football_u.obeying.adjusting_games import (
    at_phase,
    set_game,
    source,
    with_windows,
)
from projections.rulesets.football_u.obeying.seasons import next_game, offseason_over
from projections.rulesets.football_u.payloads.adjustment import (
    SetBoard,
    SetEntry,
    SetResult,
    SetSeason,
    SetTeam,
    TableAdjusted,
)
from projections.rulesets.football_u.position.roster import taken_up, with_roster, with_team
from projections.rulesets.football_u.position.time_track import Stacks
from projections.rulesets.football_u.state import (
    NO_BONUS,
    Bowl,
    Credit,
    PastSeason,
    Result,
    Season,
    SeatText,
    State,
    Verdict,
)


def table_adjusted(state: State, event: Event) -> State:
    """The position as the table says; unknown seats, slots, spaces and colours are skipped."""
    data: TableAdjusted = event.data
    before = state
    state = replace(_picked_up(state, data), closing=None)
    if state.phase.startswith("offseason.") and (data.phase or "").startswith("game."):
        state = offseason_over(state)
    if data.board is not UNSET:
        state = _board(state, data.board)
    for seat, team in (data.teams or {}).items():
        if seat in state.teams:
            state = _team(state, seat, team)
    if data.season is not UNSET:
        state = _season(state, data.season)
    state = _lists(state, data)
    state = _phase(state, data)
    if data.game is None:
        state = replace(state, game=None)
    elif data.game is not UNSET:
        state = set_game(state, data.game, data)
    elif data.phase is not UNSET and state.game is not None:
        state = at_phase(state, state.game, before.phase)
    return _status(with_windows(_with_game(state), data), data)


def _picked_up(state: State, data: TableAdjusted) -> State:
    """A player card is in one place: what is named anew is taken from where it lay."""
    for card in _named(data):
        state = taken_up(state, card)
    return state


def _named(data: TableAdjusted) -> Iterable[str | None]:
    if data.board is not UNSET:
        yield from (data.board.spaces or {}).values()
        yield from data.board.out or ()
    for team in (data.teams or {}).values():
        for stack in (team.roster or {}).values():
            yield from (_entry(entry).card for entry in stack)
    if data.game and data.game.ai_card:
        yield data.game.ai_card


# --- board and teams ---


def _board(state: State, board: SetBoard) -> State:
    stacks = state.stacks if board.stacks is UNSET else _stacks(state, board.stacks)
    spaces = {**state.spaces, **_known(state.spaces, board.spaces or {})}
    top = state.setup.box.ranking.spaces
    ranking = {seat: min(top, place) for seat, place in (board.ranking or {}).items()}
    return replace(
        state,
        stacks=stacks,
        spaces=spaces,
        ranking={**state.ranking, **_known(state.ranking, ranking)},
        wins={**state.wins, **_known(state.wins, board.wins or {})},
        out=state.out if board.out is UNSET else board.out,
    )


def _known(there: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in given.items() if key in there}


def _stacks(state: State, given: dict[str, tuple[Seat, ...]]) -> Stacks:
    """The stacks as given; tokens that are not named stay where they are, beneath."""
    named: dict[Seat, int] = {}
    for number, stack in given.items():
        for seat in stack:
            if seat in state.teams:
                named.setdefault(seat, int(number))
    rest = {n: tuple(s for s in stack if s not in named) for n, stack in state.stacks.items()}
    for seat, to in named.items():
        rest[to] = (*rest.get(to, ()), seat)
    return {number: stack for number, stack in rest.items() if stack}


def _team(state: State, seat: Seat, given: SetTeam) -> State:
    team = state.teams[seat]
    roster = team.roster
    for slot, stack in (given.roster or {}).items():
        if slot in roster:
            roster = {**roster, slot: tuple(_entry(entry) for entry in stack)}
    team = with_roster(state.setup, team, roster)
    if given.gameplans is not UNSET:
        team = replace(team, gameplans=given.gameplans)
    if given.chemistry is not UNSET:
        team = replace(team, chemistry=given.chemistry)
    if given.credits is not UNSET:
        team = replace(team, credits=tuple(Credit(c.on, c.weeks) for c in given.credits))
    if given.coach is not UNSET:
        set_ = {k: v for k, v in msgspec.structs.asdict(given.coach).items() if v is not UNSET}
        team = replace(team, coach=replace(team.coach, **set_))
        if team.coach.card is not None and seat not in state.dealt:
            state = replace(state, dealt=(*state.dealt, seat))
    return with_team(state, seat, team)


def _entry(given: str | SetEntry) -> Entry:
    """An entry in full, or short: `p03+*` is upgraded and used."""
    if isinstance(given, SetEntry):
        return Entry(given.card, given.up, given.used)
    card = given.rstrip("+*")
    marks = given[len(card) :]
    return Entry(card or given, up="+" in marks, used="*" in marks)


# --- season, lists, phase ---


def _season(state: State, given: SetSeason) -> State:
    season = state.season
    if given.number not in (UNSET, season.number):
        season = Season(given.number)
    if given.kicked_off is not UNSET:
        season = replace(season, kicked_off=given.kicked_off)
    if given.next is not UNSET:
        season = replace(season, next=given.next)
    if given.results is not UNSET:
        season = replace(season, results=_results(given.results))
    if given.bowl is not UNSET:
        bowl = given.bowl
        season = replace(season, bowl=None if bowl is None else Bowl(bowl.visitor, bowl.home))
    if given.hired is not UNSET:
        season = replace(season, hired=tuple(s for s in given.hired if s in state.teams))
    return replace(state, season=season)


def _results(given: Sequence[SetResult]) -> tuple[Result, ...]:
    return tuple(
        Result(
            r.game,
            r.kind,
            r.visitor,
            r.home,
            {**NO_BONUS, **r.points},
            None if r.regulation is None else {**NO_BONUS, **r.regulation},
            r.ot,
            r.winner,
        )
        for r in given
    )


def _lists(state: State, data: TableAdjusted) -> State:
    if data.owed is not UNSET:
        state = replace(state, owed={**state.owed, **_known(state.owed, data.owed)})
    if data.text is not UNSET:
        texts = (t for t in data.text if t.seat in state.teams)
        state = replace(state, text=tuple(SeatText(t.seat, source(t.source)) for t in texts))
    if data.history is not UNSET:
        zero = dict.fromkeys(state.wins, 0)
        history = tuple(
            PastSeason(h.season, {**zero, **h.wins}, {**zero, **h.moved}, _results(h.results))
            for h in data.history
        )
        state = replace(state, history=history)
    return state


def _phase(state: State, data: TableAdjusted) -> State:
    if data.phase is UNSET:
        return state
    phase = data.phase
    state = replace(state, phase=phase, result=state.result if phase == "over" else None)
    if not phase.startswith("game."):
        state = replace(state, game=None)
    elif phase != "game.start" and _kick_off_not_given(data):
        state = replace(state, season=replace(state.season, kicked_off=True))
    if not phase.startswith("setup."):
        state = replace(state, dealt=state.setup.seats)
    elif len(state.dealt) == len(state.teams):
        state = _undealt(state, data)
    if phase == "offseason.actions" and data.owed is UNSET:
        state = replace(state, owed=dict.fromkeys(state.owed, 0))
    return state


def _undealt(state: State, data: TableAdjusted) -> State:
    """Coaches are dealt anew, but for those that the adjustment itself names."""
    given = data.teams or {}
    named = [seat for seat in state.teams if seat in given and given[seat].coach]
    for seat, team in state.teams.items():
        if seat not in named or team.coach.card is None:
            state = with_team(state, seat, replace(team, coach=Coach()))
    dealt = (seat for seat in named if state.teams[seat].coach.card is not None)
    return replace(state, dealt=tuple(dealt))


def _kick_off_not_given(data: TableAdjusted) -> bool:
    return data.season is UNSET or data.season.kicked_off is UNSET


def _status(state: State, data: TableAdjusted) -> State:
    """The status that goes with the phase, unless the table gives another that fits."""
    given = data.status
    if given in ("ended", "abandoned"):
        state = replace(state, phase="over", status=given, game=None)
    elif state.phase == "over":
        over = state.status if state.status in ("ended", "abandoned") else "ended"
        state = replace(state, status=over)
    else:
        state = replace(state, status="setup" if state.phase.startswith("setup.") else "playing")
    if data.result is not UNSET:
        result = data.result
        verdict = result and Verdict(result.winner, result.reason, result.winners)
        state = replace(state, result=verdict)
    return state


def _with_game(state: State) -> State:
    """A phase of a game has a game: the next one where none is given."""
    if not state.phase.startswith("game.") or state.game is not None:
        return state
    due = next_game(state)
    return due if due.game is None else at_phase(replace(due, phase=state.phase), due.game)
