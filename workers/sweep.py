"""Finds the games whose verdicts lag behind their logs, whatever became of their jobs."""

from __future__ import annotations

import sqlalchemy as sa
from redis import Redis
from sqlalchemy import Engine

from events import clock
from events.batch import GONE
from events.database import empty_log
from events.tables import confirmations, origins
from projections import news
from projections.seasons.kept_standings import stale
from projections.seasons.league_read_model import LeagueReadModel
from projections.set_aside import SetAside
from projections.tables import summaries
from workers.context import context_of
from workers.queue import call_referee, enqueue_all
from workers.soundness import patrol

EVERY = 60
"""Seconds between two sweeps."""

_TURN = "gametape:sweep"


def behind(engine: Engine) -> list[str]:
    """The games not judged up to their version, or judged by other code, oldest first."""
    return news.behind(engine, "game")


def left_over(engine: Engine) -> list[str]:
    """The games that were deleted while what follows from them was not, as when a server stops."""
    # The kind in so many words: then the index of deleted streams alone serves.
    gone = sa.select(origins.c.id).where(origins.c.kind == sa.literal_column(f"'{GONE}'"))
    with engine.connect() as connection:
        ids = list(connection.scalars(gone))
        query = sa.select(summaries.c.game).where(summaries.c.game.in_(ids))
        return list(connection.scalars(query)) if ids else []


def due_ends(engine: Engine) -> list[str]:
    """The games whose end waited, and may have become one for all: a day has passed without a
    dispute, or somebody has confirmed it."""
    now = clock.now()
    due = sa.select(summaries.c.game).where(summaries.c.opens_at <= now)
    # Each of the two has an index; both in one condition would read all games.
    confirmed = (
        sa.select(summaries.c.game)
        .join(confirmations, confirmations.c.game == summaries.c.game)
        .where(summaries.c.opens_at > now)
    )
    with engine.connect() as connection:
        return list(connection.scalars(sa.union(due, confirmed)))


def sweep(engine: Engine, redis: Redis) -> int:
    """Enqueues every game that is behind and does not wait yet; how many that were.

    Leagues whose tables are behind are brought up to their logs at once.
    """
    here, aside = context_of(engine), SetAside(engine)
    store = here.store
    for broken in LeagueReadModel(store).catch_up_all():
        aside.note(broken)
    patrol(store, aside, redis)
    if stale(engine):
        call_referee(redis)
    for game in left_over(engine):
        here.games.remove(game)
    empty_log(engine)
    return enqueue_all(redis, list(dict.fromkeys([*behind(engine), *due_ends(engine)])))


def my_turn(redis: Redis) -> bool:
    """Whether this worker is the one to sweep now; one of several is."""
    return bool(redis.set(_TURN, "1", nx=True, ex=EVERY - 5))
