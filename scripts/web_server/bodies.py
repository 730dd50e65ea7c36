"""Takes the body of a request in, whole, before anybody works on it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from tempfile import SpooledTemporaryFile
from typing import Any

from api.http.problems import Problem
from api.shares import Shares

IN_MEMORY = 262_144
"""Bytes of a body beyond which it goes to a file."""

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]


class Gone(Exception):
    """The client has left."""


class Body:
    """What came so far, and the share that it takes."""

    def __init__(self, shares: Shares, place: str, largest: int) -> None:
        """An empty body of at most `largest` bytes, which count for `place`."""
        self._shares, self._place, self._largest = shares, place, largest
        self.length = 0
        self.file = SpooledTemporaryFile[bytes](IN_MEMORY)

    async def take(self, receive: Receive, declared: int | None) -> None:
        """Takes it in. Raises Gone, and Problem 413 and 429."""
        self._require_room(declared or 0)
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise Gone
            self._add(message["body"])
            if not message["more_body"]:
                break
        self.file.seek(0)

    def close(self) -> None:
        """Forgets it."""
        if self.length:
            self._shares.give_back(self._place, self.length)
        self.file.close()

    def _add(self, piece: bytes) -> None:
        self._require_room(self.length + len(piece))
        if piece and not self._shares.take(self._place, len(piece)):
            raise Problem(429, "You send too much at once; wait until the rest is answered.")
        self.length += len(piece)
        self.file.write(piece)

    def _require_room(self, length: int) -> None:
        if length > self._largest:
            raise Problem(413, "The body is too large; send it in parts.")
