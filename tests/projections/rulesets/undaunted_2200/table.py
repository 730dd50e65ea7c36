"""A table to test at: games of the sample scenarios, simulated or set up by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

import msgspec

from events.event import Draft, Event
from projections.kit import box as boxes
from projections.kit import replay, simulate
from projections.kit.common import GameCreated, Seated
from projections.kit.ruleset import Finding
from projections.rulesets.undaunted_2200 import RULESET
from projections.rulesets.undaunted_2200.setup import FOUR, TWO
from projections.rulesets.undaunted_2200.state import State

SCENARIOS = ("sample-plain", "sample-domes", "sample-squads")
SEATINGS = (TWO, FOUR)
TABLES = [(scenario, seats) for scenario in SCENARIOS for seats in SEATINGS]
NAMES = {"lfa": "LFA", "breakers": "Breakers"}


def opening(
    scenario: str = "sample-plain",
    seats: tuple[str, ...] = TWO,
    rulings: Mapping[str, str] | None = None,
    box: Mapping[str, Any] | None = None,
) -> State:
    """The position after GameCreated."""
    parts = boxes.components(RULESET, box or RULESET.sample_box)
    created = GameCreated(
        ruleset=RULESET.id,
        seats=[Seated(seat=seat, name=NAMES.get(seat, seat.upper())) for seat in seats],
        options={"scenario": scenario, "rulings": dict(rulings or {})},
    )
    return RULESET.initial(replay.completed(RULESET, created, parts), parts)


def event(draft: Draft, version: int = 2) -> Event:
    return simulate.as_event(RULESET, draft, version)


def act(state: State, type_: str, seat: str | None = None, /, **data: Any) -> State:
    """The position after an event whose data is given as keywords (`from_` is `from`)."""
    plain = {key.rstrip("_"): value for key, value in data.items()}
    return RULESET.apply(state, event(Draft(type=type_, seat=seat, data=plain)))


def judged(state: State, type_: str, seat: str | None = None, /, **data: Any) -> list[Finding]:
    plain = {key.rstrip("_"): value for key, value in data.items()}
    return list(RULESET.check(state, event(Draft(type=type_, seat=seat, data=plain))))


def adjusted(state: State, **pointers: Any) -> State:
    """The position with pointers set; `__` stands for a slash: `turn__phase="bid"`."""
    places = {"/" + key.replace("__", "/"): value for key, value in pointers.items()}
    return act(state, "TableAdjusted", None, set=places)


def placed(state: State, pointers: Mapping[str, Any]) -> State:
    return act(state, "TableAdjusted", None, set=dict(pointers))


Steps = tuple[tuple[Event, State], ...]


@cache
def game(scenario: str, seats: tuple[str, ...], seed: int) -> Steps:
    """A simulated game: each event with the state after it, GameCreated first."""
    return tuple(_played(scenario, seats, seed))


def _played(scenario: str, seats: tuple[str, ...], seed: int) -> Iterator[tuple[Event, State]]:
    box = boxes.sample(RULESET)
    created = simulate.creation(RULESET, box, seats, {"scenario": scenario})
    for version, (draft, state) in enumerate(simulate.game(RULESET, box, created, seed), 1):
        yield event(draft, version), state


def draft_of(told: Event) -> Draft:
    data = msgspec.to_builtins(told.data)
    return Draft(type=told.type, seat=told.seat, data=data)


def random(seed: int) -> Random:
    return Random(seed)
