"""The payload of TableAdjusted: every part may be absent; what is there replaces that part."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from projections.kit.common import PRIVATE, Payload, SeatId
from projections.rulesets.football_u.payloads.fields import (
    Amount,
    CardId,
    Color,
    Count,
    DieId,
    FaceId,
    GameId,
    Phase,
    Pool,
    Side,
    SlotId,
    SpaceId,
)


class SetEntry(Payload, frozen=True):
    """A card on a mat."""

    card: CardId
    up: bool = False
    used: bool = False


class SetCredit(Payload, frozen=True):
    """Weeks that the next action of a kind costs less."""

    on: Literal["recruit", "upgrade", "walkon", "gameplan"]
    weeks: Count


class SetCoach(Payload, frozen=True):
    """A team's coach card."""

    card: Annotated[CardId | UnsetType | None, PRIVATE] = UNSET
    side: Literal["default", "hire"] | UnsetType = UNSET
    used: bool | UnsetType = UNSET


ShortEntry = Annotated[str, Meta(min_length=1, max_length=42)]
"""`p03`, `p03+` (upgraded), `p03*` (used), `p03+*` or `walkon`."""


class SetTeam(Payload, frozen=True):
    """A team; a slot of its roster is listed top to bottom."""

    coach: SetCoach | UnsetType = UNSET
    roster: (
        dict[SlotId, Annotated[tuple[ShortEntry | SetEntry, ...], Meta(max_length=30)]] | UnsetType
    ) = UNSET
    gameplans: Count | UnsetType = UNSET
    chemistry: Annotated[tuple[CardId | None, ...], PRIVATE, Meta(max_length=60)] | UnsetType = (
        UNSET
    )
    credits: Annotated[tuple[SetCredit, ...], Meta(max_length=30)] | UnsetType = UNSET


class SetBoard(Payload, frozen=True):
    """The game board; `stacks` maps a week to its tokens, bottom to top."""

    stacks: (
        dict[
            Annotated[str, Meta(pattern="^([0-9]|1[0-5])$")],
            Annotated[tuple[SeatId, ...], Meta(max_length=4)],
        ]
        | UnsetType
    ) = UNSET
    spaces: dict[SpaceId, CardId | None] | UnsetType = UNSET
    ranking: dict[SeatId, Count] | UnsetType = UNSET
    wins: dict[SeatId, Annotated[int, Meta(ge=0, le=20)]] | UnsetType = UNSET
    out: Annotated[tuple[CardId, ...], Meta(max_length=60)] | UnsetType = UNSET


class SetResult(Payload, frozen=True):
    """A finished game; `points` of the deciding roll, `regulation` of the first before overtime."""

    game: GameId
    visitor: SeatId
    home: SeatId
    winner: SeatId
    points: dict[Side, Amount]
    kind: Literal["regular", "bowl", "final"] = "regular"
    regulation: dict[Side, Amount] | None = None
    ot: Annotated[int, Meta(ge=0, le=50)] = 0


class SetBowl(Payload, frozen=True):
    """The teams of the bowl game."""

    visitor: SeatId
    home: SeatId


class SetSeason(Payload, frozen=True):
    """The season under way."""

    number: Annotated[int, Meta(ge=1, le=3)] | UnsetType = UNSET
    kicked_off: bool | UnsetType = UNSET
    next: Annotated[int, Meta(ge=0, le=50)] | UnsetType = UNSET
    results: Annotated[tuple[SetResult, ...], Meta(max_length=20)] | UnsetType = UNSET
    bowl: SetBowl | UnsetType | None = UNSET
    hired: Annotated[tuple[SeatId, ...], Meta(max_length=4)] | UnsetType = UNSET


class SetDie(Payload, frozen=True):
    """A die on the table; the first letter of its id tells the side."""

    color: Color
    face: FaceId
    rerolled: bool = False
    cancelled: DieId | None = None


class SetSource(Payload, frozen=True):
    """Where a declaration comes from; a gameplan has no card."""

    kind: Literal["player", "coach", "chemistry", "ai", "gameplan"]
    card: CardId | None = None


class SetDeclared(Payload, frozen=True):
    """A declared WHISTLE item, see `state.Declared`."""

    side: Side
    source: SetSource
    op: Literal["reroll", "set_face", "cancel", "add_points", "add_dice"]
    die: DieId | None = None
    live: bool = True
    face: FaceId | None = None
    to: Side | None = None
    points: Amount | None = None
    dice: Pool | None = None


class SetAdded(Payload, frozen=True):
    """A die that a side is still to roll."""

    side: Side
    color: Color


class SetPending(Payload, frozen=True):
    """Dice that are still to be rolled in `game.resolve`."""

    rerolls: Annotated[tuple[DieId, ...], Meta(max_length=60)] = ()
    adds: Annotated[tuple[SetAdded, ...], Meta(max_length=30)] = ()


class SetText(Payload, frozen=True):
    """An unsettled text effect of a game."""

    side: Side
    source: SetSource


class SetGame(Payload, frozen=True):
    """The game being played; what is absent is derived from the schedule and the rosters."""

    id: GameId
    kind: Literal["regular", "bowl", "final"] = "regular"
    visitor: SeatId | None = None
    home: SeatId | None = None
    ot: Annotated[int, Meta(ge=0, le=50)] = 0
    pool: dict[Side, Pool] = {}
    ai_card: CardId | None = None
    ai_used: bool = False
    bonus: dict[Side, Amount] = {}
    dice: Annotated[
        dict[Annotated[str, Meta(pattern="^[vh][1-9][0-9]?$")], SetDie], Meta(max_length=60)
    ] = {}
    rolled: dict[Side, bool] | None = None
    assigned: dict[Side, bool] = {}
    window: dict[Side, Literal["open", "closed", "none"]] | None = None
    declared: Annotated[tuple[SetDeclared, ...], Meta(max_length=60)] = ()
    pending: SetPending = SetPending()
    text: Annotated[tuple[SetText, ...], Meta(max_length=30)] = ()


class SetOffseasonText(Payload, frozen=True):
    """An unsettled OFFSEASON text effect."""

    seat: SeatId
    source: SetSource


class SetHistory(Payload, frozen=True):
    """A finished season."""

    season: Annotated[int, Meta(ge=1, le=3)]
    wins: dict[SeatId, Count]
    moved: dict[SeatId, Count]
    results: Annotated[tuple[SetResult, ...], Meta(max_length=20)] = ()


class SetVerdict(Payload, frozen=True):
    """The result of the whole game."""

    winner: SeatId | None
    reason: Annotated[str, Meta(max_length=40)]
    winners: Annotated[tuple[SeatId, ...], Meta(max_length=4)] | None = None


class TableAdjusted(Payload, frozen=True):
    """Sets any part of the position: a late start, a lost track, a bumped table."""

    phase: Phase | UnsetType = UNSET
    board: SetBoard | UnsetType = UNSET
    teams: dict[SeatId, SetTeam] | UnsetType = UNSET
    season: SetSeason | UnsetType = UNSET
    owed: dict[SeatId, Count] | UnsetType = UNSET
    text: Annotated[tuple[SetOffseasonText, ...], Meta(max_length=30)] | UnsetType = UNSET
    history: Annotated[tuple[SetHistory, ...], Meta(max_length=3)] | UnsetType = UNSET
    game: SetGame | UnsetType | None = UNSET
    result: SetVerdict | UnsetType | None = UNSET
    status: Literal["setup", "playing", "ended", "abandoned"] | UnsetType = UNSET
