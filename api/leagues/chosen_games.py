"""The games that a league's log names: only to who may know of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from api.access.callers import Caller
from api.access.permissions import may_see
from api.services import Services
from events.event import Event
from projections.kit.redact import plain

NAMING = frozenset({"GameChosen", "EventInserted", "EventAmended"})
"""The events that name a game, or put one into an event that does."""


def data(here: Services, asking: Caller, event: Event) -> Any:
    """The data of a league's event: itself, or without the id of a game that is hidden."""
    if event.type not in NAMING:
        return event.data
    told = plain(event.data)
    choice = told if event.type == "GameChosen" else told["data"]
    if _may_know(here, asking, choice.get("game")):
        return event.data
    choice["game"] = None
    return told


def hidden(here: Services, asking: Caller, log: Iterable[Event]) -> list[int]:
    """The versions of the events of which the caller is told less."""
    return [one.version for one in log if data(here, asking, one) is not one.data]


def _may_know(here: Services, asking: Caller, game: Any) -> bool:
    if not isinstance(game, str):
        return True
    stream = here.store.stream(game)
    return stream is not None and may_see(here, asking, stream)
