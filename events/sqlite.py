"""The critical section of an append on SQLite: one `BEGIN IMMEDIATE` transaction."""

from __future__ import annotations

from sqlite3 import Connection

from events.batch import STREAM_EXISTS, Batch, Outcome
from events.canonical import link

_PRESENT = """
SELECT stream.version, stream.head_hash, (SELECT max(position) FROM events)
FROM (SELECT 1) LEFT JOIN streams AS stream ON stream.id = ?
"""
_KNOWN = """
SELECT count(*) FROM events WHERE stream = ? AND id IN (SELECT value FROM json_each(?))
"""
_ADD = "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_BEAR = "INSERT INTO streams VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_GROW = "UPDATE streams SET version = ?, head_hash = ?, updated_at = ? WHERE id = ?"


def append(connection: Connection, batch: Batch) -> Outcome:
    """Writes the batch, all or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        outcome = _append(connection, batch)
        connection.execute("COMMIT")
    except BaseException:
        connection.rollback()
        raise
    return outcome


def _append(connection: Connection, batch: Batch) -> Outcome:
    version, head, last = connection.execute(_PRESENT, (batch.stream,)).fetchone()
    known = _known(connection, batch) if version is not None else 0
    if known or not _as_expected(batch.expected, version):
        return Outcome(version or 0, head or batch.origin.head, known, None)
    position = (last or 0) + 1
    if version is None:
        version, head = batch.origin.parent_version or 0, batch.origin.head
        _write(connection, batch, version, head, position, born=True)
    else:
        _write(connection, batch, version, head, position, born=False)
    return Outcome(version, head, 0, position)


def _known(connection: Connection, batch: Batch) -> int:
    ids = '["' + '","'.join([entry.body.id for entry in batch.entries]) + '"]'
    count: int = connection.execute(_KNOWN, (batch.stream, ids)).fetchone()[0]
    return count


def _as_expected(expected: int | None, version: int | None) -> bool:
    if expected == STREAM_EXISTS:
        return version is not None
    return expected is None or expected == (version or 0)


def _write(
    connection: Connection, batch: Batch, version: int, head: str, position: int, *, born: bool
) -> None:
    rows = []
    for n, entry in enumerate(batch.entries):
        body = entry.body
        head = link(head, entry.digest)
        rows.append(
            (
                position + n,
                batch.stream,
                version + n + 1,
                body.id,
                body.type,
                body.schema,
                body.seat,
                entry.text,
                body.at,
                body.recorded_at,
                body.recorded_by,
                head,
            )
        )
    connection.executemany(_ADD, rows)
    version += len(rows)
    if born:
        connection.execute(_BEAR, _birth(batch, version, head))
    else:
        connection.execute(_GROW, (version, head, batch.time, batch.stream))


def _birth(batch: Batch, version: int, head: str) -> tuple[object, ...]:
    origin, entries = batch.origin, batch.entries
    return (
        batch.stream,
        origin.kind,
        version,
        head,
        origin.parent,
        origin.parent_version,
        origin.parent_step,
        origin.visibility,
        entries[0].body.recorded_at if entries else batch.time,
        batch.time,
    )
