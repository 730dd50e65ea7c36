"""What only a witness beside the database can tell, and what cannot deceive it."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import Engine

from events.damage import Broken
from events.database import connect
from events.event import Draft
from events.keeping.verification import verify_all
from events.keeping.witness import NotSigned, Witness, differences
from events.store import EventStore, Parent
from tests.events.keeping.test_verification import record, tamper


@pytest.fixture
def witness(tmp_path: Path) -> Witness:
    return Witness(tmp_path / "log.witness")


def found(store: EventStore, witness: Witness) -> list[Broken]:
    return list(differences(store, Witness(witness.file).lines()))


def append(store: EventStore, stream: str, count: int = 1) -> None:
    for number in range(count):
        store.append(stream, [Draft(type="NoteAdded", data={"n": number})], recorded_by="x")


def test_a_log_that_grew_is_what_was_witnessed(store: EventStore, witness: Witness) -> None:
    record(store)
    witness.take(store)
    append(store, "derby", 3)
    Witness(witness.file).take(store)
    store.append("branch", [], recorded_by="x", parent=Parent("derby", 2, 2))
    witness.take(store)
    store.set_visibility("derby", "private")
    append(store, "final")

    assert found(store, witness) == []
    assert "branch" in Witness(witness.file).lines()[-1].streams
    for file in witness.file.parent.glob("log.witness*"):
        assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("change", "stream", "reason"),
    [
        ("DELETE FROM events WHERE stream = 'final' AND version = 4", "final", "it ends here"),
        ("DELETE FROM events WHERE stream = 'final'; DELETE FROM origins WHERE id = 'final'",
         "final", "it is gone"),
        ("UPDATE origins SET parent_step = 1 WHERE id = 'what-if'", "what-if", "its own row"),
        ("UPDATE origins SET kind = 'league' WHERE id = 'final'", "final", "its own row"),
        ("UPDATE events SET position = -1 WHERE position = 6;"
         "UPDATE events SET position = 6 WHERE position = 3;"
         "UPDATE events SET position = 3 WHERE position = -1", "The log", "not in that order"),
    ],
)  # fmt: skip
def test_what_no_hash_tells_is_found(
    store: EventStore, witness: Witness, change: str, stream: str, reason: str
) -> None:
    record(store)
    append(store, "final", 3)
    witness.take(store)

    for statement in change.split(";"):
        tamper(store.engine, statement)

    named = {one.stream: one.reason for one in found(store, witness)}
    assert reason in named[stream]


def test_what_was_appended_over_a_lost_end_does_not_hide_it(
    store: EventStore, witness: Witness
) -> None:
    record(store)
    append(store, "final", 3)
    witness.take(store)
    tamper(store.engine, "DELETE FROM events WHERE position > 6")
    store.engine.dispose()
    append(EventStore(store.engine), "final", 5)
    with pytest.raises(NotSigned, match="verify"):
        witness.take(store)

    assert list(verify_all(store)) == []
    assert {one.stream for one in found(store, witness)} == {"final", "The log"}


def test_a_copy_without_its_write_ahead_file_is_not_whole(
    sqlite_engine: Engine, witness: Witness, tmp_path: Path
) -> None:
    store = EventStore(sqlite_engine)
    record(store)
    sqlite3.connect(tmp_path / "gametape.db").execute("PRAGMA wal_checkpoint(TRUNCATE)")
    append(store, "final", 3)
    witness.take(store)
    copy = tmp_path / "copy"
    copy.mkdir()
    for file in (tmp_path / "gametape.db", *tmp_path.glob("log.witness*")):
        shutil.copy(file, copy)

    copied = EventStore(connect(f"sqlite:///{copy / 'gametape.db'}"))
    lost = found(copied, Witness(copy / "log.witness"))
    copied.engine.dispose()

    assert {one.stream for one in lost} == {"final", "The log"}


def test_who_has_not_the_key_deceives_nobody(store: EventStore, witness: Witness) -> None:
    record(store)
    witness.take(store)
    text = witness.file.read_text()

    witness.file.write_text(text.replace("[3,", "[2,"))
    with pytest.raises(NotSigned, match="Line 1"):
        Witness(witness.file).lines()

    witness.file.write_text(text + '{"at":"20')  # a crash while it was written
    assert found(store, witness) == []
    append(store, "final")
    Witness(witness.file).take(store)
    assert len(Witness(witness.file).lines()) == 2

    witness.file.with_name("log.witness.key").unlink()
    with pytest.raises(NotSigned, match="key"):
        Witness(witness.file).take(store)


def test_what_is_outdated_goes_and_nothing_is_forgotten(
    sqlite_engine: Engine, witness: Witness, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = EventStore(sqlite_engine)
    record(store)
    for _ in range(400):
        append(store, "final")
        witness.take(store)
    size = witness.file.stat().st_size
    monkeypatch.setattr("events.keeping.witness.OUTDATED", 100)

    Witness(witness.file).take(store)

    assert witness.file.stat().st_size < size / 50
    assert found(store, witness) == []
    tamper(sqlite_engine, "DELETE FROM events WHERE stream = 'derby' AND version = 3")
    assert "derby" in {one.stream for one in found(store, witness)}
