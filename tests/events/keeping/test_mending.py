"""A damaged stream comes back from a backup, and nothing that is sound is lost by it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from events.database import writing
from events.event import Draft
from events.keeping import backup, tombstones
from events.keeping.backup import BadBackup
from events.keeping.mending import mend
from events.keeping.verification import verify_all
from events.store import EventStore, Parent
from events.tables import events, origins
from tests.events.keeping.test_verification import tamper

SECOND = "stream = 'derby' AND version = 2"


@pytest.fixture
def saved(store: EventStore, tmp_path: Path) -> Path:
    """A backup; something was recorded before and after it in every stream."""
    for n in range(3):
        note(store, "derby", n)
        note(store, "final", n)
    store.append("what-if", [], recorded_by="x", parent=Parent("derby", 2, 2))
    note(store, "what-if", 9)
    backup.write(store.engine, tmp_path / "all", (), {})
    note(store, "derby", 3)
    note(store, "final", 3)
    return tmp_path / "all"


def note(store: EventStore, stream: str, n: int) -> None:
    store.append(stream, [Draft(type="NoteAdded", data={"n": n})], recorded_by="x")


def everything(engine: Engine) -> list[list[Any]]:
    with engine.connect() as connection:
        return [
            sorted(map(tuple, connection.execute(sa.select(table)))) for table in (events, origins)
        ]


@pytest.mark.parametrize(
    ("damage", "mended"),
    [
        (f"UPDATE events SET body = 'gone' WHERE {SECOND}", 1),
        (f"UPDATE events SET hash = 'other', recorded_by = 'me' WHERE {SECOND}", 1),
        (f"UPDATE events SET position = 1000 WHERE {SECOND}", 1),
        (f"DELETE FROM events WHERE {SECOND}", 1),
        ("UPDATE events SET body = '{}' WHERE stream = 'derby' AND version < 4", 3),
        ("DELETE FROM events WHERE stream = 'derby' AND version = 1", 1),
        ("DELETE FROM events WHERE stream = 'what-if'", 1),
        ("UPDATE origins SET visibility = '' WHERE id = 'derby'", 0),
    ],
)
def test_what_was_damaged_is_as_it_was(
    store: EventStore, saved: Path, damage: str, mended: int
) -> None:
    before = everything(store.engine)
    tamper(store.engine, damage)
    stream = "what-if" if "what-if" in damage else "derby"

    assert mend(store.engine, saved, stream) == mended

    assert everything(store.engine) == before
    assert list(verify_all(store)) == []
    note(store, stream, 10)
    assert list(verify_all(store)) == []


def test_a_stream_of_which_nothing_is_left_comes_back_as_of_the_backup(
    store: EventStore, saved: Path
) -> None:
    tamper(store.engine, "DELETE FROM events WHERE stream = 'what-if'")
    tamper(store.engine, "DELETE FROM origins WHERE id = 'what-if'")
    assert mend(store.engine, saved, "what-if") == 1
    assert list(verify_all(store)) == []


def test_who_may_see_it_stays_as_it_was_since(store: EventStore, saved: Path) -> None:
    tamper(store.engine, "UPDATE origins SET visibility = 'private' WHERE id = 'derby'")
    tamper(store.engine, f"DELETE FROM events WHERE {SECOND}")
    mend(store.engine, saved, "derby")
    found = store.stream("derby")
    assert found is not None
    assert found.visibility == "private"


def test_events_are_not_changed_afterwards_either(store: EventStore, saved: Path) -> None:
    mend(store.engine, saved, "final")
    with pytest.raises(DBAPIError, match="never"), writing(store.engine) as connection:
        connection.execute(events.delete().where(events.c.stream == "final"))


@pytest.mark.parametrize(
    ("damage", "stream", "said"),
    [
        ("DELETE FROM events WHERE stream = 'derby' AND version IN (2, 4)", "nowhere", "holds no"),
        ("UPDATE events SET hash = 'x' WHERE stream = 'derby' AND version = 4", "derby", "still"),
        (f"DELETE FROM events WHERE {SECOND}; ", "derby", "Something else"),
    ],
)
def test_what_cannot_be_mended_is_left_as_it_is(
    store: EventStore, saved: Path, damage: str, stream: str, said: str
) -> None:
    place = f"(SELECT position FROM events WHERE {SECOND})"
    if said == "Something else":
        with store.engine.connect() as connection:
            place = connection.exec_driver_sql(place.strip("()")).scalar_one()
    tamper(store.engine, damage)
    if said == "Something else":
        tamper(
            store.engine,
            f"UPDATE events SET position = {place} WHERE stream = 'final' AND version = 4",
        )
    before = everything(store.engine)

    with pytest.raises(BadBackup, match=said):
        mend(store.engine, saved, stream)

    assert everything(store.engine) == before


def test_another_history_is_not_put_over_what_is_sound(store: EventStore, saved: Path) -> None:
    for table in ("events", "origins"):
        name = "stream" if table == "events" else "id"
        tamper(store.engine, f"DELETE FROM {table} WHERE {name} = 'final'")
    fresh = EventStore(store.engine)
    note(fresh, "final", 7)
    note(fresh, "final", 8)
    tamper(store.engine, "DELETE FROM events WHERE stream = 'final' AND version = 2")
    before = everything(store.engine)
    with pytest.raises(BadBackup, match="sound"):
        mend(store.engine, saved, "final")
    assert everything(store.engine) == before


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE events SET body = '{}' WHERE stream = 'final' AND version = 1",
        "UPDATE events SET hash = 'other' WHERE stream = 'final' AND version = 1",
        "DELETE FROM events WHERE stream = 'final' AND version = 1",
        "UPDATE events SET body = '{}' WHERE stream = 'final' AND version = 2",
    ],
)
def test_what_is_sound_after_the_damage_is_not_lost_either(
    store: EventStore, saved: Path, damage: str
) -> None:
    """Another history went on from there, as after a return to an older backup."""
    for table in ("events", "origins"):
        name = "stream" if table == "events" else "id"
        tamper(store.engine, f"DELETE FROM {table} WHERE {name} = 'final'")
    fresh = EventStore(store.engine)
    for n in range(7, 10):
        note(fresh, "final", n)
    tamper(store.engine, damage)
    before = everything(store.engine)
    with pytest.raises(BadBackup, match="sound"):
        mend(store.engine, saved, "final")
    assert everything(store.engine) == before


def test_a_backup_in_which_it_is_deleted_deletes_nothing(store: EventStore, tmp_path: Path) -> None:
    note(store, "derby", 1)
    backup.write(store.engine, tmp_path / "with", (), {})
    tombstones.bury(store.engine, "derby", "admin")
    backup.write(store.engine, tmp_path / "without", (), {})
    for table, name in (("events", "stream"), ("origins", "id")):
        tamper(store.engine, f"DELETE FROM {table} WHERE {name} = 'derby'")
    assert mend(store.engine, tmp_path / "with", "derby") == 1
    before = everything(store.engine)
    with pytest.raises(BadBackup, match="had been deleted"):
        mend(store.engine, tmp_path / "without", "derby")
    assert everything(store.engine) == before


def test_what_was_deleted_does_not_come_back(store: EventStore, saved: Path) -> None:
    tombstones.bury(store.engine, "final", "admin")
    before = everything(store.engine)
    with pytest.raises(BadBackup, match="deleted"):
        mend(store.engine, saved, "final")
    assert everything(store.engine) == before
