"""A season of thousands of games: how soon its pages and files come, and its rebuilding."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from multiprocessing import get_context
from pathlib import Path
from time import monotonic
from typing import Any

from flask.testing import FlaskClient

from api.app import create_app
from api.services import Services, open_services
from api.settings import Settings
from events.event import Draft
from projections.kit.find import rulesets
from scripts.bench import Row
from scripts.bench.games import drafts
from scripts.storing import RECORDER, store_game
from workers.referee import referee

RULESET = "wannabe-football"
LEAGUE, SEASON = "bench-league", "bench-season"
NAMES = [f"team-{n}" for n in range(1, 21)]
TOKEN = "an-admin-of-nothing-but-measurements"

JUDGED_BAR = 5.0
REBUILT_BAR = 10.0
"""Games a second."""
FIRST_BAR = 1.0
"""Seconds, for a process that has not shown the season yet."""
PAGE_BAR = 0.1
"""Seconds."""
FILE_BAR = 2.0
CORES_BAR = 1.5
"""Processors that rebuilding keeps busy, of two."""

PAGES = (f"/seasons/{SEASON}", f"/seasons/{SEASON}/statistics", f"/seasons/{SEASON}/teams/team-1")
TABLES = ("luck", "leaders", "deserved", "dice", "statistics?level=piece", "standings")
FILES = ("games", "course", "statistics?level=piece", "ratings/history", "head-to-head", "form")

_ROOT = Path(__file__).parents[2]
_BATCH = 500


def rows(games: int) -> Iterator[Row]:
    """Plays that many games of one season, then asks for its pages, tables and files."""
    with tempfile.TemporaryDirectory(prefix="gametape-bench-") as folder:
        database = f"sqlite:///{Path(folder) / 'games.db'}"
        os.environ["GAMETAPE_DATABASE"] = database
        began = monotonic()
        _league(open_services(Settings(database=database)), games)
        with get_context("spawn").Pool(os.cpu_count()) as pool:
            orders = [(database, number, _pair(number)) for number in range(games)]
            pool.starmap(_play, orders, chunksize=20)
        yield _speed("play, store and judge", games, monotonic() - began, JUDGED_BAR)
        yield from _asked(database)
        yield from _rebuilt(games)


def _speed(work: str, games: int, seconds: float, bar: float) -> Row:
    return Row(work=f"{work}, {games:,} games", unit="a second", ours=games / seconds, bar=bar)


def _row(work: str, seconds: float, bar: float) -> Row:
    return Row(work=work, unit="ms", ours=1000 * seconds, bar=1000 * bar, at_most=True)


def _league(here: Services, games: int) -> None:
    """A league whose only season has a fixture for every game."""
    log = [
        Draft(type="LeagueCreated", data={"name": LEAGUE, "ruleset": RULESET}),
        Draft(type="SeasonOpened", data={"season": SEASON, "name": SEASON}),
    ]
    for team in NAMES:
        entered = {"season": SEASON, "team": team, "name": team, "people": [f"p-{team}"]}
        log.append(Draft(type="TeamEntered", data=entered))
    for number in range(games):
        data: dict[str, Any] = {
            "season": SEASON,
            "fixture": f"f-{number}",
            "teams": _pair(number),
            "round": 1 + number * 2 // len(NAMES),
        }
        log.append(Draft(type="FixtureScheduled", data=data))
    for start in range(0, len(log), _BATCH):
        here.store.append(LEAGUE, log[start : start + _BATCH], recorded_by=RECORDER, kind="league")
    here.leagues.catch_up(LEAGUE)
    here.engine.dispose()


def _pair(number: int) -> list[str]:
    """Who meets in a game: everybody everybody, at home and away in turns."""
    pairs = list(combinations(NAMES, 2))
    home, away = pairs[number % len(pairs)]
    return [home, away] if number // len(pairs) % 2 else [away, home]


@cache
def _services(database: str) -> Services:
    return open_services(Settings(database=database, synchronous="NORMAL"))


def _play(database: str, number: int, pair: Sequence[str]) -> None:
    here, rules = _services(database), rulesets()[RULESET]
    created, *further = drafts(rules, number + 1)
    seats = [
        {**seat, "name": team, "person": f"p-{team}"}
        for seat, team in zip(created.data["seats"], pair, strict=True)
    ]
    data = {**created.data, "fixture": f"f-{number}", "seats": seats}
    game = f"game-{number}"
    store_game(here, rules, game, [Draft(type="GameCreated", data=data), *further])
    referee(here.store, here.tapes, here.games, game)


def _asked(database: str) -> Iterator[Row]:
    app = create_app(Settings(database=database, admin_token=TOKEN))
    client = app.test_client()
    for path in PAGES:
        yield _row(f"{path}, first", _seconds(client, path), FIRST_BAR)
        yield _row(f"{path}, again", _seconds(client, path), PAGE_BAR)
    for table in TABLES:
        path = f"/api/v1/seasons/{SEASON}/{table}"
        _seconds(client, path)
        yield _row(table, _seconds(client, path), PAGE_BAR)
    for table in FILES:
        path = f"/api/v1/seasons/{SEASON}/{table}"
        yield _row(f"{table} as CSV", _seconds(client, path, "text/csv"), FILE_BAR)


def _seconds(client: FlaskClient, path: str, kind: str = "*/*") -> float:
    began = monotonic()
    answer = client.get(path, headers={"Authorization": f"Bearer {TOKEN}", "Accept": kind})
    size = len(answer.get_data())
    if answer.status_code != 200 or not size:
        raise RuntimeError(f"{path}: {answer.status_code}")
    return monotonic() - began


def _rebuilt(games: int) -> Iterator[Row]:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = monotonic()
    command: Sequence[str] = [sys.executable, "-m", "scripts.cli", "rebuild"]
    subprocess.run(command, cwd=_ROOT, check=True, capture_output=True)
    elapsed = monotonic() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    busy = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    yield _speed("rebuild", games, elapsed, REBUILT_BAR)
    yield Row(work="processors kept busy", unit="", ours=busy / elapsed, bar=CORES_BAR)
