"""READS: the payload of every event of this game, declared once."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from projections.kit.common import PRIVATE, SHARED, Payload, Text
from projections.rulesets.und1c1.payloads.adjustment import TableAdjusted
from projections.rulesets.und1c1.payloads.fields import BoxId, CardId, FaceOfDie, PlaceId, PlayerId
from projections.rulesets.und1c1.payloads.seats import AnySeat


class Placed(Payload, frozen=True):
    """A chip and where it stands: a box, or a goal for a goalkeeper."""

    player: PlayerId
    at: PlaceId


class LineupPlaced(Payload, frozen=True):
    """A coach puts the team in the kick-off position."""

    players: Annotated[list[Placed], Meta(min_length=1, max_length=18)]


class CaptainChosen(Payload, frozen=True):
    """A coach puts the captain ring on a chip."""

    player: PlayerId


class DeckShuffled(Payload, frozen=True):
    """A deck was shuffled."""

    deck: AnySeat


class Die(Payload, frozen=True):
    """A die on the table and its natural face."""

    die: Literal["white", "black"]
    face: FaceOfDie


class DiceRolled(Payload, frozen=True):
    """One die fell, that of the event's seat or holder, or both dice did, each its holder's."""

    dice: Annotated[list[Die], Meta(min_length=1, max_length=2)]


class CaptainRerolled(Payload, frozen=True):
    """A coach uses one of the captain's re-rolls on the last die."""


class KickOffTaken(Payload, frozen=True):
    """The taker is put on a kick-off box and the ball goes to the receiver."""

    taker: PlayerId
    at: BoxId
    receiver: PlayerId


class PlayerMoved(Payload, frozen=True):
    """Single movement."""

    player: PlayerId
    to: BoxId


class GroupMoved(Payload, frozen=True):
    """Group movement: all move at once, whatever the order they are listed in."""

    moves: Annotated[list[PlayerMoved], Meta(min_length=2, max_length=11)]


class PassAttempted(Payload, frozen=True):
    """A pass from one player to another."""

    player: PlayerId
    receiver: PlayerId


class TackleAttempted(Payload, frozen=True):
    """A player tries to steal the ball; `opponent` is the carrier."""

    player: PlayerId
    opponent: PlayerId


class DribbleAttempted(Payload, frozen=True):
    """The carrier tries to pass an opponent."""

    player: PlayerId
    opponent: PlayerId


class ShotAttempted(Payload, frozen=True):
    """A shot at goal."""

    player: PlayerId


class CrossAttempted(Payload, frozen=True):
    """A cross; the header follows by itself when it arrives."""

    player: PlayerId
    receiver: PlayerId


class InterceptorChosen(Payload, frozen=True):
    """Which of the closest opponents gets the ball of a failed pass or cross."""

    player: PlayerId


class FreeMoveTaken(Payload, frozen=True):
    """The winner of a duel moves on; null: he stays."""

    to: BoxId | None


class RepositioningDone(Payload, frozen=True):
    """A coach makes no further movement after a save."""


class TractorMoved(Payload, frozen=True):
    """The extra movement of a player with the tractor ability."""

    player: PlayerId
    to: BoxId


class PadlocksPlaced(Payload, frozen=True):
    """Both padlocks are picked up and put down again; null: off the pitch."""

    white: BoxId | None
    black: BoxId | None


class CardPlayed(Payload, frozen=True):
    """A strategy card is played from the hand, on a player or against another card."""

    card: CardId
    player: PlayerId | None = None
    target: CardId | None = None


class CardDiscarded(Payload, frozen=True, rename={"source": "from"}):
    """A card leaves the hand or play; null: one that was not seen."""

    card: CardId | None
    source: Literal["hand", "play"]


class CardsDrawn(Payload, frozen=True):
    """Cards were drawn from a pile; null = not shown to the recorder."""

    deck: AnySeat
    cards: Annotated[list[CardId | None], Meta(min_length=1, max_length=5), PRIVATE]


class OutcomeRuled(Payload, frozen=True):
    """The table decided a roll itself; which words fit depends on its kind."""

    outcome: Annotated[str, Meta(min_length=1, max_length=40)]
    reason: Text | None = None


class GameEnded(Payload, frozen=True):
    """An end that the rules do not derive by themselves."""

    reason: Literal["concession", "agreement", "time", "abandoned"]
    winner: AnySeat | None = None


PAYLOADS: dict[str, type[Struct]] = {
    **SHARED,
    **{
        kind.__name__: kind
        for kind in (
            DeckShuffled,
            DiceRolled,
            CardsDrawn,
            OutcomeRuled,
            GameEnded,
            LineupPlaced,
            CaptainChosen,
            CaptainRerolled,
            KickOffTaken,
            PlayerMoved,
            GroupMoved,
            PassAttempted,
            TackleAttempted,
            DribbleAttempted,
            ShotAttempted,
            CrossAttempted,
            InterceptorChosen,
            FreeMoveTaken,
            RepositioningDone,
            TractorMoved,
            PadlocksPlaced,
            CardPlayed,
            CardDiscarded,
            TableAdjusted,
        )
    },
}
"""Event type -> payload type."""
