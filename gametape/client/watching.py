"""A game as it is played: server-sent events, resumed after every break."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPException, HTTPResponse
from time import sleep

import msgspec

from gametape.client.connection import Connection, Problem
from gametape.client.models import Checked, Event

SILENCE = 45.0
"""Seconds: the server says every 15 that it is still there."""

REST = 0.1
"""Seconds between the end of a stream and the next."""

_LATER = (429, 502, 503, 504)


def watch(connection: Connection, path: str, after: int) -> Iterator[Event | Checked]:
    """The news of the game at `path` after a version; see `Game.watch`."""
    while True:
        stream = _open(connection, path, after)
        with stream, suppress(OSError, HTTPException):  # a broken stream is opened again
            for news in _read(stream):
                if isinstance(news, Event):
                    if news.version <= after:
                        continue
                    after = news.version
                connection.hear()
                yield news
        sleep(REST)


def _open(connection: Connection, path: str, after: int) -> HTTPResponse:
    headers = {"Accept": "text/event-stream", "Last-Event-ID": str(after)}
    for pause in connection.tries():
        try:
            return connection.stream(f"{path}/live", headers, SILENCE)
        except Problem as problem:
            if problem.status not in _LATER:
                raise
            pause.after(problem, problem.wait)
        except (OSError, HTTPException) as error:
            pause.after(error)
    raise AssertionError("tries end with an error")


def _read(stream: HTTPResponse) -> Iterator[Event | Checked]:
    """The messages of one stream, until it ends."""
    kind, data = "", b""
    while line := stream.readline():
        name, _, value = line.rstrip(b"\r\n").partition(b": ")
        if name == b"event":
            kind = value.decode()
        elif name == b"data":
            data += value
        elif not name:
            if data:
                yield msgspec.json.decode(data, type=Checked if kind == "checked" else Event)
            kind, data = "", b""
