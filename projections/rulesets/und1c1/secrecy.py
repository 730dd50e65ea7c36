"""What of an event only one coach may see while the game runs."""

from __future__ import annotations

from msgspec import UnsetType

from events.event import Event
from projections.kit.ruleset import Private
from projections.rulesets.und1c1.actions import CardsDrawn
from projections.rulesets.und1c1.payloads.adjustment import SetPile, TableAdjusted
from projections.rulesets.und1c1.payloads.seats import SEATS, seated
from projections.rulesets.und1c1.state import State


def hiding(state: State) -> object:
    """Hands are hidden until the game is over."""
    return None if state.status in ("ended", "abandoned") else True


def private(state: State, event: Event) -> list[Private]:
    """The private parts of an event's data, given the game's latest state; none once it ended."""
    if hiding(state) is None:
        return []
    data = event.data
    if isinstance(data, CardsDrawn):
        return [Private(("cards",), (seated(event.seat) or data.deck,))]
    if isinstance(data, TableAdjusted) and not isinstance(data.cards, UnsetType):
        piles = {seat: getattr(data.cards, seat) for seat in SEATS}
        return [
            Private(("cards", seat, "hand"), (seat,))
            for seat, pile in piles.items()
            if isinstance(pile, SetPile) and not isinstance(pile.hand, UnsetType)
        ]
    return []
