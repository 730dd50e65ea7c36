"""Plays whole games with a ruleset's simulated players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from events.event import Draft, Event
from projections.kit.box import Box, components
from projections.kit.common import GameCreated, Seated
from projections.kit.replay import completed, read
from projections.kit.ruleset import Ruleset

LONGEST = 20_000
"""Events after which a simulated game counts as one that does not end."""


def creation(
    rules: Ruleset[Any],
    box: Box,
    seats: Sequence[str] | None = None,
    options: Mapping[str, Any] | None = None,
) -> Draft:
    """A GameCreated with made-up names; `seats` default to the first seating."""
    sitting = [Seated(seat=s, name=f"Side {s}") for s in seats or rules.seatings[0]]
    data = GameCreated(ruleset=rules.id, seats=sitting, box=box.id, options=dict(options or {}))
    full = completed(rules, data, components(rules, box.content))
    return Draft(type="GameCreated", data=msgspec.to_builtins(full))


def game(rules: Ruleset[Any], box: Box, created: Draft, seed: int) -> Iterator[tuple[Draft, Any]]:
    """Plays one game to its end: each draft with the state after it. Same seed, same game.

    Raises RuntimeError when it does not end.
    """
    event = as_event(rules, created, 1)
    state = rules.initial(event.data, components(rules, box.content))
    players = rules.simulate(state, Random(seed))
    yield created, state
    for version in range(2, LONGEST):
        draft = players(state)
        if draft is None:
            return
        state = rules.apply(state, as_event(rules, draft, version))
        yield draft, state
    raise RuntimeError(f"{rules.id}, seed {seed}: no end after {LONGEST} events")


def as_event(rules: Ruleset[Any], draft: Draft, version: int) -> Event:
    """The event that a draft would be at that version, its data read."""
    return read(rules, Event(version=version, type=draft.type, seat=draft.seat, data=draft.data))
