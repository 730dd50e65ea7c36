"""A database that is away is waited for, at the start and later."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from redis.exceptions import ConnectionError as RedisAway

from api.app import create_app
from api.http.problems import MEDIA_TYPE
from api.settings import Settings
from scripts import patience
from scripts.patience import patiently
from scripts.web_server import awaiting
from tests.api.site import ADMIN, CREATION
from tests.children import eventually
from tests.postgres import Postgres
from tests.scripts.web_server.serving import Answer, Web, serving


class Switched:
    """A PostgreSQL that can be put away: what leads to its socket is taken from there."""

    def __init__(self, server: Postgres, url: str, folder: Path) -> None:
        self._server, self._name = server, url.partition("@/")[2].partition("?")[0]
        self._way = folder / "pg"
        self.url = f"postgresql://postgres@/{self._name}?host={self._way}"

    def on(self) -> None:
        self._way.symlink_to(self._server.folder)

    def off(self) -> None:
        self._way.unlink()
        self._server.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            f"WHERE datname = '{self._name}' AND pid <> pg_backend_pid()"
        )


@pytest.fixture
def switched(postgres_server: Postgres, postgres_url: str, tmp_path: Path) -> Switched:
    return Switched(postgres_server, postgres_url, tmp_path)


@contextmanager
def served(switched: Switched) -> Iterator[Web]:
    settings = Settings(database=switched.url, admin_token=ADMIN)
    with serving(awaiting.application(lambda: create_app(settings))) as web:
        yield web


def record(web: Web) -> Answer:
    body = json.dumps(CREATION).encode()
    head = f"POST /api/v1/games HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer {ADMIN}\r\n"
    more = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    return web.send(f"{head}{more}".encode() + body)


def test_a_database_that_is_away_is_waited_for(
    switched: Switched, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(awaiting, "PAUSE", 0.05)
    with served(switched) as web:
        assert web.get("/healthz").status == 200
        for answer in (web.get("/readyz"), record(web)):
            assert answer.status == 503
            assert answer.headers["retry-after"] == "2"
            assert answer.headers["content-type"] == MEDIA_TYPE
        switched.on()
        assert eventually(lambda: web.get("/readyz").status == 200)
        assert record(web).status == 201
        switched.off()
        assert eventually(lambda: web.get("/readyz").status == 503)
        refused = record(web)
        assert (refused.status, refused.headers["retry-after"]) == (503, "2")
        assert web.get("/healthz").status == 200
        switched.on()
        assert eventually(lambda: web.get("/readyz").status == 200)
        assert eventually(lambda: record(web).status == 201)


def test_what_is_away_is_said_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(patience, "PAUSE", 0)
    answers = iter([RedisAway("refused."), RedisAway("refused."), "here"])

    def ask() -> str:
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    assert patiently(ask) == "here"
    assert capsys.readouterr().err == "Redis does not answer yet, waiting for it: refused.\n"
