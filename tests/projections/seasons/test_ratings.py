"""Ratings of a season: against the model by hand, and made anew."""

from __future__ import annotations

import pytest
import sqlalchemy as sa
from openskill.models import PlackettLuce
from sqlalchemy import Engine

from projections.seasons import ratings
from projections.tables import ratings as stored
from tests.projections.games.tapes import Table
from tests.projections.seasons.entered_games import GAMES, come_out, enter
from tests.projections.seasons.figure_rows import season


@pytest.fixture
def table(sqlite_engine: Engine) -> Table:
    return Table(sqlite_engine)


def by_hand(*games: tuple[str, str, str]) -> dict[str, float]:
    model = PlackettLuce()
    skills = {team: model.rating() for team in ("ant", "bee", "cat")}
    ranks = {"win": [1.0, 2.0], "draw": [1.0, 1.0], "loss": [2.0, 1.0]}
    for home, away, outcome in games:
        [[one], [other]] = model.rate([[skills[home]], [skills[away]]], ranks=ranks[outcome])
        skills[home], skills[away] = one, other
    return {f"{team} {n}": x for team, s in skills.items() for n, x in enumerate((s.mu, s.sigma))}


def rated(table: Table) -> dict[str, float]:
    rows = ratings.standing(season(table), "team")
    return {f"{row.who} {n}": x for row in rows for n, x in enumerate((row.mu, row.sigma))}


def test_ratings_are_made_anew_from_the_game_that_came_out_otherwise(table: Table) -> None:
    enter(table)
    assert rated(table) == pytest.approx(by_hand(*GAMES))
    first = after(table, 1)
    come_out(table, "g2", "loss")
    assert rated(table) == pytest.approx(by_hand(GAMES[0], ("cat", "ant", "loss"), GAMES[2]))
    assert after(table, 1) == first
    come_out(table, "g2", "draw")
    assert rated(table) == pytest.approx(by_hand(*GAMES))


def test_a_rating_says_how_sure_it_is(table: Table) -> None:
    enter(table)
    rows = ratings.standing(season(table), "team")
    assert [row.place for row in rows] == [1, 2, 3]
    assert [row.low for row in rows] == sorted((row.low for row in rows), reverse=True)
    for row in rows:
        assert row.games == 2
        assert row.high - row.low == pytest.approx(4 * row.sigma)
    assert [row.n for row in ratings.history(season(table), "team", "ant")] == [1, 2]


def after(table: Table, n: int) -> list[tuple[object, ...]]:
    query = sa.select(stored).where(stored.c.n == n).order_by(stored.c.who)
    with table.engine.connect() as connection:
        return [tuple(row) for row in connection.execute(query)]
