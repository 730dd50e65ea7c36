"""The log's statements on PostgreSQL; an append is one call of a function, in one round trip.

The functions (made by the first migration) take the store's advisory lock, check the version and
insert. They are called below psycopg's cursors, which take longer than the insert itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import psycopg
from psycopg.errors import ObjectNotInPrerequisiteState, UniqueViolation, error_from_result
from psycopg.pq import ExecStatus

from events.batch import Batch, Outcome
from events.conflicts import Deleted
from events.connections import LogConnection

APPENDING = 1735288161
"""The advisory lock of the store, which the functions take."""

_ARGUMENTS = b"($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)"
_STATEMENTS = {
    b"append_event": b"SELECT append_event" + _ARGUMENTS,
    b"append_events": b"SELECT present, first_position, hashes FROM append_events" + _ARGUMENTS,
}


class PostgresConnection(LogConnection):
    """A psycopg connection in autocommit."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        """Takes a connection of `events.database.connect`."""
        super().__init__()
        self._connection = connection
        self._prepared: set[bytes] = set()

    def append_event(self, batch: Batch, version: int, hash: str) -> int | None:
        """Writes the batch's only event and returns its position; None: not at that version.

        Nor where the id is known.
        """
        entry = batch.entries[0]
        body = entry.body
        arguments = [
            batch.stream.encode(),
            b"%d" % version,
            body.id.encode(),
            body.type.encode(),
            b"%d" % body.schema,
            None if body.seat is None else body.seat.encode(),
            entry.text,
            body.at.encode(),
            body.recorded_at.encode(),
            body.recorded_by.encode(),
            hash.encode(),
        ]
        try:
            position = self._call(b"append_event", arguments).get_value(0, 0)
        except ObjectNotInPrerequisiteState:
            raise Deleted(batch.stream) from None
        except UniqueViolation:
            return None
        return None if position is None else int(position)

    def append_batch(self, batch: Batch) -> Outcome | None:
        """Writes any batch, all or nothing. None: the stream has one of its ids already.

        Canonical JSON has no raw line break, so the bodies travel as lines.
        """
        origin = batch.origin
        arguments = [
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
        ]
        try:
            row = self._call(b"append_events", arguments)
        except ObjectNotInPrerequisiteState:
            raise Deleted(batch.stream) from None
        except UniqueViolation:
            return None
        present, position, hashes = (row.get_value(0, column) for column in range(3))
        if position is None:
            return Outcome(int(present), None, [])
        return Outcome(int(present), int(position), hashes.decode().split())

    def rows(self, query: str, values: Sequence[Any]) -> list[Any]:
        """The rows of a query with `?` for each value."""
        return self._connection.execute(query.replace("?", "%s").encode(), values).fetchall()

    def is_lost(self) -> bool:
        """Whether the server has dropped the connection."""
        return self._connection.closed

    def close(self) -> None:
        """Gives the connection up."""
        self._connection.close()

    def _call(self, name: bytes, arguments: list[bytes | None]) -> Any:
        link: Any = self._connection.pgconn  # its types leave out None, which is NULL
        if name not in self._prepared:
            _checked(link.prepare(name, _STATEMENTS[name]), ExecStatus.COMMAND_OK)
            self._prepared.add(name)
        return _checked(link.exec_prepared(name, arguments), ExecStatus.TUPLES_OK)


def _checked(result: Any, status: ExecStatus) -> Any:
    if result.status != status:
        raise error_from_result(result)
    return result
