"""The payload of TableAdjusted: what the table may set by hand, part by part."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from projections.kit.common import PRIVATE, Payload
from projections.rulesets.und1c1.payloads.fields import (
    BoxId,
    CardId,
    FaceOfDie,
    Must,
    Natural,
    PendingKind,
    Phase,
    PlaceId,
    PlayerId,
    Score,
    Status,
)
from projections.rulesets.und1c1.payloads.seats import AnySeat


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
