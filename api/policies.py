"""What appending needs to know of a game at every event, kept in memory."""

from __future__ import annotations

from time import monotonic
from typing import Any

from msgspec import Struct

from projections.kit.ruleset import Ruleset
from projections.tape import Tapes

BELIEVED_SECONDS = 10.0
"""How long a policy is believed that another process may have amended."""

KEPT = 10_000


class Policy(Struct, frozen=True):
    """The rules of a game, and whether they are enforced."""

    rules: Ruleset[Any]
    enforced: bool


class Policies:
    """The policies of the games that are being recorded; safe for many threads."""

    def __init__(self, tapes: Tapes) -> None:
        """Reads the games of `tapes`."""
        self._tapes = tapes
        self._kept: dict[str, tuple[float, Policy]] = {}

    def get(self, game: str) -> Policy | None:
        """The policy of a game; None: there is no such game."""
        kept = self._kept.get(game)
        if kept is not None and monotonic() - kept[0] < BELIEVED_SECONDS:
            return kept[1]
        asked = monotonic()
        tape = self._tapes.get(game)
        if tape is None:
            return None
        policy = Policy(tape.rules, tape.created.options["policy"] == "enforce")
        if len(self._kept) >= KEPT:
            self._kept.clear()
        self._kept[game] = (asked, policy)
        return policy

    def forget(self, game: str) -> None:
        """Looks again next time: a correction may have changed the policy."""
        self._kept.pop(game, None)
