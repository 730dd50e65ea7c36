"""A club's server: one core, 512 MB, 300 who watch while fifty events a second are recorded."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from http.client import HTTPConnection, HTTPException
from itertools import count, cycle, islice
from pathlib import Path
from statistics import quantiles
from time import monotonic, sleep
from uuid import uuid4

import sqlalchemy as sa

from events.database import connect
from events.event import Draft
from projections.kit.find import rulesets
from projections.tables import summaries
from scripts.bench import Row
from scripts.bench.games import drafts
from scripts.bench.installation import Installation
from scripts.bench.watchers import Spectators, spectators

TABLES = 20
PER_SECOND = 50
"""Appends of all tables together."""
WATCHERS = 300
MINUTE = 60.0
LOGS = 5
"""Simulated games of each ruleset, which are recorded again and again under other ids."""
LOOK = 0.05
"""Seconds between two looks at what is judged: how exact that is known."""
MEGABYTES = 512
FLAT = 1.1
"""How many times as much memory as after the first minute counts as the same."""

_LIMITS = {
    "GAMETAPE_WATCHERS_BY_ADDRESS": str(2 * WATCHERS),
    "GAMETAPE_REQUESTS_PER_MINUTE": str(PER_SECOND * 600),
}


def rows(minutes: int) -> Iterator[Row]:
    """Records for so many minutes, and says what it took."""
    logs = [drafts(rules, seed) for seed in range(1, LOGS + 1) for rules in rulesets().values()]
    with (
        tempfile.TemporaryDirectory(prefix="gametape-bench-") as folder,
        _on_one_core(Path(folder)) as site,
        spectators(site.port, site.token) as crowd,
        ThreadPoolExecutor(TABLES) as pool,
    ):
        tables = [_Table(site, crowd, number, logs) for number in range(TABLES)]
        began = monotonic()
        late = _Verdicts(site.database, tables)
        until = began + minutes * MINUTE
        recorded = [pool.submit(table.record, began, until) for table in tables]
        late.look_until(began + MINUTE)
        early = _megabytes(site)
        late.look_until(until + 5)
        after = _megabytes(site)
        for table in recorded:
            table.result()
    times = [one for table in tables for one in table.milliseconds]
    done = f"of {len(times):,} appends, {WATCHERS} watching"
    found = [
        ("errors", "", sum(table.errors for table in tables), 0),
        ("slower twentieth begins at", "ms", quantiles(times, n=20)[-1], 50),
        ("slowest verdict", "s", max(late.seconds), 1),
        ("memory of all processes at the end", "MB", after, MEGABYTES),
        ("memory, times that after a minute", "", after / early, FLAT),
    ]
    for work, unit, ours, bar in found:
        told = f"{work} {done}" if work == "errors" else work
        yield Row(work=told, unit=unit, ours=ours, bar=bar, at_most=True)


@contextmanager
def _on_one_core(folder: Path) -> Iterator[Installation]:
    """An installation that has one core, and leaves the others to who measures."""
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, cores[:1])  # children inherit it
    try:
        with Installation(folder, None, **_LIMITS) as site:
            os.sched_setaffinity(0, cores[1:] or cores)
            yield site
    finally:
        os.sched_setaffinity(0, cores)


class _Table:
    """Players who record one game after the other, an event each time it is due."""

    def __init__(
        self, site: Installation, crowd: Spectators, number: int, logs: Sequence[Sequence[Draft]]
    ) -> None:
        self.milliseconds: list[float] = []
        self.errors = 0
        self.waiting: list[tuple[str, int, float]] = []
        """Game, version and time of what is to be judged."""
        self._site, self._crowd, self._number = site, crowd, number
        self._logs = islice(cycle(logs), number, None)
        self._connection = HTTPConnection("127.0.0.1", site.port, timeout=30)
        self._begin(0)

    def _begin(self, game: int) -> None:
        """Makes the next game; those who watch go over to it."""
        created, *self._further = next(self._logs)
        self._game = f"table-{self._number}-{game}"
        body = {key: created.data[key] for key in ("ruleset", "seats", "options")}
        self._send("/api/v1/games", {"id": self._game, "visibility": "public", **body})
        self._crowd.watch(self._game, WATCHERS // TABLES, self._number)

    def record(self, began: float, until: float) -> None:
        """Records until then; raises where those who watch are not let in."""
        games = count(1)
        for turn in count():
            due = began + (turn * TABLES + self._number) / PER_SECOND
            if due > until:
                return
            if not self._further:
                self._begin(next(games))
            sleep(max(0.0, due - monotonic()))
            draft = self._further.pop(0)
            told = {"type": draft.type, "seat": draft.seat, "data": draft.data}
            path = f"/api/v1/games/{self._game}/events"
            sent = monotonic()
            version = self._send(path, {"events": [{"id": str(uuid4()), **told}]})
            self.milliseconds.append((monotonic() - sent) * 1000)
            if version:
                self.waiting.append((self._game, version, monotonic()))

    def _send(self, path: str, body: object) -> int:
        """The version after it; 0: it was not stored, which is counted."""
        headers = {"Authorization": f"Bearer {self._site.token}"}
        headers["Content-Type"] = "application/json"
        try:
            self._connection.request("POST", path, json.dumps(body), headers)
            answer = self._connection.getresponse()
            said = answer.read()
        except (OSError, HTTPException):
            self._connection.close()
            self.errors += 1
            return 0
        if answer.status != 201:
            self.errors += 1
            return 0
        version: int = json.loads(said)["version"]
        return version


class _Verdicts:
    """How long what was appended waited for its verdict, in `seconds`."""

    def __init__(self, database: str, tables: Sequence[_Table]) -> None:
        self.seconds: list[float] = []
        self._engine = connect(database)
        self._tables = tables

    def look_until(self, deadline: float) -> None:
        """Looks again and again."""
        while monotonic() < deadline:
            self._look()
            sleep(LOOK)

    def _look(self) -> None:
        open_ = [(table, one) for table in self._tables for one in tuple(table.waiting)]
        games = {game for _, (game, _, _) in open_}
        query = sa.select(summaries.c.game, summaries.c.checked_version)
        with closing(self._engine.connect()) as connection:
            judged = connection.execute(query.where(summaries.c.game.in_(games)))
            known = {row.game: row.checked_version for row in judged}
        now = monotonic()
        for table, (game, version, at) in open_:
            if known.get(game, 0) >= version:
                self.seconds.append(now - at)
                table.waiting.remove((game, version, at))


def _megabytes(site: Installation) -> float:
    """What the processes of an installation hold, each page shared out among those who have it."""
    waiting = [child.pid for child in site.children.values()]
    total = 0
    while waiting:
        pid = waiting.pop()
        told = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        total += next(int(line.split()[1]) for line in told if line.startswith("Pss:"))
        waiting += map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
    return total / 1000
