"""The referee's jobs on a real Redis, in a worker process of their own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from threading import Thread
from typing import Any

import pytest
import redis
from rq import Queue as RqQueue
from rq import SimpleWorker
from sqlalchemy import Engine

from projections.games.rebuild import rebuild
from tests.children import PATIENCE, eventually
from tests.projections.games.tapes import Table, a_game
from workers.context import context
from workers.queue import REFEREE, WAITING, Queue, enqueue, take
from workers.referee import referee
from workers.sweep import EVERY, behind, my_turn, sweep

JOBS = f"rq:queue:{REFEREE}"


@pytest.fixture
def table(sqlite_engine: Engine) -> Table:
    return Table(sqlite_engine)


@contextmanager
def worker(database: str, redis_url: str, *options: str) -> Iterator[subprocess.Popen[bytes]]:
    code = (
        "import sys; from workers.worker import work; work(sys.argv[1], burst='burst' in sys.argv)"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code, redis_url, *options],
        env={**os.environ, "GAMETAPE_DATABASE": database},
    )
    try:
        yield process
    finally:
        process.terminate()
        process.wait(PATIENCE)


def judged(table: Table, game: str) -> int:
    checked = table.games.checked(game)
    return checked.version if checked else 0


def is_judged(table: Table, game: str, version: int) -> bool:
    return judged(table, game) >= version


def test_a_burst_of_appends_is_one_waiting_job(redis_url: str) -> None:
    connection = redis.from_url(redis_url)
    assert enqueue(connection, "g")
    assert not enqueue(connection, "g")
    assert enqueue(connection, "h")
    assert connection.llen(JOBS) == 1
    assert [take(connection) for _ in range(3)] == ["g", "h", None]


def test_one_game_that_cannot_be_judged_holds_up_no_other(
    table: Table, sqlite_url: str, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.record("bad", a_game()[:2])
    table.record("good", a_game()[:9])
    monkeypatch.setenv("GAMETAPE_DATABASE", sqlite_url)
    connection = redis.from_url(redis_url)
    enqueue(connection, "bad")
    enqueue(connection, "good")

    def judged_or_broken(*here: Any, **how: Any) -> int | None:
        if here[-1] == "bad":
            raise RuntimeError("a bug in the rules")
        return referee(*here, **how)

    monkeypatch.setattr("workers.jobs.referee", judged_or_broken)
    context.cache_clear()
    queue = RqQueue(REFEREE, connection=connection)
    SimpleWorker([queue], connection=connection).work(burst=True)
    assert judged(table, "good") == 9
    assert len(queue.failed_job_registry) == 1


def wake_a_thousand(queue: Queue) -> None:
    for number in range(1000):
        queue.wake(f"g{number}", 1)


def test_waking_never_waits_for_redis_that_does_not_answer(tmp_path: object) -> None:
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(f"{tmp_path}/silent.sock")
        silent.listen()
        queue = Queue(f"unix://{tmp_path}/silent.sock")
        waking = Thread(target=wake_a_thousand, args=(queue,), daemon=True)
        waking.start()
        waking.join(PATIENCE)
        assert not waking.is_alive()


def test_waking_never_waits_for_redis_that_is_away(tmp_path: object) -> None:
    queue = Queue(f"unix://{tmp_path}/nobody.sock")
    wake_a_thousand(queue)
    nobody = {"redis": False, "workers": 0, "waiting": 0, "lag": 0.0}
    assert queue.health() == nobody
    assert Queue(None).health() == nobody


def test_games_that_are_behind_are_found(table: Table) -> None:
    table.record("g", a_game()[:9])
    table.games.enter(table.tape("g"))
    table.record("h", a_game(2)[:9])
    assert behind(table.engine) == ["g", "h"]
    referee(table.store, table.tapes, table.games, "g")
    assert behind(table.engine) == ["h"]
    table.record("g", a_game()[9:12])
    assert behind(table.engine) == ["g", "h"]


def test_a_sweep_makes_good_a_lost_job(table: Table, redis_url: str) -> None:
    table.record("g", a_game()[:9])
    connection = redis.from_url(redis_url)
    assert sweep(table.engine, connection) == 1
    assert connection.llen(JOBS) == 1
    connection.delete(JOBS)  # lost with Redis
    assert sweep(table.engine, connection) == 0
    assert connection.llen(JOBS) == 1


def test_a_sweep_empties_the_log_of_a_sqlite_database(table: Table, redis_url: str) -> None:
    table.record("g", a_game()[:9])
    if table.engine.dialect.name == "sqlite":
        log = Path(f"{table.engine.url.database}-wal")
        assert log.stat().st_size > 0
        sweep(table.engine, redis.from_url(redis_url))
        assert log.stat().st_size == 0


def test_a_worker_catches_up_and_then_judges_when_it_is_woken(
    table: Table, sqlite_url: str, redis_url: str
) -> None:
    drafts = a_game()
    table.record("g", drafts[:9])
    queue = Queue(redis_url)
    with worker(sqlite_url, redis_url):
        assert eventually(lambda: judged(table, "g") == 9)
        waited = []
        for version, draft in enumerate(drafts[9:40], 10):
            table.record("g", [draft])
            queue.wake("g", version)
            start = time.monotonic()
            assert eventually(partial(is_judged, table, "g", version))
            waited.append(time.monotonic() - start)
        assert median(waited) < EVERY / 2, "that was the sweep"


def test_who_begins_finds_what_a_dead_worker_had_taken(
    table: Table, sqlite_url: str, redis_url: str
) -> None:
    table.record("g", a_game()[:9])
    connection = redis.from_url(redis_url)
    enqueue(connection, "g")
    assert my_turn(connection)
    connection.persist("gametape:sweep")  # no other sweep will come
    assert take(connection) == "g"
    connection.delete(JOBS)
    with worker(sqlite_url, redis_url):
        assert eventually(lambda: judged(table, "g") == 9)


def test_an_append_made_while_the_referee_runs_is_judged_too(
    table: Table, sqlite_url: str, redis_url: str
) -> None:
    drafts = a_game()
    queue = Queue(redis_url)
    table.record("g", drafts[:2])
    with worker(sqlite_url, redis_url):
        assert eventually(lambda: judged(table, "g") == 2)
        for draft in drafts[2:]:
            table.record("g", [draft])
            queue.wake("g", 0)
        assert eventually(lambda: judged(table, "g") == len(drafts))


def test_two_workers_of_one_game_double_nothing(
    table: Table, sqlite_url: str, redis_url: str
) -> None:
    drafts = a_game()
    connection = redis.from_url(redis_url)
    table.record("g", drafts[:2])
    with worker(sqlite_url, redis_url), worker(sqlite_url, redis_url):
        assert eventually(lambda: Queue(redis_url).health()["workers"] == 2)
        for draft in drafts[2:]:
            table.record("g", [draft])
            connection.delete(WAITING)
            enqueue(connection, "g")
        assert eventually(lambda: judged(table, "g") == len(drafts))
        assert eventually(lambda: connection.llen(JOBS) == 0)
    found = table.games.facts("g"), table.games.totals("g")
    assert rebuild(table.tapes, table.games, "g") is None
    assert (table.games.facts("g"), table.games.totals("g")) == found
