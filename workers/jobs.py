"""The functions that RQ calls. Each may run twice."""

from __future__ import annotations

from workers.context import context
from workers.queue import started
from workers.referee import referee as bring_up_to_date


def referee(game: str) -> None:
    """Judges what is new in one game."""
    started(game)
    here = context()
    bring_up_to_date(here.store, here.tapes, here.ledger, game)
