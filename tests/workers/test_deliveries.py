"""The outbox and its courier: real requests, signatures, retries by a clock of the test's own."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from itertools import count
from threading import Barrier, Thread
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from sqlalchemy import Engine

from events import clock
from events.database import writing
from events.event import Draft
from events.store import EventStore
from events.tables import deliveries, tokens, webhooks
from events.webhooks.outbox import Notice, enqueue, listeners
from projections import rights
from tests.children import PATIENCE, eventually
from tests.projections.games.tapes import Table, a_game
from tests.receiver import Receiver, receiver
from tests.workers.test_workers import worker
from workers import http_sender as posting
from workers.deliveries import PAUSES, Courier, deliver, due, present
from workers.http_sender import NotSent, send
from workers.referee import referee

SECRET = "whsec_" + "c2VjcmV0LW9mLXRoZXNlLXRlc3Rz"


class Clock:
    """A clock that moves when it is told to."""

    def __init__(self) -> None:
        self.moment = present()

    def __call__(self) -> datetime:
        return self.moment

    def move(self, seconds: float) -> None:
        self.moment += timedelta(seconds=seconds)


@pytest.fixture
def there() -> Iterator[Receiver]:
    with receiver() as made:
        yield made


def listen(engine: Engine, url: str, *events: str, **more: Any) -> str:
    """A webhook as the API makes it."""
    row = {
        "id": clock.new_id(),
        "url": url,
        "events": msgspec.json.encode(events or ("finding",)).decode(),
        "league": None,
        "secret": SECRET,
        "role": "admin",
        "created_by": "admin",
        "created_at": "2026-01-01T00:00:00.000Z",
        **more,
    }
    with writing(engine) as connection:
        connection.execute(webhooks.insert().values(row))
    return str(row["id"])


def notice(cause: str = "one", **more: Any) -> Notice:
    given = {"type": "finding", "subject": "g", "stream": "g", "league": None, "at": clock.now()}
    return Notice(**{**given, "cause": cause, "data": {"game": "g"}, **more})


def tell(engine: Engine, *notices: Notice) -> int:
    with writing(engine) as connection:
        return sum(
            enqueue(connection, listeners(connection, n.league), [n], rights.may_see)
            for n in notices
        )


def row(engine: Engine) -> Any:
    with engine.connect() as connection:
        return connection.execute(sa.select(deliveries)).one()


def tries(engine: Engine, webhook: str) -> Any:
    """The attempts at the only delivery of a webhook that have come to an end."""
    with engine.connect() as connection:
        query = sa.select(deliveries.c.tries).where(deliveries.c.webhook == webhook)
        return msgspec.json.decode(connection.execute(query).scalar_one())


def test_a_delivery_is_signed_and_delivered_once(engine: Engine, there: Receiver) -> None:
    listen(engine, f"{there.url}/hook?of=games")
    assert tell(engine, notice()) == 1
    assert tell(engine, notice()) == 0, "the same cause again"
    [delivery] = due(engine)
    assert deliver(engine, delivery, anywhere=True)
    assert not deliver(engine, delivery, anywhere=True)
    assert due(engine) == []
    [got] = there.received
    assert got.path == "/hook?of=games"
    assert got.headers["webhook-id"] == delivery
    assert abs(int(got.headers["webhook-timestamp"]) - time.time()) < 60
    assert got.is_signed_with(SECRET)
    assert not got.is_signed_with("whsec_b3RoZXI=")
    assert got.document["type"] == "finding"
    assert got.document["data"] == {"game": "g"}


def test_what_is_not_taken_is_sent_again_ever_more_slowly(engine: Engine, there: Receiver) -> None:
    there.statuses = [500, 404, 301, 200]
    there.headers = {"Location": f"{there.url}/elsewhere"}
    listen(engine, f"{there.url}/hook")
    tell(engine, notice())
    now = Clock()
    [delivery] = due(engine, now)
    for pause in PAUSES[:3]:
        assert not deliver(engine, delivery, anywhere=True, now=now)
        now.move(pause - 1)
        assert due(engine, now) == []
        now.move(1)
        assert due(engine, now) == [delivery]
    assert deliver(engine, delivery, anywhere=True, now=now)
    assert [r.path for r in there.received] == ["/hook"] * 4, "redirects are not followed"
    assert {r.headers["webhook-id"] for r in there.received} == {delivery}
    assert all(r.is_signed_with(SECRET) for r in there.received)
    tried = msgspec.json.decode(row(engine).tries)
    assert [one["status"] for one in tried] == [500, 404, 301, 200]


def test_a_delivery_is_given_up_in_the_end(engine: Engine, there: Receiver) -> None:
    there.statuses = [503]
    listen(engine, there.url)
    tell(engine, notice())
    now = Clock()
    [delivery] = due(engine, now)
    for pause in (*PAUSES, 0):
        deliver(engine, delivery, anywhere=True, now=now)
        now.move(pause)
    assert row(engine).due_at is None
    assert row(engine).delivered_at is None
    assert len(there.received) == len(PAUSES) + 1
    assert not deliver(engine, delivery, anywhere=True, now=now)


def test_two_at_once_send_once(engine: Engine, there: Receiver) -> None:
    listen(engine, there.url)
    tell(engine, notice())
    [delivery] = due(engine)
    ready = Barrier(4)

    def attempt() -> None:
        ready.wait()
        deliver(engine, delivery, anywhere=True)

    threads = [Thread(target=attempt) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(there.received) == 1


def test_an_attempt_that_was_lost_is_made_again(sqlite_engine: Engine, there: Receiver) -> None:
    listen(sqlite_engine, there.url)
    tell(sqlite_engine, notice())
    now = Clock()
    [delivery] = due(sqlite_engine, now)

    def killed(*_: Any, **__: Any) -> int:
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(posting, "send", killed)
        with pytest.raises(KeyboardInterrupt):
            deliver(sqlite_engine, delivery, anywhere=True, now=now)
    assert due(sqlite_engine, now) == []
    now.move(61)
    assert deliver(sqlite_engine, delivery, anywhere=True, now=now)


def test_nothing_is_sent_for_a_token_that_has_ended(engine: Engine, there: Receiver) -> None:
    token = {"id": "t", "hash": "h", "role": "organizer", "link": False, "created_at": clock.now()}
    with writing(engine) as connection:
        connection.execute(tokens.insert().values(token))
    EventStore(engine).append("g", [Draft(type="NoteAdded", data={})], recorded_by="x")
    listen(engine, there.url, role="organizer", created_by="t")
    made = {"role": "spectator", "game": "g", "created_by": "t", "hash": "i", "id": "u"}
    with writing(engine) as connection:
        connection.execute(tokens.insert().values({**token, **made}))
    assert tell(engine, notice()) == 1
    with writing(engine) as connection:
        mine = tokens.update().where(tokens.c.id == "t")
        connection.execute(mine.values(revoked_at=clock.now()))
    [delivery] = due(engine)
    assert not deliver(engine, delivery, anywhere=True)
    assert due(engine) == []
    assert tell(engine, notice("two")) == 0
    assert there.received == []


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({}, True),
        ({"type": "game.finished"}, False),
        ({"at": "2025-12-31T00:00:00.000Z"}, False),
        ({"league": "other"}, False),
    ],
)
def test_who_is_told_what(sqlite_engine: Engine, more: dict[str, Any], told: bool) -> None:
    listen(sqlite_engine, "https://example.com/", league="cup")
    assert tell(sqlite_engine, notice(**{"league": "cup", **more})) == told


def test_a_change_back_is_told_and_none_is_not(sqlite_engine: Engine) -> None:
    listen(sqlite_engine, "https://example.com/")
    causes = count()

    def told(score: int) -> int:
        data = {"score": score}
        return tell(sqlite_engine, notice(f"{next(causes)}", data=data, changes=True))

    assert [told(score) for score in (1, 1, 2, 1, 1)] == [1, 0, 1, 1, 0]


def test_the_courier_does_not_hold_up_whoever_sends_him(
    sqlite_engine: Engine, there: Receiver
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        never = listen(sqlite_engine, f"http://127.0.0.1:{silent.getsockname()[1]}/")
        listen(sqlite_engine, there.url)
        tell(sqlite_engine, notice())
        courier = Courier(sqlite_engine, anywhere=True)
        courier.go()
        courier.go()
        assert eventually(lambda: there.received)
        assert tries(sqlite_engine, never) == [], "the silent one is still waited for"
        assert len(there.received) == 1
    courier.finish()
    assert len(there.received) == 1


@pytest.mark.parametrize("found", ["127.0.0.1", "10.1.2.3", "169.254.169.254", "fd00::1"])
def test_a_name_with_a_private_address_is_not_called(
    monkeypatch: pytest.MonkeyPatch, found: str
) -> None:
    """Even where it has a public one besides, which might be the one that was judged."""
    places = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (a, 443)) for a in ("8.8.8.8", found)]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: places)
    monkeypatch.setattr(socket.socket, "connect", lambda *_: pytest.fail("connected"))
    with pytest.raises(NotSent, match="not public") as told:
        send("https://rebound.example/hook", b"{}", {})
    assert found not in str(told.value)


def test_the_connection_goes_to_the_address_that_was_judged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    called: list[Any] = []
    places = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("8.8.8.8", 443))]
    asked = count()

    def look_up(*_: Any, **__: Any) -> Any:
        assert next(asked) == 0, "a second answer could be another one"
        return places

    def connect(_: Any, place: Any) -> None:
        called.append(place)
        raise ConnectionRefusedError("refused")

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    monkeypatch.setattr(socket.socket, "connect", connect)
    with pytest.raises(NotSent, match="takes no connection"):
        send("https://example.com/hook", b"{}", {})
    assert called == [("8.8.8.8", 443)]


@contextmanager
def dripping(content: bytes) -> Iterator[tuple[int, list[int]]]:
    """The port of a server that answers a byte now and then, and what has dripped from it."""
    dripped: list[int] = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            connection, _ = server.accept()
            with connection, suppress(OSError):
                for byte in content * 1000:
                    connection.sendall(bytes([byte]))
                    dripped.append(byte)
                    time.sleep(0.02)

        Thread(target=serve, daemon=True).start()
        yield server.getsockname()[1], dripped


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_an_answer_that_drips_is_cut_off(scheme: str) -> None:
    with dripping(b"HTTP/1.1 100 \r\n\r\n") as (port, dripped):
        with pytest.raises(NotSent):
            send(f"{scheme}://127.0.0.1:{port}/", b"{}", {}, anywhere=True, seconds=0.3)
        assert len(dripped) < 100  # two seconds' worth


def test_a_worker_sends_what_was_written_while_redis_was_away(
    sqlite_url: str,
    sqlite_engine: Engine,
    redis_url: str,
    there: Receiver,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The game was judged, and nobody could be woken: the worker finds it at its start."""
    table = Table(sqlite_engine)
    listen(sqlite_engine, there.url, "game.finished")
    table.record("g", a_game())
    referee(table.store, table.tapes, table.games, "g")
    monkeypatch.setenv("GAMETAPE_PRIVATE_WEBHOOKS", "1")
    with worker(sqlite_url, redis_url):
        assert eventually(lambda: there.received != [])
    [got] = there.received
    assert got.is_signed_with(SECRET)
    assert got.document["data"]["game"] == "g"


def test_a_burst_of_work_ends_with_everything_sent(
    sqlite_url: str,
    sqlite_engine: Engine,
    redis_url: str,
    there: Receiver,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table(sqlite_engine)
    listen(sqlite_engine, there.url, "game.finished")
    table.record("g", a_game())
    monkeypatch.setenv("GAMETAPE_PRIVATE_WEBHOOKS", "1")
    with worker(sqlite_url, redis_url, "burst") as process:
        assert process.wait(PATIENCE) == 0
    assert [one.document["type"] for one in there.received] == ["game.finished"]
    assert due(sqlite_engine) == []
