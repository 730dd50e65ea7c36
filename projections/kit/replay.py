"""From a log to states: reading events, folding, stored states."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Generic, TypeVar

import msgspec

from events.damage import OTHER_DATA, Unreadable
from events.event import Event
from projections.kit.common import GameCreated
from projections.kit.ruleset import Ruleset, Setup

S = TypeVar("S", bound=msgspec.Struct)


class Step(msgspec.Struct, Generic[S], frozen=True):
    """One event of the effective log with the states around it; `number` 1 is GameCreated."""

    number: int
    event: Event
    before: S | None
    after: S


def read(rules: Ruleset[Any], event: Event) -> Event:
    """The event with its data read into the payload type, if it is still JSON.

    Data of a type that the ruleset does not know becomes None; `apply` ignores such an event.
    Raises Unreadable for data that no door would have let in.
    """
    return read_event(event, rules.payloads)


def read_event(event: Event, payloads: Mapping[str, type[msgspec.Struct]]) -> Event:
    """As `read`, where `payloads` are the types that are known."""
    if isinstance(event.data, msgspec.Struct):
        return event
    kind = payloads.get(event.type)
    try:
        data = kind and read_as(kind, event.data)
    except msgspec.MsgspecError:
        raise Unreadable(event.stream, event.version, OTHER_DATA) from None
    return msgspec.structs.replace(event, data=data)


def read_as(kind: type[msgspec.Struct], data: Any) -> msgspec.Struct:
    """Data that is JSON, raw or plain, as a payload. Raises msgspec.ValidationError."""
    raw = isinstance(data, msgspec.Raw)
    payload: msgspec.Struct = _decoder(kind).decode(data) if raw else msgspec.convert(data, kind)
    return payload


@cache
def _decoder(kind: type[Any]) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def read_creation(event: Event) -> GameCreated:
    """The data of a GameCreated whose ruleset is not known yet. Raises Unreadable."""
    payload = read_event(event, {"GameCreated": GameCreated}).data
    if not isinstance(payload, GameCreated):
        raise Unreadable(event.stream, event.version, "a game begins with GameCreated")
    return payload


def created(rules: Ruleset[Any], event: Event, box: Any) -> GameCreated:
    """The GameCreated of a log with every default filled in, and a name for every seat."""
    data: GameCreated = read(rules, event).data
    return completed(rules, named(data), box)


def named(data: GameCreated, people: Mapping[str, str] = {}) -> GameCreated:
    """`data` with a name for every seat: its own, that of its person, or its place's.

    `people`: what to call the persons whose ids stand there.
    """
    if all(seated.name for seated in data.seats):
        return data
    seats = [
        msgspec.structs.replace(s, name=s.name or people.get(s.person or "", f"Seat {s.seat}"))
        for s in data.seats
    ]
    return msgspec.structs.replace(data, seats=seats)


def completed(rules: Ruleset[Any], data: GameCreated, box: Any) -> GameCreated:
    """`data` with policy, rulings, every option and the box's defaults filled in.

    Raises msgspec.ValidationError where the options are not of the ruleset's `settings`.
    """
    options = dict(data.options)
    policy = options.pop("policy", None) or "record"
    rulings = rules.rulebook.decided(options.pop("rulings", None))
    settings = msgspec.to_builtins(msgspec.convert(options, rules.settings))
    full = {"policy": policy, "rulings": rulings, **settings}
    return rules.complete(msgspec.structs.replace(data, options=full), box)


def start(rules: Ruleset[S], event: Event, box: Any) -> S:
    """The state after the GameCreated `event`."""
    return rules.initial(created(rules, event, box), box)


def steps(rules: Ruleset[S], log: Iterable[Event], box: Any) -> Iterator[Step[S]]:
    """Folds a whole effective log, GameCreated first, its events read or not."""
    before: S | None = None
    for number, recorded in enumerate(log, 1):
        event = read(rules, recorded)
        after = start(rules, event, box) if before is None else rules.apply(before, event)
        yield Step(number, event, before, after)
        before = after


def fold(rules: Ruleset[S], state: S, events: Iterable[Event]) -> S:
    """The state after `events` (already read), without GameCreated."""
    apply = rules.apply
    for event in events:
        state = apply(state, event)
    return state


def freeze(state: msgspec.Struct) -> bytes:
    """A state as bytes, without its `setup`."""
    return msgspec.msgpack.encode(state, enc_hook=_no_setup)


def thaw(kind: type[S], frozen: bytes, setup: Setup) -> S:
    """The state that `freeze` wrote, with `setup` put back at every depth."""
    return msgspec.msgpack.decode(frozen, type=kind, dec_hook=lambda _type, _value: setup)


def _no_setup(value: Any) -> None:
    if not isinstance(value, Setup):
        raise TypeError(f"a state may not hold {type(value).__name__}")
