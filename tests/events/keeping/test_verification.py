"""Hashes against an independent recomputation; what tampering verification finds."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest
import rfc8785
from sqlalchemy import Engine

from events.database import writing
from events.event import Draft, Event
from events.keeping.verification import Broken, verify, verify_all
from events.store import EventStore, Parent


def record(store: EventStore) -> None:
    store.append(
        "derby",
        [
            Draft(type="GameCreated", data={"ruleset": "football", "seats": ["a", "b"]}),
            Draft(type="CardsDrawn", seat="a", data={"cards": [None, "Ünïcode 🎲"]}, private=True),
        ],
        recorded_by="token-1",
    )
    store.append("derby", [Draft(type="BallKicked", seat="b", data={"n": -3})], recorded_by="x")
    store.append("what-if", [], recorded_by="x", parent=Parent("derby", 3, 2))
    store.append(
        "what-if", [Draft(type="BallLost", seat="\n", data={"z": {}, "A": []})], recorded_by="x"
    )
    store.append("final", [Draft(type="GameCreated", data={})], recorded_by="token-1")


def independent_hash(before: str, event: Event) -> str:
    body = {
        "at": event.at,
        "data": json.loads(bytes(event.data)),
        "id": event.id,
        "recorded_at": event.recorded_at,
        "recorded_by": event.recorded_by,
        "schema": event.schema,
        "seat": event.seat,
        "type": event.type,
    }
    if event.salt is not None:
        body["salt"] = event.salt
    digest = sha256(rfc8785.dumps(body)).hexdigest()
    return sha256((before + digest).encode("ascii")).hexdigest()


def tamper(engine: Engine, statement: str) -> None:
    """What somebody with the database's password can do."""
    with writing(engine) as connection:
        if engine.dialect.name == "sqlite":
            for trigger in ("events_no_update", "events_no_delete"):
                connection.exec_driver_sql(f"DROP TRIGGER IF EXISTS {trigger}")
        else:
            connection.exec_driver_sql("ALTER TABLE events DISABLE TRIGGER USER")
        connection.exec_driver_sql(statement)


def test_every_hash_covers_the_one_before_it(store: EventStore) -> None:
    record(store)

    for stream, start in (("derby", "0" * 64), ("final", "0" * 64)):
        hash = start
        for event in store.read(stream):
            hash = independent_hash(hash, event)
            assert event.hash == hash
    third = store.read("derby")[-1]
    [fourth] = store.read("what-if")
    assert fourth.hash == independent_hash(third.hash, fourth)


def test_what_was_recorded_verifies(store: EventStore) -> None:
    record(store)

    assert list(verify_all(store)) == []
    assert verify(store, "what-if") is None
    with pytest.raises(KeyError):
        verify(store, "nothing")


@pytest.mark.parametrize(
    ("change", "version", "reason"),
    [
        ("body = replace(body, 'football', 'foosball')", 1, "hash"),
        ("body = replace(body, ':-3', ':3')", 3, "hash"),
        ("body = body || ' '", 2, "hash"),
        ("hash = replace(hash, substr(hash, 1, 1), 'x')", 2, "hash"),
        ("seat = 'b'", 2, "column seat"),
        ("type = 'NoteAdded'", 3, "column type"),
        ("at = '2000-01-01T00:00:00.000Z'", 1, "column at"),
        ("recorded_by = 'nobody'", 1, "column recorded_by"),
        ("version = 9", 2, "version is missing"),
    ],
)
def test_a_changed_event_is_found(
    store: EventStore, change: str, version: int, reason: str
) -> None:
    record(store)

    tamper(
        store.engine,
        f"UPDATE events SET {change} WHERE stream = 'derby' AND version = {version}",
    )

    broken = verify(store, "derby")
    assert broken is not None
    assert (broken.stream, broken.version) == ("derby", version)
    assert reason in broken.reason
    assert broken in list(verify_all(store))


def test_a_deleted_event_is_found(store: EventStore) -> None:
    record(store)

    tamper(store.engine, "DELETE FROM events WHERE stream = 'derby' AND version = 3")

    assert verify(store, "derby") is None
    found = list(verify_all(store))
    assert Broken("what-if", 3, "its parent derby does not reach it") in found
    assert Broken("what-if", 4, "position 3 before it is missing") in found
