"""Threads that work on requests: none of them ever waits for a client."""

from __future__ import annotations

from asyncio import Future, get_running_loop
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

T = TypeVar("T")


class Threads:
    """A fixed number of daemon threads; what they were at is not waited for at the end."""

    def __init__(self, count: int) -> None:
        """Starts them."""
        self._work: SimpleQueue[Callable[[], object]] = SimpleQueue()
        for number in range(count):
            Thread(target=self._go_on, name=f"request {number}", daemon=True).start()

    def do(self, work: Callable[[], object]) -> None:
        """Has it done some time; `work` does not raise."""
        self._work.put(work)

    def result(self, work: Callable[..., T], *arguments: Any) -> Future[T]:
        """What `work` gives or raises, for the loop that asks."""
        loop = get_running_loop()
        future: Future[T] = loop.create_future()

        def done(value: T | None, error: Exception | None) -> None:
            if future.cancelled():
                return
            if error is not None:
                future.set_exception(error)
            else:
                future.set_result(value)  # type: ignore[arg-type]

        def run() -> None:
            try:
                value, error = work(*arguments), None
            except Exception as raised:
                value, error = None, raised
            loop.call_soon_threadsafe(done, value, error)

        self._work.put(run)
        return future

    def _go_on(self) -> None:
        while True:
            self._work.get()()
