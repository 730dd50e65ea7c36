"""A stream that was deleted: its ids and hashes stay, what was in it goes.

Each event becomes one of type DELETED that holds the digest of what it was, so that the chain of
hashes can still be recomputed. The id of the stream is never given to another one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Engine

from events import body, clock
from events.batch import GONE
from events.body import DELETED
from events.canonical import digest
from events.database import overwrite, writing
from events.postgres import APPENDING
from events.tables import events, origins


def bury(engine: Engine, stream: str, by: str) -> list[str]:
    """Deletes what is in a stream and in its branches, for good; the ids of all of them.

    `by` is the id of who did it. What is gone leaves the files of SQLite as well. Safe to repeat.
    """
    with writing(engine) as connection:
        if connection.dialect.name == "postgresql":  # nobody appends until it is done
            connection.execute(sa.text(f"SELECT pg_advisory_xact_lock({APPENDING})"))
        buried = _with_branches(connection, stream)
        kind = origins.update().where(origins.c.id.in_(buried)).values(kind=GONE)
        connection.execute(kind.where(origins.c.kind == "game"))
        query = sa.select(events.c.position, events.c.id, events.c.schema, events.c.body)
        query = query.where(events.c.stream.in_(buried), events.c.type != DELETED)
        now = clock.now()
        for row in connection.execute(query).all():
            told = _tombstone(row, by, now)
            change = events.update().where(events.c.position == row.position)
            connection.execute(change.values(told))
    overwrite(engine)
    return buried


def _with_branches(connection: sa.Connection, stream: str) -> list[str]:
    found: list[str] = []
    waiting: Sequence[str] = [stream]
    while waiting:
        found += waiting
        branches = sa.select(origins.c.id).where(origins.c.parent.in_(waiting))
        waiting = list(connection.scalars(branches))
    return found


def _tombstone(row: Any, by: str, now: str) -> dict[str, Any]:
    """The columns of the event that stands for one that is gone."""
    told = body.Body(
        at=now,
        data={"digest": digest(row.body.encode())},
        id=row.id,
        recorded_at=now,
        recorded_by=by,
        schema=row.schema,
        seat=None,
        type=DELETED,
    )
    columns = {name: getattr(told, name) for name in ("at", "recorded_at", "recorded_by", "seat")}
    return {**columns, "type": DELETED, "body": body.write(told).decode()}
