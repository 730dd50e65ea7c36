"""More is recorded than can be judged: who is looked at comes first, and nobody starves."""

from __future__ import annotations

import time

import pytest
import redis
from rq import Queue as RqQueue
from rq import SimpleWorker
from sqlalchemy import Engine

from projections.games.read_model import Checked
from projections.kit.find import code_version
from tests.children import eventually
from tests.projections.games.tapes import Table, a_game
from workers import jobs
from workers.context import context
from workers.queue import LOOKED_AT, REFEREE, WAITING, Queue, enqueue, enqueue_all, look, take
from workers.referee import referee


@pytest.fixture
def table(sqlite_engine: Engine) -> Table:
    return Table(sqlite_engine)


def test_games_that_somebody_is_looking_at_are_taken_first(redis_url: str) -> None:
    connection = redis.from_url(redis_url)
    for game in "abcd":
        enqueue(connection, game)
        time.sleep(0.002)
    look(connection, ["d", "c", "elsewhere"])
    assert take(connection, looked_at=False) == "a"
    assert [take(connection) for _ in range(4)] == ["c", "d", "b", None]


def test_a_look_passes(redis_url: str) -> None:
    connection = redis.from_url(redis_url)
    enqueue(connection, "a")
    time.sleep(0.002)
    enqueue(connection, "b")
    connection.zadd(LOOKED_AT, {"b": time.time() - 1})
    assert take(connection) == "a"
    assert connection.zcard(LOOKED_AT) == 0


def test_many_are_told_in_one_message(redis_url: str) -> None:
    connection = redis.from_url(redis_url)
    games = [f"g{n}" for n in range(2_500)]
    assert enqueue_all(connection, games) == 2_500
    assert enqueue_all(connection, [*games, "new"]) == 1
    assert connection.zcard(WAITING) == 2_501


def test_the_web_server_says_who_is_looked_at_and_what_waits(redis_url: str) -> None:
    connection, queue = redis.from_url(redis_url), Queue(redis_url)
    queue.look("a")
    assert eventually(lambda: connection.zscore(LOOKED_AT, "a") is not None)
    enqueue(connection, "a")
    health = queue.health()
    assert health["waiting"] == 1 and 0 <= health["lag"] < 60
    take(connection)
    assert (queue.health()["waiting"], queue.health()["lag"]) == (0, 0.0)


def test_one_job_in_four_games_takes_one_that_nobody_looks_at(
    table: Table, sqlite_url: str, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    monkeypatch.setenv("GAMETAPE_DATABASE", sqlite_url)
    monkeypatch.setattr(jobs, "_judge", lambda _, game: order.append(game))
    context.cache_clear()
    connection = redis.from_url(redis_url)
    for game in "abcdefgh":
        enqueue(connection, game)
        time.sleep(0.002)
    look(connection, "defgh")
    SimpleWorker([RqQueue(REFEREE, connection=connection)], connection=connection).work(burst=True)
    assert "".join(order) == "defaghbc"
    context.cache_clear()


def test_a_stretch_of_a_long_game_is_judged_and_then_the_next(table: Table) -> None:
    drafts = a_game()
    here = table.store, table.tapes, table.games
    table.record("g", drafts[:10])
    assert referee(*here, "g", most=20) == 10
    table.record("g", drafts[10:])
    code = code_version("wannabe-football")
    reached: list[int] = []
    while not reached or reached[-1] < len(drafts):
        reached.append(referee(*here, "g", most=20) or 0)
        assert table.games.checked("g") == Checked(reached[-1], code)
    assert reached[:2] == [30, 50]
    in_stretches = table.games.facts("g"), table.games.findings("g"), table.games.totals("g")
    table.record("h", drafts)
    referee(*here, "h")
    at_once = table.games.facts("h"), table.games.findings("h"), table.games.totals("h")
    for some, others in zip(in_stretches, at_once, strict=True):
        assert [{**row, "game": "h"} for row in some] == others
    assert len(reached) == -(-(len(drafts) - 10) // 20)


def test_a_game_judged_from_its_beginning_is_judged_whole(table: Table) -> None:
    drafts = a_game()
    table.record("g", drafts)
    here = table.store, table.tapes, table.games
    assert referee(*here, "g", most=20) == len(drafts)
