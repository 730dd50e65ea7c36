"""The games that a caller may know of, newest first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any, TypeVar

import sqlalchemy as sa

from api.access import permissions
from api.access.callers import Caller
from api.paging import paged
from api.services import Services
from events.tables import streams
from projections.games.tape import NotInstalled
from projections.kit.find import rulesets
from projections.tables import fixtures, sitting, summaries

T = TypeVar("T")


def games(
    here: Services, asking: Caller, asked: Mapping[str, Any], page: int, size: int
) -> tuple[list[str], int]:
    """The ids of a page of games, and how many there are on all pages.

    `asked` may hold `ruleset`, `status` (one, or several), `league`, `person`, and `q`: words that
    ids, names or teams contain. How a game stands is what the referee has noted of it. A game whose
    ruleset is not installed is not listed: nothing could be said of it.
    """
    found = _wanted(asked).where(permissions.all_seen(here, asking))
    newest = streams.c.created_at.desc(), streams.c.id.desc()
    with here.engine.connect() as connection:
        rows, total = paged(connection, found, newest, (page - 1) * size, size)
    return [row.id for row in rows], total


def each(games: Iterable[str], show: Callable[[str], T]) -> list[T]:
    """What `show` makes of each game whose ruleset and box are installed."""
    shown = []
    for game in games:
        with suppress(NotInstalled):
            shown.append(show(game))
    return shown


def _wanted(asked: Mapping[str, Any]) -> sa.Select[str]:
    joined = streams.outerjoin(summaries, summaries.c.game == streams.c.id)
    found = sa.select(streams.c.id).select_from(joined).where(streams.c.kind == "game")
    readable = summaries.c.ruleset.in_(rulesets())
    found = found.where(sa.or_(summaries.c.game.is_(None), readable))
    for key in ("ruleset", "status"):
        if wanted := asked.get(key):
            any_of = [wanted] if isinstance(wanted, str) else wanted
            found = found.where(summaries.c[key].in_(any_of))
    if asked.get("league"):
        of_league = sa.select(fixtures.c.fixture).where(fixtures.c.league == asked["league"])
        found = found.where(summaries.c.fixture.in_(of_league))
    if asked.get("person"):
        sat = sa.select(sitting.c.game).where(sitting.c.person == asked["person"])
        found = found.where(streams.c.id.in_(sat))
    for part in (asked.get("q") or "").lower().split():
        found = found.where(summaries.c.names.contains(part, autoescape=True))
    return found
