"""READS: the payload of every event of a game of Undaunted 2200."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from projections.kit.common import PRIVATE, SHARED, Payload, SeatId, Text
from projections.rulesets.undaunted_2200.payloads.fields import (
    Few,
    Id,
    Rotation,
    Side,
    Space,
    Squad,
)


class Die(Payload, frozen=True):
    """One die and its face; a printed 0 is recorded as the highest face."""

    die: Annotated[str, Meta(pattern=r"^d[1-9][0-9]{0,2}$")]
    face: Annotated[int, Meta(ge=-1000, le=1000)]


class DiceRolled(Payload, frozen=True):
    """The dice of an attack or shock. Source: rulebook, 4. Roll Dice."""

    dice: Annotated[list[Die], Meta(min_length=1, max_length=100)]


class CardsDrawn(Payload, frozen=True):
    """Cards went from a seat's deck to its hand; null = not shown to the recorder."""

    deck: SeatId
    cards: Annotated[list[Id | None], PRIVATE, Meta(max_length=200)]


class DeckShuffled(Payload, frozen=True):
    """A seat's deck was shuffled: its discard pile into it, when it is due to draw."""

    deck: SeatId


class TableAdjusted(Payload, frozen=True):
    """Sets parts of the position directly: JSON pointers into the view -> values."""

    set: Annotated[dict[str, Any], PRIVATE]
    why: Text | None = None


class GameEnded(Payload, frozen=True):
    """An end that the rules do not derive by themselves; `winner` is a side."""

    reason: Literal["concession", "agreement", "time", "abandoned"]
    winner: Side | None = None


class SquadChosen(Payload, frozen=True):
    """The units that a seat takes into a squad; null: not seen. Source: Customising Your Squads."""

    squad: Squad
    units: Annotated[list[Id | None], PRIVATE, Meta(max_length=40)]


class InitiativeBid(Payload, frozen=True):
    """The card with which a commander bids; null: not seen. Source: 2. Determine Initiative."""

    card: Annotated[Id | None, PRIVATE]


class CardPlayed(Payload, frozen=True):
    """A card was played for an action, to rally or to hunker down. Source: Player Turns.

    `action` null: an air unit that only moves. `unit`: the counter that is rallied. `owner`: the
    teammate whose supply, deck or piles are used. `opponent`: whom a JAM hits.
    """

    card: Id
    as_: Literal["action", "rally", "hunker"] = field(name="as")
    action: Id | None = None
    unit: Id | None = None
    owner: SeatId | None = None
    opponent: SeatId | None = None


class Cargo(Payload, frozen=True):
    """A unit picked up or dropped off after `at` spaces (0: in the space where it started)."""

    at: Few
    pickup: Id | None = None
    dropoff: Id | None = None


class UnitMoved(Payload, frozen=True):
    """A counter moved: the spaces it entered, and what it did in them.

    `turns`: how it turned in each space entered. `edge`: how it turned at the edge of the board
    or in front of a space that it cannot enter. Source: Air Movement; MANOEUVRE; MOVE X; PILOT.
    """

    unit: Id
    path: Annotated[list[Space], Meta(max_length=50)]
    turns: Annotated[list[Rotation | None], Meta(max_length=50)] | None = None
    cargo: Annotated[list[Cargo], Meta(max_length=50)] | None = None
    edge: Rotation | None = None


class TargetChosen(Payload, frozen=True):
    """The target of an attack or shock; `source`: the turret or debris that is used."""

    target: Id
    source: Id | None = None


class SpaceChosen(Payload, frozen=True):
    """The space of a BLAST or FOCUSED BLAST."""

    space: Space


class CardsChosen(Payload, frozen=True):
    """The cards taken by BOLSTER, SUPPORT or INSPIRE."""

    cards: Annotated[list[Id], Meta(max_length=200)]


class ActionChosen(Payload, frozen=True):
    """The action that follows a DROPSHIP or the movement of an ASSAULT."""

    action: Id


class ActionFinished(Payload, frozen=True):
    """What is left of the action is waived."""


class CasualtyTaken(Payload, frozen=True):
    """The card that a unit lost, and the zone it came from. Source: 5. Determine Results."""

    from_: Literal["hand", "discard", "deck", "none"] = field(name="from")
    card: Annotated[Id | None, PRIVATE] = None


class CarriedUnitHit(Payload, frozen=True):
    """The carried ground unit to which a hit on a spent transport passes."""

    unit: Id


class DiscordsFound(Payload, frozen=True):
    """The Discords that a SCAN found in the three zones."""

    hand: Few
    discard: Few
    deck: Few


class TurnEnded(Payload, frozen=True):
    """A seat's turn is over; `discarded` names cards that were still in its hand."""

    discarded: Annotated[list[Id], Meta(max_length=200)] | None = None


class UnitDeployed(Payload, frozen=True):
    """A scenario's special rule placed a counter."""

    unit: Id
    at: Space | None = None
    facing: Annotated[int, Meta(ge=0, le=5)] | None = None
    carried_by: Id | None = None


class VpScored(Payload, frozen=True):
    """A scenario's special rule scored cubes, which go to the box."""

    cubes: Annotated[int, Meta(ge=1, le=1000)]
    why: Text


OWN: dict[str, type[Struct]] = {
    "SquadChosen": SquadChosen,
    "InitiativeBid": InitiativeBid,
    "CardPlayed": CardPlayed,
    "UnitMoved": UnitMoved,
    "TargetChosen": TargetChosen,
    "SpaceChosen": SpaceChosen,
    "CardsChosen": CardsChosen,
    "ActionChosen": ActionChosen,
    "ActionFinished": ActionFinished,
    "CasualtyTaken": CasualtyTaken,
    "CarriedUnitHit": CarriedUnitHit,
    "DiscordsFound": DiscordsFound,
    "TurnEnded": TurnEnded,
    "UnitDeployed": UnitDeployed,
    "VpScored": VpScored,
}
"""The event types that only this game has."""

PAYLOADS: dict[str, type[Struct]] = {
    **SHARED,
    "DiceRolled": DiceRolled,
    "CardsDrawn": CardsDrawn,
    "DeckShuffled": DeckShuffled,
    "TableAdjusted": TableAdjusted,
    "GameEnded": GameEnded,
    **OWN,
}
