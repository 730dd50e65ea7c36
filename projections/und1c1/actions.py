"""READS: the payload of every event of this game, declared once."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from projections.kit.common import PRIVATE, SHARED, Payload, Text
from projections.und1c1.seats import AnySeat

PlayerId = Annotated[str, Meta(pattern=r"^[ab][1-9][0-9]?$")]
"""Seat and jersey number: `a9`, `b11`."""

BoxId = Annotated[str, Meta(pattern=r"^[A-P]([1-9]|1[0-4])$")]
PlaceId = Annotated[str, Meta(pattern=r"^([A-P]([1-9]|1[0-4])|G[ab])$")]
CardId = Annotated[str, Meta(min_length=1, max_length=60)]
Natural = Annotated[int, Meta(ge=0, le=1_000_000)]
Score = Annotated[int, Meta(ge=-1000, le=1000)]
FaceOfDie = Annotated[int, Meta(ge=1, le=1000)]


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
    """Group movement, carried out in the order listed."""

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


Phase = Literal[
    "setup",
    "kickoff_roll",
    "kickoff",
    "actions",
    "roll",
    "choose_interceptor",
    "free_move",
    "lineup",
    "reposition",
    "end_turn",
    "draw",
    "over",
]
Status = Literal["setup", "playing", "ended", "abandoned"]
Must = Literal["kickoff", "goalkeeper_pass"]
RollKind = Literal["kickoff", "pass", "cross", "tackle", "dribble", "shot", "header"]


class SetCardsPlayed(Payload, frozen=True):
    """Cards played this turn, by seat."""

    a: Natural | UnsetType = UNSET
    b: Natural | UnsetType = UNSET


class SetTurn(Payload, frozen=True):
    """The turn as the table sets it; what is left out stays."""

    number: Natural | UnsetType = UNSET
    seat: AnySeat | UnsetType | None = UNSET
    phase: Phase | UnsetType = UNSET
    actions_left: Natural | UnsetType = UNSET
    must: Must | UnsetType | None = UNSET
    next_must: Must | UnsetType | None = UNSET
    tractor_used: bool | UnsetType = UNSET
    lost: bool | UnsetType = UNSET
    cards_played: SetCardsPlayed | UnsetType = UNSET


class SetScore(Payload, frozen=True):
    """Goals, by seat."""

    a: Natural | UnsetType = UNSET
    b: Natural | UnsetType = UNSET


class SetChip(Payload, frozen=True):
    """A chip's place, and the turn at whose end it is turned up again."""

    at: PlaceId
    flipped: Natural | None = None


class SetPadlocks(Payload, frozen=True):
    """Where the padlocks lie; null: off the pitch."""

    white: BoxId | UnsetType | None = UNSET
    black: BoxId | UnsetType | None = UNSET


class SetCaptain(Payload, frozen=True):
    """A captain and the re-rolls left."""

    player: PlayerId | UnsetType | None = UNSET
    rerolls_left: Natural | UnsetType = UNSET


class SetCaptains(Payload, frozen=True):
    """Captains, by seat."""

    a: SetCaptain | UnsetType = UNSET
    b: SetCaptain | UnsetType = UNSET


class SetPile(Payload, frozen=True):
    """A coach's cards: pile, hand, in play, discard."""

    pile: Natural | UnsetType = UNSET
    hand: Annotated[Annotated[list[CardId | None], Meta(max_length=200)] | UnsetType, PRIVATE] = (
        UNSET
    )
    in_play: Annotated[list[CardId], Meta(max_length=200)] | UnsetType = UNSET
    discard: Annotated[list[CardId | None], Meta(max_length=200)] | UnsetType = UNSET


class SetCards(Payload, frozen=True):
    """Cards, by seat."""

    a: SetPile | UnsetType = UNSET
    b: SetPile | UnsetType = UNSET


class SetEffect(Payload, frozen=True):
    """An effect of a played card that waits or lasts."""

    seat: AnySeat
    card: CardId
    player: PlayerId | None = None
    lasts: Literal["roll", "turn", "game"] = "roll"
    until: Natural | None = None


class SetModifiers(Payload, frozen=True):
    """What is added to each coach's face."""

    a: Score
    b: Score


class SetRolls(Payload, frozen=True):
    """The faces that have fallen."""

    a: FaceOfDie | None = None
    b: FaceOfDie | None = None


class SetRerolled(Payload, frozen=True):
    """Who has used a re-roll on this roll."""

    a: bool = False
    b: bool = False


PendingKind = Literal[
    "kickoff",
    "pass",
    "cross",
    "tackle",
    "dribble",
    "shot",
    "header",
    "interception",
    "free_move",
    "reposition",
]


class SetPending(Payload, frozen=True):
    """What the table waits for: a roll, an interceptor, a free move or repositioning."""

    kind: PendingKind
    by: AnySeat | None = None
    player: PlayerId | None = None
    opponent: PlayerId | None = None
    receiver: PlayerId | None = None
    target: Score | None = None
    modifiers: SetModifiers | None = None
    rolls: SetRolls = SetRolls()
    rerolled: SetRerolled = SetRerolled()
    draws: Natural = 0
    responded: bool = False
    candidates: Annotated[list[PlayerId], Meta(max_length=18)] = []
    range: Annotated[int, Meta(ge=1, le=20)] = 1
    then: Literal["actions", "end_turn"] = "actions"
    moves_left: Annotated[int, Meta(ge=1, le=100)] = 1
    queue: Annotated[list[AnySeat], Meta(max_length=2)] = []


class SetReady(Payload, frozen=True):
    """Who is ready, by seat."""

    a: bool | UnsetType = UNSET
    b: bool | UnsetType = UNSET


class SetResult(Payload, frozen=True):
    """How the game ended."""

    winner: AnySeat | None
    reason: Annotated[str, Meta(max_length=100)]


class TableAdjusted(Payload, frozen=True):
    """Sets any part of the position: what is named is set, what is left out stays."""

    status: Status | UnsetType = UNSET
    turn: SetTurn | UnsetType = UNSET
    score: SetScore | UnsetType = UNSET
    clear: bool = False
    players: dict[PlayerId, SetChip | None] | UnsetType = UNSET
    ball: PlayerId | UnsetType | None = UNSET
    padlocks: SetPadlocks | UnsetType = UNSET
    captains: SetCaptains | UnsetType = UNSET
    cards: SetCards | UnsetType = UNSET
    effects: Annotated[list[SetEffect], Meta(max_length=100)] | UnsetType = UNSET
    pending: SetPending | UnsetType | None = UNSET
    final_turns_left: Annotated[int, Meta(ge=0, le=2)] | UnsetType | None = UNSET
    ready: SetReady | UnsetType = UNSET
    result: SetResult | UnsetType | None = UNSET


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
