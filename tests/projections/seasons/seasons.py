"""A small season in a database, its fixtures played by simulated games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from msgspec.structs import replace

from events.event import Draft
from projections.tables import fixtures, played, seasons, teams
from tests.projections.games.tapes import Table, a_game
from workers.referee import referee

SEASON = "s"


def open_season(table: Table, ruleset: str, names: Sequence[str] = ("ant", "bee", "cat")) -> None:
    """A season of teams that are named here."""
    with table.engine.begin() as connection:
        connection.execute(
            seasons.insert().values(
                season=SEASON,
                league="l",
                n=1,
                ruleset=ruleset,
                name="Season",
                status="open",
                settings={},
                lots=[],
                stale=False,
            )
        )
        for n, name in enumerate(names, 1):
            row = {"season": SEASON, "team": name, "n": n, "name": name.title(), "people": []}
            connection.execute(teams.insert().values(row))


def fixture(table: Table, game: str, sides: Mapping[str, str], round_: int = 1) -> None:
    """A fixture that a game is played for; `sides`: side -> team."""
    with table.engine.begin() as connection:
        connection.execute(
            fixtures.insert().values(
                fixture=f"f-{game}",
                season=SEASON,
                league="l",
                n=round_,
                round=round_,
                teams=list(sides.values()),
                cancelled=False,
                game=game,
            )
        )
        _seat(connection, game, sides, None)


def for_fixture(drafts: Sequence[Draft], game: str, sides: Mapping[str, str]) -> list[Draft]:
    """The drafts of a game that names the fixture which `fixture` has made for it."""
    created, *further = drafts
    data = {**created.data, "fixture": f"f-{game}", "teams": dict(sides)}
    return [replace(created, data=data), *further]


def result(table: Table, game: str) -> None:
    """The outcome of a game as its ruleset has it."""
    tape = table.tape(game)
    outcomes = tape.rules.standings.outcomes(tape.latest)
    with table.engine.begin() as connection:
        for side, outcome in outcomes.items():
            mine = sa.and_(played.c.game == game, played.c.side == side)
            connection.execute(played.update().where(mine).values(outcome=dict(outcome)))


def _seat(connection: sa.Connection, game: str, sides: Mapping[str, str], outcome: Any) -> None:
    for side, team in sides.items():
        connection.execute(
            played.insert().values(
                game=game,
                side=side,
                season=SEASON,
                league="l",
                fixture=f"f-{game}",
                team=team,
                counts=True,
                outcome=outcome,
            )
        )


def judge(table: Table, game: str) -> None:
    """The referee's run."""
    referee(table.store, table.tapes, table.games, game)


def a_simulated_game(
    seed: int, ruleset: str, people: Mapping[str, str] | None = None
) -> list[Draft]:
    """The drafts of a game in whose seats `people` sit."""
    drafts = a_game(seed, ruleset)
    created = dict(drafts[0].data)
    created["seats"] = [
        {**seat, "person": (people or {}).get(seat["seat"])} for seat in created["seats"]
    ]
    return [Draft(type="GameCreated", data=created), *drafts[1:]]
