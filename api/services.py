"""What the application works with, made once by create_app()."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

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


def on_replica(primary: Services, engine: Engine) -> Services:
    """As `primary`, but reading from a replica, and remembering nothing together with it.

    Tokens, what is set aside and what appends go by stay the primary's: nobody is let in or
    refused, and nothing is written, by what may be old.
    """
    store, boxes = EventStore(engine), Boxes(engine)
    tapes = Tapes(store, boxes, Keyframes(engine))
    endings = Endings(engine, tapes)
    return replace(
        primary,
        engine=engine,
        store=store,
        boxes=boxes,
        tapes=tapes,
        endings=endings,
        games=GameReadModel(engine, SeasonFollower(), endings),
        leagues=LeagueReadModel(store),
        people=People(engine),
    )


def open_services(settings: Settings) -> Services:
    """Connects and brings the database up to date."""
    engine = connect(settings.database, synchronous=settings.synchronous)
    migrate(engine)
    tables.prepare(engine)
    seal_all(engine)
    store, boxes = EventStore(engine), Boxes(engine)
    tapes = Tapes(store, boxes, Keyframes(engine))
    leagues, endings = LeagueReadModel(store), Endings(engine, tapes)
    aside = SetAside(engine)
    for broken in leagues.catch_up_all():
        aside.note(broken)
    return Services(
        settings=settings,
        engine=engine,
        store=store,
        boxes=boxes,
        tapes=tapes,
        endings=endings,
        games=GameReadModel(engine, SeasonFollower(), endings),
        leagues=leagues,
        append_cache=AppendCache(engine, tapes),
        tokens=Tokens(engine),
        people=People(engine),
        set_aside=aside,
        queue=Queue(settings.redis),
        live=Live(settings.redis, settings.most_watchers, settings.watchers_by_address),
    )
