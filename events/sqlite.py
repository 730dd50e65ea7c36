"""The log's statements on SQLite; an append is one `BEGIN IMMEDIATE` transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

from events.batch import STREAM_EXISTS, Batch, Entry, Outcome
from events.chain import link
from events.conflicts import Deleted
from events.connections import LogConnection

_HEAD = """
SELECT version, hash, (SELECT max(position) FROM events)
FROM events WHERE stream = ? ORDER BY version DESC LIMIT 1
"""
_NO_EVENTS_YET = """
SELECT coalesce(parent_version, 0), start_hash, (SELECT max(position) FROM events)
FROM origins WHERE id = ?
"""
_LAST = "SELECT 0, NULL, max(position) FROM events"
_ADD = "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_ADD_NEXT = """
INSERT INTO events
VALUES ((SELECT max(position) + 1 FROM events), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_DELETED = "the stream was deleted"
"""What the triggers say."""
_BEAR = "INSERT INTO origins VALUES (?, ?, ?, ?, ?, ?, ?, ?)"


class SqliteConnection(LogConnection):
    """A sqlite3 connection in autocommit."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Takes a connection of `events.database.connect`."""
        super().__init__()
        self._connection = connection

    def append_event(self, batch: Batch, version: int, hash: str) -> int | None:
        """Writes the batch's only event and returns its position; None: not at that version.

        Nor where the id is known. A single insert takes the write lock before it reads.
        """
        row = _row(batch.stream, version, batch.entries[0], hash)
        try:
            return self._connection.execute(_ADD_NEXT, row).lastrowid
        except sqlite3.IntegrityError as error:
            _require_there(batch, error)
            return None

    def append_batch(self, batch: Batch) -> Outcome | None:
        """Writes any batch, all or nothing. None: the stream has one of its ids already."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            outcome = self._append(batch)
            self._connection.execute("COMMIT")
        except BaseException as error:
            self._connection.rollback()
            if isinstance(error, sqlite3.IntegrityError):
                _require_there(batch, error)
                return None
            raise
        return outcome

    def rows(self, query: str, values: Sequence[Any]) -> list[Any]:
        """The rows of a query with `?` for each value."""
        return self._connection.execute(query, values).fetchall()

    def is_lost(self) -> bool:
        """Never: there is no server."""
        return False

    def close(self) -> None:
        """Gives the connection up."""
        self._connection.close()

    def _append(self, batch: Batch) -> Outcome:
        execute = self._connection.execute
        head = execute(_HEAD, (batch.stream,)).fetchone()
        head = head or execute(_NO_EVENTS_YET, (batch.stream,)).fetchone()
        version, hash, last = head or execute(_LAST).fetchone()
        if not _as_expected(batch.expected, version):
            return Outcome(version, None, [])
        if head is None:
            version, hash = batch.origin.parent_version or 0, batch.origin.start_hash
            execute(_BEAR, _birth(batch))
        position = 1 + (last or 0)
        rows = []
        for n, entry in enumerate(batch.entries):
            hash = link(hash, entry.digest)
            rows.append((position + n, *_row(batch.stream, version + n + 1, entry, hash)))
        self._connection.executemany(_ADD, rows)
        return Outcome(version, position, [row[-1] for row in rows])


def _require_there(batch: Batch, refusal: sqlite3.IntegrityError) -> None:
    """Raises Deleted where that is why an event was refused."""
    if str(refusal) == _DELETED:
        raise Deleted(batch.stream)


def _as_expected(expected: int | None, version: int) -> bool:
    if expected == STREAM_EXISTS:
        return version > 0
    return expected is None or expected == version


def _row(stream: str, version: int, entry: Entry, hash: str) -> tuple[Any, ...]:
    body = entry.body
    return (
        stream,
        version,
        body.id,
        body.type,
        body.schema,
        body.seat,
        entry.text.decode(),
        body.at,
        body.recorded_at,
        body.recorded_by,
        hash,
    )


def _birth(batch: Batch) -> tuple[Any, ...]:
    origin = batch.origin
    return (
        batch.stream,
        origin.kind,
        origin.parent,
        origin.parent_version,
        origin.parent_step,
        origin.start_hash,
        origin.visibility,
        batch.entries[0].body.recorded_at if batch.entries else batch.time,
    )
