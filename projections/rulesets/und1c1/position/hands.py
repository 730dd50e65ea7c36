"""Hands of strategy cards: the limit, and what may be seen of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from projections.kit.ruleset import ALL, Viewer
from projections.rulesets.und1c1.payloads.seats import Seat
from projections.rulesets.und1c1.state import State


def must_discard(state: State, seat: Seat) -> bool:
    """Whether a coach's hand is so full that a card goes before one is drawn."""
    limit = state.setup.numbers.hand
    held = len(state.cards.of(seat).hand)
    return held > limit if state.setup.rulings.hand_limit == "over_five" else held >= limit


def sees_hand(state: State, viewer: Viewer, seat: Seat) -> bool:
    """Whether the viewer may see that coach's hand: his own, or anybody's once it has ended."""
    return viewer in (ALL, seat) or state.status in ("ended", "abandoned")


def card_ids(state: State, viewer: Viewer, seat: Seat) -> dict[str, tuple[str, ...]]:
    """Scene ids of a coach's cards by zone: `a:flow`, `a:flow#2`; unseen ones by their place."""
    cards = state.cards.of(seat)
    hand = cards.hand if sees_hand(state, viewer, seat) else (None,) * len(cards.hand)
    seen: Counter[str] = Counter()

    def ids(zone: str, shown: Sequence[str | None]) -> tuple[str, ...]:
        found = []
        for index, card in enumerate(shown):
            if card is None:
                found.append(f"{zone}-{seat}.{index}")
                continue
            seen[card] += 1
            copy = "" if seen[card] == 1 else f"#{seen[card]}"
            found.append(f"{seat}:{card}{copy}")
        return tuple(found)

    return {
        "hand": ids("hand", hand),
        "in_play": ids("play", cards.in_play),
        "discard": ids("discard", cards.discard),
    }
