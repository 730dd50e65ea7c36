"""One connection: how long its requests may take to come in, and how large they may be.

Reads HTTP as uvicorn and llhttp do, strictly. A request that is not done is only a few bytes and a
timer here; no thread waits for it.
"""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from api.http.problems import MEDIA_TYPE, Problem
from api.shares import Shares, place

HEAD_SECONDS = 10.0
"""How long a request may take until its headers are all there."""

BODY_SECONDS = 20.0
SLOWEST = 10_000
"""Bytes a second that a body has to come at, once it takes longer than BODY_SECONDS."""

READER_SECONDS = 20.0
"""How long a client may read nothing of an answer."""

IDLE_SECONDS = 65
"""How long a connection is kept for a next request; proxies give theirs up after 60."""

LONGEST_ADDRESS = 8_190
"""Bytes: an address may carry a long line of a score sheet."""

LARGEST_HEAD = 32_768
MOST_FIELDS = 100

NOT_HTTP = Problem(400, "This is no HTTP/1.1 request that could be understood.")
TOO_SLOW = Problem(408, "The request took too long to come; send it again.")
TOO_LONG = Problem(414, f"An address has at most {LONGEST_ADDRESS} bytes.")
TOO_MANY_FIELDS = Problem(
    431, f"The headers have at most {MOST_FIELDS} fields and {LARGEST_HEAD} bytes."
)
TOO_MANY = Problem(
    429,
    "Too many connections from your address; close some.",
    headers={"Retry-After": "10"},
)


class Door(HttpToolsProtocol):
    """A connection. `config.app` says in `connections` how many a place may have, None: any."""

    _timer: asyncio.TimerHandle | None = None
    _reader: asyncio.TimerHandle | None = None
    _place: str | None = None
    _phase: str | None = None
    _fault = NOT_HTTP
    _size = _fields = 0
    _began = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Lets the connection in, unless there are too many from its place."""
        super().connection_made(transport)
        shares: Shares | None = self.app.connections
        from_ = place(self.client[0]) if self.client else None
        if shares is not None and from_ is not None:
            if not shares.take(from_):
                self._refuse(TOO_MANY)
                return
            self._place = from_
        self._wait("head")

    def connection_lost(self, exc: Exception | None) -> None:
        """Gives the place of the connection to others."""
        self._wait(None)
        self.resume_writing()
        if self._place is not None:
            self.app.connections.give_back(self._place)
            self._place = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Reads on, and sees to it that what is begun is ended in time."""
        if self.transport.is_closing():
            return
        before = self._phase, self._began
        super().data_received(data)
        if self.transport.is_closing():
            self._wait(None)
            return
        if self._phase is None and (self.cycle is None or self.cycle.response_complete):
            self._phase = "head"  # empty lines before a request are no request
        if self._phase == "head":
            self._size += len(data)
            if self._size > LARGEST_HEAD + LONGEST_ADDRESS:
                self._refuse(TOO_MANY_FIELDS)
                return
        if (self._phase, self._began) != before or self._timer is None:
            self._wait(self._phase)

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._phase, self._size, self._fields = "head", 0, 0

    def on_url(self, url: bytes) -> None:
        """A part of its address."""
        super().on_url(url)
        if len(self.url) > LONGEST_ADDRESS:
            self._fault = TOO_LONG
            raise ValueError

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header; one that comes after the body is none of those that were judged."""
        self._fields += 1
        self._size += len(name) + len(value)
        if self._fields > MOST_FIELDS or self._size > LARGEST_HEAD:
            self._fault = TOO_MANY_FIELDS
            raise ValueError
        if self._phase == "head":
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The body begins."""
        hosts = sum(name == b"host" for name, _ in self.headers)
        if hosts > 1 or self.parser.get_http_version() not in ("1.0", "1.1"):
            raise ValueError
        super().on_headers_complete()
        self._phase, self._size, self._began = "body", 0, self.loop.time()

    def on_body(self, body: bytes) -> None:
        """A part of the body."""
        self._size += len(body)
        if self._size > 2 * self.app.largest_body:
            self.transport.abort()  # it was answered that it is too large, and comes all the same
            return
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is there."""
        super().on_message_complete()
        self._phase, self._size = None, 0

    def pause_writing(self) -> None:
        """The client reads slower than we write."""
        super().pause_writing()
        self._reader = self.loop.call_later(READER_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """The client has read what was written."""
        if self._reader is not None:
            self._reader.cancel()
            self._reader = None
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:
        """Says what is wrong with the request as a problem."""
        self._refuse(self._fault)

    def _wait(self, phase: str | None) -> None:
        """Begins to wait for the end of a phase; None: for nothing."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if phase == "head":
            self._timer = self.loop.call_later(HEAD_SECONDS, self._refuse, TOO_SLOW)
        elif phase == "body":
            self._timer = self.loop.call_later(BODY_SECONDS, self._look)
        self._phase = phase

    def _look(self) -> None:
        """Goes on waiting for a body that comes fast enough."""
        if self._size < (self.loop.time() - self._began) * SLOWEST - BODY_SECONDS * SLOWEST:
            self._refuse(TOO_SLOW)
        else:
            self._timer = self.loop.call_later(BODY_SECONDS / 20, self._look)

    def _refuse(self, problem: Problem) -> None:
        self._wait(None)
        if self.transport.is_closing():
            return
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            self.transport.write(_written(problem))
            self.app.refused(self.client, problem.status)
        self.transport.close()


def _written(problem: Problem) -> bytes:
    body = msgspec.json.encode(problem.document())
    head: dict[str, Any] = {
        "Content-Type": MEDIA_TYPE,
        "Content-Length": len(body),
        **problem.headers,
        "Connection": "close",
    }
    fields = "".join(f"{name}: {value}\r\n" for name, value in head.items())
    return f"HTTP/1.1 {problem.status} {problem.title}\r\n{fields}\r\n".encode() + body
