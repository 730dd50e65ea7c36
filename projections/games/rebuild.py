"""Folds and judges a game anew, and says where the verdict is another than before."""

from __future__ import annotations

from collections import defaultdict
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import msgspec

from projections.games.knowledge import judged
from projections.games.read_model import GameReadModel
from projections.games.tape import Tapes
from projections.games.verdicts import Verdict

Judged = frozenset[tuple[str, str]]
"""(rule, severity) of each finding of an event."""


class Change(msgspec.Struct, frozen=True):
    """The first event of a game whose findings changed."""

    game: str
    version: int
    step: int
    before: Judged
    after: Judged


def rebuild(
    tapes: Tapes,
    read_model: GameReadModel,
    game: str,
    turn: AbstractContextManager[Any] | None = None,
) -> Change | None:
    """Rewrites everything derived from one game; the first verdict that changed, if any did.

    `turn` is held while it writes: on SQLite one process writes at a time, and waiting for a lock
    of the system wakes sooner than its own retries.
    Raises KeyError for an unknown game.
    """
    while True:
        since, tape = read_model.checked(game), tapes.get(game)
        if tape is None:
            raise KeyError(game)
        stored: defaultdict[int, set[tuple[str, str]]] = defaultdict(set)
        for row in read_model.findings(game):
            stored[row["version"]].add((row["rule"], row["severity"]))
        anew = list(judged(tape))
        with turn or nullcontext():
            written = read_model.write(tape, 1, anew, since)
        if written:
            reached = since.version if since else 0
            return _first_change(game, stored, anew, reached)


def _first_change(
    game: str, stored: dict[int, set[tuple[str, str]]], judged: list[Verdict], reached: int
) -> Change | None:
    """Only what had been judged before (versions up to `reached`) can have changed."""
    for verdict in judged:
        after = frozenset((f.rule, f.severity) for f in verdict.findings)
        before = frozenset(stored.get(verdict.version, ()))
        if before != after and verdict.version <= reached:
            return Change(game, verdict.version, verdict.step, before, after)
    return None
