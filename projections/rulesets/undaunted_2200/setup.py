"""What a game's creation fixes: box, scenario, seats, rulings, and tables made of them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, TypeVar, cast

from projections.kit.common import GameCreated
from projections.kit.ruleset import Seat
from projections.kit.ruleset import Setup as Base
from projections.rulesets.undaunted_2200.board.terrain import Ground, terrain_of
from projections.rulesets.undaunted_2200.components import Box, CardKind, Scenario, Unit
from projections.rulesets.undaunted_2200.payloads.fields import Side, Squad

SIDES: tuple[Side, Side] = ("lfa", "breakers")
SIDE_NAMES: dict[Side, str] = {"lfa": "LFA", "breakers": "Breakers"}
ENEMY: dict[Side, Side] = {"lfa": "breakers", "breakers": "lfa"}

TWO: tuple[Seat, ...] = ("lfa", "breakers")
FOUR: tuple[Seat, ...] = ("lfa-a", "lfa-b", "breakers-a", "breakers-b")

T = TypeVar("T")

MOST_REMEMBERED = 10_000
"""Drawings that a game keeps."""

DISCORDS_IN_DECK = 2
DISCORD_SUPPLY = {2: 8, 4: 6}
"""Discords in a side's supply, by the number of seats. Source: Setup; Rules for Four Players."""


class Setup(Base):
    """The fixed part of a game. Tables are keyed by card, unit, seat or side id.

    `units`: every counter of the scenario, its choices and its reserve. `kinds`: the cards of a
    unit that are in this game; `matches`: every card of the box that is of the unit.
    """

    __slots__ = (
        "board",
        "board_id",
        "box",
        "cards",
        "commanders",
        "comms_givers",
        "discord",
        "discords",
        "drawn",
        "draws",
        "four",
        "grounds",
        "initiative",
        "kinds",
        "latest_ground",
        "matches",
        "mate",
        "names",
        "nihabh",
        "orders",
        "owner",
        "persons",
        "rays",
        "rulings",
        "scenario",
        "scenario_id",
        "seats",
        "seats_of",
        "self_supplied",
        "side_of",
        "squad_of",
        "unit_of",
        "units",
    )

    def __init__(self, created: GameCreated, box: Box) -> None:
        """Tables of a game whose creation is complete."""
        self.box = box
        self.rulings: Mapping[str, Any] = created.options["rulings"]
        self.scenario_id: str = created.options["scenario"]
        self.scenario: Scenario = box.scenarios[self.scenario_id]
        self._seat(created)
        self._count_units()
        self._count_cards()
        self.board_id = self.scenario.board
        self.board = terrain_of(box.boards[self.board_id])
        self.grounds: dict[tuple[Any, ...], Ground] = {}
        self.latest_ground: tuple[Any, Ground | None] = (None, None)
        self.drawn: dict[Any, Any] = {}
        self.draws: dict[tuple[Seat, ...], dict[Seat, int]] = {}
        self.orders: dict[tuple[Seat, Seat], tuple[Seat, ...]] = {}

    def _seat(self, created: GameCreated) -> None:
        sitting = {seated.seat: seated for seated in created.seats}
        self.four = len(sitting) == len(FOUR)
        self.seats = FOUR if self.four else TWO
        self.names: dict[Seat, str] = {seat: sitting[seat].name for seat in self.seats}
        self.persons: dict[Seat, str | None] = {seat: sitting[seat].person for seat in self.seats}
        self.side_of = {seat: cast(Side, seat.partition("-")[0]) for seat in self.seats}
        self.squad_of = {
            seat: cast(Squad | None, seat.partition("-")[2].upper() or None) for seat in self.seats
        }
        self.seats_of: dict[Side, tuple[Seat, ...]] = {
            side: tuple(s for s in self.seats if self.side_of[s] == side) for side in SIDES
        }
        self.mate: dict[Seat, Seat | None] = {
            seat: next((s for s in self.seats_of[self.side_of[seat]] if s != seat), None)
            for seat in self.seats
        }

    def _count_units(self) -> None:
        scenario = self.scenario
        chosen = [
            unit
            for squads in (scenario.choices or {}).values()
            for choice in squads.values()
            for unit in choice.from_
        ]
        started = [unit for start in scenario.starting.values() for unit in start.units]
        self.units: dict[str, Unit] = {
            unit: self.box.units[unit]
            for unit in sorted({*started, *scenario.counters, *chosen, *scenario.reserve})
        }
        self.owner: dict[str, Seat] = {
            unit: next(
                seat
                for seat in self.seats_of[known.side]
                if self.squad_of[seat] in (None, known.squad)
            )
            for unit, known in self.units.items()
        }
        self.rays: dict[str, tuple[tuple[int, ...], ...]] = {
            unit: tuple(tuple((f + line) % 6 for line in known.lines) for f in range(6))
            for unit, known in self.units.items()
        }
        self.comms_givers = {
            side: tuple(u for u, k in self.units.items() if k.side == side and k.comms == "gives")
            for side in SIDES
        }
        self.self_supplied = frozenset(
            u for u, k in self.units.items() if k.type == "transport" or k.comms != "needs"
        )
        self.nihabh = {
            side: tuple(u for u, k in self.units.items() if k.side == side and k.nihabh)
            for side in SIDES
        }

    def _count_cards(self) -> None:
        cards = self.cards = self.box.cards
        self.unit_of: dict[str, str] = {c: k.unit for c, k in cards.items() if k.unit is not None}
        self.initiative: dict[str, int] = {c: k.initiative for c, k in cards.items()}
        self.discords = frozenset(c for c, k in cards.items() if k.kind == "discord")
        self.discord: dict[Side, str] = {cards[c].side: c for c in self.discords}
        self.commanders = frozenset(c for c, k in cards.items() if k.commander)
        self.matches: dict[str, tuple[str, ...]] = {
            unit: tuple(sorted(c for c, u in self.unit_of.items() if u == unit))
            for unit in self.units
        }
        self.kinds: dict[str, tuple[str, ...]] = {
            unit: self._in_game(matches) for unit, matches in self.matches.items()
        }

    def _in_game(self, matches: tuple[str, ...]) -> tuple[str, ...]:
        """The listed promoted kinds of a unit, or where there are none the unpromoted ones."""
        promoted = tuple(c for c in matches if c in self.scenario.promoted)
        return promoted or tuple(c for c in matches if not self.cards[c].promoted)

    def commands(self, side: Side, letter: str) -> list[str]:
        """The command cards of a side's starting table, promoted where the scenario says so."""
        start = self.scenario.starting[side]
        listed = start.a if letter == "A" else start.b
        return [self._promotion(self.cards[card]) or card for card in listed]

    def _promotion(self, card: CardKind) -> str | None:
        """The promoted kind that replaces a command card; None: it stays."""
        return next(
            (
                c
                for c in self.scenario.promoted
                if self.cards[c].kind == "command"
                and (self.cards[c].title, self.cards[c].side) == (card.title, card.side)
                and self.cards[c].squad == card.squad
            ),
            None,
        )

    def remembered(self, key: Hashable, make: Callable[[], T]) -> T:
        """What `make` drew for that key, the same object every time as long as it is kept."""
        found: T | None = self.drawn.get(key)
        if found is None:
            if len(self.drawn) >= MOST_REMEMBERED:
                self.drawn.clear()
            found = self.drawn[key] = make()
        return found

    def is_in_game(self, unit: str | None) -> bool:
        """Whether the unit has a counter in this scenario."""
        return unit in self.units
