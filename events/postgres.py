"""The log's statements on PostgreSQL; an append is one call of a function, in one round trip.

The functions (made by the first migration) take the store's advisory lock, check the version and
insert. They are called below psycopg's cursors, which take longer than the insert itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import psycopg
from psycopg.errors import UniqueViolation, error_from_result
from psycopg.pq import ExecStatus

from events.batch import NO_STREAM, Batch, Outcome

_STATEMENTS = {
    b"append_event": b"SELECT version_, position_, hash_ FROM append_event("
    b"$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
    b"append_events": b"SELECT present, first_position, hashes FROM append_events("
    b"$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
}


class PostgresSession:
    """A psycopg connection in autocommit."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        """Takes a connection of `events.database.connect`."""
        self._connection = connection
        self._prepared: set[bytes] = set()

    def append(self, batch: Batch) -> Outcome | None:
        """Writes the batch, all or nothing. None: the stream has one of its ids already."""
        try:
            if len(batch.entries) == 1 and batch.expected != NO_STREAM:
                return self._append_one(batch) or self._append_all(batch)
            return self._append_all(batch)
        except UniqueViolation:
            return None

    def rows(self, query: str, values: Sequence[Any]) -> list[Any]:
        """The rows of a query with `?` for each value."""
        return self._connection.execute(query.replace("?", "%s").encode(), values).fetchall()

    def is_lost(self) -> bool:
        """Whether the server has dropped the connection."""
        return self._connection.closed

    def close(self) -> None:
        """Gives the connection up."""
        self._connection.close()

    def _append_one(self, batch: Batch) -> Outcome | None:
        """One more event for a stream that has some. None: there is more to it than that."""
        entry = batch.entries[0]
        body = entry.body
        version, position, hash = self._call(
            b"append_event",
            [
                batch.stream.encode(),
                None if batch.expected is None else b"%d" % batch.expected,
                body.id.encode(),
                body.type.encode(),
                b"%d" % body.schema,
                None if body.seat is None else body.seat.encode(),
                entry.text,
                body.at.encode(),
                body.recorded_at.encode(),
                body.recorded_by.encode(),
                entry.digest.encode(),
            ],
        )
        if position is None:
            return None
        return Outcome(int(version) - 1, int(position), [hash.decode()])

    def _append_all(self, batch: Batch) -> Outcome:
        """Any batch. Canonical JSON has no raw line break, so the bodies travel as lines."""
        origin = batch.origin
        present, position, hashes = self._call(
            b"append_events",
            [
                batch.stream.encode(),
                None if batch.expected is None else b"%d" % batch.expected,
                b"\n".join([entry.text for entry in batch.entries]),
                "\n".join([entry.digest for entry in batch.entries]).encode(),
                batch.time.encode(),
                origin.kind.encode(),
                origin.visibility.encode(),
                origin.start_hash.encode(),
                None if origin.parent is None else origin.parent.encode(),
                None if origin.parent_version is None else b"%d" % origin.parent_version,
                None if origin.parent_step is None else b"%d" % origin.parent_step,
            ],
        )
        if position is None:
            return Outcome(int(present), None, [])
        return Outcome(int(present), int(position), hashes.decode().split())

    def _call(self, name: bytes, arguments: list[bytes | None]) -> list[Any]:
        link: Any = self._connection.pgconn  # its types leave out None, which is NULL
        if name not in self._prepared:
            _checked(link.prepare(name, _STATEMENTS[name]), ExecStatus.COMMAND_OK)
            self._prepared.add(name)
        result = _checked(link.exec_prepared(name, arguments), ExecStatus.TUPLES_OK)
        return [result.get_value(0, column) for column in range(3)]


def _checked(result: Any, status: ExecStatus) -> Any:
    if result.status != status:
        raise error_from_result(result)
    return result
