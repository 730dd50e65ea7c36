"""READS: the payload of every event of this game. None repeats what the rules derive."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from projections.kit.common import PRIVATE, SHARED, Payload, SeatId, Text
from projections.rulesets.wannabe_football.payloads.adjustment import TableAdjusted
from projections.rulesets.wannabe_football.payloads.fields import CardId, Discarded


class Nothing(Payload, frozen=True):
    """Who and what is all there is to say."""


class KickOffDecided(Payload, frozen=True):
    """The coin says who starts."""

    starter: SeatId


class CardsDrawn(Payload, frozen=True):
    """Cards left a deck; null = drawn but not shown to the recorder."""

    deck: Literal["player", "multi"]
    cards: Annotated[list[CardId | None], Meta(max_length=19), PRIVATE]


class CardPlayed(Payload, frozen=True):
    """A Player Card was laid on the pitch."""

    card: CardId


class CardsDiscarded(Payload, frozen=True):
    """Cards left a hand: Player Cards to the discards, Referee Cards back to the box."""

    cards: Annotated[list[Discarded | None], Meta(max_length=45)]


class CardStolen(Payload, frozen=True, rename={"victim": "from"}):
    """A dribbler took a card from an opponent's hand."""

    victim: SeatId
    card: Annotated[CardId | None, PRIVATE] = None


class CardsExchanged(Payload, frozen=True):
    """England gave up cards for new ones."""

    cards: Annotated[list[CardId | None], Meta(max_length=41)]


class DeckShuffled(Payload, frozen=True):
    """A deck was shuffled."""

    deck: Literal["player", "multi"]


class OutcomeRuled(Payload, frozen=True):
    """The table said the result of a check, because it differed or because nobody saw the card."""

    outcome: Annotated[str, Meta(pattern="^[A-Za-z_-]{1,40}$")]
    reason: Text | None = None


PAYLOADS: Mapping[str, type[Struct]] = {
    **SHARED,
    "KickOffDecided": KickOffDecided,
    "CardsDrawn": CardsDrawn,
    "CardPlayed": CardPlayed,
    "PassCalled": Nothing,
    "TurnEnded": Nothing,
    "FoulSpotted": Nothing,
    "CardsDiscarded": CardsDiscarded,
    "CardStolen": CardStolen,
    "ShotTaken": Nothing,
    "CardsExchanged": CardsExchanged,
    "DeckShuffled": DeckShuffled,
    "OutcomeRuled": OutcomeRuled,
    "TableAdjusted": TableAdjusted,
}
"""Every event type of this game and the type of its data."""
