"""Everything that happens, in commit order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from flask import Response
from msgspec.structs import replace

from api.access import permissions
from api.access.callers import Caller, caller
from api.games import serializers
from api.games.game_access import Seen, look_as
from api.http.messages import NDJSON, lines
from api.http.openapi import Blueprint, either
from api.http.queries import LIMIT, RangeQuery, onward
from api.leagues import league_access
from api.leagues.league_access import LeagueEnvelope
from api.schemas import Envelope
from api.services import Services, services
from events.damage import Broken, Unreadable
from events.event import Event
from events.store import told
from events.tables import events, origins, streams

blueprint = Blueprint("feed", __name__, description="The log of all games and leagues")


@blueprint.route("/events", methods=["GET"])
@blueprint.queries(RangeQuery)
@blueprint.answers(200, either(Envelope, LeagueEnvelope, Broken), "An envelope a line", NDJSON)
def follow_events(query: dict[str, Any]) -> Response:
    """The log of all games and leagues that you may know of, in commit order

    `after` is a position. An admin's feed has no gaps; in place of an event that cannot be read
    stands where it is and why.
    """
    here, asking = services(), caller()
    limit = query["limit"] or LIMIT
    found = _events(here, asking, query["after"], limit + 1)
    shown = found[:limit]
    response = lines(_shown(here, asking, shown))
    if len(found) > limit and (last := shown[-1].position) is not None:
        response.headers.update(onward(last))
    response.headers["Cache-Control"] = "private, no-cache"
    response.vary.update(("Authorization", "Cookie"))
    return response


def _events(here: Services, asking: Caller, after: int, limit: int) -> list[Event | Broken]:
    if asking.role == "admin":
        return here.store.follow(after=after, limit=limit)
    query = (
        sa.select(
            events.c.stream, events.c.version, events.c.position, events.c.body, events.c.hash
        )
        .join(streams, streams.c.id == events.c.stream)
        .where(events.c.position > after, permissions.all_seen(asking))
        .order_by(events.c.position)
        .limit(limit)
    )
    with here.engine.connect() as connection:
        return [told(*row) for row in connection.execute(query)]


def _shown(
    here: Services, asking: Caller, found: list[Event | Broken]
) -> Iterator[Envelope | LeagueEnvelope | Broken]:
    looks: dict[str, Seen] = {}
    of_leagues = _leagues(here, {event.stream for event in found})
    for event in found:
        if isinstance(event, Broken):
            yield event
            continue
        if event.stream in of_leagues:
            yield league_access.envelope(here, asking, event)
            continue
        if asking.role == "admin":
            yield serializers.enveloped(event)
            continue
        if event.stream not in looks:
            try:
                looks[event.stream] = look_as(here, asking, event.stream)
            except Unreadable as error:
                yield replace(error.broken, position=event.position)
                continue
        yield serializers.envelope(looks[event.stream], event)


def _leagues(here: Services, among: set[str]) -> set[str]:
    """Those of the streams that are leagues."""
    query = sa.select(origins.c.id).where(origins.c.kind == "league", origins.c.id.in_(among))
    with here.engine.connect() as connection:
        return set(connection.scalars(query))
