"""What the application works with, made once by create_app()."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypedDict, cast

from flask import current_app, g
from sqlalchemy import Engine

from api.append_cache import AppendCache
from api.live import Live
from api.settings import Settings
from api.tokens import Tokens
from events.database import connect, migrate
from events.store import EventStore
from events.webhooks.sealing import seal_all
from projections import tables
from projections.games.boxes import Boxes
from projections.games.endings import Endings
from projections.games.keyframes import Keyframes
from projections.games.read_model import GameReadModel
from projections.games.tape import Tapes
from projections.people import People
from projections.seasons.follower import SeasonFollower
from projections.seasons.league_read_model import LeagueReadModel
from projections.set_aside import SetAside
from workers.queue import Queue

NAME = "gametape"
"""The key in `app.extensions`."""

SERVICES = "services"
"""The key in `g`, where others than the application's answer the present request."""


@dataclass(frozen=True, slots=True)
class Services:
    """The log, what is read from it, the tokens and the way to the workers."""

    settings: Settings
    engine: Engine
    store: EventStore
    boxes: Boxes
    tapes: Tapes
    endings: Endings
    games: GameReadModel
    leagues: LeagueReadModel
    append_cache: AppendCache
    tokens: Tokens
    people: People
    set_aside: SetAside
    queue: Queue
    live: Live


def services() -> Services:
    """Those that answer the present request: the application's, or those on a replica."""
    return cast(Services, g.get(SERVICES) or current_app.extensions[NAME])


class _Readers(TypedDict):
    """What reads one database, and remembers what it has read."""

    engine: Engine
    store: EventStore
    boxes: Boxes
    tapes: Tapes
    endings: Endings
    games: GameReadModel
    leagues: LeagueReadModel
    people: People


def _readers(engine: Engine) -> _Readers:
    store, boxes = EventStore(engine), Boxes(engine)
    tapes = Tapes(store, boxes, Keyframes(engine))
    endings = Endings(engine, tapes)
    return _Readers(
        engine=engine,
        store=store,
        boxes=boxes,
        tapes=tapes,
        endings=endings,
        games=GameReadModel(engine, SeasonFollower(), endings),
        leagues=LeagueReadModel(store),
        people=People(engine),
    )


def on_replica(primary: Services, engine: Engine) -> Services:
    """As `primary`, but reading from a replica, and remembering nothing together with it.

    Tokens, what is set aside and what appends go by stay the primary's: nobody is let in or
    refused, and nothing is written, by what may be old.
    """
    return replace(primary, **_readers(engine))


def open_services(settings: Settings) -> Services:
    """Connects and brings the database up to date."""
    engine = connect(settings.database, synchronous=settings.synchronous)
    migrate(engine)
    tables.prepare(engine)
    seal_all(engine)
    readers, aside = _readers(engine), SetAside(engine)
    for broken in readers["leagues"].catch_up_all():
        aside.note(broken)
    return Services(
        settings=settings,
        **readers,
        append_cache=AppendCache(engine, readers["tapes"]),
        tokens=Tokens(engine),
        set_aside=aside,
        queue=Queue(settings.redis),
        live=Live(settings.redis, settings.most_watchers, settings.watchers_by_address),
    )
