"""Whose request is worked on next."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Turns:
    """Lets `each` requests of a place be worked on at once; its others wait in line."""

    def __init__(self, each: int) -> None:
        """Nobody waits."""
        self._each = each
        self._lines: dict[str, tuple[asyncio.Semaphore, int]] = {}

    @asynccontextmanager
    async def of(self, place: str) -> AsyncIterator[None]:
        """A turn of that place."""
        line, there = self._lines.get(place) or (asyncio.Semaphore(self._each), 0)
        self._lines[place] = line, there + 1
        try:
            async with line:
                yield
        finally:
            line, there = self._lines[place]
            if there == 1:
                del self._lines[place]
            else:
                self._lines[place] = line, there - 1
