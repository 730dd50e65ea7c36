"""EventStore: append to streams, read them, follow all of them in commit order."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import nullcontext
from threading import Lock
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy import Engine

from events import body, clock, drafts
from events.batch import (
    GONE,
    KINDS,
    NO_STREAM,
    STREAM_EXISTS,
    STREAM_ID,
    Batch,
    Entry,
    Origin,
    Outcome,
)
from events.chain import START
from events.conflicts import (
    SEEN_BY,
    Deleted,
    Expected,
    IdReused,
    Parent,
    PartlyKnown,
    SeenByMore,
    UnknownParent,
    WrongVersion,
    narrower,
)
from events.connections import LogConnections
from events.damage import MISSING, Broken, Unreadable, body_of, proven
from events.database import writing
from events.drafts import Refused
from events.event import Draft, Event
from events.postgres import PostgresConnection
from events.sqlite import SqliteConnection
from events.tables import events, origins, streams

__all__ = [
    "Appended",
    "Deleted",
    "EventStore",
    "Expected",
    "IdReused",
    "Parent",
    "PartlyKnown",
    "Refused",
    "SeenByMore",
    "Stream",
    "UnknownParent",
    "WrongVersion",
]

_EXPECTED: dict[Expected, int | None] = {
    "no_stream": NO_STREAM,
    "stream_exists": STREAM_EXISTS,
    "any": None,
}


# The view `streams` for one stream, with one look at its last event instead of three.
_STREAM = """
SELECT origin.id, origin.kind, coalesce(last.version, origin.parent_version, 0),
    coalesce(last.hash, origin.start_hash), origin.parent, origin.parent_version,
    origin.parent_step, origin.visibility, origin.created_at,
    coalesce(last.recorded_at, origin.created_at)
FROM origins AS origin LEFT JOIN events AS last ON last.stream = origin.id
    AND last.version = (SELECT max(version) FROM events WHERE stream = origin.id)
WHERE origin.id = ?
"""


class Stream(Struct, frozen=True):
    """One game's or league's stream. A branch has a parent, and the step it left it at."""

    id: str
    kind: str
    version: int
    head_hash: str
    parent: str | None
    parent_version: int | None
    parent_step: int | None
    visibility: str
    created_at: str
    updated_at: str


class Appended(Struct, frozen=True):
    """The stored events of a batch and the version of the last.

    `fresh` is False for a retry, which is answered with what was stored the first time.
    """

    version: int
    events: tuple[Event, ...]
    fresh: bool


class EventStore:
    """The log in a migrated database; safe for many threads and processes.

    Nothing in it is ever changed or deleted. Versions count a stream's events, positions those of
    the whole store; both without gaps, positions in the order in which appends commit.
    """

    def __init__(self, engine: Engine) -> None:
        """Keeps the log in the database of `engine` (see events.database.connect)."""
        self.engine = engine
        on_postgres = engine.dialect.name == "postgresql"
        self._connections = LogConnections(
            engine, PostgresConnection if on_postgres else SqliteConnection
        )
        # SQLite's own queue for writers polls; threads of one process wait better for a lock.
        self._turn: Any = nullcontext() if on_postgres else Lock()

    def append(
        self,
        stream: str,
        drafts_: Sequence[Draft],
        *,
        recorded_by: str,
        expected: Expected = "any",
        kind: str = "game",
        parent: Parent | None = None,
        visibility: str = "unlisted",
    ) -> Appended:
        """Appends all drafts or none, and makes the stream where there is none.

        `kind`, `parent` and `visibility` are those of a new stream; a branch may begin without
        drafts. Ids that are stored with the same content (type, seat, data, and `at` if given)
        are answered with what is stored, whatever `expected`.

        Raises Refused, IdReused, PartlyKnown, WrongVersion, Deleted, UnknownParent; ValueError for
        a stream id that is none and for a batch without drafts that makes no branch.
        """
        now = clock.now()
        entries = drafts.entries(drafts_, recorded_by, now)
        origin = self._origin(kind, visibility, parent)
        must_be = expected if isinstance(expected, int) else _EXPECTED[expected]
        batch = Batch(stream, must_be, entries, now, origin)
        outcome = self.write(batch)
        if outcome is not None and outcome.position is not None:
            events = _events(batch, outcome.present, outcome.position, outcome.hashes)
            return Appended(outcome.present + len(events), events, fresh=True)
        if again := self._again(stream, drafts_, entries):
            return again
        raise WrongVersion(stream, 0 if outcome is None else outcome.present, expected)

    def value(self, query: str) -> Any:
        """The only value that a query gives, on one of the log's own connections."""
        return self._connections.run(lambda connection: connection.rows(query, ()))[0][0]

    def write(self, batch: Batch) -> Outcome | None:
        """Writes ready entries, all or none. None: the stream has one of their ids already.

        Raises Deleted, UnknownParent; ValueError as `append`.
        """
        if not STREAM_ID.fullmatch(batch.stream):
            raise ValueError(f"{batch.stream!r} is no id of a stream")
        if not batch.entries and batch.origin.parent is None:
            raise ValueError("there is nothing to append")
        try:
            with self._turn:
                return self._connections.run(lambda connection: connection.append(batch))
        except Deleted:
            fork = batch.origin
            if fork.parent is None:
                raise
            left = Parent(fork.parent, fork.parent_version or 0, fork.parent_step or 0)
            raise UnknownParent(left) from None

    def stream(self, stream: str) -> Stream | None:
        """The stream of that id. Raises Unreadable where its own row is gone or says nothing."""
        rows = self._rows(_STREAM, stream)
        if not rows and self._rows("SELECT 1 FROM events WHERE stream = ? LIMIT 1", stream):
            rows = self._rows(_STREAM, stream)  # it may have been made between the two
            if not rows:
                raise Unreadable(stream, 0, "its own row is gone, and its events are there")
        return _stream(stream, rows[0]) if rows else None

    def ids(self, kind: str | None = None) -> list[str]:
        """The ids of all streams, or of one kind, newest first; also of those without a row."""
        query = sa.select(origins.c.id).order_by(origins.c.created_at.desc(), origins.c.id.desc())
        if kind is not None:
            query = query.where(origins.c.kind == kind)
        known = sa.exists().where(origins.c.id == events.c.stream)
        lost = sa.select(events.c.stream).where(~known).distinct()
        with self.engine.connect() as connection:
            found = list(connection.scalars(query))
            return found if kind else [*found, *connection.scalars(lost)]

    def streams(
        self,
        kind: str | None = None,
        ids: Sequence[str] | None = None,
        visibility: str | None = None,
    ) -> list[Stream]:
        """The streams, newest first; of one kind, of these ids, of one visibility if given."""
        query = sa.select(streams).order_by(streams.c.created_at.desc(), streams.c.id.desc())
        if kind is not None:
            query = query.where(streams.c.kind == kind)
        if ids is not None:
            query = query.where(streams.c.id.in_(ids))
        if visibility is not None:
            query = query.where(streams.c.visibility == visibility)
        with self.engine.connect() as connection:
            return [Stream(*row) for row in connection.execute(query)]

    def branches(self, stream: str) -> list[Stream]:
        """The streams that left this one, by step."""
        query = sa.select(streams).where(streams.c.parent == stream)
        query = query.order_by(streams.c.parent_step, streams.c.created_at, streams.c.id)
        with self.engine.connect() as connection:
            return [Stream(*row) for row in connection.execute(query)]

    def set_visibility(self, stream: str, visibility: str) -> None:
        """Changes who may see a stream, and its branches, which are seen by no more than it is.

        What is in it stays as it is. Raises SeenByMore.
        """
        with writing(self.engine) as connection:
            _require_narrow(connection, stream, visibility)
            _narrow(connection, origins.c.id == stream, visibility)

    def read(
        self, stream: str, *, after: int = 0, until: int | None = None, prove: bool = False
    ) -> list[Event]:
        """The stream's own events with `after` < version <= `until`, in order, data as JSON.

        `prove`: their hashes are recomputed, which takes twice as long as reading them.
        Raises Unreadable where one is missing, is no event, or is not what was recorded.
        """
        query = "SELECT version, position, body, hash FROM events WHERE stream = ? AND version >= ?"
        bound = ("", ()) if until is None else (" AND version <= ?", (until,))
        rows = self._rows(f"{query}{bound[0]} ORDER BY version", stream, after, *bound[1])
        if after and rows and rows[0][0] == after:
            version, before = after, rows.pop(0)[3]
        elif rows:
            version, before = self._start(stream, after, rows[0][0])
        found = []
        for its_version, position, text, hash in rows:
            version += 1
            if its_version != version:
                raise Unreadable(stream, version, MISSING)
            if prove:
                proven(stream, version, before, text, hash)
            told = body_of(stream, version, text)
            found.append(body.event(stream, version, position, told, hash))
            before = hash
        return found

    def _start(self, stream: str, after: int, first: Any) -> tuple[int, str]:
        """What stands before the first of a stream's own events: its version and hash."""
        if first == 1:
            return 0, START
        origin = self._rows("SELECT parent_version, start_hash FROM origins WHERE id = ?", stream)
        if not origin or type(origin[0][0]) is not int or origin[0][0] < after:
            raise Unreadable(stream, max(after, 1), MISSING)
        version, hash = origin[0]
        return version, hash

    def follow(self, *, after: int = 0, limit: int = 500) -> list[Event | Broken]:
        """The events of all streams with position > `after`, in commit order, without gaps.

        One that cannot be read is told as Broken in its place.
        """
        rows = self._rows(
            "SELECT stream, version, position, body, hash FROM events"
            " WHERE position > ? ORDER BY position LIMIT ?",
            after,
            limit,
        )
        return [told(*row) for row in rows]

    def has_any(self, stream: str, types: Collection[str]) -> bool:
        """Whether the stream itself (not its parent) holds an event of one of these types."""
        marks = ", ".join("?" * len(types))
        query = f"SELECT 1 FROM events WHERE stream = ? AND type IN ({marks}) LIMIT 1"
        return bool(types) and bool(self._rows(query, stream, *types))

    def hash_at(self, stream: Stream, version: int) -> str | None:
        """The hash of the stream's head as it was at `version`; None: it never had that version.

        A branch without events of its own has the hash of its parent.
        """
        looked_at: set[str] = set()
        there: Stream | None = stream
        while there is not None and there.id not in looked_at:
            looked_at.add(there.id)
            born = there.parent_version or 0
            if version > born:
                return self._hash(there.id, version)
            if version < born or there.parent is None:
                return START if version == born == 0 else None
            there = self.stream(there.parent)
        return None

    def start_hash(self, stream: str) -> str:
        """The hash that stands before the first of a stream's own events."""
        found: str = self._rows("SELECT start_hash FROM origins WHERE id = ?", stream)[0][0]
        return found

    def _hash(self, stream: str, version: int) -> str | None:
        query = "SELECT hash FROM events WHERE stream = ? AND version = ?"
        found = self._rows(query, stream, version)
        return found[0][0] if found else None

    def _origin(self, kind: str, visibility: str, parent: Parent | None) -> Origin:
        if parent is None:
            return Origin(kind, visibility, START)
        left = self.stream(parent.stream)
        head = None if left is None else self.hash_at(left, parent.version)
        if left is None or left.kind == GONE or head is None or parent.version < 1:
            raise UnknownParent(parent)
        seen_by = narrower(visibility, left.visibility)
        return Origin(kind, seen_by, head, parent.stream, parent.version, parent.step)

    def _again(
        self, stream: str, again: Sequence[Draft], entries: Sequence[Entry]
    ) -> Appended | None:
        stored = self._by_id(stream, [entry.body.id for entry in entries])
        if not stored:
            return None
        said = zip(again, entries, strict=True)
        known = [
            (stored[entry.body.id], draft, entry)
            for draft, entry in said
            if entry.body.id in stored
        ]
        if reused := [event.id for event, draft, entry in known if not _same(event, draft, entry)]:
            raise IdReused(reused)
        events = tuple(event for event, _, _ in known)
        if len(events) < len(entries):
            raise PartlyKnown([event.id for event in events])
        return Appended(max(event.version for event in events), events, fresh=False)

    def _by_id(self, stream: str, ids: Sequence[str]) -> dict[str, Event]:
        marks = ", ".join(["?"] * len(ids))
        events = self._where(stream, f"id IN ({marks})", *ids) if ids else []
        return {event.id: event for event in events}

    def _where(self, stream: str, condition: str, *values: Any) -> list[Event]:
        """The stream's own events that fulfil an SQL condition."""
        query = "SELECT version, position, body, hash FROM events WHERE stream = ? AND "
        return [
            body.event(stream, version, position, body_of(stream, version, text), hash)
            for version, position, text, hash in self._rows(query + condition, stream, *values)
        ]

    def _rows(self, query: str, *values: Any) -> list[Any]:
        return self._connections.run(lambda connection: connection.rows(query, values))


def _require_narrow(connection: sa.Connection, stream: str, visibility: str) -> None:
    left = sa.alias(origins)
    query = sa.select(left.c.id, left.c.visibility).join(origins, origins.c.parent == left.c.id)
    parent = connection.execute(query.where(origins.c.id == stream)).first()
    if parent is not None and narrower(visibility, parent.visibility) != visibility:
        raise SeenByMore(parent.id, parent.visibility)


def _narrow(connection: sa.Connection, those: sa.ColumnElement[bool], visibility: str) -> None:
    """Sets who may see those streams, and leaves none of their branches to be seen by more."""
    change = sa.update(origins).where(those).values(visibility=visibility)
    for changed in list(connection.scalars(change.returning(origins.c.id))):
        more = SEEN_BY[SEEN_BY.index(visibility) + 1 :]
        wider = sa.and_(origins.c.parent == changed, origins.c.visibility.in_(more))
        _narrow(connection, wider, visibility)


def _stream(stream: str, row: Any) -> Stream:
    try:
        found = msgspec.convert(dict(zip(Stream.__struct_fields__, row, strict=True)), Stream)
    except msgspec.ValidationError as error:
        raise Unreadable(stream, 0, f"its own row is not one: {error}") from None
    if found.kind not in KINDS:
        raise Unreadable(stream, 0, "it is of no kind that there is")
    if found.version == 0:
        raise Unreadable(stream, 1, MISSING)
    return found


def told(stream: str, version: int, position: int, text: str, hash: str) -> Event | Broken:
    """The event of a row; Broken where it is none."""
    try:
        return body.event(stream, version, position, body_of(stream, version, text), hash)
    except Unreadable as error:
        return msgspec.structs.replace(error.broken, position=position)


def _events(batch: Batch, version: int, position: int, hashes: Sequence[str]) -> tuple[Event, ...]:
    events = []
    for entry, hash in zip(batch.entries, hashes, strict=True):
        version += 1
        events.append(body.event(batch.stream, version, position, entry.body, hash))
        position += 1
    return tuple(events)


def _same(stored: Event, draft: Draft, entry: Entry) -> bool:
    told = entry.body
    if (told.type, told.seat, told.data) != (stored.type, stored.seat, stored.data):
        return False
    return draft.at is None or told.at == stored.at
