"""One line of JSON for each request: who, what, how it ended. Nothing secret stands in it.

Neither what follows `?` in an address nor any header is written down; tokens are in no path.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import UTC, datetime
from time import perf_counter
from typing import Any

import msgspec

from events.clock import stamp


class Line(msgspec.Struct, omit_defaults=True):
    """A request that is being answered; `status` 0: the client left before."""

    at: str
    address: str
    method: str
    path: str
    status: int = msgspec.field(default=0)
    sent: int = 0
    """Bytes of content."""
    ms: float = 0.0


Log = Callable[[Line], object]


def to_output(line: Line) -> None:
    """Writes the line to standard output."""
    sys.stdout.write(msgspec.json.encode(line).decode() + "\n")
    sys.stdout.flush()


def begun(address: str, method: str, path: bytes) -> Line:
    """The line of a request that begins now."""
    return Line(stamp(datetime.now(UTC)), address, method, path.decode("latin-1"))


class Noting:
    """Sends what an application answers, and notes it; written when the block ends."""

    def __init__(self, line: Line, log: Log, send: Any) -> None:
        """`send` is ASGI's."""
        self._line, self._log, self._send = line, log, send
        self._began = perf_counter()

    async def __call__(self, message: Any) -> None:
        """Sends one message."""
        if message["type"] == "http.response.start":
            self._line.status = message["status"]
        else:
            self._line.sent += len(message.get("body", b""))
        await self._send(message)

    def end(self) -> None:
        """Writes the line."""
        self._line.ms = round(1000 * (perf_counter() - self._began), 1)
        self._log(self._line)
