"""Verifies that what is stored is what was recorded: every hash, every column, every position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from events import body
from events.canonical import digest
from events.chain import link
from events.store import EventStore, Stream
from events.tables import events

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
        reason = f"its parent {found.parent} does not reach it"
        return Broken(stream, found.parent_version or 0, reason)
    query = sa.select(events).where(events.c.stream == stream).order_by(events.c.version)
    with store.engine.connect() as connection:
        return _walk(found, start, connection.execute(query))


def verify_all(store: EventStore) -> Iterator[Broken]:
    """Every broken stream of the store, one place each, and the first position that is missing."""
    for stream in store.streams():
        if broken := verify(store, stream.id):
            yield broken
    if broken := _missing_position(store):
        yield broken


def _walk(stream: Stream, start: str, rows: Iterable[Any]) -> Broken | None:
    hash = start
    for version, row in enumerate(rows, 1 + (stream.parent_version or 0)):
        if row.version != version:
            return Broken(stream.id, version, "this version is missing")
        hash = link(hash, digest(row.body.encode()))
        if row.hash != hash:
            return Broken(stream.id, version, "its hash does not follow from the event before it")
        if reason := _contradiction(row):
            return Broken(stream.id, version, reason)
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
