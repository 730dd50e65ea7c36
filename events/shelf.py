"""What is kept in memory to be used again: as much of it as a budget in bytes allows."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Shelf(Generic[K, V]):
    """Values by key; the least recently used go first. Safe for many threads."""

    def __init__(self, budget: int) -> None:
        """`budget`: bytes of all values together. A larger value is kept alone."""
        self._budget = budget
        self._kept: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._lock = Lock()
        self.size = 0

    def __len__(self) -> int:
        """How many values are kept."""
        return len(self._kept)

    def get(self, key: K) -> V | None:
        """The value of a key; None: it is not kept."""
        with self._lock:
            found = self._kept.get(key)
            if found is None:
                return None
            self._kept.move_to_end(key)
            return found[0]

    def put(self, key: K, value: V, size: int) -> None:
        """Keeps a value that takes about `size` bytes."""
        with self._lock:
            self._remove(key)
            self._kept[key] = value, size
            self.size += size
            while self.size > self._budget and len(self._kept) > 1:
                self._remove(next(iter(self._kept)))

    def forget(self, key: K) -> None:
        """Keeps the value of that key no longer."""
        with self._lock:
            self._remove(key)

    def _remove(self, key: K) -> None:
        found = self._kept.pop(key, None)
        if found is not None:
            self.size -= found[1]
