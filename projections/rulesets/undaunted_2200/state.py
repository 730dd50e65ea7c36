"""The state of a game. Its parts are named as the view names them and go into it as they are."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from projections.kit.ruleset import Seat
from projections.rulesets.undaunted_2200.cards.zones import Named, Zone
from projections.rulesets.undaunted_2200.components import Class, Direction, Terrain
from projections.rulesets.undaunted_2200.payloads.fields import Id, Side, Space, Squad
from projections.rulesets.undaunted_2200.setup import Setup

Status = Literal["setup", "playing", "ended", "abandoned"]
Phase = Literal["setup", "draw", "bid", "turn", "over"]


Count = Annotated[int, Meta(ge=0)]
Round = Annotated[int, Meta(ge=1)]
Dice = Annotated[int, Meta(ge=1, le=100)]


class Turn(Struct, frozen=True, gc=False):
    """The round and its phase. `draws`: cards still to draw, by seat; `bids`: cards by seat."""

    number: Round
    seat: Seat | None
    phase: Phase
    order: tuple[Seat, ...]
    draws: dict[Seat, Count]
    bids: dict[Seat, Id | None]


class Result(Struct, frozen=True, gc=False):
    """How the game ended; `winner` is a side."""

    winner: Side | None
    reason: Literal["vp", "squad-routed", "concession", "agreement", "time", "abandoned"]


class SideState(Struct, frozen=True, gc=False):
    """What a side shares. `vp_spent`: cubes in the box; `commander_next`: from the next round."""

    goal: Count
    vp_supply: Count
    vp_spent: Count
    discord_supply: Count
    commander: Seat
    commander_next: Seat


class Deck(Struct, frozen=True, gc=False):
    """A face-down deck of `count` cards.

    `unseen`: the cards that may be in it or behind a null of the same seat's hand, discard pile,
    casualties or cards set aside; in a consistent position `count` plus the number of those nulls.
    """

    count: Count
    unseen: Zone


class SeatState(Struct, frozen=True, gc=False):
    """A seat's cards, zone by zone."""

    side: Side
    squad: Squad | None
    hand: Zone
    deck: Deck
    discard: Zone
    play: Named
    supply: Named
    casualties: Zone
    set_aside: Zone
    removed: Named
    chosen: tuple[Id, ...]


class Counter(Struct, frozen=True, gc=False):
    """A combat counter. `at`: its space, that of its transport while it is carried."""

    at: Space | None
    facing: Direction | None
    carried_by: Id | None
    suppressed: bool
    routed: bool

    @property
    def on_board(self) -> bool:
        """Whether it lies in a space, and not on a cargo display or beside the board."""
        return self.at is not None and self.carried_by is None

    @property
    def down(self) -> bool:
        """Whether it is routed or suppressed."""
        return self.routed or self.suppressed


class Thing(Struct, frozen=True, gc=False):
    """An object on the board: marker, map tile or structure."""

    kind: Literal["turret", "shield-generator", "debris", "tile", "structure", "marker"]
    spaces: Annotated[tuple[Space, ...], Meta(min_length=1, max_length=50)]
    class_: Class = field(name="class")
    defence: Count | None
    terrain: Terrain | None
    side: Side | None
    state: Literal["intact", "damaged"]


class Objective(Struct, frozen=True, gc=False):
    """An objective marker and the cubes on it."""

    at: Space
    value: Literal[1, 2]
    owner: Side | None
    cubes: Count


class Move(Struct, frozen=True, gc=False):
    """A movement that is due: up to `max` spaces."""

    unit: Id
    max: Count
    kind: Literal["ground", "air", "manoeuvre", "pilot"]


class Combat(Struct, frozen=True, gc=False):
    """A combat action. `left`: attacks still possible (None: a blast, as long as its `queue`).

    `used`: targets so far; `lines`: firing lines a Trident has used, relative to the facing.
    """

    key: Id
    type: Literal["attack", "shock"]
    dice: Dice
    left: Count | None
    used: tuple[Id, ...]
    lines: tuple[Direction, ...]
    class_: Class | None = field(name="class")
    source: Id | None
    queue: tuple[Id, ...] | None
    space: Space | None


class Choose(Struct, frozen=True, gc=False):
    """A choice that is due."""

    what: Literal["bolster", "support", "inspire", "follow-up", "assault", "space"]
    max: Count | None = None
    squad: Squad | None = None


class Draw(Struct, frozen=True, gc=False):
    """Cards to draw from a seat's deck."""

    seat: Seat
    left: Count


class Scan(Struct, frozen=True, gc=False):
    """A search for Discords in a seat's cards."""

    seat: Seat


class Attack(Struct, frozen=True, gc=False):
    """One attack or shock whose dice are due; `defence` is the total."""

    target: Id
    source: Id | None
    range: Count
    bonus: Count
    defence: Count
    dice: Dice
    line: Direction | None
    type: Literal["attack", "shock"]


class Casualty(Struct, frozen=True, gc=False):
    """A hit that must be answered: a card of the unit, or (carried) which unit aboard takes it."""

    unit: Id
    seat: Seat
    stage: Literal["card", "carried"]


class Pending(Struct, frozen=True, gc=False):
    """The card being resolved and everything that is still due of it."""

    seat: Seat
    card: Id
    unit: Id | None
    action: Id | None
    owner: Seat
    move: Move | None = None
    combat: Combat | None = None
    choose: Choose | None = None
    draw: Draw | None = None
    scan: Scan | None = None
    attack: Attack | None = None
    casualty: Casualty | None = None

    @property
    def done(self) -> bool:
        """Whether nothing is due any more."""
        return not (
            self.move
            or self.combat
            or self.choose
            or self.draw
            or self.attack
            or self.casualty
            or self.scan
        )


class LastAttack(Struct, frozen=True, gc=False):
    """The attack or shock resolved last; `dice` are the faces."""

    target: Id
    defence: Count
    dice: tuple[int, ...]
    success: bool
    effect: Literal[
        "none",
        "suppressed",
        "casualty",
        "routed",
        "supply-removed",
        "redirected",
        "damaged",
        "destroyed",
    ]


class State(Struct, frozen=True, gc=False):
    """A position.

    `face_down`: the versions of the bids of this round while they are secret; `revealed`: those of
    all that everybody has seen.
    """

    setup: Setup
    status: Status
    turn: Turn
    result: Result | None
    initiative: Side
    sides: dict[Side, SideState]
    seats: dict[Seat, SeatState]
    units: dict[str, Counter]
    objects: dict[str, Thing]
    objectives: dict[str, Objective]
    pending: Pending | None
    last_attack: LastAttack | None
    face_down: tuple[int, ...]
    revealed: tuple[int, ...]
