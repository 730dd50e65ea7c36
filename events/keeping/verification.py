"""Verifies that what is stored is what was recorded: every hash, every column, every position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import sqlalchemy as sa

from events.batch import GONE
from events.damage import MISSING, Broken, Unreadable, body_of, proven
from events.store import EventStore, Stream
from events.tables import events

_COLUMNS = ("id", "type", "schema", "seat", "at", "recorded_at", "recorded_by")

Row = Any
"""A row of a table, a column an attribute."""

VISIBILITIES = ("public", "unlisted", "private")
"""Who may see a stream."""


def verify(store: EventStore, stream: str) -> Broken | None:
    """Recomputes a stream's hashes. None: all is as it was recorded.

    Raises KeyError for a stream that is not there.
    """
    try:
        found = store.stream(stream)
        if found is None:
            raise KeyError(stream)
        _prove(store, found)
    except Unreadable as error:
        return error.broken
    return None


def verify_all(store: EventStore) -> Iterator[Broken]:
    """Every broken stream of the store, one place each, and the first position that is missing."""
    for stream in store.ids():
        if broken := verify(store, stream):
            yield broken
    if broken := missing_position(store):
        yield broken


def _prove(store: EventStore, stream: Stream) -> None:
    """Raises Unreadable for the first thing that is not as it was recorded."""
    born = stream.parent_version or 0
    hash = store.hash_at(stream, born)
    if hash is None or hash != store.start_hash(stream.id):
        raise Unreadable(stream.id, born, f"its parent {stream.parent} does not reach it")
    if stream.visibility not in VISIBILITIES:
        raise Unreadable(stream.id, 0, "it does not say who may see it")
    query = sa.select(events).where(events.c.stream == stream.id).order_by(events.c.version)
    with store.engine.connect() as connection:
        walk(stream, born, hash, connection.execute(query))


def walk(stream: Stream | Row, born: int, before: str, rows: Iterable[Row]) -> None:
    """Raises Unreadable for the first of a stream's events that is not as it was recorded.

    `born`: the version that it began after; `before`: the hash that stands there.
    """
    position, gone = 0, stream.kind == GONE
    for version, row in enumerate(rows, 1 + born):
        if row.version != version:
            raise Unreadable(stream.id, version, MISSING)
        proven(stream.id, version, before, row.body, row.hash, gone=gone)
        told = body_of(stream.id, version, row.body)
        for column in _COLUMNS:
            if getattr(row, column) != getattr(told, column):
                reason = f"its column {column} is not what its body says"
                raise Unreadable(stream.id, version, reason)
        if not row.position > position:
            raise Unreadable(stream.id, version, "its position is not after that of the one before")
        if version == 1 and not gone and told.recorded_at != stream.created_at:
            raise Unreadable(stream.id, 0, "it was not made when its first event says")
        before, position = row.hash, row.position


def missing_position(store: EventStore) -> Broken | None:
    """The first position of the store that is missing, at the event after it."""
    later = events.alias()
    query = (
        sa.select(events.c.stream, events.c.version, events.c.position)
        .where(events.c.position != 1)
        .where(~sa.exists().where(later.c.position == events.c.position - 1))
        .order_by(events.c.position)
        .limit(1)
    )
    with store.engine.connect() as connection:
        row = connection.execute(query).first()
    if row is None:
        return None
    before = row.position - 1
    return Broken(row.stream, row.version, f"position {before} before it is missing")
