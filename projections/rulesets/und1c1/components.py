"""The components of a box: pitch map, teams, strategy cards, numbers that may be changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from projections.rulesets.und1c1.payloads.seats import AnySeat, BySeat

CardId = Annotated[str, Meta(pattern=r"^\S+$", max_length=60)]
Count = Annotated[int, Meta(ge=0, le=100)]
Positive = Annotated[int, Meta(ge=1, le=100)]
Colour = Annotated[str, Meta(pattern=r"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$")]
Column = Annotated[int, Meta(ge=1, le=16)]
Row = Annotated[int, Meta(ge=1, le=14)]
Side = Literal["left", "center", "right"]
Role = Literal["purple", "red", "yellow", "green", "pink", "blue"]

Ability = Literal[
    "rabbit",
    "gorilla",
    "tractor",
    "viper",
    "black_viper",
    "cannon",
    "black_cannon",
    "ram",
    "black_ram",
    "playmaker",
    "black_playmaker",
    "archer",
    "black_archer",
    "wizard",
    "black_wizard",
    "gladiator",
    "black_gladiator",
    "paw",
    "black_paw",
]

RollKind = Literal[
    "pass", "cross", "shot", "header", "save", "tackle", "tackled", "dribble", "dribbled"
]
"""One side of a roll: `tackled` is the carrier, `dribbled` the dribbler's opponent."""

GOALKEEPER: Role = "purple"

LINES_OF: Mapping[str, tuple[str, ...]] = {
    "red": ("red",),
    "yellow": ("yellow",),
    "green": ("green",),
    "pink": ("red", "yellow"),
    "blue": ("yellow", "green"),
}
"""The start lines that an outfield role admits."""

ROLE_NAMES: Mapping[str, str] = {
    "purple": "goalkeeper",
    "red": "defender",
    "yellow": "midfielder",
    "green": "striker",
    "pink": "defender or midfielder",
    "blue": "midfielder or striker",
}


class Area(Struct, frozen=True):
    """A rectangle of boxes: first and last column, first and last row."""

    columns: tuple[Column, Column]
    rows: tuple[Row, Row]

    def boxes(self) -> frozenset[str]:
        """The boxes in it."""
        (left, right), (low, high) = self.columns, self.rows
        columns = "ABCDEFGHIJKLMNOP"[left - 1 : right]
        return frozenset(f"{c}{y}" for c in columns for y in range(low, high + 1))


class SideColumns(Struct, frozen=True):
    """First and last column of each side, as seat `a` sees it."""

    left: tuple[Column, Column]
    center: tuple[Column, Column]
    right: tuple[Column, Column]

    def of(self, column: int) -> Side | None:
        """The side that a column belongs to."""
        if self.center[0] <= column <= self.center[1]:
            return "center"
        if self.left[0] <= column <= self.left[1]:
            return "left"
        return "right" if self.right[0] <= column <= self.right[1] else None


OwnLine = Annotated[int, Meta(ge=1, le=3)]


class StartLines(Struct, frozen=True):
    """The own line (1..3 from the goal) of each colour."""

    red: OwnLine
    yellow: OwnLine
    green: OwnLine

    def colour_of(self, line: int) -> str | None:
        """The colour of an own line; None where no team starts."""
        if line == self.red:
            return "red"
        if line == self.yellow:
            return "yellow"
        return "green" if line == self.green else None


class AttackBox(Struct, frozen=True):
    """What a box is good for to the coach who attacks there; `value` is None for a cross box."""

    kind: Literal["shot", "shot_header", "cross"]
    value: Annotated[int, Meta(ge=-4, le=4)] | None = None


class PitchMap(Struct, frozen=True):
    """The printed pitch."""

    columns: Literal[16]
    rows: Literal[14]
    goal_columns: tuple[Column, Column]
    side_columns: SideColumns
    start_lines: StartLines
    kickoff_boxes: BySeat[list[str]]
    penalty_areas: BySeat[Area]
    boxes: dict[str, AttackBox]


class Numbers(Struct, frozen=True):
    """What the rulebook counts: cards dealt, actions and cards a turn, and so on."""

    pile: Positive
    actions: Positive
    cards: Count
    hand: Positive
    permanents: Count
    rerolls: Count
    area_players: Count
    area_padlocks: Count
    reposition: Positive


class Colours(Struct, frozen=True):
    """A team's kit: chip and number."""

    fill: Colour
    text: Colour


class PlayerChip(Struct, frozen=True):
    """One chip: jersey number, name, positioning indicator, abilities."""

    number: Annotated[int, Meta(ge=1, le=99)]
    name: Annotated[str, Meta(min_length=1, max_length=60)]
    role: Role
    sides: Annotated[list[Side], Meta(min_length=1, max_length=3)]
    abilities: Annotated[list[Ability], Meta(max_length=3)]


class Team(Struct, frozen=True):
    """A team of 18 chips."""

    id: Annotated[str, Meta(min_length=1, max_length=100)]
    name: Annotated[str, Meta(min_length=1, max_length=100)]
    colours: Colours
    players: Annotated[list[PlayerChip], Meta(min_length=18, max_length=18)]


class CardEffect(Struct, frozen=True):
    """What a card does; which fields count depends on `kind`."""

    kind: Literal[
        "roll_bonus",
        "extra_action",
        "lucky_throw",
        "extra_box",
        "grant_ability",
        "unflip",
        "destroy_permanent",
        "cancel",
        "free",
    ]
    on: list[RollKind] = []
    amount: int | None = None
    whose: Literal["own", "opponent"] = "own"
    at_least: Annotated[int, Meta(ge=1)] | None = None
    then: Literal["win", "extra_action"] | None = None
    grant: Ability | None = None


class StrategyCard(Struct, frozen=True):
    """A strategy card of the catalogue."""

    id: CardId
    name: Annotated[str, Meta(min_length=1, max_length=100)]
    text: Annotated[str, Meta(max_length=500)]
    category: Literal["extra_points", "extra_actions", "lucky_throw", "touch_of_class", "unique"]
    duration: Literal["instantaneous", "permanent"]
    when: Literal["own_turn", "opponent_turn", "any"]
    lasts: Literal["roll", "turn", "game"]
    effect: CardEffect
    field: Literal["athleticism", "coach", "pass_cross"] | None = None
    situation: Literal["defense", "dribbling", "attack", "goalie"] | None = None
    ability: Ability | None = None


class DiceOf(Struct, frozen=True):
    """Which coach holds which die."""

    white: AnySeat
    black: AnySeat


class Box(Struct, frozen=True):
    """Everything that lies in the box of one edition."""

    ruleset: Literal["und1c1"]
    name: Annotated[str, Meta(min_length=1, max_length=100)]
    edition: Annotated[str, Meta(min_length=1, max_length=100)]
    sample: bool
    die_sides: Annotated[int, Meta(ge=2, le=20)]
    dice: DiceOf
    pitch: PitchMap
    rules: Numbers
    teams: Annotated[list[Team], Meta(min_length=2, max_length=40)]
    cards: dict[CardId, StrategyCard]
    decks: BySeat[dict[str, Positive]]
