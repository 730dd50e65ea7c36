"""The stored form of an event: its canonical JSON, without its place in the log."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from events.canonical import canonical, digest
from events.event import Event

DELETED = "Deleted"
"""The type of an event whose content is gone; see `events.keeping.tombstones`."""


class Body(Struct, frozen=True, kw_only=True):
    """What an event says of itself, its fields in alphabetical order as canonical JSON has them.

    `data` is canonical JSON as `msgspec.Raw`, or plain values.
    """

    at: str
    data: Any
    id: str
    recorded_at: str
    recorded_by: str
    salt: str | UnsetType = UNSET
    schema: int
    seat: str | None
    type: str


class _Stored(Body, frozen=True, kw_only=True):
    data: Raw


_stored = msgspec.json.Decoder(_Stored)


def write(body: Body) -> bytes:
    """The canonical JSON of `body`; it holds no raw line break."""
    return canonical(body)


def read(text: str | bytes) -> Body:
    """The body that `write` wrote. Raises msgspec.ValidationError for anything else."""
    return _stored.decode(text)


def event(stream: str, version: int, position: int | None, body: Body, hash: str) -> Event:
    """The event that `body` tells, at its place in the log."""
    return Event(
        version=version,
        type=body.type,
        seat=body.seat,
        data=body.data,
        id=body.id,
        stream=stream,
        at=body.at,
        recorded_at=body.recorded_at,
        recorded_by=body.recorded_by,
        schema=body.schema,
        hash=hash,
        position=position,
        salt=None if body.salt is UNSET else body.salt,
    )


def told(event: Event) -> Body:
    """The body of a stored event."""
    return Body(
        at=event.at,
        data=event.data,
        id=event.id,
        recorded_at=event.recorded_at,
        recorded_by=event.recorded_by,
        salt=UNSET if event.salt is None else event.salt,
        schema=event.schema,
        seat=event.seat,
        type=event.type,
    )


def content_digest(text: str) -> str:
    """The digest of what an event was, by its stored body."""
    try:
        told = read(text)
        if told.type == DELETED:
            return str(msgspec.json.decode(told.data)["digest"])
    except (msgspec.DecodeError, KeyError, TypeError):
        pass  # It is no event; whoever verifies it says so.
    return digest(text.encode())
