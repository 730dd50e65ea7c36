"""Servers are killed while eight clients record: nothing is lost, doubled or derived otherwise."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from http.client import HTTPException
from itertools import count
from pathlib import Path
from random import Random
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any
from uuid import uuid4

import sqlalchemy as sa

from api.services import Services
from events.keeping.verification import verify_all
from events.tables import events
from projections import tables
from projections.games.rebuild import rebuild
from projections.kit.find import rulesets
from projections.seasons import kept_standings
from scripts.bench import Row
from scripts.bench.games import drafts
from scripts.bench.installation import GIVE_UP, Installation
from tests.postgres import Postgres, postgres

CLIENTS = 8
BREATH = 1.0
"""Seconds at most that a server lives after all are back, before the next is killed."""

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
        Installation(Path(folder), server) as site,
    ):
        recorders = [_Recorder(site, number) for number in range(CLIENTS)]
        _kill_all(site, kills)
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

    def __init__(self, site: Installation, number: int) -> None:
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


def _kill_all(site: Installation, times: int) -> None:
    """Kills each in turn, each time when all are back."""
    chance = Random(times)
    for _ in range(times):
        for child in site.children.values():
            site.live(chance.random() * BREATH)
            child.kill()
            site.wait(site.is_ready, f"{child.name} after it was killed")
        if site.server is not None:
            site.live(chance.random() * BREATH)
            site.server.crash()
            site.live(0.2)
            site.server.start()
            site.wait(site.is_ready, "the servers after PostgreSQL was killed")


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
