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

STRETCHES = 16
"""Of a game that are held in memory."""

T = TypeVar("T")
Stretch = tuple[list[Event], list[Any], Any]
"""Events, the states after them, and the state before the first of them (None: there is none)."""


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
        most = min(steps, STRETCHES * EVERY)
        self.events: Sequence[Event] = Lazily(steps, lambda i: self._at(i)[0], most=most)
        self.states: Sequence[Any] = Lazily(steps, lambda i: self._at(i)[1], self._before, most)
        self._stretch = lru_cache(STRETCHES)(self._read)

    def _at(self, index: int) -> tuple[Event, Any]:
        events, states, _ = self._stretch(index // EVERY)
        return events[index % EVERY], states[index % EVERY]

    def _before(self, index: int) -> Any:
        """The very state that the state at `index` was made from: rules compare by identity."""
        _, states, start = self._stretch(index // EVERY)
        return states[index % EVERY - 1] if index % EVERY else start

    def _read(self, number: int) -> Stretch:
        """Steps number * EVERY + 1 and the EVERY - 1 after it."""
        start = number * EVERY
        recorded = self._store.read(self._game, after=start, until=start + EVERY, prove=True)
        events = [replay.read(self._rules, event) for event in recorded]
        state, states = None, []
        if start:
            frozen = self._keyframes.state(self._game, self._rules.id, start)
            assert frozen is not None
            state = replay.thaw(self._rules.state, frozen, self._first.setup)
        else:
            states = [self._first]
        before, state = state, state or self._first
        for event in events[len(states) :]:
            state = self._rules.apply(state, event)
            states.append(state)
        return events, states, before


class Lazily(Sequence[T]):
    """A sequence whose items are made when they are asked for."""

    def __init__(
        self,
        length: int,
        item: Callable[[int], T],
        before: Callable[[int], T | None] | None = None,
        most: int = 0,
    ) -> None:
        """`item(index)` for 0 <= index < length; `before(index)`: what that item was made from.

        `most`: how many items are held in memory at a time.
        """
        self.most = most
        self._length = length
        self._item = item
        self._before = before

    def until(self, length: int) -> Lazily[T]:
        """The first items of it, made likewise."""
        return Lazily(length, self._item, self._before, self.most)

    def before(self, index: int) -> T | None:
        """What the item at that index was made from: the one before it, or one that equals it."""
        return self._before(index) if self._before is not None else self._item(index - 1)

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
