"""Hides the private parts of an event's data; a position is covered by its ruleset's view."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import msgspec

from events.event import Event
from projections.kit.find import rulesets
from projections.kit.replay import read
from projections.kit.ruleset import Private, Ruleset, Viewer
from projections.kit.schema import has_private


def visible(
    rules: Ruleset[Any],
    latest: Any,
    event: Event,
    viewer: Viewer,
    target: Callable[[int], Event | None],
    in_force: bool = True,
) -> Any:
    """The data of `event` as `viewer` may see it, given the game's latest state.

    Returns `event.data` itself when nothing is hidden. `target(version)` gives the
    effective event that an amendment names; `in_force`: what the event says stands.
    """
    private = private_of(rules, in_force)
    hidden = [p for p in _parts(rules, private, latest, event, target) if viewer not in p.seats]
    return covered(event.data, hidden) if hidden else event.data


def covered(data: Any, hidden: Iterable[Private]) -> Any:
    """An event's data as plain JSON values, those parts hidden."""
    shown = plain(data)
    for part in hidden:
        shown = _covered(shown, part.path, part)
    return shown


@cache
def secret_types(ruleset: str) -> frozenset[str]:
    """The event types of a ruleset that may hide something."""
    payloads = rulesets()[ruleset].payloads
    return frozenset(name for name, payload in payloads.items() if has_private(payload))


Says = Callable[[Any, Event], Iterable[Private]]


def private_of(rules: Ruleset[Any], in_force: bool) -> Says:
    """What says which parts of an event are private, one in force or one that is not."""
    return rules.private if in_force else rules.unshown or rules.private


def _parts(
    rules: Ruleset[Any],
    private: Says,
    latest: Any,
    event: Event,
    target: Callable[[int], Event | None],
) -> list[Private]:
    """The private parts of an event; those of a corrected or inserted event lie under `data`."""
    typed = read(rules, event)
    inner: Event | None = None
    if event.type == "EventInserted":
        inner = msgspec.structs.replace(
            event, type=typed.data.type, seat=typed.data.seat, data=typed.data.data
        )
    elif event.type == "EventAmended":
        aimed = target(typed.data.target)
        inner = aimed and msgspec.structs.replace(aimed, data=typed.data.data)
    if inner is None:
        return list(private(latest, typed))
    if rules.payloads.get(inner.type) is None:
        return []
    parts = private(latest, read(rules, inner))
    return [Private(("data", *p.path), p.seats, p.covered) for p in parts]


def plain(data: Any) -> Any:
    """Event data as plain JSON values that may be changed."""
    return msgspec.json.decode(data if isinstance(data, msgspec.Raw) else msgspec.json.encode(data))


def _covered(value: Any, path: tuple[str | int, ...], part: Private) -> Any:
    if not path:
        if part.covered is not None or not isinstance(value, list):
            return part.covered
        return [None] * len(value)
    key, rest = path[0], path[1:]
    if isinstance(value, dict) and key in value:
        return {**value, key: _covered(value[key], rest, part)}
    if isinstance(value, list) and isinstance(key, int) and key < len(value):
        return [*value[:key], _covered(value[key], rest, part), *value[key + 1 :]]
    return value
