"""What is served while the database does not answer yet: 503, until it does."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from threading import Thread
from time import sleep
from typing import Any

import msgspec
import structlog
from sqlalchemy.exc import OperationalError

from api.http.problems import MEDIA_TYPE, Problem
from scripts.web_server.wsgi import Application

PAUSE = 1.0
"""Seconds between two attempts."""

ALIVE = "/healthz"

_UNAVAILABLE = Problem(
    503,
    "The database does not answer; the server waits for it. Try again in a moment.",
    headers={"Retry-After": "2"},
)
_log = structlog.get_logger()


def application(factory: Callable[[], Application]) -> Application:
    """The application that `factory` makes, at once or as soon as its database answers."""
    try:
        return factory()
    except OperationalError as error:
        return Awaited(factory, error)


class Awaited:
    """A WSGI application that is made as soon as its database answers."""

    def __init__(self, factory: Callable[[], Application], error: Exception) -> None:
        """Begins to try; `error` is why it could not be made at once."""
        self._factory = factory
        self._made: Application | None = None
        _log.warning("waiting for the database", error=str(error).splitlines()[0])
        Thread(target=self._make, name="awaiting the database", daemon=True).start()

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answers as the application does, or that it is not there yet."""
        if self._made is not None:
            return self._made(environ, start_response)
        if environ["PATH_INFO"] == ALIVE:
            body = msgspec.json.encode({"alive": True})
            head = [("Content-Type", "application/json"), ("Content-Length", str(len(body)))]
            start_response("200 OK", head)
            return [body]
        body = msgspec.json.encode(_UNAVAILABLE.document())
        head = [("Content-Type", MEDIA_TYPE), ("Content-Length", str(len(body)))]
        start_response("503 Service Unavailable", [*head, *_UNAVAILABLE.headers.items()])
        return [body]

    def _make(self) -> None:
        while self._made is None:
            sleep(PAUSE)
            try:
                self._made = self._factory()
            except OperationalError:
                continue
        _log.warning("the database answers")
