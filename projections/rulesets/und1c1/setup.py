"""What a game's creation fixes: squads, rulings, numbers, and tables made once from the box."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Generic, Literal, TypeVar

import msgspec

from projections.kit.common import GameCreated, Seated
from projections.kit.ruleset import Setup as KitSetup
from projections.rulesets.und1c1.board.pitch import (
    AROUND,
    FRONT,
    FRONT_THREE,
    GOAL,
    HALF,
    Measure,
    Place,
    measure,
)
from projections.rulesets.und1c1.components import (
    GOALKEEPER,
    ROLE_NAMES,
    AttackBox,
    Box,
    PitchMap,
    PlayerChip,
    StrategyCard,
    Team,
)
from projections.rulesets.und1c1.payloads.seats import OTHER, SEATS, Seat

T = TypeVar("T")

YesNo = Literal["yes", "no"]


class Rulings(msgspec.Struct, frozen=True):
    """The rulings in force; rules.toml has their questions."""

    quadrant_distance: Literal["chebyshev", "manhattan", "between", "inclusive"]
    goal_quadrant: Literal["behind", "first_line"]
    flipped_marks: YesNo
    flipped_intercepts: YesNo
    flipped_receives: YesNo
    flipped_dribbled: YesNo
    goalkeeper_intercepts: YesNo
    closest: Literal["boxes", "euclidean"]
    right_in_front: Literal["one", "three"]
    through_players: Literal["blocked", "allowed"]
    padlocks: Literal["must", "may"]
    padlock_goalkeeper: YesNo
    padlock_area: Literal["each", "total"]
    gorilla_marking: YesNo
    hand_limit: Literal["five", "over_five"]
    cards_in_opponent_turn: Literal["unlimited", "three"]
    captain_reroll: Literal["captain_only", "any_roll"]
    kickoff_after_goal: Literal["conceding", "scoring"]
    substitutions: YesNo
    tackle_lost: Literal["continues", "ends"]
    area_goalkeeper: YesNo


class Player:
    """A chip of a squad, with what its abilities are worth.

    `abilities` holds the plain form beside a black one; `bonuses` gives 1 or 2 by plain ability.
    """

    __slots__ = (
        "abilities",
        "bonuses",
        "chip",
        "id",
        "is_goalkeeper",
        "name",
        "number",
        "seat",
    )

    def __init__(self, seat: Seat, chip: PlayerChip, with_abilities: bool) -> None:
        """The chip as a player of `seat`; `with_abilities` false ignores its abilities."""
        printed = chip.abilities if with_abilities else []
        self.id = f"{seat}{chip.number}"
        self.seat = seat
        self.chip = chip
        self.number = chip.number
        self.name = chip.name
        self.is_goalkeeper = chip.role == GOALKEEPER
        self.abilities = frozenset(a for p in printed for a in (p, p.removeprefix("black_")))
        self.bonuses = {
            a: 2 if f"black_{a}" in self.abilities else 1
            for a in self.abilities
            if not a.startswith("black_")
        }

    @property
    def described(self) -> str:
        """Number, name, role and abilities in words."""
        skills = [a.replace("_", " ") for a in self.chip.abilities if a in self.abilities]
        return ", ".join(
            [f"#{self.number} {self.name}", ROLE_NAMES[self.chip.role], *skills],
        )


class Printed:
    """Tables made once from a box's pitch: what boxes are good for, whose penalty area they are."""

    __slots__ = ("area_boxes", "area_of", "attack")

    def __init__(self, pitch: PitchMap) -> None:
        """Reads the pitch map."""
        self.attack: Mapping[Seat, Mapping[Place, AttackBox]] = {
            seat: {at: b for at, b in pitch.boxes.items() if at in HALF[OTHER[seat]]}
            for seat in SEATS
        }
        self.area_boxes: Mapping[Seat, frozenset[str]] = {
            seat: pitch.penalty_areas.of(seat).boxes() for seat in SEATS
        }
        self.area_of: Mapping[Place, Seat] = {
            at: seat for seat in SEATS for at in self.area_boxes[seat]
        }


class _Same(Generic[T]):
    """A component as the key of a cache: components never change, so it is known by identity."""

    __slots__ = ("it",)

    def __init__(self, it: T) -> None:
        self.it = it

    def __hash__(self) -> int:
        return id(self.it)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.it is self.it


@lru_cache(maxsize=64)
def _printed(pitch: _Same[PitchMap]) -> Printed:
    return Printed(pitch.it)


@lru_cache(maxsize=256)
def _squad(team: _Same[Team], seat: Seat, with_abilities: bool) -> Mapping[str, Player]:
    chips = sorted(team.it.players, key=lambda chip: chip.number)
    players = [Player(seat, chip, with_abilities) for chip in chips]
    return {player.id: player for player in players}


class Setup(KitSetup):
    """One game's box and choices, and tables that spare the fold any work."""

    __slots__ = (
        "_made",
        "abilities",
        "area_boxes",
        "area_of",
        "attack",
        "beside",
        "box",
        "cards",
        "dice",
        "front",
        "holder",
        "keepers",
        "measure",
        "names",
        "numbers",
        "persons",
        "pile",
        "players",
        "rulings",
        "sides_of_die",
        "squads",
        "teams",
    )

    def __init__(self, created: GameCreated, box: Box) -> None:
        """`created` is complete: teams, every ruling and every option filled in."""
        options = created.options
        self.box = box
        self.numbers = box.rules
        self.cards: Mapping[str, StrategyCard] = box.cards
        self.rulings = msgspec.convert(options["rulings"], Rulings)
        self.abilities: bool = options["abilities"]
        self.pile: int = options["pile"]
        self.sides_of_die = box.die_sides
        self.dice: Mapping[Seat, str] = {box.dice.white: "white", box.dice.black: "black"}
        self.holder: Mapping[str, Seat] = {die: seat for seat, die in self.dice.items()}
        self._made: dict[Callable[[Setup], Any], Any] = {}
        self._seat_coaches({seated.seat: seated for seated in created.seats})
        self._lay_tables()

    def _seat_coaches(self, seated: Mapping[Seat, Seated]) -> None:
        self.names: Mapping[Seat, str] = {seat: seated[seat].name for seat in SEATS}
        self.persons: Mapping[Seat, str | None] = {seat: seated[seat].person for seat in SEATS}
        self.teams: Mapping[Seat, Team] = {
            seat: team_of(self.box, seated[seat].team) for seat in SEATS
        }
        self.squads: Mapping[Seat, Mapping[str, Player]] = {
            seat: _squad(_Same(self.teams[seat]), seat, self.abilities) for seat in SEATS
        }
        self.players: Mapping[str, Player] = {**self.squads["a"], **self.squads["b"]}
        self.keepers: Mapping[Seat, tuple[str, ...]] = {
            seat: tuple(p.id for p in self.squads[seat].values() if p.is_goalkeeper)
            for seat in SEATS
        }

    def _lay_tables(self) -> None:
        rulings, pitch = self.rulings, self.box.pitch
        printed = _printed(_Same(pitch))
        self.attack = printed.attack
        self.area_boxes = printed.area_boxes
        self.area_of = printed.area_of
        self.measure: Measure = measure(
            pitch.goal_columns, rulings.quadrant_distance, rulings.goal_quadrant
        )
        self.front = FRONT_THREE if rulings.right_in_front == "three" else FRONT
        self.beside: Mapping[str, frozenset[Place]] = AROUND
        if rulings.padlock_goalkeeper == "yes":
            goals = {goal: self.measure.around_goal(goal) for goal in GOAL.values()}
            self.beside = {
                box: around.union(goal for goal, near in goals.items() if box in near)
                for box, around in AROUND.items()
            }

    def once(self, make: Callable[[Setup], T]) -> T:
        """What `make` builds from this setup, built when it is first asked for."""
        if make not in self._made:
            self._made[make] = make(self)
        made: T = self._made[make]
        return made


def team_of(box: Box, id_: str | None) -> Team:
    """The team of that id. Raises KeyError when the box has none."""
    for team in box.teams:
        if team.id == id_:
            return team
    raise KeyError(f"The box has no team {id_}.")
