"""The start of a game: who may sit down, what a table may choose, the position it begins in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import replace

from projections.kit.common import GameCreated
from projections.kit.ruleset import Errors, Seat
from projections.rulesets.undaunted_2200.cards.zones import named
from projections.rulesets.undaunted_2200.components import Box, ObjectStart
from projections.rulesets.undaunted_2200.payloads.fields import Id, Side, Squad
from projections.rulesets.undaunted_2200.setup import (
    DISCORD_SUPPLY,
    DISCORDS_IN_DECK,
    FOUR,
    SIDES,
    TWO,
    Setup,
)
from projections.rulesets.undaunted_2200.state import (
    Counter,
    Deck,
    Objective,
    SeatState,
    SideState,
    State,
    Thing,
    Turn,
)

SEATINGS = (TWO, FOUR)

HAND = 4
HAND_WITHOUT_COMMAND = 3
"""Cards that a seat draws each round. Source: 1. Draw Cards."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a game; `scenario` defaults to the box's first in the order of ids."""

    scenario: Annotated[Id | None, Meta(title="Scenario")] = None


def complete(created: GameCreated, box: Box) -> GameCreated:
    """Names the scenario where none is named."""
    scenario = created.options.get("scenario") or min(box.scenarios)
    return replace(created, options={**created.options, "scenario": scenario})


def admits(created: GameCreated, box: Box) -> Errors:
    """Two or four seats, no teams, a scenario of the box."""
    errors: dict[str, Any] = {}
    seats = [seated.seat for seated in created.seats]
    if sorted(seats) not in (sorted(TWO), sorted(FOUR)):
        errors["seats"] = [f"Seats must be {', '.join(TWO)}; or {', '.join(FOUR)}."]
    elif any(seated.team is not None for seated in created.seats):
        errors["seats"] = ["There are no teams to choose; sides are fixed."]
    scenario = created.options.get("scenario")
    if scenario is not None and scenario not in box.scenarios:
        known = ", ".join(sorted(box.scenarios))
        errors["options"] = {"scenario": [f"Must be one of {known}."]}
    return errors


def offers(box: Box) -> Mapping[str, Any]:
    """No teams; the scenarios of the box."""
    return {"teams": [], "options": {"scenario": sorted(box.scenarios)}}


def initial(created: GameCreated, box: Box) -> State:
    """The position after GameCreated. Source: rulebook, Setup; Rules for Four Players."""
    setup = Setup(created, box)
    choosing = any((setup.scenario.choices or {}).values())
    sides = {side: _side(setup, side) for side in SIDES}
    return State(
        setup=setup,
        status="setup" if choosing else "playing",
        turn=Turn(
            number=1,
            seat=None,
            phase="setup" if choosing else "draw",
            order=(),
            draws={} if choosing else full_draws(setup, sides),
            bids={},
        ),
        result=None,
        initiative=setup.scenario.initiative,
        sides=sides,
        seats={seat: _seat(setup, seat) for seat in setup.seats},
        units={unit: _counter(setup, unit) for unit in setup.units},
        objects={id_: _thing(thing) for id_, thing in sorted(setup.scenario.objects.items())},
        objectives={
            id_: Objective(goal.at, goal.value, None, 0)
            for id_, goal in sorted(setup.scenario.objectives.items())
        },
        pending=None,
        last_attack=None,
        face_down=(),
        revealed=(),
    )


def full_draws(setup: Setup, sides: Mapping[Side, SideState]) -> dict[Seat, int]:
    """What each seat draws at the beginning of a round: commanders one card more."""
    commanders = tuple([side.commander for side in sides.values()])
    found = setup.draws.get(commanders)
    if found is None:
        found = setup.draws[commanders] = {
            seat: HAND if seat in commanders else HAND_WITHOUT_COMMAND for seat in setup.seats
        }
    return found


def dealt(setup: Setup, units: Iterable[str]) -> tuple[list[str], list[str]]:
    """The cards of units: one of each for the deck, the others for the supply."""
    deck: list[str] = []
    supply: list[str] = []
    for unit in units:
        copies = [card for card in setup.kinds[unit] for _ in range(setup.cards[card].copies)]
        deck += copies[:1]
        supply += copies[1:]
    return deck, supply


def _side(setup: Setup, side: Side) -> SideState:
    goal = setup.scenario.goal[side]
    first = setup.seats_of[side][0]
    return SideState(goal, goal, 0, DISCORD_SUPPLY[len(setup.seats)], first, first)


def _seat(setup: Setup, seat: Seat) -> SeatState:
    side, squad = setup.side_of[seat], setup.squad_of[seat]
    units = [u for u in setup.scenario.starting[side].units if setup.owner[u] == seat]
    deck, supply = dealt(setup, units)
    letters: tuple[Squad, Squad] = ("A", "B")
    for letter in letters:
        if squad in (None, letter):
            deck += setup.commands(side, letter)
    deck += [setup.discord[side]] * DISCORDS_IN_DECK
    return SeatState(
        side=side,
        squad=squad,
        hand=(),
        deck=Deck(len(deck), named(deck)),
        discard=(),
        play=(),
        supply=named(supply),
        casualties=(),
        set_aside=(),
        removed=(),
        chosen=(),
    )


def _counter(setup: Setup, unit: str) -> Counter:
    counters = setup.scenario.counters
    placed = counters.get(unit)
    if placed is None:
        return Counter(None, None, None, False, False)
    if placed.carried_by is not None:
        return Counter(counters[placed.carried_by].at, None, placed.carried_by, False, False)
    return Counter(placed.at, placed.facing, None, False, False)


def _thing(start: ObjectStart) -> Thing:
    return Thing(
        kind=start.kind,
        spaces=tuple(start.spaces),
        class_=start.class_,
        defence=start.defence,
        terrain=start.terrain,
        side=start.side,
        state="intact",
    )
