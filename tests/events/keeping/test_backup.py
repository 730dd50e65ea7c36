"""A backup is of one moment, and an older program's comes back, too."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest
import sqlalchemy as sa
from sqlalchemy import Engine

from events.database import connect, migrate, revision_of, revisions, upgrade, writing
from events.event import Draft
from events.keeping import backup
from events.keeping.verification import verify_all
from events.store import EventStore
from events.tables import events, origins
from tests.children import eventually


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Engine]:
    engine = connect(f"sqlite:///{tmp_path / 'restored.db'}")
    yield engine
    engine.dispose()


def test_it_is_of_one_moment_while_others_append(
    engine: Engine, empty: Engine, tmp_path: Path
) -> None:
    store, over = EventStore(engine), Event()

    def record() -> None:
        number = 0
        while not over.is_set():
            note = Draft(type="NoteAdded", data={"n": number})
            store.append(f"game-{number}", [note, note], recorded_by="x")
            number += 1

    recorder = Thread(target=record)
    recorder.start()
    try:
        assert eventually(lambda: store.stream("game-20"))
        made = backup.write(engine, tmp_path / "all", (), {})
    finally:
        over.set()
        recorder.join()
    backup.restore(empty, tmp_path / "all")

    assert list(verify_all(EventStore(empty))) == []
    with empty.connect() as connection:
        counts = [
            connection.scalar(sa.select(sa.func.count()).select_from(table))
            for table in (events, origins)
        ]
    assert counts == [made.parts[f"tables/{name}.jsonl"].rows for name in ("events", "origins")]
    assert counts[0] == 2 * counts[1] > 40


def test_a_backup_of_an_older_program_is_brought_up_to_date(empty: Engine, tmp_path: Path) -> None:
    old = connect(f"sqlite:///{tmp_path / 'old.db'}")
    with writing(old) as connection:
        upgrade(connection, "0002")
        connection.exec_driver_sql(
            "INSERT INTO people (id, name, sought, created_at) VALUES ('p1', 'Ana', 'ana', '2026')"
        )
    EventStore(old).append("derby", [Draft(type="NoteAdded", data={})], recorded_by="x")
    made = backup.write(old, tmp_path / "all", (), {"a.key": b"\0secret"})
    old.dispose()

    beside = backup.restore(empty, tmp_path / "all")

    assert (made.revision, beside) == ("0002", {"a.key": b"\0secret"})
    migrate(empty)
    with empty.connect() as connection:
        assert revision_of(connection) == revisions()[-1]
        people = connection.exec_driver_sql("SELECT id, name, changed_at FROM people").all()
    assert people == [("p1", "Ana", None)]
    assert [event.type for event in EventStore(empty).read("derby", prove=True)] == ["NoteAdded"]


def test_bytes_and_texts_come_back_as_what_they_were(tmp_path: Path, empty: Engine) -> None:
    old = connect(f"sqlite:///{tmp_path / 'old.db'}")
    migrate(old)
    with writing(old) as connection:
        connection.exec_driver_sql(
            "INSERT INTO people (id, name, created_at) VALUES ('p1', x'00ff', 'é\u2028')"
        )
    backup.write(old, tmp_path / "all", (), {})
    old.dispose()
    backup.restore(empty, tmp_path / "all")

    with empty.connect() as connection:
        [found] = connection.exec_driver_sql("SELECT name, created_at FROM people").all()
    assert found == (b"\x00\xff", "é\u2028")
