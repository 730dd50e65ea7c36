"""Cards between zones: taking them, discarding them, Discords."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from projections.kit.ruleset import Seat
from projections.rulesets.undaunted_2200.cards.zones import (
    Card,
    Named,
    Zone,
    revealed,
    with_card,
    with_cards,
    with_named,
    without_all,
    without_named,
)
from projections.rulesets.undaunted_2200.payloads.fields import Side
from projections.rulesets.undaunted_2200.state import Deck, SeatState, SideState, State

Hidden = Literal["hand", "discard"]


def with_seat(state: State, seat: Seat, own: SeatState) -> State:
    """The position with that seat's cards."""
    seats = state.seats.copy()
    seats[seat] = own
    return replace(state, seats=seats)


def left_behind(own: SeatState, cards: Zone, card: Card) -> tuple[Zone, Deck] | None:
    """A zone of a seat without `card`, taken by name or as one of its nulls; None: it cannot be.

    A null that turns out to be the card is no longer among the unseen.
    """
    if card in cards:
        at = cards.index(card)
        return cards[:at] + cards[at + 1 :], own.deck
    if cards and cards[-1] is None:
        return cards[:-1], Deck(own.deck.count, revealed(own.deck.unseen, card))
    return None


def taken(own: SeatState, zone: Hidden, card: Card) -> SeatState | None:
    """A seat's cards once `card` left a zone; None: it cannot."""
    left = left_behind(own, getattr(own, zone), card)
    return None if left is None else replace(own, **{zone: left[0]}, deck=left[1])


def drawn(own: SeatState, cards: Sequence[Card]) -> SeatState:
    """A seat's cards once those came from its deck into its hand; null: nobody saw it."""
    deck = Deck(max(own.deck.count - len(cards), 0), without_all(own.deck.unseen, cards))
    return replace(own, hand=with_cards(own.hand, cards), deck=deck)


def reshuffled(own: SeatState) -> SeatState:
    """A seat's cards once its discard pile became part of its deck."""
    count = own.deck.count + len(own.discard)
    unseen = with_cards(own.deck.unseen, (card for card in own.discard if card is not None))
    return replace(own, discard=(), deck=Deck(count, unseen))


def lost(own: SeatState, zone: Literal["hand", "discard", "deck"], card: Card) -> SeatState:
    """A seat's cards once a casualty left a zone for its casualty pile."""
    if zone == "deck":
        unseen = own.deck.unseen if card is None else revealed(own.deck.unseen, card)
        left = replace(own, deck=Deck(max(own.deck.count - 1, 0), unseen))
    else:
        left = taken(own, zone, card) or own
    return replace(left, casualties=with_card(left.casualties, card))


def supplied(supply: Named, cards: Sequence[str]) -> Named:
    """A zone of known cards without those of `cards` that it has."""
    for card in cards:
        supply = without_named(supply, card)
    return supply


def discard(state: State, seat: Seat, cards: Sequence[Card]) -> State:
    """Cards come into a seat's discard pile."""
    seats = state.seats.copy()
    sides = lay_down(state, seats, state.sides, seat, cards)
    return replace(state, seats=seats, sides=sides)


def lay_down(
    state: State,
    seats: dict[Seat, SeatState],
    sides: dict[Side, SideState],
    seat: Seat,
    cards: Sequence[Card],
) -> dict[Side, SideState]:
    """Puts cards into a seat's discard pile in `seats`; gives the sides, with a new commander.

    With four players a commander's card goes to the teammate, who commands from the next round
    on. Source: Transferring Command.
    """
    setup = state.setup
    mate = setup.mate[seat]
    if mate is not None and not setup.commanders.isdisjoint(cards):
        passed = [card for card in cards if card in setup.commanders]
        cards = [card for card in cards if card not in setup.commanders]
        seats[mate] = _discarding(seats[mate], passed)
        side = setup.side_of[seat]
        sides = {**sides, side: replace(sides[side], commander_next=mate)}
    seats[seat] = _discarding(seats[seat], cards)
    return sides


def _discarding(own: SeatState, cards: Sequence[Card]) -> SeatState:
    pile = own.discard
    more = with_card(pile, cards[0]) if len(cards) == 1 else with_cards(pile, cards)
    return replace(own, discard=more)


def give_discord(state: State, seat: Seat) -> State:
    """A Discord from the side's supply into the seat's discard pile, if there is one left."""
    setup = state.setup
    side = setup.side_of[seat]
    shared = state.sides[side]
    if shared.discord_supply <= 0:
        return state
    own = state.seats[seat]
    return replace(
        state,
        sides={**state.sides, side: replace(shared, discord_supply=shared.discord_supply - 1)},
        seats={
            **state.seats,
            seat: replace(own, discard=with_card(own.discard, setup.discord[side])),
        },
    )


def hunkered(state: State, seat: Seat, card: str) -> State:
    """A card returns to its supply: a Discord to that of the side, others to the seat's."""
    side = state.setup.side_of[seat]
    if card in state.setup.discords:
        shared = state.sides[side]
        more = replace(shared, discord_supply=shared.discord_supply + 1)
        return replace(state, sides={**state.sides, side: more})
    own = state.seats[seat]
    return with_seat(state, seat, replace(own, supply=with_named(own.supply, card)))


def set_aside(own: SeatState, card: str, hand: int, discarded: int, deck: int) -> SeatState:
    """A seat's cards once a SCAN took so many copies of `card` from the three zones."""
    for _ in range(hand):
        own = taken(own, "hand", card) or own
    for _ in range(discarded):
        own = taken(own, "discard", card) or own
    count, unseen = own.deck.count, own.deck.unseen
    for _ in range(deck):
        count, unseen = max(count - 1, 0), revealed(unseen, card)
    found = [card] * (hand + discarded + deck)
    return replace(own, deck=Deck(count, unseen), set_aside=with_cards(own.set_aside, found))


def shown(own: SeatState, cards: Sequence[str]) -> SeatState:
    """A seat's cards once those of its hand were shown: one that it does not name was a null."""
    known = list(own.hand)
    unseen = own.deck.unseen
    found: list[str] = []
    for card in cards:
        if card in known:
            known.remove(card)
        elif None in known:
            known.remove(None)
            unseen = revealed(unseen, card)
            found.append(card)
    if not found:
        return own
    hand = with_cards(own.hand[: len(own.hand) - len(found)], found)
    return replace(own, hand=hand, deck=Deck(own.deck.count, unseen))


def matching(cards: Sequence[Card], kinds: Sequence[str]) -> int:
    """How many of the cards are of those kinds."""
    return sum(cards.count(kind) for kind in kinds)
