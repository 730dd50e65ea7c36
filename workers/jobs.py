"""The functions that RQ calls. Each may run twice."""

from __future__ import annotations

from itertools import count
from time import monotonic

from redis import Redis
from rq import get_current_job

from projections.seasons import kept_standings
from workers.context import context
from workers.deliveries import courier
from workers.queue import WAITING, News, call_referee, enqueue, take, tell
from workers.referee import referee

SHIFT = 1.0
"""Seconds after which a job hands over to the next one, so that none runs for ever."""

STRETCH = 300
"""Steps of a game that are judged in one go, so that a long one does not hold up the others."""

SHARE = 4
"""Of so many games one is taken that has waited longest, whether somebody is looking or not."""


def judge() -> None:
    """Judges games that wait and tells whoever watches them: those that somebody looks at first, of
    each a stretch at a time.

    Then it makes the tables anew of the seasons in which that, or anything else, changed something.

    Each game costs a job of RQ about twice as much as the verdict itself: so one job takes many.
    """
    job = get_current_job()
    assert job is not None
    ends = monotonic() + SHIFT
    try:
        for n in count(1):
            # A share is everybody's, so that a game that nobody is looking at is judged, too.
            game = take(job.connection, looked_at=n % SHARE > 0)
            if game is None:
                break
            _judge(job.connection, game)
            if monotonic() >= ends:
                break
        for season in kept_standings.stale(context().engine):
            kept_standings.refresh(context().engine, season)
    finally:
        if job.connection.zcard(WAITING):
            call_referee(job.connection)
    courier(context().engine).go()


def _judge(redis: Redis, game: str) -> None:
    here = context()
    checked = referee(here.store, here.tapes, here.games, game, most=STRETCH)
    if checked is None:
        return
    tell(redis, News(game, checked_version=checked))
    stream = here.store.stream(game)
    if stream is not None and stream.version > checked:
        enqueue(redis, game)
