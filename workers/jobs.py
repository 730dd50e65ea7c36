"""The functions that RQ calls. Each may run twice."""

from __future__ import annotations

from rq import get_current_job

from workers.context import context
from workers.queue import News, started, tell
from workers.referee import referee as bring_up_to_date


def referee(game: str) -> None:
    """Judges what is new in one game and tells whoever watches it."""
    started(game)
    here = context()
    checked = bring_up_to_date(here.store, here.tapes, here.ledger, game)
    job = get_current_job()
    if job is not None and checked is not None:
        tell(job.connection, News(game, checked_version=checked))
