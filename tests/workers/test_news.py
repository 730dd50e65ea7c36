"""What is behind its log is found by what is new, whatever else there is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import sqlalchemy as sa
from sqlalchemy import Engine

from events.database import writing
from events.event import Draft
from events.store import Parent
from projections import news
from projections.tables import looked, summaries
from tests.projections.games.tapes import Table, a_game
from workers.referee import referee

LEAGUE = Draft(type="LeagueCreated", data={"name": "Club", "ruleset": "wannabe-football"})


@pytest.fixture
def table(engine: Engine) -> Iterator[Table]:
    yield Table(engine)


def judge(table: Table, *games: str) -> None:
    for game in games:
        referee(table.store, table.tapes, table.games, game)


def games(table: Table) -> list[str]:
    return news.behind(table.engine, "game")


def test_what_was_judged_and_has_no_news_is_not_looked_at(table: Table) -> None:
    for seed in range(1, 6):
        table.record(f"g{seed}", a_game(seed)[:5])
    assert len(games(table)) == 5
    judge(table, *games(table))
    assert games(table) == []
    with writing(table.engine) as connection:  # as if something had gone wrong long ago
        connection.execute(summaries.update().values(checked_version=4))
    table.record("g3", a_game(3)[5:7])
    assert games(table) == ["g3"]


def test_a_game_stays_behind_until_it_is_judged(table: Table) -> None:
    table.record("g", a_game()[:5])
    assert games(table) == games(table) == ["g"]
    judge(table, "g")
    table.record("g", a_game()[5:7])
    assert games(table) == games(table) == ["g"]


def test_games_judged_by_other_code_are_behind(table: Table) -> None:
    table.record("g", a_game()[:5])
    table.record("h", a_game(2)[:5])
    judge(table, "g", "h")
    assert games(table) == []
    with writing(table.engine) as connection:
        for game, code in (("g", ""), ("h", "z")):
            named = summaries.c.game == game
            connection.execute(summaries.update().where(named).values(code=code))
    assert games(table) == ["g", "h"]


def test_a_branch_without_events_of_its_own_is_found(table: Table) -> None:
    table.record("g", a_game()[:5])
    judge(table, "g")
    assert games(table) == []
    table.store.append("b", [], recorded_by="test", parent=Parent("g", 3, 3), expected="no_stream")
    assert games(table) == ["b"]
    judge(table, "b")
    assert games(table) == []


def test_leagues_are_found_likewise(table: Table) -> None:
    table.store.append("club", [LEAGUE], recorded_by="test", kind="league")
    table.record("g", a_game()[:5])
    assert news.behind(table.engine, "league") == ["club"]
    assert games(table) == ["g"]


def test_a_look_reads_what_came_since_the_last_one_alone(table: Table) -> None:
    table.record("g", a_game()[:5])
    games(table)
    with table.engine.connect() as connection:
        assert connection.scalar(sa.select(looked.c.position)) == 5
