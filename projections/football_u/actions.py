"""The payload of every event of a Football U game."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from projections.kit.common import PRIVATE, SHARED, Payload, SeatId, Text

CardId = Annotated[str, Meta(min_length=1, max_length=40)]
SlotId = Annotated[str, Meta(min_length=1, max_length=40)]
SpaceId = Annotated[str, Meta(min_length=1, max_length=40)]
DieId = Annotated[str, Meta(min_length=1, max_length=40)]
GameId = Annotated[str, Meta(min_length=1, max_length=40)]
Color = Annotated[str, Meta(min_length=1, max_length=40)]
FaceId = Annotated[str, Meta(min_length=1, max_length=40)]
Weeks = Annotated[int, Meta(ge=0)]
Count = Annotated[int, Meta(ge=0, le=1000)]
Amount = Annotated[int, Meta(ge=-1000, le=1000)]
Side = Literal["visitor", "home"]
Stacking = Literal["top", "under"]
Pool = Annotated[tuple[Color, ...], Meta(max_length=30)]

Phase = Literal[
    "setup.coaches",
    "offseason.shuffle",
    "offseason.deal",
    "offseason.actions",
    "offseason.draw",
    "game.start",
    "game.ai-card",
    "game.helmet",
    "game.roll",
    "game.whistle",
    "game.resolve",
    "game.assign",
    "season.coaches",
    "over",
]


class CardsDrawn(Payload, frozen=True):
    """Cards of a deck were drawn; null = not shown to the recorder."""

    deck: Literal["coach", "player", "chemistry"]
    cards: Annotated[tuple[CardId | None, ...], PRIVATE, Meta(max_length=100)]


class RolledDie(Payload, frozen=True):
    """A die that fell: a colour (first roll, added die) or the id of a die on the table."""

    die: DieId
    face: FaceId


class DiceRolled(Payload, frozen=True):
    """The dice of one side of the game fell."""

    dice: Annotated[tuple[RolledDie, ...], Meta(min_length=1, max_length=60)]
    side: Side | None = None


class PlayerRecruited(Payload, frozen=True):
    """A player of the recruiting board joins the team of the seat. `weeks`: really paid."""

    card: CardId
    slot: SlotId
    place: Stacking | None = None
    space: SpaceId | None = None
    weeks: Weeks | None = None


class WalkOnAdded(Payload, frozen=True):
    """A walk-on fills a slot of the seat's team."""

    slot: SlotId
    place: Stacking | None = None
    weeks: Weeks | None = None


class PlayerUpgraded(Payload, frozen=True):
    """A player of the seat's team is turned to his upgraded side."""

    card: CardId
    weeks: Weeks | None = None


class GameplanTaken(Payload, frozen=True):
    """The seat takes gameplan tokens."""

    weeks: Weeks | None = None


class PlayerScouted(Payload, frozen=True):
    """Solo: the bottom card of the player deck is put on a space of another region."""

    space: SpaceId
    card: CardId | None = None
    weeks: Weeks | None = None


class OffseasonPassed(Payload, frozen=True):
    """The seat's token goes to week 15."""


class Move(Payload, frozen=True):
    """One card of the own mat and the slot it goes to."""

    card: CardId
    slot: SlotId
    place: Stacking | None = None


class PlayersMoved(Payload, frozen=True):
    """Players change slots on the seat's mat."""

    moves: Annotated[tuple[Move, ...], Meta(max_length=60)]


class AbilitySource(Payload, frozen=True):
    """The card whose ability is used."""

    kind: Literal["player", "coach", "chemistry", "ai"]
    card: CardId


class AbilityUsed(Payload, frozen=True):
    """An ability is used; `targets` are colours (HELMET), dice (WHISTLE) or a card (OFFSEASON)."""

    source: AbilitySource
    targets: Annotated[tuple[DieId, ...], Meta(max_length=60)] = ()
    side: Side | None = None


class DeclarationsClosed(Payload, frozen=True):
    """A side has nothing (more) to declare."""

    side: Side | None = None


class GameplansSpent(Payload, frozen=True):
    """A gameplan token for each die that is to be rolled again."""

    dice: Annotated[tuple[DieId, ...], Meta(max_length=60)]
    side: Side | None = None


class Cancellation(Payload, frozen=True):
    """The die that shows an X and the die that it cancels."""

    x: DieId
    target: DieId


class XAssigned(Payload, frozen=True):
    """A side matches its X's with the opponent's dice."""

    assign: Annotated[tuple[Cancellation, ...], Meta(max_length=60)]
    side: Side | None = None


class CoachRevealed(Payload, frozen=True):
    """The seat's coach card is named."""

    coach: Annotated[CardId, PRIVATE]


class RuledDie(Payload, frozen=True):
    """A die that the table turned to a face or took away."""

    die: DieId
    face: FaceId | None = None
    remove: bool = False


class RuledPool(Payload, frozen=True):
    """Colours that the table added to a pool or took from it."""

    add: Pool = ()
    remove: Pool = ()


class Outcome(Payload, frozen=True):
    """What the table decided. Each kind has fields of its own; the others do not count.

    `effect`: dice, pool, points (in a game); weeks, gameplans, draws (in the offseason).
    `game`: game, winner, points. `bowl`: visitor, home. `order`: stack, bottom to top.
    `champion`: winners.
    """

    kind: Literal["effect", "game", "bowl", "order", "champion"]
    dice: Annotated[tuple[RuledDie, ...], Meta(max_length=60)] = ()
    pool: dict[Side, RuledPool] = {}
    points: dict[Side, Amount] | None = None
    weeks: dict[SeatId, Annotated[int, Meta(ge=-15, le=15)]] = {}
    gameplans: dict[SeatId, Amount] = {}
    draws: dict[SeatId, Count] = {}
    game: GameId | None = None
    winner: Side | None = None
    visitor: SeatId | None = None
    home: SeatId | None = None
    stack: Annotated[tuple[SeatId, ...], Meta(max_length=4)] | None = None
    winners: Annotated[tuple[SeatId, ...], Meta(max_length=4)] | None = None


class OutcomeRuled(Payload, frozen=True):
    """The table decided something otherwise than the rules would, or that they leave open."""

    outcome: Outcome
    reason: Text | None = None


# --- TableAdjusted: every part may be absent; what is there replaces the position's part ---


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


class Settings(Payload, frozen=True):
    """Football U has no options besides policy and rulings."""


PAYLOADS: dict[str, type[Struct]] = {
    **SHARED,
    "CardsDrawn": CardsDrawn,
    "DiceRolled": DiceRolled,
    "PlayerRecruited": PlayerRecruited,
    "WalkOnAdded": WalkOnAdded,
    "PlayerUpgraded": PlayerUpgraded,
    "GameplanTaken": GameplanTaken,
    "PlayerScouted": PlayerScouted,
    "OffseasonPassed": OffseasonPassed,
    "PlayersMoved": PlayersMoved,
    "AbilityUsed": AbilityUsed,
    "DeclarationsClosed": DeclarationsClosed,
    "GameplansSpent": GameplansSpent,
    "XAssigned": XAssigned,
    "CoachRevealed": CoachRevealed,
    "OutcomeRuled": OutcomeRuled,
    "TableAdjusted": TableAdjusted,
}
