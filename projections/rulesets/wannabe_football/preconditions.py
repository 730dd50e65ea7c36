"""Who sits where: events and adjustments that name a seat or a card that is not there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from events.event import Event
from projections.kit.common import GameEnded
from projections.kit.ruleset import Finding
from projections.rulesets.wannabe_football.actions import CardStolen, KickOffDecided
from projections.rulesets.wannabe_football.chapters.the_cards import unknown
from projections.rulesets.wannabe_football.payloads.adjustment import (
    HandGiven,
    MultiGiven,
    PendingGiven,
    RestartGiven,
    ResultGiven,
    ShootoutGiven,
    TableAdjusted,
    TurnGiven,
    WhistleGiven,
)
from projections.rulesets.wannabe_football.position.words import listed
from projections.rulesets.wannabe_football.rulebook import RULES
from projections.rulesets.wannabe_football.setup import TEAMS, CardId, Seat, Setup
from projections.rulesets.wannabe_football.table import is_seated


def unseated(setup: Setup, event: Event) -> list[Finding]:
    """A seat that is missing, or that is not at this table; also inside the data."""
    if not is_seated(setup, event):
        return [_no_seat(setup, event.seat)]
    named = _named_seat(event.data)
    return [] if named is None or named in setup.team else [_stranger(setup, named)]


def _named_seat(data: object) -> Seat | None:
    if isinstance(data, KickOffDecided):
        return data.starter
    if isinstance(data, CardStolen):
        return data.victim
    return data.winner if isinstance(data, GameEnded) else None


def _no_seat(setup: Setup, seat: Seat | None) -> Finding:
    """Who acts does not sit here, or nobody is said to act."""
    if seat:
        return _stranger(setup, seat)
    message = f"It is not said who did it: {listed(setup.names.values(), 'or')}."
    return RULES.illegal("game.seat", message, got=seat)


def _stranger(setup: Setup, seat: Seat) -> Finding:
    message = f"Only {listed(setup.names.values())} sit at this table: name one of them."
    return RULES.illegal("game.seat", message, got=seat)


def table_adjusted(setup: Setup, data: TableAdjusted) -> list[Finding]:
    """Seats and cards of an adjustment that are not there; they are left out."""
    found: list[Finding] = []
    stranger = next((seat for seat in _seats_in(data) if seat not in setup.team), None)
    if stranger is None:
        stranger = next((team for team in _teams_in(data) if team not in TEAMS), None)
    if stranger is not None:
        found.append(_stranger(setup, stranger))
    return found + (
        unknown(setup.player_cards, _player_cards_in(data))
        or unknown(setup.multi_cards, _multi_cards_in(data))
    )


def _seats_in(data: TableAdjusted) -> Iterator[Seat]:
    for keyed in (data.hands, data.bookings, data.side_used, data.sides):
        yield from keyed or ()
    yield from (entry.seat for entry in data.pitch or ())
    if isinstance(data.restart, RestartGiven):
        yield data.restart.seat
    if isinstance(data.starter, str):
        yield data.starter
    if isinstance(data.result, ResultGiven) and data.result.winner is not None:
        yield data.result.winner
    if isinstance(data.shootout, ShootoutGiven):
        yield from (kick.seat for kick in data.shootout.kicks)
    if isinstance(data.turn, TurnGiven):
        yield from (s for s in (data.turn.seat, data.turn.actor) if isinstance(s, str))
    if isinstance(data.whistle, WhistleGiven):
        yield data.whistle.seat
        yield from _given(data.whistle.owner)
    if isinstance(data.pending, PendingGiven):
        yield data.pending.seat
        yield from _given(data.pending.offender)
        if data.pending.foul is not None:
            yield from (data.pending.foul.seat, data.pending.foul.taker)


def _teams_in(data: TableAdjusted) -> Iterator[str]:
    yield from data.score or ()
    if isinstance(data.multi, MultiGiven):
        yield from data.multi.kept or ()
    if isinstance(data.shootout, ShootoutGiven):
        yield from data.shootout.score
    if isinstance(data.result, ResultGiven):
        yield from data.result.shootout or ()


def _player_cards_in(data: TableAdjusted) -> Iterator[CardId | None]:
    hands: Iterable[HandGiven] = (data.hands or {}).values()
    for hand in hands:
        yield from hand.cards or ()
    yield from (entry.card for entry in data.pitch or ())
    yield from data.discards or ()
    if isinstance(data.whistle, WhistleGiven):
        yield data.whistle.card
    if isinstance(data.pending, PendingGiven):
        yield data.pending.card


def _multi_cards_in(data: TableAdjusted) -> Iterator[CardId | None]:
    if isinstance(data.multi, MultiGiven):
        yield from data.multi.discards or ()
        for cards in (data.multi.kept or {}).values():
            yield from cards


def _given(seat: Seat | None) -> Iterator[Seat]:
    if seat is not None:
        yield seat
