"""A web server in a thread of this process, and raw requests to it."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from threading import Thread
from typing import Any

from scripts.serving import place
from scripts.web_server.access_log import Log
from scripts.web_server.front import Front
from scripts.web_server.run import Server
from tests.children import eventually

PATIENCE = 30
"""Seconds after which an answer that does not come is none."""


@dataclass(frozen=True)
class Answer:
    """What came back: status 0 where the connection was closed without an answer."""

    status: int
    headers: dict[str, str]
    body: bytes


@dataclass(frozen=True)
class Web:
    """A running web server."""

    port: int
    front: Front

    def connect(self, source: str = "127.0.0.1") -> socket.socket:
        connection = socket.create_connection(
            ("127.0.0.1", self.port), PATIENCE, source_address=(source, 0)
        )
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def send(self, request: bytes, source: str = "127.0.0.1") -> Answer:
        """Sends a request and ends the connection's sending side only when it is answered."""
        with self.connect(source) as connection:
            with suppress(ConnectionError):
                connection.sendall(request)
            return read(connection)

    def get(self, path: str, source: str = "127.0.0.1") -> Answer:
        return self.send(f"GET {path} HTTP/1.1\r\nHost: here\r\n\r\n".encode(), source)


def read(connection: socket.socket) -> Answer:
    """The next answer but `100 Continue`, up to the length that it says or its last chunk."""
    received = _until(connection, b"", b"\r\n\r\n")
    while received.startswith(b"HTTP/1.1 100"):
        received = _until(connection, received.partition(b"\r\n\r\n")[2], b"\r\n\r\n")
    head, _, body = received.partition(b"\r\n\r\n")
    if not head:
        return Answer(0, {}, b"")
    lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    if "transfer-encoding" in headers:
        body = _until(connection, body, b"0\r\n\r\n")
    while len(body) < int(headers.get("content-length", 0)):
        more = _more(connection)
        if not more:
            break
        body += more
    return Answer(int(lines[0].split()[1]), headers, body)


def _until(connection: socket.socket, received: bytes, end: bytes) -> bytes:
    while end not in received:
        more = _more(connection)
        if not more:
            break
        received += more
    return received


def _more(connection: socket.socket) -> bytes:
    try:
        return connection.recv(65536)
    except ConnectionError:
        return b""


@contextmanager
def serving(
    application: Any,
    largest_body: int = 64_000_000,
    proxies: int = 0,
    log: Log | None = None,
) -> Iterator[Web]:
    """Serves a WSGI application until the end of the block."""
    listener = place.listen("127.0.0.1", 0)
    front = Front(application, largest_body, proxies, log)
    server = Server(front)
    thread = Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    try:
        assert eventually(lambda: server.started)
        yield Web(listener.getsockname()[1], front)
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive()
