"""An installation whose web server, worker and Redis are children that can be killed."""

from __future__ import annotations

import json
import os
import secrets
import sys
from collections.abc import Callable
from contextlib import ExitStack
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from api.services import Services, open_services
from api.settings import Settings
from scripts.serving import place, redis
from scripts.serving.processes import Child, Family
from tests.postgres import Postgres
from workers.queue import connect as connect_redis
from workers.sweep import behind, sweep

GIVE_UP = 180.0
"""Seconds in which everything must be back, or be judged."""

_ROOT = Path(__file__).parents[2]


class Installation:
    """Web, worker and Redis as children, on SQLite or a PostgreSQL.

    `port` is where it listens, `token` an admin's.
    """

    def __init__(self, folder: Path, server: Postgres | None, **variables: str) -> None:
        """With further variables of the environment."""
        self.folder = folder
        self.server = server
        self.token = secrets.token_hex(16)
        self._variables = variables
        self.database = f"sqlite:///{folder / 'gametape.db'}"
        if server is not None:
            server.execute("CREATE DATABASE bench")
            self.database = server.url("bench")
        self._open = ExitStack()
        self._family = Family()
        self.children: dict[str, Child] = {}

    def __enter__(self) -> Installation:
        """Starts all of them and waits for them."""
        self._lock = place.claim_folder(self.folder)
        path = redis.socket_in(self.folder)
        self.redis = redis.url_of(path)
        listener = self._open.enter_context(place.listen("127.0.0.1", 0))
        self.port = listener.getsockname()[1]
        environment = {
            "PYTHONPATH": str(_ROOT),
            "GAMETAPE_DATA": str(self.folder),
            "GAMETAPE_DATABASE": self.database,
            "GAMETAPE_REDIS": self.redis,
            "GAMETAPE_ADMIN_TOKEN": self.token,
            **self._variables,
        }
        open_services(Settings(database=self.database)).engine.dispose()
        web = [sys.executable, "-m", "scripts.web_server.run", str(listener.fileno())]
        worker = [sys.executable, "-m", "scripts.cli", "worker"]
        self.children = {
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
        for child in self.children.values():
            self._family.add(child)
        self.wait(self.is_ready, "the servers")
        return self

    def __exit__(self, *_: object) -> None:
        """Ends all of them."""
        self._family.stop()
        self._open.close()
        os.close(self._lock)

    def here(self) -> Services:
        """What reads the installation, once everything is judged."""
        here = open_services(Settings(database=self.database, redis=self.redis))
        # A worker that died has lost its job; the next sweep would find it, a minute later.
        sweep(here.engine, connect_redis(self.redis))
        self.wait(lambda: not behind(here.engine), "the last verdicts")
        return here

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, str]:
        """The status and the text of an answer. Raises OSError and HTTPException."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            headers = {
                "Authorization": f"Bearer {self.token}",
                "Content-Type": "application/json",
            }
            connection.request(method, path, json.dumps(body), headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    def live(self, seconds: float) -> None:
        """Lets that many seconds pass, and looks after the children."""
        self.wait_until(monotonic() + seconds, lambda: False)

    def wait(self, done: Callable[[], bool], what: str) -> None:
        """Until something is done. Raises RuntimeError where it takes too long."""
        if not self.wait_until(monotonic() + GIVE_UP, done):
            raise RuntimeError(f"{what} did not come back within {GIVE_UP:g} s")

    def wait_until(self, deadline: float, done: Callable[[], bool]) -> bool:
        """Whether something is done before that moment; looks after the children meanwhile."""
        while monotonic() < deadline:
            self._family.look_after()
            if done():
                return True
            sleep(0.02)
        return False

    def is_ready(self) -> bool:
        """Whether all children run and know of each other."""
        if any(child.ended() is not None for child in self.children.values()):
            return False
        try:
            status, said = self.ask("GET", "/readyz")
        except (OSError, HTTPException):
            return False
        return status == 200 and json.loads(said)["redis"] and json.loads(said)["workers"] > 0
