"""Recorded games to measure with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from typing import Any

from events.event import Draft, Event
from projections.kit.box import components, sample
from projections.kit.ruleset import Ruleset
from projections.kit.simulate import as_event
from scripts.simulation import play, seating


@dataclass(frozen=True, slots=True)
class Recorded:
    """A game that was read: the state after its creation, and the events after that."""

    start: Any
    events: Sequence[Event]


def games(rules: Ruleset[Any], events: int) -> list[Recorded]:
    """Whole simulated games with at least that many events together."""
    found: list[Recorded] = []
    while sum(len(game.events) for game in found) < events:
        found.append(_read(rules, drafts(rules, len(found) + 1)))
    return found


def drafts(rules: Ruleset[Any], seed: int) -> list[Draft]:
    """The drafts of one simulated game."""
    return play(rules, sample(rules), seed, seating(rules, None))


def long_game(rules: Ruleset[Any], events: int) -> list[Draft]:
    """Exactly that many drafts: a game that is recorded on and on, over and over."""
    created, *further = drafts(rules, 1)
    return [created, *islice(cycle(further), events - 1)]


def _read(rules: Ruleset[Any], recorded: Sequence[Draft]) -> Recorded:
    created, *further = (as_event(rules, draft, n) for n, draft in enumerate(recorded, 1))
    start = rules.initial(created.data, components(rules, sample(rules).content))
    return Recorded(start, further)
