"""A game that goes on, as those see it who may not see all of it."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from projections.games.tape import Tape
from projections.kit.common import OVER
from projections.kit.ruleset import PUBLIC, Ruleset


def covered(tape: Tape) -> Tape:
    """The tape with each position in which the game is over replaced by the last one before it.

    Such a position hides nothing, as the rules see it. But it may be that of an old version, or of
    a branch, while the game itself goes on: then its hands are still hidden.
    """
    return dataclasses.replace(tape, states=_WhileRunning(tape.rules, tape.states))


class _WhileRunning(Sequence[Any]):
    """States of which none is over."""

    def __init__(self, rules: Ruleset[Any], states: Sequence[Any]) -> None:
        self._rules, self._states = rules, states

    def __len__(self) -> int:
        return len(self._states)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[n] for n in range(*index.indices(len(self)))]
        place = range(len(self))[index]
        while place > 0 and self._is_over(self._states[place]):
            place -= 1
        return self._states[place]

    def _is_over(self, state: Any) -> bool:
        return self._rules.view(state, PUBLIC)["status"] in OVER
