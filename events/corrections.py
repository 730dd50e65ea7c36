"""From the log as it was recorded to the log as it stands: amended, retracted, inserted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from events.damage import Unreadable
from events.drafts import Errors, plain_data
from events.event import Draft, Event
from events.store import EventStore, Stream

CORRECTIONS = frozenset({"EventAmended", "EventRetracted", "EventInserted"})
"""The event types that correct others; they are no steps."""


NEVER_INSERTED = CORRECTIONS | {"GameCreated", "LeagueCreated"}


class Effective(Struct, frozen=True):
    """The effective log as of `version`: `events[k - 1]` is step k.

    An amended event keeps its version, id, seat and `at`, and has `amended_by`; an inserted one has
    version and id of its EventInserted and the inner type, seat and data.
    """

    version: int
    events: tuple[Event, ...]


class _Amended(Struct, frozen=True):
    target: int
    data: Raw


class _Retracted(Struct, frozen=True):
    target: int


class _Inserted(Struct, frozen=True):
    after: int
    type: str
    data: Raw
    seat: str | None = None


_DECODERS: dict[str, Any] = {
    "EventAmended": msgspec.json.Decoder(_Amended),
    "EventRetracted": msgspec.json.Decoder(_Retracted),
    "EventInserted": msgspec.json.Decoder(_Inserted),
}


def load(store: EventStore, stream: str, *, until: int | None = None) -> Effective:
    """The effective log of a stream as of version `until` (default: now).

    A branch begins with its parent's, as of the moment it left it. Without such a stream: empty.
    Raises Unreadable where it is not what was recorded.
    """
    found = store.stream(stream)
    if found is None:
        return Effective(0, ())
    return effective(store.read(stream, until=until, prove=True), inherited(store, found))


def inherited(store: EventStore, stream: Stream) -> Effective | None:
    """The part of its parent's effective log that a branch begins with; None: it is no branch."""
    if stream.parent is None:
        return None
    if store.hash_at(stream, stream.parent_version or 0) != store.start_hash(stream.id):
        reason = f"its parent {stream.parent} does not reach it"
        raise Unreadable(stream.id, stream.parent_version or 0, reason)
    log = load(store, stream.parent, until=stream.parent_version)
    return Effective(log.version, log.events[: stream.parent_step])


def effective(
    recorded: Sequence[Event], prefix: Effective | None = None, cut: int | None = None
) -> Effective:
    """The effective log of a stream's own events, after the first `cut` steps of `prefix`.

    Corrections that do not fit (see `refusals`) change nothing.
    """
    before = () if prefix is None else prefix.events[:cut]
    version = recorded[-1].version if recorded else prefix.version if prefix else 0
    if not any(event.type in CORRECTIONS for event in recorded):
        return Effective(version, (*before, *recorded))
    return Effective(version, tuple(_corrected([*before, *recorded])))


def earliest_change(before: Effective, after: Effective) -> int:
    """The first step at which two effective logs of one stream differ.

    One beyond the shorter one where that is the beginning of the other.
    """
    for step, (old, new) in enumerate(zip(before.events, after.events, strict=False), 1):
        if (old.version, old.amended_by) != (new.version, new.amended_by):
            return step
    return min(len(before.events), len(after.events)) + 1


def _corrected(log: Sequence[Event]) -> Iterator[Event]:
    said = {event.version: _said(event) for event in log if event.type in CORRECTIONS}
    gone: set[int] = set()
    # A retraction is always later than what it retracts: seen from the end, each is in force or
    # not before it is read.
    for event in reversed(log):
        correction = said.get(event.version)
        if isinstance(correction, _Retracted) and event.version not in gone:
            gone.add(correction.target)
    amended: dict[int, tuple[int, Raw]] = {}
    inserted: defaultdict[int, list[Event]] = defaultdict(list)
    for event in log:
        correction = said.get(event.version)
        if isinstance(correction, _Amended) and event.version not in gone:
            amended[correction.target] = (event.version, correction.data)
        elif isinstance(correction, _Inserted):
            inserted[correction.after].append(event)
    waiting = [event for event in reversed(log) if event.type not in CORRECTIONS]
    while waiting:
        event = waiting.pop()
        waiting += reversed(inserted.get(event.version, ()))
        if event.version in gone:
            continue
        correction = said.get(event.version)
        if isinstance(correction, _Inserted):
            event = replace(event, type=correction.type, seat=correction.seat, data=correction.data)
        if event.version in amended:
            by, data = amended[event.version]
            event = replace(event, data=data, amended_by=by)
        yield event


def _said(event: Event) -> _Amended | _Retracted | _Inserted | None:
    """What a correction says; None: it says nothing that could be done."""
    data = event.data if isinstance(event.data, Raw) else msgspec.json.encode(event.data)
    try:
        said: _Amended | _Retracted | _Inserted = _DECODERS[event.type].decode(data)
    except msgspec.ValidationError:
        return None
    aimed_at = said.after if isinstance(said, _Inserted) else said.target
    barred = isinstance(said, _Inserted) and said.type in NEVER_INSERTED
    first = isinstance(said, _Retracted) and said.target == 1
    return None if barred or first or aimed_at >= event.version else said


def refusals(
    log: Sequence[Event], batch: Sequence[Draft], prefix: Effective | None = None
) -> dict[int, Errors]:
    """What of a batch cannot follow `log` because of its corrections, by index in the batch.

    `log` are all events of the stream so far; for a branch `prefix` is what it inherited.
    Payloads that are none at all are left to their schemas.
    """
    before = [] if prefix is None else list(prefix.events)
    places = {event.version: _Place(event.type, event.data) for event in [*before, *log]}
    version = log[-1].version if log else prefix.version if prefix else 0
    errors: dict[int, Errors] = {}
    for index, draft in enumerate(batch):
        version += 1
        data = plain_data(draft.data)
        if fault := _fault(draft.type, data, version, places):
            errors[index] = {"data": fault} if draft.type in CORRECTIONS else fault
        places[version] = _Place(draft.type, data)
    return errors


class _Place(Struct, frozen=True):
    type: str
    data: Any


def _fault(type_: str, data: Any, version: int, places: dict[int, _Place]) -> Errors:
    if type_ in ("GameCreated", "LeagueCreated") and version != 1:
        return {"type": [f"{type_} is version 1 of its stream and nothing else."]}
    if type_ not in CORRECTIONS or not isinstance(data, dict):
        return {}
    if type_ == "EventInserted":
        return _insertion_fault(data, version, places)
    target = data.get("target")
    if not isinstance(target, int):
        return {}
    if fault := _absent(target, version, places):
        return {"target": [fault]}
    if type_ == "EventRetracted":
        return {"target": ["Version 1 cannot be retracted."]} if target == 1 else {}
    return _amendment_fault(data, target, places[target])


def _absent(target: int, version: int, places: dict[int, _Place]) -> str | None:
    if target >= version:
        return f"Version {target} does not lie below the correction's own version {version}."
    if target not in places:
        return f"There is no version {target} here."
    return None


def _amendment_fault(data: dict[str, Any], target: int, place: _Place) -> Errors:
    if place.type in CORRECTIONS and place.type != "EventInserted":
        return {"target": [f"Version {target} is a correction ({place.type}): retract it instead."]}
    new = data.get("data")
    if place.type == "GameCreated" and isinstance(new, dict):
        ruleset = plain_data(place.data).get("ruleset")
        if new.get("ruleset", ruleset) != ruleset:
            return {"data": {"ruleset": [f"A game stays with its ruleset, {ruleset}."]}}
    return {}


def _insertion_fault(data: dict[str, Any], version: int, places: dict[int, _Place]) -> Errors:
    faults: Errors = {}
    if data.get("type") in NEVER_INSERTED:
        faults["type"] = [f"{data['type']} cannot be inserted."]
    after = data.get("after")
    if isinstance(after, int):
        if fault := _absent(after, version, places):
            faults["after"] = [fault]
        elif places[after].type in CORRECTIONS - {"EventInserted"}:
            faults["after"] = [f"Version {after} is a correction ({places[after].type})."]
    return faults
