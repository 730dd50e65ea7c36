"""Hands of strategy cards: the limit, and what may be seen of them."""

from __future__ import annotations

from projections.kit.ruleset import ALL, Viewer
from projections.und1c1.seats import Seat
from projections.und1c1.state import State


def must_discard(state: State, seat: Seat) -> bool:
    """Whether a coach's hand is so full that a card goes before one is drawn."""
    limit = state.setup.numbers.hand
    held = len(state.cards.of(seat).hand)
    return held > limit if state.setup.rulings.hand_limit == "over_five" else held >= limit


def sees_hand(state: State, viewer: Viewer, seat: Seat) -> bool:
    """Whether the viewer may see that coach's hand: his own, or anybody's once it has ended."""
    return viewer in (ALL, seat) or state.status in ("ended", "abandoned")
