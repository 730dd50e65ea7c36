"""Where the Multi Cards are: drawn from the deck, laid aside, kept as goals."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from projections.rulesets.wannabe_football.board.zones import Team
from projections.rulesets.wannabe_football.obeying.hands import forgotten
from projections.rulesets.wannabe_football.setup import CardId
from projections.rulesets.wannabe_football.state import (
    MULTI_CHECKS,
    Multi,
    Pending,
    Resolved,
    WhistleCheck,
)


def drawn(multi: Multi, card: CardId | None) -> Multi:
    """The Multi Cards after one left the deck; an empty deck takes the discards back first.

    A named card leaves the place where it was known.
    """
    deck, discards = multi.deck, multi.discards
    if deck == 0:
        deck, discards = len(discards), ()
    return turned_up(Multi(max(0, deck - 1), discards, multi.kept, multi.last), card)


def turned_up(multi: Multi, card: CardId | None) -> Multi:
    """A named card is in sight: where it was known before lies one that nobody has seen."""
    if card is None:
        return multi
    if card in multi.discards:
        return replace(multi, discards=forgotten(multi.discards, card))
    for team, kept in multi.kept.items():
        if card in kept:
            return replace(multi, kept={**multi.kept, team: forgotten(kept, card)})
    return multi


def laid_aside(multi: Multi, cards: Sequence[CardId | None]) -> Multi:
    """The Multi Cards after some were drawn that decide nothing."""
    for card in cards:
        after = drawn(multi, card)
        multi = replace(after, discards=(*after.discards, card))
    return multi


def waiting(pending: Pending | None) -> int:
    """The Multi Cards drawn unseen for what is pending, or was when a tackle was called."""
    if not isinstance(pending, MULTI_CHECKS):
        return 0
    behind = waiting(pending.resume.pending) if isinstance(pending, WhistleCheck) else 0
    return pending.drawn + behind


def used_up(multi: Multi, count: int) -> Multi:
    """The Multi Cards after so many drawn unseen decide nothing any more."""
    if count <= 0:
        return multi
    return replace(multi, discards=(*multi.discards, *(None,) * count))


def shuffled(multi: Multi) -> Multi:
    """The discards are back in the deck; goals stay out."""
    return Multi(multi.deck + len(multi.discards), (), multi.kept, multi.last)


def used(multi: Multi, last: Resolved, goal_of: Team | None) -> Multi:
    """A card that was drawn has decided: it is kept as a goal of a team, or discarded."""
    if goal_of is None:
        return Multi(multi.deck, (*multi.discards, last.card), multi.kept, last)
    kept = {**multi.kept, goal_of: (*multi.kept[goal_of], last.card)}
    return Multi(multi.deck, multi.discards, kept, last)
