"""What of an event only some seats may see while the game runs."""

from __future__ import annotations

from typing import Any

from events.event import Event
from projections.kit.ruleset import Private
from projections.rulesets.wannabe_football.actions import CardsDrawn, CardStolen
from projections.rulesets.wannabe_football.payloads.adjustment import TableAdjusted
from projections.rulesets.wannabe_football.state import State, is_over


def hiding(state: State) -> object:
    """Hands are hidden until the game is over."""
    return None if is_over(state) else True


def private(state: State, event: Event) -> list[Private]:
    """The cards of an event that only some seats may see while the game runs."""
    if hiding(state) is None:
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
