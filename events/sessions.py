"""Bare driver connections, kept ready for the log's few hot statements."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from threading import BoundedSemaphore
from typing import Any, Protocol, TypeVar

import sqlalchemy as sa
from sqlalchemy import Engine

from events.batch import Batch, Outcome

T = TypeVar("T")

AT_ONCE = 16
"""How many connections one store of one process uses."""


class Session(Protocol):
    """What the log asks of a sqlite3 or psycopg connection in autocommit."""

    def append(self, batch: Batch) -> Outcome | None:
        """Writes the batch, all or nothing. None: the stream has one of its ids already."""

    def rows(self, query: str, values: Sequence[Any]) -> list[Any]:
        """The rows of a query with `?` for each value."""

    def is_lost(self) -> bool:
        """Whether the server has dropped the connection, as it does when it restarts."""

    def close(self) -> None:
        """Gives the connection up."""


class Sessions:
    """Sessions made of an engine's connections.

    SQLAlchemy's pool takes longer to hand out a connection than SQLite to find an event.
    """

    def __init__(self, engine: Engine, session: Callable[[Any], Session]) -> None:
        """`session` makes one of a driver connection."""
        self._engine = engine
        self._session = session
        self._idle: deque[Session] = deque()
        self._turns = BoundedSemaphore(AT_ONCE)
        sa.event.listen(engine, "engine_disposed", self._clear)

    def run(self, work: Callable[[Session], T]) -> T:
        """What `work` makes of a session; it must be such that doing it twice changes nothing.

        It is done once more on a new connection where the server had dropped the first.
        """
        with self._turns:
            try:
                return self._run(work)
            except _Lost:
                self._clear(self._engine)
                return self._run(work)

    def _run(self, work: Callable[[Session], T]) -> T:
        session = self._take()
        try:
            result = work(session)
        except BaseException as error:
            if session.is_lost():
                session.close()
                raise _Lost from error
            self._idle.append(session)
            raise
        self._idle.append(session)
        return result

    def _take(self) -> Session:
        try:
            return self._idle.pop()
        except IndexError:
            pooled = self._engine.raw_connection()
            connection = pooled.driver_connection
            pooled.detach()
            return self._session(connection)

    def _clear(self, _engine: Engine) -> None:
        while self._idle:
            self._idle.pop().close()


class _Lost(Exception):
    """The server dropped the connection."""
