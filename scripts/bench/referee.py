"""How soon after its append an event is judged, while a league's evening is recorded."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, islice, zip_longest
from pathlib import Path
from time import monotonic, sleep

import sqlalchemy as sa
from msgspec.structs import replace

from api.services import Services, open_services
from api.settings import Settings
from events.event import Draft
from projections.games.validation import salted
from projections.kit.find import rulesets
from projections.tables import summaries
from scripts.bench import Row
from scripts.bench.games import drafts
from scripts.serving import place, redis
from scripts.serving.processes import Child, Family
from scripts.storing import RECORDER, store_game

PER_SECOND = 200
"""Appends."""
SECONDS = 20
WORKERS = 2
TABLES = 10
"""Games of each ruleset that go on at the same time."""
SLOWEST = 1.0
"""Seconds."""
GIVE_UP = 60.0
"""Seconds after the last append."""

_ROOT = Path(__file__).parents[2]

Line = tuple[str, Draft]
"""A game and its next event."""


def rows() -> Iterator[Row]:
    """The longest that any event waited for its verdict."""
    with (
        tempfile.TemporaryDirectory(prefix="gametape-bench-") as folder,
        _installation(Path(folder)) as here,
    ):
        lines = _evening(here)
        _wait_until(lambda: all(_checked(here).values()), "the games' creations")
        delays = _record(here, lines)
    yield Row(
        work=f"slowest verdict at {PER_SECOND} appends a second",
        unit="s",
        ours=max(delays),
        bar=SLOWEST,
        at_most=True,
    )
    yield Row(
        work=f"median verdict at {PER_SECOND} appends a second",
        unit="s",
        ours=sorted(delays)[len(delays) // 2],
        bar=SLOWEST,
        at_most=True,
    )


@contextmanager
def _installation(folder: Path) -> Iterator[Services]:
    """Services with a Redis server and workers of their own."""
    path = redis.socket_in(folder)
    database = f"sqlite:///{folder / 'games.db'}"
    environment = {
        "PYTHONPATH": str(_ROOT),
        "GAMETAPE_DATABASE": database,
        "GAMETAPE_REDIS": redis.url_of(path),
    }
    lock = place.claim_folder(folder)
    family = Family()
    try:
        family.add(redis.server(folder, path, folder / "redis.log", lock))
        here = open_services(Settings(database=database, redis=redis.url_of(path)))
        for number in range(WORKERS):
            command = [sys.executable, "-m", "scripts.cli", "worker"]
            log = folder / f"worker-{number}.log"
            family.add(Child(f"worker {number}", command, log, environment=environment))
        _wait_until(lambda: here.queue.health()["workers"] == WORKERS, "the workers")
        yield here
        here.engine.dispose()
    finally:
        family.stop()
        os.close(lock)


def _evening(here: Services) -> Sequence[Line]:
    """Begins all games; what is to be recorded of them, each table in its turn."""
    tables: list[list[Line]] = []
    for rules in rulesets().values():
        evening = [drafts(rules, number + 1) for number in range(TABLES)]
        fixtures = _season(here, rules.id, max(2, len(evening[0][0].data["seats"])))
        for game, (created, *further) in zip(fixtures, evening, strict=True):
            data = {**created.data, "fixture": game}
            store_game(here, rules, game, [replace(created, data=data)])
            tables.append([(game, salted(rules, draft)) for draft in further])
    turns = chain.from_iterable(zip_longest(*tables))
    return list(islice(filter(None, turns), PER_SECOND * SECONDS))


def _season(here: Services, ruleset: str, sides: int) -> Sequence[str]:
    """A season of a league of its own; its fixtures, one a table."""
    season, fixtures = f"{ruleset}-season", [f"{ruleset}-{n}" for n in range(TABLES)]
    log = [
        Draft(type="LeagueCreated", data={"name": ruleset, "ruleset": ruleset}),
        Draft(type="SeasonOpened", data={"season": season, "name": season}),
    ]
    for fixture in fixtures:
        teams = [f"{fixture}-{side}" for side in range(sides)]
        for team in teams:
            log.append(
                Draft(type="TeamEntered", data={"season": season, "team": team, "name": team})
            )
        scheduled = {"season": season, "fixture": fixture, "teams": teams}
        log.append(Draft(type="FixtureScheduled", data=scheduled))
    league = f"{ruleset}-league"
    here.store.append(league, log, recorded_by=RECORDER, kind="league")
    here.leagues.catch_up(league)
    return fixtures


def _record(here: Services, lines: Sequence[Line]) -> list[float]:
    """Appends at that rate; for each event the seconds until it was judged."""
    waiting: dict[str, list[tuple[int, float]]] = {}
    delays: list[float] = []
    began = monotonic()
    for number, (game, draft) in enumerate(lines):
        while (pause := began + number / PER_SECOND - monotonic()) > 0:
            _collect(here, waiting, delays)
            sleep(min(pause, 0.005))
        done = here.store.append(game, [draft], recorded_by=RECORDER)
        here.queue.wake(game, done.version)
        waiting.setdefault(game, []).append((done.version, monotonic()))
    _wait_until(lambda: not _collect(here, waiting, delays), "the last verdicts")
    return delays


def _collect(
    here: Services, waiting: dict[str, list[tuple[int, float]]], delays: list[float]
) -> int:
    """Notes what has been judged since; how many events still wait."""
    now = monotonic()
    checked = _checked(here)
    for game, appended in waiting.items():
        judged = [at for version, at in appended if version <= checked[game]]
        delays += [now - at for at in judged]
        del appended[: len(judged)]
    return sum(map(len, waiting.values()))


def _checked(here: Services) -> dict[str, int]:
    with here.engine.connect() as connection:
        query = sa.select(summaries.c.game, summaries.c.checked_version)
        return {row.game: row.checked_version for row in connection.execute(query)}


def _wait_until(done: Callable[[], bool], what: str) -> None:
    deadline = monotonic() + GIVE_UP
    while not done():
        if monotonic() > deadline:
            raise RuntimeError(f"{what} did not come within {GIVE_UP:g} s")
        sleep(0.01)
