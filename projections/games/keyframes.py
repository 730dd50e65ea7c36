"""Stored states of long games, so that a late step needs no fold from the start."""

from __future__ import annotations

import sqlalchemy as sa

from projections.kit.find import code_version
from projections.tables import keyframes

EVERY = 50
"""Steps between two stored states."""


class Keyframes:
    """Reads what the referee stored; states made by other code do not count."""

    def __init__(self, engine: sa.Engine) -> None:
        """Reads the table `keyframes` of `engine`."""
        self._engine = engine

    def cover(self, game: str, ruleset: str, steps: int) -> bool:
        """Whether every state that a game of that length should have stored is there."""
        query = sa.select(sa.func.count()).where(self._of(game, ruleset), keyframes.c.step <= steps)
        with self._engine.connect() as connection:
            return connection.execute(query).scalar_one() == steps // EVERY

    def state(self, game: str, ruleset: str, step: int) -> bytes | None:
        """The stored state after `step` (kit.replay.thaw reads it)."""
        query = sa.select(keyframes.c.state).where(
            self._of(game, ruleset), keyframes.c.step == step
        )
        with self._engine.connect() as connection:
            return connection.execute(query).scalar()

    def _of(self, game: str, ruleset: str) -> sa.ColumnElement[bool]:
        return sa.and_(keyframes.c.game == game, keyframes.c.code == code_version(ruleset))
