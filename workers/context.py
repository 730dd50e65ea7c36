"""What a job works with, made once a worker process."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache

from sqlalchemy import Engine

from events.database import connect
from events.store import EventStore
from projections.games.boxes import Boxes
from projections.games.endings import Endings
from projections.games.keyframes import Keyframes
from projections.games.read_model import GameReadModel
from projections.games.tape import Tapes
from projections.seasons.follower import SeasonFollower


@dataclass(frozen=True, slots=True)
class Context:
    """The database and what reads and writes it."""

    engine: Engine
    store: EventStore
    tapes: Tapes
    games: GameReadModel


def context_of(engine: Engine) -> Context:
    """The context on a database."""
    store = EventStore(engine)
    tapes = Tapes(store, Boxes(engine), Keyframes(engine))
    games = GameReadModel(engine, SeasonFollower(), Endings(engine, tapes))
    return Context(engine, store, tapes, games)


@cache
def context() -> Context:
    """The context of this process, on the database that GAMETAPE_DATABASE names.

    What a worker writes can be computed again, so SQLite need not flush it at each commit.
    """
    return context_of(connect(os.environ["GAMETAPE_DATABASE"], synchronous="NORMAL"))
