"""Bare driver connections, kept ready for the log's few hot statements."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy import Engine

from events.batch import STREAM_EXISTS, Batch, Outcome
from events.chain import link

T = TypeVar("T")

AT_ONCE = 16
"""How many connections one store of one process uses."""

HEADS = 4096
"""Of how many streams a connection remembers the head."""


class LogConnection(ABC):
    """What the log asks of a sqlite3 or psycopg connection in autocommit.

    It remembers the heads of the streams that it appended to. One more event for such a stream is
    inserted right there, and the unique version tells when somebody else was faster.
    """

    def __init__(self) -> None:
        """Remembers nothing yet."""
        self._heads: dict[str, tuple[int, str]] = {}

    def append(self, batch: Batch) -> Outcome | None:
        """Writes the batch, all or nothing. None: the stream has one of its ids already.

        Raises Deleted.
        """
        outcome = self._append_next(batch) or self.append_batch(batch)
        if outcome is not None and outcome.hashes:
            if len(self._heads) >= HEADS:
                self._heads.clear()
            version = outcome.present + len(outcome.hashes)
            self._heads[batch.stream] = version, outcome.hashes[-1]
        return outcome

    def _append_next(self, batch: Batch) -> Outcome | None:
        if len(batch.entries) != 1 or batch.stream not in self._heads:
            return None
        version, hash = self._heads[batch.stream]
        if batch.expected not in (None, STREAM_EXISTS, version):
            return None
        hash = link(hash, batch.entries[0].digest)
        position = self.append_event(batch, version + 1, hash)
        return None if position is None else Outcome(version, position, [hash])

    @abstractmethod
    def append_event(self, batch: Batch, version: int, hash: str) -> int | None:
        """Writes the batch's only event and returns its position; None: not at that version."""

    @abstractmethod
    def append_batch(self, batch: Batch) -> Outcome | None:
        """Writes any batch, all or nothing. None: the stream has one of its ids already."""

    @abstractmethod
    def rows(self, query: str, values: Sequence[Any]) -> list[Any]:
        """The rows of a query with `?` for each value."""

    @abstractmethod
    def is_lost(self) -> bool:
        """Whether the server has dropped the connection, as it does when it restarts."""

    @abstractmethod
    def close(self) -> None:
        """Gives the connection up."""


class LogConnections:
    """Those made of an engine's connections.

    SQLAlchemy's pool takes longer to hand out a connection than SQLite to find an event.
    """

    def __init__(self, engine: Engine, make: Callable[[Any], LogConnection]) -> None:
        """`make` makes one of a driver connection."""
        self._engine = engine
        self._make = make
        self._idle: deque[LogConnection] = deque()
        # A semaphore, but written in C.
        self._turns: SimpleQueue[None] = SimpleQueue()
        for _ in range(AT_ONCE):
            self._turns.put(None)
        sa.event.listen(engine, "engine_disposed", self._clear)

    def run(self, work: Callable[[LogConnection], T]) -> T:
        """What `work` makes of a connection; it must be such that doing it twice changes nothing.

        It is done once more on a new connection where the server had dropped the first; the error
        of its driver is raised where that one is dropped, too.
        """
        self._turns.get()
        try:
            return self._run(work)
        except _Lost:
            self._clear(self._engine)
            return self._once_more(work)
        finally:
            self._turns.put(None)

    def _once_more(self, work: Callable[[LogConnection], T]) -> T:
        try:
            return self._run(work)
        except _Lost as lost:
            raise lost.error from None

    def _run(self, work: Callable[[LogConnection], T]) -> T:
        try:
            connection = self._idle.pop()
        except IndexError:
            connection = self._opened()
        try:
            result = work(connection)
        except BaseException as error:
            if connection.is_lost():
                connection.close()
                raise _Lost(error) from error
            self._idle.append(connection)
            raise
        self._idle.append(connection)
        return result

    def _opened(self) -> LogConnection:
        pooled = self._engine.raw_connection()
        driver = pooled.driver_connection
        pooled.detach()
        return self._make(driver)

    def _clear(self, _engine: Engine) -> None:
        while self._idle:
            self._idle.pop().close()


class _Lost(Exception):
    """The server dropped the connection; `error` is what the driver said."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(str(error))
        self.error = error
