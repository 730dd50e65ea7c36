"""The components of a box: cards, dice, board and schedules as data."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Id = Annotated[str, Meta(pattern="^[a-z0-9-]{1,40}$")]
Upper = Annotated[str, Meta(pattern="^[A-Z]{1,10}$")]
FaceId = Annotated[str, Meta(pattern="^[^ :>^_=]{1,10}$")]
Label = Annotated[str, Meta(min_length=1, max_length=80)]
Kind = Literal["offense", "defense"]
Relation = Literal["own", "opponent", "any"]
When = Literal["OFFSEASON", "HELMET", "WHISTLE"]
Op = Literal[
    "add_dice",
    "remove_die",
    "shift_die",
    "reroll",
    "set_face",
    "cancel",
    "add_points",
    "time_back",
    "gain_gameplans",
    "draw_chemistry",
    "free_upgrade",
    "discount",
    "keep_upgrades",
    "keep_gameplans",
    "recruit_discount",
    "text",
]
Paid = Literal["recruit", "upgrade", "walkon", "gameplan"]
"""The kinds of action that a discount can be for."""

OFFENSIVE = frozenset({"QB", "RB", "WR"})
"""The offensive positions."""


class _Component(Struct, frozen=True, forbid_unknown_fields=True):
    """Base: immutable, other fields are refused."""


class Space(_Component, frozen=True):
    """A recruiting space of the game board."""

    id: Id
    region: Id


class Track(_Component, frozen=True):
    """The time track."""

    weeks: Literal[15]


class Ranking(_Component, frozen=True):
    """The National Ranking track: steps to #1, and the rank that wins a solo game."""

    spaces: Annotated[int, Meta(ge=1, le=100)]
    solo_target: Annotated[int, Meta(ge=1, le=100)]


class Slot(_Component, frozen=True):
    """A position slot of the player mats."""

    id: Upper
    side: Kind
    accepts: tuple[Upper, ...]


class Mat(_Component, frozen=True):
    """A player mat: its home region, its colour, its slots with a walk-on at set-up."""

    id: Id
    region: Id
    color: Annotated[str, Meta(pattern="^#[0-9a-f]{6}$")]
    walkon_slots: tuple[Upper, ...] = ()


class Dice(_Component, frozen=True):
    """The dice of one colour: how many there are and their six faces."""

    side: Kind
    count: Annotated[int, Meta(ge=0, le=100)]
    faces: Annotated[tuple[FaceId, ...], Meta(min_length=6, max_length=6)]


class Face(_Component, frozen=True):
    """A face: the points it scores, the X's it is."""

    points: Annotated[int, Meta(ge=0, le=50)]
    cancels: Annotated[int, Meta(ge=0, le=5)]


class Strength(_Component, frozen=True):
    """The colours of each type, strongest first."""

    offense: tuple[Id, ...]
    defense: tuple[Id, ...]


class CardSide(_Component, frozen=True):
    """One side of a player card."""

    dice: Annotated[tuple[Id, ...], Meta(max_length=6)]
    ability: Id | None = None


class Player(_Component, frozen=True):
    """A player card; `cost` in weeks."""

    id: Id
    name: Label
    position: Upper
    style: Id
    cost: Annotated[int, Meta(ge=0, le=15)]
    base: CardSide
    upgraded: CardSide
    potential: bool = False


class WalkOns(_Component, frozen=True):
    """The walk-on cards: how many, weeks to add one, the dice of either side."""

    count: Annotated[int, Meta(ge=0, le=60)]
    weeks: Annotated[int, Meta(ge=0, le=15)]
    offense: Annotated[tuple[Id, ...], Meta(max_length=6)]
    defense: Annotated[tuple[Id, ...], Meta(max_length=6)]


class Effect(_Component, frozen=True):
    """What an ability does; which fields an `op` has is in `box.check.FIELDS`."""

    op: Op
    side: Relation | None = None
    kind: Literal["offense", "defense", "any"] | None = None
    count: Annotated[int, Meta(ge=1, le=20)] | None = None
    steps: Annotated[int, Meta(ge=-3, le=3)] | None = None
    face: FaceId | None = None
    dice: Annotated[tuple[Id, ...], Meta(max_length=6)] | None = None
    points: Annotated[int, Meta(ge=-50, le=50)] | None = None
    weeks: Annotated[int, Meta(ge=1, le=15)] | None = None
    on: Paid | None = None
    positions: tuple[Upper, ...] | None = None


class Ability(_Component, frozen=True):
    """An ability: when it may be used and what it does."""

    id: Id
    when: When
    name: Label
    effects: Annotated[tuple[Effect, ...], Meta(min_length=1, max_length=6)]
    text: Annotated[str, Meta(max_length=400)] | None = None


class UpgradePrice(_Component, frozen=True):
    """Weeks to upgrade a player of either kind."""

    offense: Annotated[int, Meta(ge=0, le=15)]
    defense: Annotated[int, Meta(ge=0, le=15)]


class GameplanPrice(_Component, frozen=True):
    """Weeks to pay and tokens to get."""

    weeks: Annotated[int, Meta(ge=0, le=15)]
    tokens: Annotated[int, Meta(ge=1, le=16)]


class CoachSide(_Component, frozen=True):
    """One side of a head coach card."""

    name: Label
    upgrade: UpgradePrice
    gameplan: GameplanPrice
    overtime: tuple[Id, Id]
    ability: Id | None = None
    passive: Annotated[tuple[Effect, ...], Meta(max_length=6)] = ()


class CoachCard(_Component, frozen=True):
    """A head coach card with its "Joe Default" side and its "New Hire" side."""

    id: Id
    default: CoachSide
    hire: CoachSide


class Opponent(_Component, frozen=True):
    """An AI opponent: one face of an opponent card."""

    id: Id
    card: Id
    name: Label
    dice: Annotated[tuple[Id, ...], Meta(max_length=15)]


class Fixture(_Component, frozen=True):
    """A scheduled game; a side is a seat or an opponent."""

    id: Id
    visitor: Id
    home: Id


class SeasonPlan(_Component, frozen=True):
    """A season's games in the order of play, and its bowl game where the schedule names it."""

    games: tuple[Fixture, ...]
    bowl: Fixture | None = None


class Box(_Component, frozen=True):
    """Everything in the box. `schedules`: number of teams -> season -> its games."""

    name: Label
    regions: tuple[Id, ...]
    portal: Id
    spaces: tuple[Space, ...]
    track: Track
    ranking: Ranking
    slots: tuple[Slot, ...]
    teams: dict[str, Mat]
    dice: dict[str, Dice]
    faces: dict[str, Face]
    strength: Strength
    players: dict[str, Player]
    walkon: WalkOns
    coaches: dict[str, CoachCard]
    chemistry: dict[str, Id]
    abilities: dict[str, Ability]
    opponents: dict[str, Opponent]
    ai_overtime: tuple[Id, Id]
    gameplans: Annotated[int, Meta(ge=0, le=60)]
    schedules: dict[str, dict[str, SeasonPlan]]
    edition: Annotated[str, Meta(max_length=200)] | None = None
    sample: bool = False
