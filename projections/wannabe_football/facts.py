"""COUNTS: placeholder."""

from __future__ import annotations

from events.event import Event
from projections.kit.ruleset import Fact
from projections.wannabe_football.state import State


def facts(before: State | None, event: Event, after: State) -> list[Fact]:
    """The facts that an event yields."""
    return []
