"""Between a request that came in whole and a WSGI application."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import Any
from urllib.parse import unquote_to_bytes

from api.live import LEAVING
from scripts.web_server.bodies import IN_MEMORY, Body

EVENT_STREAM = "text/event-stream"

Application = Callable[..., Iterable[bytes]]
Headers = list[tuple[bytes, bytes]]


class Answer:
    """What the application answers: all of it, or an event stream that goes on.

    What it says the length of is whole already; what it makes piece by piece goes to a file if it
    becomes long.
    """

    def __init__(self, status: int, headers: Headers, pieces: Iterable[bytes]) -> None:
        """`pieces` is what the application gave, to be closed once it is sent."""
        self.status, self.headers = status, headers
        self._pieces = pieces
        self.content: bytes | SpooledTemporaryFile[bytes] = b""
        self.streams = any(
            name == b"content-type" and value.startswith(EVENT_STREAM.encode())
            for name, value in headers
        )

    def collect(self) -> None:
        """Takes all of the content, so that nobody waits for whoever reads it slowly."""
        known = {name for name, _ in self.headers}
        if b"content-length" in known:
            self.content = b"".join(self._pieces)
            return
        self.content = SpooledTemporaryFile[bytes](IN_MEMORY)
        for piece in self._pieces:
            self.content.write(piece)
        self.content.seek(0)

    def __iter__(self) -> Iterator[bytes]:
        """The pieces of an event stream as they are made."""
        return iter(self._pieces)

    def close(self) -> None:
        """Tells the application that it is sent."""
        close = getattr(self._pieces, "close", None)
        if close is not None:
            close()


def ask(application: Application, environ: dict[str, Any]) -> Answer:
    """What the application answers."""
    begun: list[Any] = []

    def start_response(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
        begun[:] = status, headers
        return _write

    pieces = application(environ, start_response)
    status, headers = begun
    encoded = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    answer = Answer(int(status[:3]), encoded, pieces)
    if not answer.streams:
        try:
            answer.collect()
        except BaseException:
            answer.close()
            raise
    return answer


def _write(_data: bytes) -> None:
    raise NotImplementedError("nothing here calls write()")


def environ_of(scope: Any, headers: Headers, body: Body | None) -> dict[str, Any]:
    """The request as WSGI has it. Names with `_` are left out: they would pass for others."""
    server = scope["server"] or ("localhost", 80)
    path = scope["raw_path"]
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": (unquote_to_bytes(path) if b"%" in path else path).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": scope["client"][0] if scope["client"] else "",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": BytesIO() if body is None else body.file,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
        LEAVING: [],
    }
    for name, value in headers:
        if b"_" in name or name == b"transfer-encoding":
            continue
        text = value.decode("latin-1")
        if name == b"content-type":
            environ["CONTENT_TYPE"] = text
        elif name != b"content-length":
            key = "HTTP_" + name.decode("latin-1").upper().replace("-", "_")
            if key in environ:
                text = environ[key] + ("; " if name == b"cookie" else ",") + text
            environ[key] = text
    if body is not None:
        environ["CONTENT_LENGTH"] = str(body.length)
    return environ
