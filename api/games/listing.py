"""The games that a caller may know of, newest first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from api.access import permissions
from api.access.callers import Caller
from api.paging import Page, Which, paged
from api.services import Services
from events.tables import streams
from projections.kit.find import rulesets
from projections.tables import fixtures, sitting, summaries


def games(here: Services, asking: Caller, asked: Mapping[str, Any], which: Which) -> Page[str]:
    """The ids of a page of games.

    `asked` may hold `ruleset`, `status` (one, or several), `league`, `person`, and `q`: words that
    ids, names or teams contain. How a game stands is what the referee has noted of it. A game whose
    ruleset is not installed is not listed: nothing could be said of it.
    """
    noted = any(asked.get(key) for key in NOTED)
    wanted, order = (_noted(asked), _BY_NOTES) if noted else (_all(), _BY_STREAM)
    narrowed = [_narrowed(query, asked) for query in wanted]
    ways = permissions.ways_to_see(asking)
    found = [query.where(seen) for query in narrowed for seen in ways]
    with here.engine.connect() as connection:
        page = paged(connection, found, order, which)
    return page.of([row.id for row in page.entries])


NOTED = ("ruleset", "status")
"""What is asked of the referee's notes, which an index has in the order of the list."""

_BY_STREAM = streams.c.created_at.desc(), streams.c.id.desc()
_BY_NOTES = summaries.c.created_at.desc(), summaries.c.game.desc()
_OF_GAME = summaries.c.game == streams.c.id
_READABLE = summaries.c.ruleset.in_(rulesets())


def _all() -> list[sa.Select[Any]]:
    joined = streams.outerjoin(summaries, _OF_GAME)
    readable = sa.or_(summaries.c.game.is_(None), _READABLE)
    found = sa.select(streams.c.id).select_from(joined)
    return [found.where(streams.c.kind == "game", readable)]


def _noted(asked: Mapping[str, Any]) -> list[sa.Select[Any]]:
    """The games of one ruleset that stand so; each way to stand by itself."""
    found = sa.select(streams.c.id).join_from(streams, summaries, _OF_GAME)
    found = found.where(streams.c.kind == "game", _READABLE)
    if asked.get("ruleset"):
        found = found.where(summaries.c.ruleset == asked["ruleset"])
    wanted = asked.get("status") or ()
    statuses = [wanted] if isinstance(wanted, str) else wanted
    return [found.where(summaries.c.status == status) for status in statuses] or [found]


def _narrowed(found: sa.Select[Any], asked: Mapping[str, Any]) -> sa.Select[Any]:
    if asked.get("league"):
        of_league = sa.select(fixtures.c.fixture).where(fixtures.c.league == asked["league"])
        found = found.where(summaries.c.fixture.in_(of_league))
    if asked.get("person"):
        sat = sa.select(sitting.c.game).where(sitting.c.person == asked["person"])
        found = found.where(streams.c.id.in_(sat))
    for part in (asked.get("q") or "").lower().split():
        found = found.where(summaries.c.names.contains(part, autoescape=True))
    return found
