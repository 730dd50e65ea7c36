"""The components of a box: units, cards, boards and scenarios, as they are written in its JSON."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from projections.kit.common import Name, Text
from projections.rulesets.undaunted_2200.payloads.fields import Id, Side, Space, Squad

Terrain = Literal["open", "no-landing", "no-ground", "obstacle", "low-enclosure", "high-enclosure"]
Direction = Annotated[int, Meta(ge=0, le=5)]
Class = Literal["air", "ground"]
Defence = Annotated[int, Meta(ge=1, le=100)]
Colour = Annotated[str, Meta(pattern=r"^#[0-9a-f]{6}$")]
Cubes = Annotated[int, Meta(ge=1, le=100)]


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of everything in a box."""


class Faction(Part, frozen=True):
    """A narrative faction and its banner colour."""

    name: Name
    abbr: Annotated[str, Meta(min_length=1, max_length=10)]
    colour: Colour


class Unit(Part, frozen=True):
    """A combat counter. `lines`: its firing lines, relative to its facing; none on the ground.

    `comms`: `gives` (transports), `always` in comms, or `needs` it. `nihabh`: gives the defence
    bonus. `cargo_actions`: what carried units may do.
    """

    title: Name
    side: Side
    faction: Id
    squad: Squad
    type: Literal["ground", "combat-ship", "transport"]
    defence: Defence
    comms: Literal["gives", "always", "needs"]
    lines: list[Direction] = []
    nihabh: bool = False
    cargo_actions: list[Id] = []

    @property
    def name(self) -> str:
        """Title and squad: `Fighter A`."""
        return f"{self.title} {self.squad}"

    @property
    def class_(self) -> Class:
        """Air or ground, as arrows tell them apart."""
        return "ground" if self.type == "ground" else "air"


class CardKind(Part, frozen=True):
    """A kind of card: `copies` of them are alike. `move`: the air movement value."""

    kind: Literal["combat", "command", "discord"]
    title: Name
    side: Side
    initiative: Annotated[int, Meta(ge=0, le=1000)]
    copies: Annotated[int, Meta(ge=1, le=10)]
    unit: Id | None = None
    squad: Squad | None = None
    promoted: bool = False
    commander: bool = False
    move: Annotated[int, Meta(ge=1, le=4)] | None = None
    actions: list[Id] = []

    @property
    def name(self) -> str:
        """Title and, where it has one, squad: `Lieutenant A`."""
        return f"{self.title} {self.squad}" if self.squad else self.title


class Board(Part, frozen=True):
    """A board: a hexagon of that radius or those spaces; terrain that is not listed is open."""

    name: Name
    radius: Annotated[int, Meta(ge=0, le=12)] | None = None
    spaces: Annotated[list[Space], Meta(min_length=1, max_length=500)] | None = None
    terrain: dict[Space, Terrain] = {}


class Start(Part, frozen=True):
    """A side's starting cards; `a`, `b`: who gets which command cards with four players."""

    units: list[Id]
    a: list[Id]
    b: list[Id]


class Placement(Part, frozen=True):
    """Where a counter starts: in a space, or on a transport's cargo display."""

    at: Space | None = None
    facing: Direction | None = None
    carried_by: Id | None = None


class ObjectiveStart(Part, frozen=True):
    """An objective and the cubes it is worth."""

    at: Space
    value: Literal[1, 2]


class OnHit(Part, frozen=True):
    """What the icon below an object's shield says, and what the scenario makes of it.

    Each effect has one key: `remove` (true), `terrain`, `defence` (the new one, null: none) or
    `score` (that many cubes of the attacker's side go to the box).
    """

    result: Literal["damaged", "destroyed"]
    effects: list[dict[str, bool | int | str | None]]


class ObjectStart(Part, frozen=True):
    """A marker, map tile or structure at the start; `defence` null: it cannot be targeted."""

    kind: Literal["turret", "shield-generator", "debris", "tile", "structure", "marker"]
    spaces: Annotated[list[Space], Meta(min_length=1, max_length=50)]
    class_: Class = field(name="class")
    defence: Defence | None = None
    terrain: Terrain | None = None
    side: Side | None = None
    on_hit: OnHit | None = None


class Choice(Part, frozen=True):
    """The units of which a squad includes `pick`. Source: Customising Your Squads."""

    from_: list[Id] = field(name="from")
    pick: Annotated[int, Meta(ge=1, le=10)]


class Special(Part, frozen=True):
    """A scenario's special action, on those cards or on all (null)."""

    text: Text
    cards: list[Id] | None = None


class Scenario(Part, frozen=True):
    """One scenario of the scenario book."""

    name: Name
    board: Id
    goal: dict[Side, Cubes]
    initiative: Side
    starting: dict[Side, Start]
    counters: dict[Id, Placement]
    objectives: dict[Id, ObjectiveStart]
    objects: dict[Id, ObjectStart] = {}
    promoted: list[Id] = []
    choices: dict[Side, dict[Squad, Choice]] | None = None
    reserve: list[Id] = []
    special: dict[Id, Special] = {}


class Box(Part, frozen=True):
    """Everything in one box."""

    format: Literal["undaunted-2200-box/1"]
    name: Name
    sample: bool
    die_sides: Annotated[int, Meta(ge=2, le=100)]
    factions: dict[Id, Faction]
    units: dict[Id, Unit]
    cards: dict[Id, CardKind]
    boards: dict[Id, Board]
    scenarios: Annotated[dict[Id, Scenario], Meta(min_length=1)]
    edition: Name | None = None
