"""Whom the event store is measured against: bare drivers and the eventsourcing library."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Protocol
from uuid import UUID, uuid4

import msgspec
import psycopg
from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteDatastore

from events.clock import now
from events.database import connect, migrate
from events.event import Draft
from events.store import EventStore
from tests.postgres import Postgres

GAME = 600
"""Events of a game, after which the next one begins."""

_TABLE = """
CREATE TABLE bare (
    position {key}, stream TEXT NOT NULL, version INTEGER NOT NULL, id TEXT NOT NULL,
    type TEXT NOT NULL, schema INTEGER NOT NULL, seat TEXT, body TEXT NOT NULL, at TEXT NOT NULL,
    recorded_at TEXT NOT NULL, recorded_by TEXT NOT NULL, hash TEXT NOT NULL,
    UNIQUE (stream, version), UNIQUE (stream, id))
"""
_INSERT = """
INSERT INTO bare (
    stream, version, id, type, schema, seat, body, at, recorded_at, recorded_by, hash)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_HASH = "0" * 64


def draft() -> Draft:
    """A typical event."""
    return Draft(type="PassAttempted", seat="a", data={"from": "a-4", "to": "a-9", "reroll": None})


class Appending(Protocol):
    """What appends."""

    def append(self, size: int) -> None:
        """Appends so many events to the current game, in one commit."""


class Reading(Protocol):
    """What reads."""

    def fill(self, events: int) -> None:
        """Makes a game of so many events, for `read`."""

    def read(self) -> int:
        """Reads that game and says how many events it has."""


class Ours:
    """The event store."""

    def __init__(self, url: str) -> None:
        """Migrates the database."""
        self.engine = connect(url)
        migrate(self.engine)
        self.store = EventStore(self.engine)
        self._numbers = count()

    def append(self, size: int) -> None:
        """Appends so many events to the current game, in one commit."""
        game = f"bench-{next(self._numbers) * size // GAME}"
        self.store.append(game, [draft() for _ in range(size)], recorded_by="bench")

    def fill(self, events: int) -> None:
        """Makes a game of so many events, for `read`."""
        self.store.append("long", [draft() for _ in range(events)], recorded_by="bench")

    def read(self) -> int:
        """Reads that game and says how many events it has."""
        return len(self.store.read("long"))


class Bare:
    """Plain inserts of the same events into a table with the same columns and constraints.

    It knows no version that somebody else wrote, no hash and no retry.
    """

    def __init__(self, connection: Any, key: str, placeholder: str) -> None:
        """Makes the table; `connection` is in autocommit."""
        self._connection = connection
        self._insert = _INSERT.replace("?", placeholder)
        self._numbers = count()
        connection.execute(_TABLE.format(key=key))

    def append(self, size: int) -> None:
        """Appends so many events to the current game, in one commit."""
        if size == 1:
            self._connection.execute(self._insert, self._row())
            return
        rows = [self._row() for _ in range(size)]
        cursor = self._connection.cursor()
        cursor.execute("BEGIN")
        cursor.executemany(self._insert, rows)
        cursor.execute("COMMIT")

    def _row(self) -> tuple[Any, ...]:
        number, event, id, time = next(self._numbers), draft(), str(uuid4()), now()
        body = {
            "at": time,
            "data": event.data,
            "id": id,
            "recorded_at": time,
            "recorded_by": "bench",
            "schema": event.schema,
            "seat": event.seat,
            "type": event.type,
        }
        return (
            f"bench-{number // GAME}",
            number % GAME + 1,
            id,
            event.type,
            event.schema,
            event.seat,
            msgspec.json.encode(body).decode(),
            time,
            time,
            "bench",
            _HASH,
        )


class Library:
    """The recorders of the eventsourcing library, without its aggregates and transcoders."""

    def __init__(self, recorder: Any) -> None:
        """Makes the tables."""
        recorder.create_table()
        self._recorder = recorder
        self._numbers = count()
        self._long = uuid4()

    def append(self, size: int) -> None:
        """Appends so many events to the current game, in one commit."""
        first = next(self._numbers) * size
        self._insert(UUID(int=first // GAME), first % GAME, size)

    def fill(self, events: int) -> None:
        """Makes a game of so many events, for `read`."""
        self._insert(self._long, 0, events)

    def read(self) -> int:
        """Reads that game and says how many events it has."""
        return len(self._recorder.select_events(self._long))

    def _insert(self, game: UUID, version: int, size: int) -> None:
        events = []
        for n in range(size):
            event, time = draft(), now()
            body = {"at": time, "data": event.data, "id": str(uuid4()), "seat": event.seat}
            events.append(StoredEvent(game, version + n + 1, event.type, msgspec.json.encode(body)))
        self._recorder.insert_events(events)


@contextmanager
def on_sqlite(folder: Path) -> Iterator[tuple[Ours, Bare, Library]]:
    """All three, each on a file of its own, as durable as can be."""
    ours = Ours(f"sqlite:///{folder / 'ours.db'}")
    connection = sqlite3.connect(folder / "bare.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    store = SQLiteDatastore(str(folder / "library.db"))
    try:
        bare = Bare(connection, "INTEGER PRIMARY KEY", "?")
        yield ours, bare, Library(SQLiteApplicationRecorder(store))
    finally:
        store.close()
        connection.close()
        ours.engine.dispose()


@contextmanager
def on_postgres(server: Postgres, database: str) -> Iterator[tuple[Ours, Bare, Library]]:
    """All three in one new database."""
    server.execute(f"CREATE DATABASE {database}")
    ours = Ours(server.url(database))
    connection = psycopg.connect(server.dsn(database), autocommit=True)
    store = PostgresDatastore(database, str(server.folder), "5432", "postgres", "")
    try:
        bare = Bare(connection, "BIGSERIAL PRIMARY KEY", "%s")
        yield ours, bare, Library(PostgresApplicationRecorder(store))
    finally:
        store.close()
        connection.close()
        ours.engine.dispose()
