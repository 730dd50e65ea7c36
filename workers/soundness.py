"""Whether a stream is what was recorded, and is what its rules can read."""

from __future__ import annotations

from time import monotonic

import sqlalchemy as sa
from redis import Redis

from events import corrections
from events.damage import Broken, Unreadable
from events.keeping.verification import verify
from events.store import EventStore
from events.tables import origins
from projections.kit import replay
from projections.kit.find import rulesets
from projections.leagues import obey
from projections.set_aside import SetAside

SHIFT = 1.0
"""Seconds of each sweep in which streams are looked at that nobody asked for."""

AT_ONCE = 1_000
"""Streams at most in a sweep."""

_LOOKED_AT = "gametape:looked-at"


def broken(store: EventStore, stream: str) -> Broken | None:
    """The first place where it is not; None: all is well, or there is no such stream."""
    try:
        found = store.stream(stream)
        if found is None:
            return None
        return verify(store, stream) or _unread(store, stream, found.kind)
    except Unreadable as error:
        return error.broken


def _unread(store: EventStore, stream: str, kind: str) -> Broken | None:
    log = corrections.load(store, stream).events
    try:
        if kind == "league":
            obey.league(log)
            return None
        rules = rulesets().get(replay.read_creation(log[0]).ruleset)
        if rules is not None:
            for event in log:
                replay.read(rules, event)
    except Unreadable as error:
        return error.broken
    return None


def patrol(store: EventStore, aside: SetAside, redis: Redis) -> None:
    """Looks again at what is set aside, then at further streams, from where the last patrol ended.

    So damage is found that nobody has met, and what was mended comes back.
    """
    aside.look_again(lambda stream: broken(store, stream))
    ends = monotonic() + SHIFT
    for stream in _after(store, redis.get(_LOOKED_AT)):
        if found := broken(store, stream):
            aside.note(found)
        redis.set(_LOOKED_AT, stream)
        if monotonic() > ends:
            return
    redis.delete(_LOOKED_AT)


def _after(store: EventStore, reached: object) -> list[str]:
    last = reached.decode() if isinstance(reached, bytes) else ""
    some = sa.select(origins.c.id).where(origins.c.id > last).order_by(origins.c.id).limit(AT_ONCE)
    with store.engine.connect() as connection:
        return list(connection.scalars(some))
