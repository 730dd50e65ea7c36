"""READS: the payload of every event of a game of Football U."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from projections.kit.common import PRIVATE, SHARED, Payload, SeatId, Text
from projections.rulesets.football_u.payloads.adjustment import TableAdjusted
from projections.rulesets.football_u.payloads.fields import (
    Amount,
    CardId,
    Count,
    DieId,
    FaceId,
    GameId,
    Pool,
    Side,
    SlotId,
    SpaceId,
    Stacking,
    Weeks,
)


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
    """The seat's coach card is named; null: its team alone looked at it."""

    coach: Annotated[CardId | None, PRIVATE]


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
