"""Servers are killed while eight clients record: nothing is lost, doubled or derived otherwise."""

from __future__ import annotations

import json
import os
import secrets
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, suppress
from http.client import HTTPConnection, HTTPException
from itertools import count
from pathlib import Path
from random import Random
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any
from uuid import uuid4

import sqlalchemy as sa

from api.services import Services, open_services
from api.settings import Settings
from events.keeping.verification import verify_all
from events.tables import events
from projections import tables
from projections.games.rebuild import rebuild
from projections.kit.find import rulesets
from projections.seasons import kept_standings
from scripts.bench import Row
from scripts.bench.games import drafts
from scripts.serving import place, redis
from scripts.serving.processes import Child, Family
from tests.postgres import Postgres, postgres
from workers.queue import connect as connect_redis
from workers.sweep import behind, sweep

CLIENTS = 8
BREATH = 1.0
"""Seconds at most that a server lives after all are back, before the next is killed."""
GIVE_UP = 180.0
"""Seconds in which everything must be back, or be judged."""

_ROOT = Path(__file__).parents[2]
_DURABLE = ("fsync=on",)
_ANEW = {"keyframes", "season_heads", "set_aside", "ratings"}
"""Tables that hold counters of changes or caches, which a rebuild may write otherwise."""


def rows(kills: int) -> Iterator[Row]:
    """A storm on each database."""
    yield from _storm("SQLite", kills, None)
    with postgres(_DURABLE) as server:
        yield from _storm("PostgreSQL", kills, server)


def _storm(name: str, kills: int, server: Postgres | None) -> Iterator[Row]:
    with (
        tempfile.TemporaryDirectory(prefix="gametape-storm-") as folder,
        _Installation(Path(folder), server) as site,
    ):
        recorders = [_Recorder(site, number) for number in range(CLIENTS)]
        site.kill_all(kills)
        for recorder in recorders:
            recorder.stop()
        found = _found(site.here(), recorders)
    for what, number in found.items():
        yield Row(
            work=f"{name}, {kills} kills of each: {what}",
            unit="",
            ours=number,
            bar=0,
            at_most=True,
        )


class _Recorder:
    """A client that records simulated games, each event until it is acknowledged."""

    def __init__(self, site: _Installation, number: int) -> None:
        self.acknowledged: list[str] = []
        self._site = site
        self._number = number
        self._over = Event()
        self._thread = Thread(target=self._record, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ends after the event that is being sent."""
        self._over.set()
        self._thread.join(GIVE_UP)
        if self._thread.is_alive():
            raise RuntimeError("a client waits for an answer still")

    def _record(self) -> None:
        rules = list(rulesets().values())[self._number % len(rulesets())]
        for seed in count(1):
            game = f"storm-{self._number}-{seed}"
            created, *further = drafts(rules, 100 * self._number + seed)
            body = {key: created.data[key] for key in ("ruleset", "seats", "options")}
            self._send("/api/v1/games", {"id": game, **body})
            for draft in further:
                if self._over.is_set():
                    return
                told = {"type": draft.type, "seat": draft.seat, "data": draft.data}
                one = {"id": str(uuid4()), **told}
                self._send(f"/api/v1/games/{game}/events", {"events": [one]})
                self.acknowledged.append(one["id"])

    def _send(self, path: str, body: Mapping[str, Any]) -> None:
        """Sends until it is stored; a retry is answered with what is stored."""
        deadline = monotonic() + GIVE_UP
        while monotonic() < deadline:
            with suppress(OSError, HTTPException):
                status, said = self._site.ask("POST", path, body)
                if status in (200, 201):
                    return
                if status < 500:
                    raise RuntimeError(f"{path} was refused: {said}")
            sleep(0.05)
        raise RuntimeError(f"{path} was not stored within {GIVE_UP:g} s")


class _Installation:
    """Web, worker and Redis as children, on SQLite or a PostgreSQL, each to be killed."""

    def __init__(self, folder: Path, server: Postgres | None) -> None:
        self.folder = folder
        self._server = server
        self._token = secrets.token_hex(16)
        self.database = f"sqlite:///{folder / 'gametape.db'}"
        if server is not None:
            server.execute("CREATE DATABASE storm")
            self.database = server.url("storm")
        self._open = ExitStack()
        self._family = Family()
        self._children: dict[str, Child] = {}
        self._looked_after = Event()

    def __enter__(self) -> _Installation:
        self._lock = place.claim_folder(self.folder)
        path = redis.socket_in(self.folder)
        self.redis = redis.url_of(path)
        listener = self._open.enter_context(place.listen("127.0.0.1", 0))
        self._port = listener.getsockname()[1]
        environment = {
            "PYTHONPATH": str(_ROOT),
            "GAMETAPE_DATA": str(self.folder),
            "GAMETAPE_DATABASE": self.database,
            "GAMETAPE_REDIS": self.redis,
            "GAMETAPE_ADMIN_TOKEN": self._token,
        }
        open_services(Settings(database=self.database)).engine.dispose()
        web = [sys.executable, "-m", "scripts.web_server.run", str(listener.fileno())]
        worker = [sys.executable, "-m", "scripts.cli", "worker"]
        self._children = {
            "redis": redis.server(self.folder, path, self.folder / "redis.log", self._lock),
            "web": Child(
                "web",
                web,
                self.folder / "web.log",
                environment=environment,
                inherits=(listener.fileno(),),
            ),
            "worker": Child("worker", worker, self.folder / "worker.log", environment=environment),
        }
        for child in self._children.values():
            self._family.add(child)
        self._wait(self._is_ready, "the servers")
        return self

    def __exit__(self, *_: object) -> None:
        self._family.stop()
        self._open.close()
        os.close(self._lock)

    def here(self) -> Services:
        """What reads the installation, once everything is judged."""
        here = open_services(Settings(database=self.database, redis=self.redis))
        # A worker that died has lost its job; the next sweep would find it, a minute later.
        sweep(here.engine, connect_redis(self.redis))
        self._wait(lambda: not behind(here.engine), "the last verdicts")
        return here

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, str]:
        """The status and the text of an answer. Raises OSError and HTTPException."""
        connection = HTTPConnection("127.0.0.1", self._port, timeout=30)
        try:
            headers = {
                "Authorization": f"Bearer {self._token}",
                "Content-Type": "application/json",
            }
            connection.request(method, path, json.dumps(body), headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    def kill_all(self, times: int) -> None:
        """Kills each in turn, each time when all are back."""
        chance = Random(times)
        for _ in range(times):
            for child in self._children.values():
                self._live(chance.random() * BREATH)
                child.kill()
                self._wait(self._is_ready, f"{child.name} after it was killed")
            if self._server is not None:
                self._live(chance.random() * BREATH)
                self._server.crash()
                self._live(0.2)
                self._server.start()
                self._wait(self._is_ready, "the servers after PostgreSQL was killed")

    def _live(self, seconds: float) -> None:
        self._wait_until(monotonic() + seconds, lambda: False)

    def _wait(self, done: Callable[[], bool], what: str) -> None:
        if not self._wait_until(monotonic() + GIVE_UP, done):
            raise RuntimeError(f"{what} did not come back within {GIVE_UP:g} s")

    def _wait_until(self, deadline: float, done: Callable[[], bool]) -> bool:
        while monotonic() < deadline:
            self._family.look_after()
            if done():
                return True
            sleep(0.02)
        return False

    def _is_ready(self) -> bool:
        if any(child.ended() is not None for child in self._children.values()):
            return False
        try:
            status, said = self.ask("GET", "/readyz")
        except (OSError, HTTPException):
            return False
        return status == 200 and json.loads(said)["redis"] and json.loads(said)["workers"] > 0


def _found(here: Services, recorders: list[_Recorder]) -> dict[str, int]:
    with here.engine.connect() as connection:
        counted: dict[str, int] = {}
        for id_ in connection.scalars(sa.select(events.c.id)):
            counted[id_] = counted.get(id_, 0) + 1
    sent = [id_ for recorder in recorders for id_ in recorder.acknowledged]
    before = _derived(here)
    for game in here.store.ids("game"):
        rebuild(here.tapes, here.games, game)
    for season in kept_standings.stale(here.engine):
        kept_standings.refresh(here.engine, season)
    after = _derived(here)
    found = {
        f"lost of {len(sent):,}": sum(id_ not in counted for id_ in sent),
        "doubled": sum(number > 1 for number in counted.values()),
        "broken": len(list(verify_all(here.store))),
        "derived otherwise": sum(before[name] != after[name] for name in before),
    }
    here.engine.dispose()
    return found


def _derived(here: Services) -> dict[str, list[str]]:
    with here.engine.connect() as connection:
        return {
            name: sorted(repr(tuple(row)) for row in connection.execute(sa.select(table)))
            for name, table in tables.metadata.tables.items()
            if name not in _ANEW
        }
