"""The tables of seasons, kept current by the same jobs as the verdicts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import redis
from redis import Redis
from rq import Queue as RqQueue
from rq import SimpleWorker
from sqlalchemy import Engine

from events.event import Draft
from projections.seasons import kept_standings
from projections.seasons.league_read_model import LeagueReadModel
from tests.projections.games.tapes import Table, a_game
from workers.context import context
from workers.queue import REFEREE, call_referee, enqueue
from workers.sweep import sweep

LEAGUE = [
    Draft(type="LeagueCreated", data={"name": "Club", "ruleset": "wannabe-football"}),
    Draft(type="SeasonOpened", data={"season": "s", "name": "Autumn"}),
    *(
        Draft(type="TeamEntered", data={"season": "s", "team": team, "name": team.title()})
        for team in ("ants", "bees")
    ),
    Draft(type="FixtureScheduled", data={"season": "s", "fixture": "f", "teams": ["ants", "bees"]}),
]


@pytest.fixture
def table(
    sqlite_engine: Engine, sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Table]:
    monkeypatch.setenv("GAMETAPE_DATABASE", sqlite_url)
    context.cache_clear()
    yield Table(sqlite_engine)
    context.cache_clear()


def work(connection: Redis) -> None:
    SimpleWorker([RqQueue(REFEREE, connection=connection)], connection=connection).work(burst=True)


def play(table: Table, game: str = "g") -> None:
    created, *rest = a_game()
    table.record(game, [Draft(type=created.type, data={**created.data, "fixture": "f"}), *rest])


def points(table: Table) -> float:
    assert kept_standings.stale(table.engine) == []
    return float(sum(row["points"] for row in kept_standings.rows(table.engine, "s")))


def test_a_sweep_and_a_job_make_good_whatever_was_lost(table: Table, redis_url: str) -> None:
    table.store.append("club", LEAGUE, recorded_by="test", kind="league")
    play(table)
    connection = redis.from_url(redis_url)
    assert LeagueReadModel(table.store).behind() == ["club"]
    sweep(table.engine, connection)
    assert LeagueReadModel(table.store).behind() == []
    work(connection)
    assert points(table) in (2, 3)


def test_a_league_s_event_is_followed_by_its_tables(table: Table, redis_url: str) -> None:
    table.store.append("club", LEAGUE, recorded_by="test", kind="league")
    book = LeagueReadModel(table.store)
    book.catch_up("club")
    play(table)
    connection = redis.from_url(redis_url)
    enqueue(connection, "g")
    work(connection)
    assert points(table) > 0
    cancelled = Draft(type="FixtureCancelled", data={"fixture": "f"})
    table.store.append("club", [cancelled], recorded_by="test", kind="league")
    book.catch_up("club")
    assert kept_standings.stale(table.engine) == ["s"]
    call_referee(connection)
    work(connection)
    assert points(table) == 0


def test_judging_twice_or_in_any_order_comes_to_the_same(table: Table, redis_url: str) -> None:
    connection = redis.from_url(redis_url)
    play(table)
    enqueue(connection, "g")
    work(connection)
    table.store.append("club", LEAGUE, recorded_by="test", kind="league")
    for _ in range(2):
        LeagueReadModel(table.store).catch_up("club")
        call_referee(connection)
        work(connection)
        assert points(table) > 0
    assert not kept_standings.refresh(table.engine, "s")
