"""The events and states of a long game, read a stretch at a time as they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, TypeVar, overload

from events.event import Event
from events.store import EventStore
from projections.games.keyframes import EVERY, Keyframes
from projections.kit import replay
from projections.kit.ruleset import Ruleset

T = TypeVar("T")
Stretch = tuple[list[Event], list[Any]]


class LazyTape:
    """A game whose log has no corrections, so that step and version are the same.

    `first` is the state after GameCreated. A stretch begins after a keyframe.
    """

    def __init__(
        self,
        store: EventStore,
        keyframes: Keyframes,
        rules: Ruleset[Any],
        game: str,
        first: Any,
        steps: int,
    ) -> None:
        """The caller has made sure that the keyframes cover the game."""
        self._store = store
        self._keyframes = keyframes
        self._rules = rules
        self._game = game
        self._first = first
        self.events: Sequence[Event] = Lazily(steps, lambda i: self._at(i)[0])
        self.states: Sequence[Any] = Lazily(steps, lambda i: self._at(i)[1])
        self._stretch = lru_cache(maxsize=None)(self._read)

    def _at(self, index: int) -> tuple[Event, Any]:
        events, states = self._stretch(index // EVERY)
        return events[index % EVERY], states[index % EVERY]

    def _read(self, number: int) -> Stretch:
        """Steps number * EVERY + 1 and the EVERY - 1 after it."""
        start = number * EVERY
        recorded = self._store.read(self._game, after=start, until=start + EVERY)
        events = [replay.read(self._rules, event) for event in recorded]
        if start:
            frozen = self._keyframes.state(self._game, self._rules.id, start)
            assert frozen is not None
            state = replay.thaw(self._rules.state, frozen, self._first.setup)
            states = []
        else:
            state = self._first
            states = [state]
        for event in events[len(states) :]:
            state = self._rules.apply(state, event)
            states.append(state)
        return events, states


class Lazily(Sequence[T]):
    """A sequence whose items are made when they are asked for."""

    def __init__(self, length: int, item: Callable[[int], T]) -> None:
        """`item(index)` for 0 <= index < length."""
        self._length = length
        self._item = item

    def __len__(self) -> int:
        """Number of items, made or not."""
        return self._length

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        """The item, or those of a slice. Raises IndexError beyond the ends."""
        if isinstance(index, slice):
            return [self._item(i) for i in range(*index.indices(self._length))]
        if not -self._length <= index < self._length:
            raise IndexError(index)
        return self._item(index % self._length)
