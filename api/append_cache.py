"""What appending needs to know of a game at every event, kept in memory."""

from __future__ import annotations

from time import monotonic
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace

from events.corrections import CORRECTIONS
from events.tables import events
from projections.games.tape import Tapes
from projections.kit.ruleset import Ruleset

BELIEVED_SECONDS = 2.0
"""How long a policy is believed that another process may have amended."""

KEPT = 10_000


class Policy(Struct, frozen=True):
    """The rules of a game, and whether they are enforced."""

    rules: Ruleset[Any]
    enforced: bool


class _Known(Struct, frozen=True):
    policy: Policy
    version: int
    since: float


class AppendCache:
    """The policies of the games that are being recorded; safe for many threads."""

    def __init__(self, engine: sa.Engine, tapes: Tapes) -> None:
        """Reads the games of `tapes`, which are those of `engine`."""
        self._engine = engine
        self._tapes = tapes
        self._known: dict[str, _Known] = {}

    def get(self, game: str) -> Policy | None:
        """The policy of a game; None: there is no such game."""
        known, now = self._known.get(game), monotonic()
        if known is not None and now - known.since > BELIEVED_SECONDS:
            known = self._confirmed(game, known, now)
        if known is None:
            known = self._read(game, now)
        return None if known is None else known.policy

    def forget(self, game: str) -> None:
        """Looks again next time: a correction may have changed the policy."""
        self._known.pop(game, None)

    def _read(self, game: str, now: float) -> _Known | None:
        tape = self._tapes.get(game)
        if tape is None:
            return None
        policy = Policy(tape.rules, tape.created.options["policy"] == "enforce")
        if len(self._known) >= KEPT:
            self._known.clear()
        known = self._known[game] = _Known(policy, tape.version, now)
        return known

    def _confirmed(self, game: str, known: _Known, now: float) -> _Known | None:
        """What is known, unless a correction has come since."""
        corrects = sa.case((events.c.type.in_(CORRECTIONS), 1), else_=0)
        news = sa.select(sa.func.max(events.c.version), sa.func.max(corrects)).where(
            events.c.stream == game, events.c.version > known.version
        )
        with self._engine.connect() as connection:
            version, corrected = connection.execute(news).one()
        if corrected:
            return None
        fresh = self._known[game] = replace(known, version=version or known.version, since=now)
        return fresh
