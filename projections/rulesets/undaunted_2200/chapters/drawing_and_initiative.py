"""Chapters "1. Draw Cards" and "2. Determine Initiative": drawing, shuffling, bidding."""

from __future__ import annotations

from collections.abc import Iterator

from projections.kit.ruleset import Finding, Option, Seat
from projections.rulesets.undaunted_2200.actions import CardsDrawn, DeckShuffled, InitiativeBid
from projections.rulesets.undaunted_2200.cards.zones import missing
from projections.rulesets.undaunted_2200.chapters.player_turns import not_in_hand
from projections.rulesets.undaunted_2200.position.words import card_name, counted, seat_name
from projections.rulesets.undaunted_2200.rulebook import RULES
from projections.rulesets.undaunted_2200.state import State
from projections.rulesets.undaunted_2200.table import draw_is_due

MOST_CARDS = 200
"""No payload names more cards."""


def cards_drawn(state: State, data: CardsDrawn) -> list[Finding]:
    """The findings for drawn cards: how many, and whether they can have been in the deck."""
    own = state.seats[data.deck]
    found: list[Finding] = []
    number, due = len(data.cards), cards_due(state, data.deck)
    if number != due and not (_draws_up_to(state) and 0 < number < due):
        name = seat_name(state.setup, data.deck)
        message = f"{name} draws {counted(number, 'card')}, not {due}."
        found.append(RULES.illegal("draw.count", message, due, number))
    absent = missing(own.deck.unseen, [card for card in data.cards if card is not None])
    if len(absent) > own.deck.unseen.count(None):
        card = min(absent)
        found.append(
            RULES.illegal(
                "draw.unknown-card",
                f"{card_name(state.setup, card)} cannot be in the deck.",
                got=card,
            )
        )
    return found


def _draws_up_to(state: State) -> bool:
    """Whether fewer cards may be drawn than are due: COMMAND says up to."""
    pending = state.pending
    return state.turn.phase != "draw" and pending is not None and not _coordinates(state)


def _coordinates(state: State) -> bool:
    return state.pending is not None and state.pending.action == "coordinate"


def cards_due(state: State, deck: Seat) -> int:
    """How many cards come from a deck before it must be shuffled or the draw is over."""
    draw = state.pending.draw if state.pending else None
    if state.turn.phase == "draw":
        left = state.turn.draws.get(deck, 0)
    else:
        left = draw.left if draw is not None and draw.seat == deck else 0
    return min(left, state.seats[deck].deck.count)


def deck_shuffled(state: State, data: DeckShuffled) -> list[Finding]:
    """The finding for a discard pile that is shuffled while the deck has cards."""
    own = state.seats.get(data.deck)
    if own is None or not draw_is_due(state, data.deck) or not own.discard or not own.deck.count:
        return []
    message = f"The deck still has {counted(own.deck.count, 'card')}."
    return [RULES.illegal("draw.shuffle-early", message, 0, own.deck.count)]


def initiative_bid(state: State, seat: Seat, data: InitiativeBid) -> list[Finding]:
    """The finding for a bid that is not in the hand."""
    if data.card is None:
        return []
    absent = not_in_hand(state, seat, [data.card])
    return [] if absent is None else [absent]


def draw_options(state: State, deck: Seat) -> Iterator[Option]:
    """The draw that is due, its cards unseen; `next`: the chance of each to be the next one."""
    number = min(cards_due(state, deck), MOST_CARDS)
    cards = state.seats[deck].deck.unseen
    known = [card for card in cards if card is not None]
    yield Option(
        type="CardsDrawn",
        seat=deck,
        data={"deck": deck, "cards": [None] * number},
        label=f"{seat_name(state.setup, deck)} draws {counted(number, 'card')}",
        choices={"cards": known},
        count=number,
        more={"next": {card: known.count(card) / len(cards) for card in known}},
        weight=5,
    )


def shuffle_option(state: State, deck: Seat) -> Iterator[Option]:
    """The discard pile becomes the deck."""
    yield Option(
        type="DeckShuffled",
        seat=deck,
        data={"deck": deck},
        label=f"{seat_name(state.setup, deck)} shuffles the discard pile",
        weight=5,
    )


def bid_options(state: State, seat: Seat) -> Iterator[Option]:
    """Each known card of a commander's hand."""
    setup = state.setup
    for card in sorted({card for card in state.seats[seat].hand if card is not None}):
        value = setup.initiative.get(card, 0)
        yield Option(
            type="InitiativeBid",
            seat=seat,
            data={"card": card},
            label=f"Bid {card_name(setup, card)}, {value}",
            piece=f"card:{card}",
            weight=value / 10,
        )
