"""TableAdjusted: what lies in the piles, so that no card is made or lost.

Of the cards whatever is not named lies in a deck or its discards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import UNSET
from msgspec.structs import replace

from projections.rulesets.wannabe_football.components import MULTI_CARDS, PLAYER_CARDS
from projections.rulesets.wannabe_football.obeying.hands import in_one_place
from projections.rulesets.wannabe_football.obeying.multi_deck import drawn, used_up, waiting
from projections.rulesets.wannabe_football.payloads.adjustment import MultiGiven, TableAdjusted
from projections.rulesets.wannabe_football.setup import TEAMS, CardId
from projections.rulesets.wannabe_football.state import Cards, State, in_order


def seen_cards(known: Mapping[CardId, object], cards: Iterable[CardId | None]) -> Cards:
    """Cards in order; ids that the box does not have count as unseen."""
    return in_order(card if card in known else None for card in cards)


def player_cards(state: State, data: TableAdjusted) -> State:
    """Discards and deck, as far as they are named; the rest of the cards lies in the deck."""
    laid = sum(len(hand.cards) for hand in state.hands.values()) + len(state.pitch)
    if data.discards is not UNSET:
        discards = seen_cards(state.setup.player_cards, data.discards)
        state = in_one_place(state, discards)
    elif data.deck is not UNSET:
        known = {*state.discards} - _known_in_play(state) - {None}
        discards = _filled(in_order(known), PLAYER_CARDS - laid - data.deck)
    else:
        discards = state.discards
    rest = max(0, PLAYER_CARDS - laid - len(discards))
    return replace(state, discards=discards, deck=rest if data.deck is UNSET else data.deck)


def _known_in_play(state: State) -> set[CardId | None]:
    cards: set[CardId | None] = {entry.card for entry in state.pitch}
    return cards.union(*(hand.cards for hand in state.hands.values()))


def _filled(cards: Cards, count: int) -> Cards:
    return (*cards, *(None,) * (count - len(cards)))[: max(0, count)]


def multi_cards(state: State, data: TableAdjusted) -> State:
    """The Multi Cards as far as they are named; the rest lies in the deck."""
    given = data.multi
    if not isinstance(given, MultiGiven):
        return state
    known = state.setup.multi_cards
    multi = state.multi
    kept = {
        team: seen_cards(known, cards)
        for team, cards in (given.kept or {}).items()
        if team in TEAMS
    }
    kept = {**multi.kept, **kept}
    discards = multi.discards
    if given.discards is not UNSET:
        discards = seen_cards(known, given.discards)
    rest = max(0, MULTI_CARDS - len(discards) - sum(map(len, kept.values())))
    deck = rest if given.deck is UNSET else given.deck
    return replace(state, multi=replace(multi, deck=deck, discards=discards, kept=kept))


def none_lost(before: State, state: State, data: TableAdjusted) -> State:
    """Cards that are no longer where they were, and of which the table does not say more."""
    if data.deck is UNSET and data.discards is UNSET and before.turn.phase != "setup":
        state = _discarded(before, state)
    if isinstance(data.multi, MultiGiven):
        if data.multi.deck is not UNSET:
            return state
        rest = max(0, state.multi.deck - waiting(state.pending))
        return replace(state, multi=replace(state.multi, deck=rest))
    return _multi_moved(before, state)


def _discarded(before: State, state: State) -> State:
    """Cards that left hands and pitch: only a deal that is put right takes them to the deck."""
    count = state.deck - before.deck
    if count <= 0:
        return state
    gone = _known_in_play(before) - _known_in_play(state) - {*state.discards, None}
    left = in_order(gone) if len(gone) == count else (None,) * count
    return replace(state, deck=before.deck, discards=(*state.discards, *left))


def _multi_moved(before: State, state: State) -> State:
    """A Multi Card drawn unseen for what waited is used up; one for what waits left the deck."""
    more = waiting(state.pending) - waiting(before.pending)
    multi = used_up(state.multi, -more)
    for _ in range(more):
        multi = drawn(multi, None)
    return replace(state, multi=multi)
