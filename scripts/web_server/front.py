"""The application for uvicorn: takes a request in whole, has a thread work on it, sends the answer.

A thread is never kept by who sends or reads slowly: bodies and answers wait in memory or in a file.
Only an event stream has a thread of its own for as long as it is watched.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from tempfile import SpooledTemporaryFile
from threading import Thread
from typing import Any

import msgspec
import structlog

from api.http.problems import MEDIA_TYPE, Problem
from api.live import LEAVING
from api.shares import Shares, place
from scripts.web_server import access_log
from scripts.web_server.bodies import Body, Gone
from scripts.web_server.threads import Threads
from scripts.web_server.turns import Turns
from scripts.web_server.wsgi import Answer, Application, Headers, ask, environ_of

AT_ONCE = 32
"""Requests that are worked on at the same time."""

AT_ONCE_BY_PLACE = 16
"""Those of one place; its others wait while other places' go on."""

CONNECTIONS_BY_PLACE = 512
BYTES_BY_PLACE = 150_000_000
"""Of bodies that wait or are worked on."""

PIECE = 65_536
"""Bytes of a long answer sent at a time."""

Content = bytes | SpooledTemporaryFile[bytes]

_BUG = Problem(500, "This should not have happened; it is in the server's log.", "bug")
_log = structlog.get_logger()


class Front:
    """One WSGI application, served to all who ask for it in their turn."""

    def __init__(
        self,
        application: Application,
        largest_body: int,
        proxies: int,
        log: access_log.Log | None = None,
    ) -> None:
        """`proxies` in front are believed who asks; then their connections are not counted.

        `log` is told of each request.
        """
        self._application = application
        self._proxies = proxies
        self._turns = Turns(AT_ONCE_BY_PLACE)
        self._bytes = Shares(BYTES_BY_PLACE)
        self._threads = Threads(AT_ONCE)
        self._streams: set[asyncio.Queue[bytes | None]] = set()
        self._log = log
        self.largest_body = largest_body
        self.connections = None if proxies else Shares(CONNECTIONS_BY_PLACE)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answers one request, as ASGI has it, and has it noted."""
        address = self._address(scope)
        if self._log is None:
            await self._answer(scope, receive, send, address)
            return
        line = access_log.begun(address, scope["method"], scope["raw_path"])
        noting = access_log.Noting(line, self._log, send)
        try:
            await self._answer(scope, receive, noting, address)
        finally:
            noting.end()

    def refused(self, client: Any, status: int) -> None:
        """Notes what was refused before it was a request."""
        if self._log is not None:
            line = access_log.begun(client[0] if client else "", "", b"")
            line.status = status
            self._log(line)

    async def _answer(self, scope: Any, receive: Any, send: Any, address: str) -> None:
        headers: Headers = scope["headers"]
        asking = place(address)
        declared = _length(headers)
        body = None if declared is None else Body(self._bytes, asking, self.largest_body)
        try:
            if body is not None:
                await body.take(receive, declared)
            environ = environ_of(scope, headers, body)
            async with self._turns.of(asking):
                answer = await self._threads.result(ask, self._application, environ)
        except Gone:
            return
        except Problem as problem:
            await _send(send, problem.status, _headers(problem), _written(problem))
            return
        except Exception as error:
            _log.error("bug", error=repr(error))
            await _send(send, 500, _headers(_BUG), _written(_BUG))
            return
        finally:
            if body is not None:
                body.close()
        if answer.streams:
            await self._stream(answer, environ[LEAVING], receive, send)
            return
        try:
            await _send(send, answer.status, answer.headers, answer.content)
        finally:
            self._threads.do(answer.close)

    def end_streams(self) -> None:
        """Ends all event streams; browsers come back by themselves."""
        for told in self._streams:
            told.put_nowait(None)

    def _address(self, scope: Any) -> str:
        """Who asks: as the outermost of the proxies in front says, else whose connection it is."""
        if self._proxies:
            lists = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
            hops = b",".join(lists).decode("latin-1").split(",")
            if len(hops) >= self._proxies:
                return hops[-self._proxies].strip()
        return str(scope["client"][0]) if scope["client"] else ""

    async def _stream(self, answer: Answer, leaving: list[Any], receive: Any, send: Any) -> None:
        loop, told = asyncio.get_running_loop(), asyncio.Queue[bytes | None]()
        tell = loop.call_soon_threadsafe

        def make() -> None:
            try:
                for piece in answer:
                    tell(told.put_nowait, piece)
            except Exception as error:
                _log.error("event stream ended", error=repr(error))
            finally:
                answer.close()
                with suppress(RuntimeError):  # the loop has ended
                    tell(told.put_nowait, None)

        async def await_leave() -> None:
            while (await receive())["type"] != "http.disconnect":
                pass
            told.put_nowait(None)

        watching = asyncio.create_task(await_leave())
        self._streams.add(told)
        try:
            Thread(target=make, name="event stream", daemon=True).start()
            await send(_start(answer.status, answer.headers))
            while (piece := await told.get()) is not None:
                await send({"type": "http.response.body", "body": piece, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        finally:
            self._streams.discard(told)
            watching.cancel()
            for leave in leaving:
                leave()


def _length(headers: Headers) -> int | None:
    """How long the body is said to be, 0 for one in chunks; None: there is none."""
    found = None
    for name, value in headers:
        if name == b"content-length":
            found = int(value)
        elif name == b"transfer-encoding":
            found = found or 0
    return found


def _start(status: int, headers: Headers) -> dict[str, Any]:
    return {"type": "http.response.start", "status": status, "headers": headers}


async def _send(send: Any, status: int, headers: Headers, content: Content) -> None:
    await send(_start(status, headers))
    if isinstance(content, bytes):
        await send({"type": "http.response.body", "body": content})
        return
    with content:
        while piece := content.read(PIECE):
            await send({"type": "http.response.body", "body": piece, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


def _written(problem: Problem) -> bytes:
    return msgspec.json.encode(problem.document())


def _headers(problem: Problem) -> Headers:
    found = [(name.lower().encode(), value.encode()) for name, value in problem.headers.items()]
    length = str(len(_written(problem))).encode()
    return [*found, (b"content-type", MEDIA_TYPE.encode()), (b"content-length", length)]
