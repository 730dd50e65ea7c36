"""A desk for Football U: set positions, record events, simulated games to look at."""

from __future__ import annotations

import copy
from functools import cache
from typing import Any

from events.event import Draft, Event
from projections.kit import simulate
from projections.kit.box import components, sample
from projections.rulesets.football_u import RULESET
from projections.rulesets.football_u.state import State

BOX = sample(RULESET)
EMPTY: dict[str, list[Any]] = {slot["id"]: [] for slot in BOX.content["slots"]}


def event(type_: str, seat: str | None = None, /, **data: Any) -> Event:
    return simulate.as_event(RULESET, Draft(type=type_, seat=seat, data=data), 2)


def begun(teams: int, **rulings: Any) -> State:
    """The state after GameCreated."""
    seats = RULESET.seatings[teams - 1]
    created = simulate.creation(RULESET, BOX, seats, {"rulings": rulings})
    state: State = next(iter(simulate.game(RULESET, BOX, created, 0)))[1]
    return state


def position(teams: int = 2, rulings: dict[str, Any] | None = None, /, **adjusted: Any) -> State:
    """The state after a TableAdjusted."""
    return RULESET.apply(begun(teams, **(rulings or {})), event("TableAdjusted", **adjusted))


def other_box() -> dict[str, Any]:
    """A copy of the sample box, to be changed."""
    return copy.deepcopy(dict(BOX.content))


def at_table(
    content: dict[str, Any], /, seats: tuple[str, ...] = ("1", "2"), **given: Any
) -> State:
    """A table with the cards of another box."""
    created = simulate.creation(RULESET, BOX, seats)
    made = simulate.as_event(RULESET, created, 1)
    state: State = RULESET.initial(made.data, components(RULESET, content))
    teams = {"1": {"chemistry": ["t01"]}, **given.pop("teams", {})}
    return recorded(state, event("TableAdjusted", teams=teams, **given))


def rolled(dice: dict[str, str], phase: str = "game.assign", **game: Any) -> State:
    """A regular game of two teams with dice on the table: `{"v1": "red 7"}`."""
    table = {
        id_: dict(zip(("color", "face"), die.split(), strict=True)) for id_, die in dice.items()
    }
    return position(phase=phase, game={"id": "s1g3", "dice": table, **game})


def recorded(state: State, *events: Event) -> State:
    for one in events:
        state = RULESET.apply(state, one)
    return state


def found(state: State, one: Event) -> set[str]:
    """The rules that an event breaks, without the ruleset's prefix."""
    return {finding.rule.removeprefix("football-u.") for finding in RULESET.check(state, one)}


@cache
def simulated(teams: int, seed: int, **rulings: Any) -> tuple[tuple[Event, State, State], ...]:
    """A whole simulated game: each event but the first with the states around it."""
    seats = RULESET.seatings[teams - 1]
    created = simulate.creation(RULESET, BOX, seats, {"rulings": rulings})
    steps = []
    before: State | None = None
    for version, (draft, after) in enumerate(simulate.game(RULESET, BOX, created, seed), 1):
        if before is not None:
            steps.append((simulate.as_event(RULESET, draft, version), before, after))
        before = after
    return tuple(steps)


SAMPLE = [(teams, seed) for teams in (1, 2, 3, 4) for seed in (1, 2)]
"""Simulated games that several tests look at."""


def costs(state: State) -> dict[tuple[str, Any], int]:
    """What may be done now, and the weeks of it."""
    return {
        (option.type, option.data.get("card")): option.more["cost"]
        for option in RULESET.options(state, "all")
        if option.more is not None and "cost" in option.more
    }
