"""A federation: a hundred thousand games in two hundred seasons, beside a thousand games in two.

One season is simulated, recorded and judged; the others are copies of it that PostgreSQL makes,
every table alike, under ids of their own. Their chains of hashes are those of the first, which no
page looks at.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import combinations, count
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import psycopg
import sqlalchemy as sa

from api.app import create_app
from api.services import Services, open_services
from api.settings import Settings
from events.database import connect
from events.event import Draft
from projections.kit.find import rulesets
from scripts.bench import Row
from scripts.bench.games import drafts
from scripts.bench.rounds import rates
from scripts.storing import RECORDER, store_game
from tests.postgres import postgres
from workers.referee import referee
from workers.sweep import behind

RULESET = "wannabe-football"
SEASON_GAMES = 500
SMALL = 1_000
"""Games of the smaller database."""

FIRST = "k0000"
"""What stands in every id of the season that was played; copies have another number there."""

LEAGUE, SEASON = f"league-{FIRST}", f"season-{FIRST}"
TEAMS = [f"team-{n}" for n in range(1, 21)]
TOKEN = "an-admin-of-nothing-but-measurements"
ROUNDS = 15
MOST = 1.3
LOOKED_AT = 400
"""Games that are read for the figure of memory."""

GROWS = 200.0
"""Megabytes."""

PAGES = (
    "/",
    "/games",
    "/games?page=20",
    "/games?status=ended",
    f"/games?league={LEAGUE}",
    "/leagues",
    "/people",
    f"/people/{FIRST}-team-1",
    f"/leagues/{LEAGUE}",
    f"/seasons/{SEASON}",
    f"/seasons/{SEASON}/statistics",
    f"/games/game-{FIRST}-7",
    f"/games/game-{FIRST}-7/referee",
)
API = (
    "games?page_size=20",
    "games?status=playing",
    f"games?person={FIRST}-team-1",
    "leagues",
    "people?page_size=20",
    "tokens",
    "events?after=0&limit=50",
    f"games/game-{FIRST}-7",
    f"games/game-{FIRST}-7/timeline",
    f"seasons/{SEASON}/fixtures",
    f"seasons/{SEASON}/standings",
    f"seasons/{SEASON}/leaders",
)


def rows(games: int) -> Iterator[Row]:
    """Makes two databases, asks both of them for the same in turns, and prints how they compare."""
    with postgres(settings=("shared_buffers=512MB", "max_wal_size=4GB")) as server:
        server.execute("CREATE DATABASE small")
        small, large = server.url("small"), server.url("large")
        _play(small)
        _copy(small, 1, SMALL // SEASON_GAMES - 1)
        server.execute("CREATE DATABASE large TEMPLATE small")
        _copy(large, SMALL // SEASON_GAMES, games // SEASON_GAMES - 1)
        for url in (small, large):
            with psycopg.connect(url, autocommit=True) as connection:
                connection.execute("VACUUM ANALYZE")
        yield from _compared(small, large, games)
        yield _memory(large, games)


def _play(database: str) -> None:
    """One league with one season whose every fixture is played and judged."""
    here = open_services(Settings(database=database))
    log = [
        Draft(type="LeagueCreated", data={"name": LEAGUE, "ruleset": RULESET}),
        Draft(type="SeasonOpened", data={"season": SEASON, "name": SEASON}),
        *(Draft(type="TeamEntered", data=_team(team)) for team in TEAMS),
        *(Draft(type="FixtureScheduled", data=_fixture(n)) for n in range(SEASON_GAMES)),
    ]
    here.store.append(LEAGUE, log, recorded_by=RECORDER, kind="league", visibility="public")
    here.leagues.catch_up(LEAGUE)
    for team in TEAMS:
        here.people.add(f"{FIRST} of {team}", f"{FIRST}-{team}")
    here.engine.dispose()
    with get_context("spawn").Pool(os.cpu_count()) as pool:
        pool.starmap(_game, [(database, n) for n in range(SEASON_GAMES)], chunksize=10)


def _team(team: str) -> dict[str, Any]:
    return {"season": SEASON, "team": team, "name": team, "people": [f"{FIRST}-{team}"]}


def _fixture(number: int) -> dict[str, Any]:
    place = {"season": SEASON, "fixture": f"fixture-{FIRST}-{number}"}
    return {**place, "teams": _pair(number), "round": 1 + number * 2 // len(TEAMS)}


def _pair(number: int) -> list[str]:
    pairs = list(combinations(TEAMS, 2))
    home, away = pairs[number % len(pairs)]
    return [home, away] if number // len(pairs) % 2 else [away, home]


@cache
def _services(database: str) -> Services:
    return open_services(Settings(database=database))


def _game(database: str, number: int) -> None:
    here, rules = _services(database), rulesets()[RULESET]
    created, *further = drafts(rules, number + 1)
    seats = [
        {**seat, "name": team, "person": f"{FIRST}-{team}"}
        for seat, team in zip(created.data["seats"], _pair(number), strict=True)
    ]
    data = {**created.data, "fixture": f"fixture-{FIRST}-{number}", "seats": seats}
    game = f"game-{FIRST}-{number}"
    log = [Draft(type="GameCreated", data=data), *further]
    store_game(here, rules, game, log, visibility="public" if number % 2 else "unlisted")
    referee(here.store, here.tapes, here.games, game)


def _copy(database: str, first: int, last: int) -> None:
    """Copies of the season that was played, numbered so; each at once in every table."""
    engine = connect(database)
    known = sa.MetaData()
    known.reflect(engine)
    left_out = {"alembic_version", "readmodel_schema", "looked", "news", "boxes"}
    with engine.connect() as connection:
        connection.exec_driver_sql("SET session_replication_role = replica")
        events = connection.exec_driver_sql("SELECT max(position) FROM events").scalar_one()
        copied = [table for table in known.sorted_tables if table.name not in left_out]
        for table in copied:
            connection.exec_driver_sql(_taking(table))
        played = connection.exec_driver_sql("SELECT count(*) FROM first_events").scalar_one()
        for number in range(first, last + 1):
            position = events + (number - first) * played
            for table in copied:
                connection.exec_driver_sql(_copying(table, f"k{number:04d}", position))
        connection.exec_driver_sql(
            "UPDATE looked SET position = (SELECT max(position) FROM events)"
        )
    engine.dispose()


def _copying(table: sa.Table, to: str, position: int) -> str:
    """The statement that copies what is of the first season in a table."""
    made = []
    for column in table.columns:
        name = f'"{column.name}"'
        if table.name == "events" and column.name == "position":
            made.append(f"{position} + row_number() OVER (ORDER BY position)")
        elif isinstance(column.type, sa.JSON):
            made.append(f"replace({name}::text, '{FIRST}', '{to}')::json")
        elif isinstance(column.type, sa.Text | sa.String):
            made.append(_renamed(table.name, column.name, to))
        else:
            made.append(name)
    names = ", ".join(f'"{column.name}"' for column in table.columns)
    return f'INSERT INTO "{table.name}" ({names}) SELECT {", ".join(made)} FROM "{_seed(table)}"'


def _taking(table: sa.Table) -> str:
    """The statement that sets aside what is of the first season in a table."""
    keys = [column.name for column in table.primary_key]
    ids = {"events": ["stream"], "tokens": ["game"]}.get(table.name, keys)
    where = " OR ".join(f"\"{key}\"::text LIKE '%%{FIRST}%%'" for key in ids)
    return f'CREATE TEMP TABLE "{_seed(table)}" AS SELECT * FROM "{table.name}" WHERE {where}'


def _seed(table: sa.Table) -> str:
    return f"first_{table.name}"


def _renamed(table: str, column: str, to: str) -> str:
    if table == "tokens" and column in ("id", "hash"):
        return f"\"{column}\" || '{to}'"
    return f"replace(\"{column}\", '{FIRST}', '{to}')"


def _reading(path: str) -> Callable[[_Site], object]:
    return lambda site: site.get(path)


def _compared(small: str, large: str, games: int) -> Iterator[Row]:
    sites = {"small": _Site(small), "large": _Site(large)}
    works: Mapping[str, Callable[[_Site], object]] = {
        **{path: _reading(path) for path in PAGES},
        **{path: _reading(f"/api/v1/{path}") for path in API},
        "POST an event": lambda site: site.record(),
        "the sweep's search": lambda site: behind(site.here.engine),
    }
    for name, work in works.items():
        turns = {size: _once(work, site) for size, site in sites.items()}
        found = rates(turns, ROUNDS)
        yield Row(
            work=name,
            unit="ms",
            ours=1000 / found["large"],
            theirs=1000 / found["small"],
            rival=f"{games:,} games beside {SMALL:,}",
            bar=MOST,
            at_most=True,
        )


def _once(work: Callable[[_Site], object], site: _Site) -> Callable[[], int]:
    def done() -> int:
        work(site)
        return 1

    return done


class _Site:
    """A server on one of the databases, asked without a network."""

    def __init__(self, database: str) -> None:
        settings = Settings(
            database=database, admin_token=TOKEN, requests_per_minute_by_address=10**9
        )
        self.client = create_app(settings).test_client()
        self.here = _services(database)
        self._number = count(1)

    def get(self, path: str) -> int:
        answer = self.client.get(path, headers={"Authorization": f"Bearer {TOKEN}"})
        if answer.status_code != 200:
            raise RuntimeError(f"{path}: {answer.status_code}")
        return len(answer.get_data())

    def record(self) -> None:
        """Appends a note to one of the games, another one each time."""
        game = f"game-{FIRST}-{next(self._number) % SEASON_GAMES}"
        note = {"type": "NoteAdded", "data": {"text": "Nobody played it."}}
        answer = self.client.post(
            f"/api/v1/games/{game}/events",
            json={"events": [note]},
            headers={"Authorization": f"Bearer {TOKEN}"},
        )
        if answer.status_code != 201:
            raise RuntimeError(f"{game}: {answer.status_code}")


def _memory(database: str, games: int) -> Row:
    """How much larger a server's memory is after many games were read than after the first."""
    site = _Site(database)
    site.get(f"/games/game-{FIRST}-0")
    before = _resident()
    for number in range(LOOKED_AT):
        site.get(f"/games/game-{FIRST}-{number}")
        site.get(f"/api/v1/games/game-{FIRST}-{number}/state")
    return Row(
        work=f"memory after reading {LOOKED_AT} of {games:,} games, more than before",
        unit="MB",
        ours=(_resident() - before) / 1e6,
        bar=GROWS,
        at_most=True,
    )


def _resident() -> int:
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
