"""Games of Wannabe Football for the tests: simulated ones, and positions set by hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from events.event import Draft, Event
from projections.kit import box as boxes
from projections.kit import replay, simulate
from projections.kit.redact import plain
from projections.rulesets.wannabe_football import RULESET
from projections.rulesets.wannabe_football.state import State

BOX = boxes.sample(RULESET)
TWO = ("1", "2")
FOUR = ("1", "2", "3", "4")

KINDS: Sequence[tuple[tuple[str, ...], dict[str, Any]]] = (
    (TWO, {}),
    (FOUR, {}),
    (TWO, {"sides": {"1": "croatia", "2": "france"}}),
    (TWO, {"sides": {"1": "belgium"}, "rulings": {"penalty": "as_shot"}}),
    (TWO, {"rulings": {"multi_deck": "every_draw", "shootout": "best_of_five"}}),
    (FOUR, {"rulings": {"corner_four": "shooter", "yellow": "permanent"}}),
)
"""Seats and options of the games that the tests play."""


class Step(NamedTuple):
    before: State | None
    event: Event
    after: State


@cache
def game(kind: int, seed: int) -> tuple[Step, ...]:
    """A simulated game of that kind, GameCreated first."""
    seats, options = KINDS[kind]
    created = simulate.creation(RULESET, BOX, seats, options)
    steps: list[Step] = []
    before: State | None = None
    for version, (draft, after) in enumerate(simulate.game(RULESET, BOX, created, seed), 1):
        steps.append(Step(before, simulate.as_event(RULESET, draft, version), after))
        before = after
    return tuple(steps)


def games(seeds: int = 3) -> list[tuple[Step, ...]]:
    """Some simulated games of every kind."""
    return [game(kind, seed) for kind in range(len(KINDS)) for seed in range(seeds)]


def event(type_: str, seat: str | None = None, **data: Any) -> Event:
    """An event as the store would give it; `from_` stands for the key `from`."""
    if "from_" in data:
        data["from"] = data.pop("from_")
    return replay.read(RULESET, Event(version=2, type=type_, seat=seat, data=data))


def opening(seats: Sequence[str] = TWO, **options: Any) -> State:
    """The state before the deal."""
    created = simulate.creation(RULESET, BOX, seats, options)
    return RULESET.initial(
        simulate.as_event(RULESET, created, 1).data, boxes.components(RULESET, BOX.content)
    )


def position(seats: Sequence[str] = TWO, *, choose: Any = None, **adjusted: Any) -> State:
    """A position set by a TableAdjusted; `choose` are the options of the game."""
    return played(opening(seats, **(choose or {})), event("TableAdjusted", **adjusted))


def played(state: State, *events: Event) -> State:
    """The state after events."""
    return replay.fold(RULESET, state, events)


def as_draft(recorded: Event) -> Draft:
    """An event as its writer reported it."""
    return Draft(type=recorded.type, seat=recorded.seat, data=plain(recorded.data))
