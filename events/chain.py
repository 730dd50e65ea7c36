"""Verifies that what is stored is what was recorded: every hash, every column, every position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from events import body
from events.canonical import digest, link
from events.store import EventStore, Stream
from events.tables import events, streams

_COLUMNS = ("id", "type", "schema", "seat", "at", "recorded_at", "recorded_by")


class Broken(Struct, frozen=True):
    """The first place in a stream where the log is not what was recorded, and why."""

    stream: str
    version: int
    reason: str


def verify(store: EventStore, stream: str) -> Broken | None:
    """Recomputes a stream's hashes. None: all is as it was recorded.

    Raises KeyError for a stream that is not there.
    """
    found = store.stream(stream)
    if found is None:
        raise KeyError(stream)
    start = store.hash_at(found, found.parent_version or 0)
    if start is None:
        return Broken(stream, found.parent_version or 0, f"its parent {found.parent} is not there")
    return _walk(found, start, _rows(store, stream))


def verify_all(store: EventStore) -> Iterator[Broken]:
    """Every broken stream of the store, one place each, and the first position that is missing."""
    for stream in store.streams():
        if broken := verify(store, stream.id):
            yield broken
    if broken := _missing_position(store):
        yield broken


def _rows(store: EventStore, stream: str) -> list[Any]:
    # One statement, so that an append meanwhile does not tear stream and events apart.
    query = (
        sa.select(streams.c.version.label("head"), streams.c.head_hash, events)
        .join(events, events.c.stream == streams.c.id, isouter=True)
        .where(streams.c.id == stream)
        .order_by(events.c.version)
    )
    with store.engine.connect() as connection:
        return list(connection.execute(query))


def _walk(stream: Stream, start: str, rows: list[Any]) -> Broken | None:
    version, hash = stream.parent_version or 0, start
    for row in rows:
        if row.position is None:
            break
        version += 1
        if row.version != version:
            return Broken(stream.id, version, "this version is missing")
        hash = link(hash, digest(row.body.encode()))
        if row.hash != hash:
            return Broken(stream.id, version, "its hash does not follow from the event before it")
        if reason := _contradiction(row):
            return Broken(stream.id, version, reason)
    if (rows[0].head, rows[0].head_hash) != (version, hash):
        return Broken(stream.id, version, f"the stream claims version {rows[0].head}")
    return None


def _contradiction(row: Any) -> str | None:
    try:
        told = body.read(row.body)
    except (msgspec.ValidationError, msgspec.DecodeError):
        return "its body is no event"
    for column in _COLUMNS:
        if getattr(row, column) != getattr(told, column):
            return f"its column {column} is not what its body says"
    return None


def _missing_position(store: EventStore) -> Broken | None:
    later = events.alias()
    query = (
        sa.select(events.c.stream, events.c.version, events.c.position)
        .where(events.c.position > 1)
        .where(~sa.exists().where(later.c.position == events.c.position - 1))
        .order_by(events.c.position)
        .limit(1)
    )
    with store.engine.connect() as connection:
        row = connection.execute(query).first()
    if row is None:
        return None
    return Broken(row.stream, row.version, f"position {row.position - 1} before it is missing")
