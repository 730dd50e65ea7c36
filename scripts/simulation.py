"""Whole simulated games: played, spoiled as a careless recorder would, judged."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import msgspec

from events.event import Draft
from projections.kit import replay
from projections.kit.box import Box, components
from projections.kit.ruleset import Finding, Ruleset, Seat
from projections.kit.schema import errors_in
from projections.kit.simulate import as_event, creation, game

SPOILED = 0.03
"""The share of events that a careless recorder gets wrong."""

Path = tuple[str | int, ...]


def seating(rules: Ruleset[Any], count: int | None) -> tuple[Seat, ...]:
    """The first seating of `count` seats, or of any number. Raises ValueError."""
    fitting = [seats for seats in rules.seatings if count in (None, len(seats))]
    if not fitting:
        possible = " or ".join(sorted({str(len(seats)) for seats in rules.seatings}))
        raise ValueError(f"{rules.name} is played by {possible} seats, not {count}.")
    return tuple(fitting[0])


def play(
    rules: Ruleset[Any],
    box: Box,
    seed: int,
    seats: Sequence[Seat],
    options: Mapping[str, Any] | None = None,
) -> list[Draft]:
    """The drafts of one game from its creation to its end; the same seed, the same game."""
    created = creation(rules, box, seats, options)
    return [draft for draft, _ in game(rules, box, created, seed)]


@dataclass(frozen=True, slots=True)
class Judged:
    """One step of a log: its number, its findings, the state after it."""

    number: int
    findings: Sequence[Finding]
    after: Any


def judge(rules: Ruleset[Any], box: Box, drafts: Sequence[Draft]) -> Iterator[Judged]:
    """The steps of a log without corrections, each judged."""
    events = (as_event(rules, draft, number) for number, draft in enumerate(drafts, 1))
    for step in replay.steps(rules, events, components(rules, box.content)):
        yield Judged(step.number, rules.check(step.before, step.event), step.after)


def spoil(rules: Ruleset[Any], drafts: Sequence[Draft], random: Random) -> list[Draft]:
    """The same log with some events recorded wrongly, each still valid for its type.

    A wrong value is one that another event of the same type has in the same place.
    """
    seen = _values(drafts)
    return [
        draft
        if number == 0 or random.random() >= SPOILED
        else _spoiled(rules, draft, seen[draft.type], random)
        for number, draft in enumerate(drafts)
    ]


def _values(drafts: Sequence[Draft]) -> dict[str, dict[Path, list[Any]]]:
    """The different values of each place in the data, by type of event."""
    seen: dict[str, dict[Path, list[Any]]] = defaultdict(lambda: defaultdict(list))
    for draft in drafts:
        for path, value in _leaves(draft.data):
            if value not in seen[draft.type][path]:
                seen[draft.type][path].append(value)
    return seen


def _leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _leaves(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _leaves(item, (*path, index))
    else:
        yield path, value


def _spoiled(
    rules: Ruleset[Any], draft: Draft, seen: Mapping[Path, Sequence[Any]], random: Random
) -> Draft:
    places = [
        (path, others)
        for path, value in _leaves(draft.data)
        if (others := [other for other in seen[path] if other != value])
    ]
    if not places:
        return draft
    path, others = random.choice(places)
    data = _with(draft.data, path, random.choice(others))
    if errors_in(rules.payloads[draft.type], data):
        return draft
    return msgspec.structs.replace(draft, data=data)


def _with(value: Any, path: Path, leaf: Any) -> Any:
    if not path:
        return leaf
    key, rest = path[0], path[1:]
    if isinstance(value, dict):
        return {**value, key: _with(value[key], rest, leaf)}
    return [_with(item, rest, leaf) if i == key else item for i, item in enumerate(value)]
