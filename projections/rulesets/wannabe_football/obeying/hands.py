"""Cards on their way: into a hand, out of it, onto a pile, away from where they were known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain

from msgspec.structs import replace

from projections.rulesets.wannabe_football.setup import CardId, Seat
from projections.rulesets.wannabe_football.state import (
    HAND_LIMIT,
    Cards,
    Exchange,
    Hand,
    State,
    hand_of,
)

Hands = Mapping[Seat, Hand]


def forgotten(cards: Cards, card: CardId) -> Cards:
    """A card turned up elsewhere: in its place lies one that nobody has seen."""
    place = cards.index(card)
    return (*cards[:place], None, *cards[place + 1 :])


def taken(hand: Hand, card: CardId | None) -> Hand:
    """A hand after a card left it (None: nobody saw which).

    A card that the hand is not known to hold was one of its unseen cards; without any the record of
    the hand was wrong, and nothing of it is known any more.
    """
    cards = hand.cards
    if not cards:
        return hand
    if card is not None and (card in cards or None in cards):
        place = cards.index(card if card in cards else None)
        left = cards[:place] + cards[place + 1 :]
    else:
        left = (None,) * (len(cards) - 1)
    return Hand(hand.count - 1, left, hand.yellow, hand.red)


def given(hand: Hand, card: CardId | None) -> Hand:
    """A hand after a card joined it."""
    return Hand(hand.count + 1, (*hand.cards, card), hand.yellow, hand.red)


def one_place(hands: Hands, discards: Cards, card: CardId | None) -> tuple[Hands, Cards]:
    """Hands and discards after `card` turned up somewhere: it is no longer known in them."""
    if card is None:
        return hands, discards
    for seat, hand in hands.items():
        if card in hand.cards:
            held = forgotten(hand.cards, card)
            hands = {**hands, seat: Hand(hand.count, held, hand.yellow, hand.red)}
    if card in discards:
        discards = forgotten(discards, card)
    return hands, discards


def in_one_place(state: State, cards: Cards, holder: Seat | None = None) -> State:
    """Cards that the table has laid somewhere (in the hand of `holder`) lie nowhere else."""
    others: Hands = {seat: hand for seat, hand in state.hands.items() if seat != holder}
    discards = state.discards
    for card in cards:
        others, discards = one_place(others, discards, card)
    return replace(state, hands={**state.hands, **others}, discards=discards)


def cleared(state: State) -> tuple[Hands, Cards]:
    """Hands and discards after the cards on the pitch were laid aside."""
    hands, discards = state.hands, state.discards
    laid = [entry.card for entry in state.pitch]
    known = chain(discards, *[hand.cards for hand in hands.values()])
    if len(laid) == len(set(laid)) and set(laid).isdisjoint(known):
        return hands, (*discards, *laid)
    for card in laid:
        hands, discards = one_place(hands, discards, card)
        discards = (*discards, card)
    return hands, discards


def drawn(state: State, seat: Seat, cards: Iterable[CardId | None]) -> tuple[Hands, Cards]:
    """Hands and discards after a seat drew cards; an id that the box does not have is unseen."""
    hands, discards = state.hands, state.discards
    there = state.setup.player_cards
    for named in cards:
        card = named if named in there else None
        hands, discards = one_place(hands, discards, card)
        hands = {**hands, seat: given(hands[seat], card)}
    return hands, discards


def moved(state: State, seat: Seat, card: CardId | None) -> tuple[Hands, Cards]:
    """Hands and discards after a card left a hand, before it arrives where it goes."""
    hand = state.hands[seat]
    hands = {**state.hands, seat: taken(hand, card)}
    if card in hand.cards:
        return hands, state.discards
    return one_place(hands, state.discards, card)


def thrown(hands: Hands, discards: Cards, seat: Seat, card: CardId | None) -> tuple[Hands, Cards]:
    """Hands and discards after a card went from a hand to the discards."""
    hand = hands[seat]
    hands = {**hands, seat: taken(hand, card)}
    if card not in hand.cards:
        hands, discards = one_place(hands, discards, card)
    return hands, (*discards, card)


def refereed(hand: Hand, yellow: int = 0, red: int = 0) -> Hand:
    """A hand after so many Referee Cards joined it (negative: left it, as far as it has them)."""
    return hand_of(hand.cards, max(0, hand.yellow + yellow), max(0, hand.red + red))


def excess(state: State, seat: Seat) -> int:
    """Cards that a hand must discard to be down to four, as far as it has cards it may discard."""
    hand = state.hands[seat]
    over = hand.count - HAND_LIMIT
    if over <= 0:
        return 0
    loose = len(hand.cards)
    if state.setup.rulings["yellow"] == "discardable":
        loose += hand.yellow
    return min(over, loose)


def is_refilled(state: State) -> bool:
    """Whether no hand is short, or nothing is left to refill it with."""
    if state.deck > 0:
        for hand in state.hands.values():
            if hand.count < HAND_LIMIT:
                return False
    return True


def brings_turn_card(state: State, seat: Seat, count: int) -> bool:
    """Whether who is about to start draws its card for the turn along with other cards.

    Those are the deal, the refill (the deck must suffice for what the others still need) or what
    England gave up before it drew.
    """
    pending = state.pending
    if isinstance(pending, Exchange):
        due = pending.count + 1 if pending.resume == "draw" else None
        return pending.seat == seat and count == due and count <= state.deck
    starts = state.starter if state.turn.phase == "setup" else state.turn.actor
    if seat != starts or state.hands[seat].count + count != HAND_LIMIT + 1:
        return False
    others = sum(max(0, HAND_LIMIT - h.count) for s, h in state.hands.items() if s != seat)
    return state.deck - count >= others


def need(state: State, seat: Seat) -> int:
    """Cards that a seat draws at a dead ball: up to four in hand, as long as the deck lasts."""
    return max(0, min(HAND_LIMIT - state.hands[seat].count, state.deck))
