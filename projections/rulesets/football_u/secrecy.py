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
    data = event.data
    if isinstance(data, CardsDrawn):
        return list(_drawn(state, event.seat, data))
    if isinstance(data, CoachRevealed):
        return [Private(("coach",), _only(event.seat))] if _hides(state, event.seat) else []
    if isinstance(data, TableAdjusted):
        return list(_adjusted(state, data))
    return []


def _only(seat: Seat | None) -> tuple[Seat, ...]:
    return (seat,) if seat is not None else ()


def _hides(state: State, seat: Seat | None) -> bool:
    """Whether a seat's coach is hidden from spectators."""
    return seat in state.teams and not sees_coach(state, PUBLIC, seat or "")


def _drawn(state: State, seat: Seat | None, data: CardsDrawn) -> Iterator[Private]:
    if data.deck == "coach" and _hides(state, seat):
        yield Private(("cards",), _only(seat))
    if data.deck == "chemistry" and seat in state.teams:
        yield from _held(state, seat or "", ("cards",), data.cards)


def _held(
    state: State, seat: Seat, path: tuple[str | int, ...], cards: Sequence[str | None]
) -> Iterator[Private]:
    if sees_hand(state, PUBLIC, seat):
        return
    for place, card in enumerate(cards):
        if card is not None and card in state.teams[seat].chemistry:
            yield Private((*path, place), (seat,))


def _adjusted(state: State, data: TableAdjusted) -> Iterator[Private]:
    for seat, team in (data.teams or {}).items():
        if seat not in state.teams:
            continue
        path: tuple[str | int, ...] = ("teams", seat)
        if team.chemistry is not UNSET:
            yield from _held(state, seat, (*path, "chemistry"), team.chemistry)
        if team.coach is not UNSET and team.coach.card is not UNSET and _hides(state, seat):
            yield Private((*path, "coach", "card"), (seat,))
