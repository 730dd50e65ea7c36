"""Finds the games whose verdicts lag behind their logs, whatever became of their jobs."""

from __future__ import annotations

import sqlalchemy as sa
from redis import Redis
from sqlalchemy import Engine

from events.database import empty_log
from events.store import EventStore
from events.tables import streams
from projections.kit.find import code_version, rulesets
from projections.seasons.kept_standings import stale
from projections.seasons.league_read_model import LeagueReadModel
from projections.tables import summaries
from workers.queue import call_referee, enqueue

EVERY = 60
"""Seconds between two sweeps."""

_TURN = "gametape:sweep"


def behind(engine: Engine) -> list[str]:
    """The games not judged up to their version, or judged by other code, oldest first."""
    present = [
        sa.and_(summaries.c.ruleset == ruleset, summaries.c.code == code_version(ruleset))
        for ruleset in rulesets()
    ]
    judged = sa.and_(summaries.c.checked_version == streams.c.version, sa.or_(sa.false(), *present))
    query = (
        sa.select(streams.c.id)
        .join_from(streams, summaries, summaries.c.game == streams.c.id, isouter=True)
        .where(streams.c.kind == "game", sa.or_(summaries.c.game.is_(None), sa.not_(judged)))
        .order_by(streams.c.created_at)
    )
    with engine.connect() as connection:
        return list(connection.scalars(query))


def sweep(engine: Engine, redis: Redis) -> int:
    """Enqueues every game that is behind and does not wait yet; how many that were.

    Leagues whose tables are behind are brought up to their logs at once.
    """
    book = LeagueReadModel(EventStore(engine))
    for league in book.behind():
        book.catch_up(league)
    if stale(engine):
        call_referee(redis)
    empty_log(engine)
    return sum(enqueue(redis, game) for game in behind(engine))


def my_turn(redis: Redis) -> bool:
    """Whether this worker is the one to sweep now; one of several is."""
    return bool(redis.set(_TURN, "1", nx=True, ex=EVERY - 5))
