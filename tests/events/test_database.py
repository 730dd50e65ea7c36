"""Engines, migrations, and what the databases themselves refuse."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from events.database import connect, migrate, writing
from events.event import Draft
from events.store import EventStore
from events.tables import metadata, origins
from tests.postgres import Postgres


def kicked(number: int = 1) -> list[Draft]:
    return [Draft(type="BallKicked", data={"number": number})]


def started(url: str) -> int:
    """What each process of an installation does first."""
    engine = connect(url)
    migrate(engine)
    version = EventStore(engine).append("derby", kicked(), recorded_by="token-1").version
    engine.dispose()
    return version


def start_at_once(url: str, processes: int) -> None:
    with get_context("forkserver").Pool(processes) as pool:
        versions = pool.map(started, [url] * processes, chunksize=1)

    assert sorted(versions) == list(range(1, processes + 1))


def test_several_processes_start_at_once_on_a_new_file(tmp_path: Path) -> None:
    start_at_once(f"sqlite:///{tmp_path}/new.db", 4)


def test_several_processes_start_at_once_on_a_new_database(postgres_server: Postgres) -> None:
    postgres_server.execute("CREATE DATABASE started")

    start_at_once(postgres_server.url("started"), 4)

    postgres_server.execute("DROP DATABASE started WITH (FORCE)")


def test_migrating_again_changes_nothing(engine: Engine) -> None:
    store = EventStore(engine)
    store.append("derby", kicked(), recorded_by="token-1")

    migrate(engine)

    assert len(store.follow()) == 1


def test_the_tables_are_those_that_the_program_queries(engine: Engine) -> None:
    inspector = sa.inspect(engine)
    for table in metadata.tables.values():
        columns = {column["name"]: column for column in inspector.get_columns(table.name)}
        assert list(columns) == [column.name for column in table.columns], table.name
        kinds = inspector.get_view_names() if table.name == "streams" else ()
        if table.name not in kinds:
            nullable = {name for name, column in columns.items() if column["nullable"]}
            assert nullable == {column.name for column in table.columns if column.nullable}


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET body = '{}'",
        "UPDATE events SET seat = NULL WHERE version = 1",
        "DELETE FROM events",
        "DELETE FROM events WHERE position = 2",
    ],
)
def test_no_event_is_ever_changed(engine: Engine, statement: str) -> None:
    store = EventStore(engine)
    store.append("derby", kicked() * 2, recorded_by="token-1")
    before = store.follow()

    with pytest.raises(DBAPIError, match="events are never"), writing(engine) as connection:
        connection.exec_driver_sql(statement)

    assert store.follow() == before


def test_postgres_does_not_truncate_events(postgres_engine: Engine) -> None:
    with (
        pytest.raises(DBAPIError, match="events are never"),
        writing(postgres_engine) as connection,
    ):
        connection.exec_driver_sql("TRUNCATE events")


@pytest.mark.parametrize("replaced", ["position", "version", "id"])
def test_a_foreign_sqlite_client_does_not_replace_events(
    sqlite_engine: Engine, replaced: str
) -> None:
    store = EventStore(sqlite_engine)
    store.append("derby", kicked() * 2, recorded_by="token-1")
    values = {"position": "9", "version": "9", "id": "'other'"} | {replaced: replaced}
    foreign = sqlite3.connect(sqlite_engine.url.database or "")

    with pytest.raises(sqlite3.IntegrityError, match="events are never replaced"):
        foreign.execute(
            f"INSERT OR REPLACE INTO events SELECT {values['position']}, stream,"
            f" {values['version']}, {values['id']}, type, schema, seat, '{{}}', at, recorded_at,"
            " recorded_by, hash FROM events WHERE version = 2"
        )

    foreign.close()
    assert len(store.follow()) == 2


def test_sqlite_is_as_durable_as_asked(tmp_path: Path) -> None:
    for synchronous, value in (("FULL", 2), ("NORMAL", 1)):
        engine = connect(f"sqlite:///{tmp_path}/game.db", synchronous=synchronous)  # type: ignore[arg-type]
        with engine.connect() as connection:
            assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == value
            assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
            assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
        engine.dispose()


def test_other_databases_are_refused() -> None:
    with pytest.raises(ValueError, match="SQLite or PostgreSQL, not in mysql"):
        connect("mysql://localhost/games")


def test_transactions_are_rolled_back(engine: Engine) -> None:
    row = dict.fromkeys(["id", "kind", "start_hash", "visibility", "created_at"], "x")

    with pytest.raises(RuntimeError), writing(engine) as connection:
        connection.execute(sa.insert(origins).values(row))
        raise RuntimeError

    with engine.connect() as connection:
        assert connection.execute(sa.select(origins)).first() is None


def test_writing_waits_for_other_writers(engine: Engine) -> None:
    """A transaction that reads, then writes what it read, loses no update."""
    row = dict.fromkeys(["id", "kind", "start_hash", "created_at"], "x")
    with writing(engine) as connection:
        connection.execute(sa.insert(origins).values(row | {"visibility": "0"}))
    count = sa.select(origins.c.visibility).with_for_update()

    def add(_: int) -> None:
        for _ in range(10):
            with writing(engine) as connection:
                number = int(connection.execute(count).scalar_one())
                connection.execute(sa.update(origins).values(visibility=str(number + 1)))

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(add, range(4)))

    with engine.connect() as connection:
        assert connection.execute(sa.select(origins.c.visibility)).scalar_one() == "40"


def test_times_do_not_depend_on_the_servers_zone(
    postgres_server: Postgres, postgres_engine: Engine
) -> None:
    name = postgres_engine.url.database
    postgres_server.execute(f"ALTER DATABASE {name} SET timezone TO 'Pacific/Chatham'")
    postgres_server.execute(
        f"ALTER DATABASE {name} SET default_transaction_isolation TO 'serializable'"
    )
    postgres_engine.dispose()
    store = EventStore(postgres_engine)

    draft = Draft(type="BallKicked", data={}, at="2026-03-01T19:30:00Z")
    [event] = store.append("derby", [draft], recorded_by="token-1").events

    with postgres_engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT at FROM events").scalar() == event.at
        assert connection.exec_driver_sql("SHOW timezone").scalar() == "Pacific/Chatham"
        assert connection.exec_driver_sql("SHOW transaction_isolation").scalar() == "read committed"
    assert store.read("derby") == [event]
    assert event.at == "2026-03-01T19:30:00.000Z"


@pytest.mark.parametrize("size", [1, 3])
def test_an_append_survives_a_dropped_connection(
    postgres_server: Postgres, postgres_engine: Engine, size: int
) -> None:
    store = EventStore(postgres_engine)
    store.append("derby", kicked(1), recorded_by="token-1")
    store.append("derby", kicked(2), recorded_by="token-1")

    postgres_server.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        f" WHERE datname = '{postgres_engine.url.database}'"
    )

    store.append("derby", kicked(3) * size, recorded_by="token-1", expected=2)
    assert len(store.read("derby")) == 2 + size
