"""The functions that RQ calls. Each may run twice."""

from __future__ import annotations

from time import monotonic

from redis import Redis
from rq import get_current_job

from projections.seasons import kept_standings
from workers.context import context
from workers.deliveries import courier
from workers.queue import WAITING, News, call_referee, take, tell
from workers.referee import referee

SHIFT = 1.0
"""Seconds after which a job hands over to the next one, so that none runs for ever."""


def judge() -> None:
    """Judges the games that wait, the longest waiting first, and tells whoever watches them.

    Then it makes the tables anew of the seasons in which that, or anything else, changed something.

    Each game costs a job of RQ about twice as much as the verdict itself: so one job takes many.
    """
    job = get_current_job()
    assert job is not None
    ends = monotonic() + SHIFT
    try:
        while monotonic() < ends and (game := take(job.connection)) is not None:
            _judge(job.connection, game)
        for season in kept_standings.stale(context().engine):
            kept_standings.refresh(context().engine, season)
    finally:
        if job.connection.zcard(WAITING):
            call_referee(job.connection)
    courier(context().engine).go()


def _judge(redis: Redis, game: str) -> None:
    here = context()
    checked = referee(here.store, here.tapes, here.games, game)
    if checked is not None:
        tell(redis, News(game, checked_version=checked))
