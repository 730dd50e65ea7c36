"""What a game may be created with: seats, national sides, and what is hidden while it runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from events.event import Event
from projections.kit.common import GameCreated
from projections.kit.ruleset import Errors, Json, Private
from projections.rulesets.wannabe_football.actions import CardsDrawn, CardStolen, TableAdjusted
from projections.rulesets.wannabe_football.components import Box
from projections.rulesets.wannabe_football.state import State, is_over

SEATINGS = (("1", "2"), ("1", "2", "3", "4"))


def admits(created: GameCreated, box: Box) -> Errors:
    """What is wrong with the seats and national sides of a game."""
    seats = tuple(seated.seat for seated in created.seats)
    if seats not in SEATINGS:
        return {"seats": ["Must be 1, 2 or 1, 2, 3, 4, in this order."]}
    refused = {
        seat: message
        for seat, side in (created.options.get("sides") or {}).items()
        if (message := _refusal(seats, seat, side, box))
    }
    return {"options": {"sides": refused}} if refused else {}


def _refusal(seats: Sequence[str], seat: str, side: str | None, box: Box) -> list[str]:
    if seat not in seats:
        return [f"There is no seat {seat} in this game."]
    if side is not None and side not in box.sides:
        return [f"The box has no side {side}; it has {', '.join(box.sides) or 'none'}."]
    return []


def complete(created: GameCreated, _box: Box) -> GameCreated:
    """Fills in a null for every player without a national side."""
    if len(created.seats) != 2:
        return created
    chosen = created.options.get("sides") or {}
    sides = {**{seated.seat: None for seated in created.seats}, **chosen}
    return replace(created, options={**created.options, "sides": sides})


def offers(box: Box) -> Mapping[str, Json]:
    """What this box lets a table choose; there are no teams to choose from."""
    return {"teams": [], "options": {"sides": [None, *box.sides]}}


def private(state: State, event: Event) -> list[Private]:
    """The cards of an event that only some seats may see while the game runs."""
    if is_over(state):
        return []
    data: Any = event.data
    if isinstance(data, CardsDrawn) and data.deck == "player":
        return [Private(("cards",), _seated(event.seat))]
    if isinstance(data, CardStolen) and state.setup.four:
        return [Private(("card",), (*_seated(event.seat), data.victim))]
    if isinstance(data, TableAdjusted):
        return [
            Private(("hands", seat, "cards"), (seat,))
            for seat, hand in (data.hands or {}).items()
            if hand.cards
        ]
    return []


def _seated(seat: str | None) -> tuple[str, ...]:
    return () if seat is None else (seat,)
