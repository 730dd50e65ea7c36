"""What of an event only its seat may see while the game runs: coach cards, chemistry hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import UNSET

from events.event import Event
from projections.kit.ruleset import PUBLIC, Private
from projections.rulesets.football_u.actions import CardsDrawn, CoachRevealed
from projections.rulesets.football_u.board.pieces import Seat
from projections.rulesets.football_u.payloads.adjustment import TableAdjusted
from projections.rulesets.football_u.state import State
from projections.rulesets.football_u.view import sees_all, sees_coach, sees_hand


def hiding(state: State) -> object:
    """What lies in hands, and which coaches are hired."""
    if sees_all(state, PUBLIC):
        return None
    return [(team.chemistry, team.coach.side) for team in state.teams.values()]


def private(state: State, event: Event) -> Sequence[Private]:
    """The hidden parts of an event, given the game's latest state; none once it has ended.

    A chemistry card is hidden while it is in the hand, a coach until he is hired.
    """
    return list(_parts(state, event, in_force=True))


def unshown(state: State, event: Event) -> Sequence[Private]:
    """The same of an event that is not in force: all its cards, for none of them was shown."""
    return list(_parts(state, event, in_force=False))


def _parts(state: State, event: Event, in_force: bool) -> Iterator[Private]:
    data = event.data
    if isinstance(data, CardsDrawn):
        yield from _drawn(state, event.seat, data, in_force)
    elif isinstance(data, CoachRevealed) and _hides(state, event.seat, in_force):
        yield Private(("coach",), _only(event.seat))
    elif isinstance(data, TableAdjusted):
        yield from _adjusted(state, data, in_force)


def _only(seat: Seat | None) -> tuple[Seat, ...]:
    return (seat,) if seat is not None else ()


def _hides(state: State, seat: Seat | None, in_force: bool) -> bool:
    """Whether a seat's coach is hidden from spectators."""
    if seat not in state.teams:
        return False
    return not (sees_coach(state, PUBLIC, seat or "") if in_force else sees_all(state, PUBLIC))


def _drawn(state: State, seat: Seat | None, data: CardsDrawn, in_force: bool) -> Iterator[Private]:
    if data.deck == "coach" and _hides(state, seat, in_force):
        yield Private(("cards",), _only(seat))
    if data.deck == "chemistry" and seat in state.teams:
        yield from _held(state, seat or "", ("cards",), data.cards, in_force)


def _held(
    state: State,
    seat: Seat,
    path: tuple[str | int, ...],
    cards: Sequence[str | None],
    in_force: bool,
) -> Iterator[Private]:
    if sees_hand(state, PUBLIC, seat):
        return
    for place, card in enumerate(cards):
        if card is not None and (not in_force or card in state.teams[seat].chemistry):
            yield Private((*path, place), (seat,))


def _adjusted(state: State, data: TableAdjusted, in_force: bool) -> Iterator[Private]:
    for seat, team in (data.teams or {}).items():
        if seat not in state.teams:
            continue
        path: tuple[str | int, ...] = ("teams", seat)
        if team.chemistry is not UNSET:
            yield from _held(state, seat, (*path, "chemistry"), team.chemistry, in_force)
        told = team.coach is not UNSET and team.coach.card is not UNSET
        if told and _hides(state, seat, in_force):
            yield Private((*path, "coach", "card"), (seat,))
