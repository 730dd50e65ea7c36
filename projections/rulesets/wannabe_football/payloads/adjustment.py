"""The payload of TableAdjusted: every part may be absent; what is there replaces that part."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from projections.kit.common import PRIVATE, Payload, SeatId
from projections.rulesets.wannabe_football.board.zones import Zone
from projections.rulesets.wannabe_football.components import Side
from projections.rulesets.wannabe_football.payloads.fields import (
    CardId,
    Count,
    Phase,
    Reason,
    RestartKind,
    Status,
)


class HandGiven(Payload, frozen=True):
    """A hand as it really is; what is absent stays as it was."""

    cards: Annotated[list[CardId | None], Meta(max_length=41), PRIVATE] | UnsetType = UNSET
    yellow: Count | UnsetType = UNSET
    red: Count | UnsetType = UNSET


class BookingsGiven(Payload, frozen=True):
    """Referee Cards received in the game."""

    yellows: Count | UnsetType = UNSET
    reds: Count | UnsetType = UNSET


class PitchCardGiven(Payload, frozen=True):
    """A card lying on the pitch and who played it."""

    card: CardId
    seat: SeatId


class RestartGiven(Payload, frozen=True):
    """A restart that waits for its first card."""

    kind: RestartKind
    seat: SeatId
    shot_ok: bool
    spot: Zone | None = None


class MultiGiven(Payload, frozen=True):
    """Where the Multi Cards are; an absent deck is what is left of nineteen."""

    discards: Annotated[list[CardId | None], Meta(max_length=19)] | UnsetType = UNSET
    kept: dict[SeatId, list[CardId | None]] | UnsetType = UNSET
    deck: Annotated[int, Meta(ge=0, le=19)] | UnsetType = UNSET


class TurnGiven(Payload, frozen=True):
    """Whose turn it is and what is awaited; a seat is the actor too unless one is named."""

    number: Count | UnsetType = UNSET
    seat: SeatId | UnsetType = UNSET
    actor: SeatId | UnsetType = UNSET
    phase: Phase | UnsetType = UNSET


class WhistleGiven(Payload, frozen=True):
    """A tackle that may still be called."""

    seat: SeatId
    card: CardId
    zone: Zone | None = None
    owner: SeatId | None = None


class FoulGiven(Payload, frozen=True):
    """The foul that a booking's discard belongs to."""

    seat: SeatId
    taker: SeatId
    zone: Zone
    penalty: bool


class PendingGiven(Payload, frozen=True):
    """What the table waits for; `kind` is the phase, the rest as that kind needs it."""

    kind: Literal["star", "shot", "penalty", "shootout", "whistle", "steal", "discard", "exchange"]
    seat: SeatId
    drawn: bool = False
    offender: SeatId | None = None
    card: CardId | None = None
    zone: Zone | None = None
    reason: Reason = "limit"
    count: Count = 1
    foul: FoulGiven | None = None


class KickGiven(Payload, frozen=True):
    """One kick of a shoot-out."""

    seat: SeatId
    goal: bool


class ShootoutGiven(Payload, frozen=True):
    """The kicks taken so far and the goals by team."""

    kicks: Annotated[list[KickGiven], Meta(max_length=1000)]
    score: dict[SeatId, Count]


class ResultGiven(Payload, frozen=True):
    """How the game ended; `winner` is a team."""

    winner: SeatId | None
    reason: Annotated[str, Meta(max_length=40)]
    shootout: dict[SeatId, Count] | None = None


class TableAdjusted(Payload, frozen=True):
    """Sets any part of the position directly; absent parts stay, null clears."""

    hands: dict[SeatId, HandGiven] | UnsetType = UNSET
    bookings: dict[SeatId, BookingsGiven] | UnsetType = UNSET
    pitch: Annotated[list[PitchCardGiven], Meta(max_length=41)] | UnsetType = UNSET
    restart: RestartGiven | UnsetType | None = UNSET
    ball: Zone | UnsetType | None = UNSET
    passes: Count | UnsetType = UNSET
    pass_run: Count | UnsetType = UNSET
    starter: SeatId | UnsetType | None = UNSET
    result: ResultGiven | UnsetType | None = UNSET
    shootout: ShootoutGiven | UnsetType | None = UNSET
    bonus_shot: bool | UnsetType = UNSET
    score: dict[SeatId, Count] | UnsetType = UNSET
    side_used: dict[SeatId, bool] | UnsetType = UNSET
    sides: dict[SeatId, Side | None] | UnsetType = UNSET
    discards: Annotated[list[CardId | None], Meta(max_length=41)] | UnsetType = UNSET
    deck: Annotated[int, Meta(ge=0, le=41)] | UnsetType = UNSET
    multi: MultiGiven | UnsetType = UNSET
    turn: TurnGiven | UnsetType = UNSET
    status: Status | UnsetType = UNSET
    whistle: WhistleGiven | UnsetType | None = UNSET
    pending: PendingGiven | UnsetType = UNSET
