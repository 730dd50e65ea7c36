"""The event store on both databases, beside bare drivers and the eventsourcing library."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from scripts.bench import Row
from scripts.bench.growth import growth
from scripts.bench.rounds import Work, rates
from scripts.bench.stores import Appending, Reading, on_postgres, on_sqlite
from tests.postgres import postgres

ROUNDS = 61
"""Many short ones: a disk has slow moments."""
APPENDS = 20
"""Commits of a round, one event each."""
BATCHES, BATCH = 2, 100
"""Commits of a round, and events in each."""
LONG = 2_000
"""Events of the game that is read."""

LARGE = 1_000_000
"""Events of a large store."""


def rows(large: int = LARGE) -> Iterator[Row]:
    """Appends and reads on SQLite and PostgreSQL, both of which commit to the disk."""
    with tempfile.TemporaryDirectory(prefix="gametape-bench-") as name:
        folder = Path(name)
        with on_sqlite(folder) as (ours, bare, library):
            yield from _beside("SQLite", ours, bare, "bare sqlite3 insert")
            yield _read("SQLite", ours, library)
        small, full = (f"sqlite:///{folder}/{size}.db" for size in ("small", "large"))
        yield growth("SQLite", small, full, large)
    with postgres(settings=()) as server:
        with on_postgres(server, "durable") as (ours, bare, library):
            yield from _beside("PostgreSQL", ours, bare, "bare psycopg insert")
            yield _read("PostgreSQL", ours, library)
        # From here on the software counts, not how often it waits for the disk.
        server.execute("ALTER ROLE postgres SET synchronous_commit = off")
        with on_postgres(server, "swift") as (ours, _, library):
            work = "append, not waiting for the disk, PostgreSQL"
            yield _append(work, 1, ours, library, "eventsourcing", 2.5)
        for size in ("small", "large"):
            server.execute(f"CREATE DATABASE {size}")
        yield growth("PostgreSQL", server.url("small"), server.url("large"), large)


def _beside(database: str, ours: Appending, bare: Appending, rival: str) -> Iterator[Row]:
    yield _append(f"append, {database}", 1, ours, bare, rival, 0.9)
    yield _append(f"append batches of {BATCH}, {database}", BATCH, ours, bare, rival, 0.8)


def _append(
    work: str, size: int, ours: Appending, theirs: Appending, rival: str, bar: float
) -> Row:
    found = rates({"ours": _appending(ours, size), "theirs": _appending(theirs, size)}, ROUNDS)
    return _row(work, found, rival, bar)


def _read(database: str, ours: Reading, library: Reading) -> Row:
    for store in (ours, library):
        store.fill(LONG)
    found = rates({"ours": ours.read, "theirs": library.read})
    return _row(f"read a game of {LONG:,}, {database}", found, "eventsourcing", 1)


def _appending(store: Appending, size: int) -> Work:
    commits = APPENDS if size == 1 else BATCHES

    def work() -> int:
        for _ in range(commits):
            store.append(size)
        return commits * size

    return work


def _row(work: str, found: dict[str, float], rival: str, bar: float) -> Row:
    return Row(
        work=work,
        unit="events/s",
        ours=found["ours"],
        theirs=found["theirs"],
        rival=rival,
        bar=bar,
    )
