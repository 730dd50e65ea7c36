"""Games of a season of which the read model knows the outcome alone."""

from __future__ import annotations

import sqlalchemy as sa

from projections.seasons import writer
from projections.tables import (
    game_worth,
    played,
    summaries,
)
from tests.projections.games.tapes import Table
from tests.projections.seasons import seasons

GAMES = (("ant", "bee", "win"), ("cat", "ant", "draw"), ("bee", "cat", "loss"))
"""Home, away, and how it came out for the home team."""

RIVAL = {"win": "loss", "draw": "draw", "loss": "win"}


def enter(table: Table, games: tuple[tuple[str, str, str], ...] = GAMES) -> None:
    """Games of which the read model knows the outcome alone."""
    seasons.open_season(table, "und1c1")
    for n, (home, away, outcome) in enumerate(games, 1):
        game = f"g{n}"
        seasons.fixture(table, game, {"a": home, "b": away}, n)
        with table.engine.begin() as connection:
            connection.execute(
                summaries.insert().values(
                    game=game,
                    ruleset="und1c1",
                    version=1,
                    step=1,
                    checked_version=1,
                    code="",
                    status="ended",
                    grade="full",
                    turn={},
                    score={},
                    names="",
                )
            )
            connection.execute(
                game_worth.insert().values(game=game, began=f"2026-01-0{n}", imbalances=[])
            )
        come_out(table, game, outcome)


def come_out(table: Table, game: str, outcome: str) -> None:
    with table.engine.begin() as connection:
        for side, word in (("a", outcome), ("b", RIVAL[outcome])):
            mine = sa.and_(played.c.game == game, played.c.side == side)
            connection.execute(played.update().where(mine).values(outcome={"outcome": word}))
        writer.recount_game(connection, game)
