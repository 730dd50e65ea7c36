"""A season's statistics as one caller may see them."""

from __future__ import annotations

from collections.abc import Collection, Container
from dataclasses import dataclass
from functools import cached_property

import sqlalchemy as sa

from api.access import permissions
from api.access.callers import Caller, caller
from api.http.problems import not_found
from api.services import Services, services
from events.canonical import digest
from events.store import Stream
from events.tables import streams
from projections.seasons import context
from projections.seasons.context import Season
from projections.tables import season_games, seasons


@dataclass(frozen=True, slots=False)
class SeasonView:
    """A season through the eyes of a caller: the sums of all its games, and which he may look into.

    It needs no more of the league's log than its tables.
    """

    here: Services
    asking: Caller
    league: Stream
    season: Season

    @property
    def tag(self) -> str:
        """The entity tag of what is made of this view."""
        names = self.here.people.changed()
        rests_on = (self.league.version, self.league.visibility, self.asking, names)
        return f"{self.season.version}-{digest(repr(rests_on).encode())[:12]}"

    @property
    def allowed(self) -> sa.Select[tuple[str]]:
        """The ids of all games and leagues that the caller may know of, as a query."""
        return sa.select(streams.c.id).where(permissions.all_seen(self.asking))

    @cached_property
    def visible(self) -> Container[str]:
        """The games that the caller may know of."""
        of_season = sa.select(season_games.c.game).where(season_games.c.season == self.season.id)
        query = self.allowed.where(streams.c.id.in_(of_season))
        with self.here.engine.connect() as connection:
            return frozenset(connection.scalars(query))

    def among(self, games: Collection[str]) -> Container[str]:
        """Those of a few games that the caller may know of: faster than `visible`."""
        query = self.allowed.where(streams.c.id.in_(games))
        with self.here.engine.connect() as connection:
            return frozenset(connection.scalars(query))


def season_view(season: str) -> SeasonView:
    """The season of that id as the present caller sees it. Raises 404."""
    here = services()
    query = sa.select(seasons.c.league).where(seasons.c.season == season)
    with here.engine.connect() as connection:
        league = connection.scalar(query)
    stream = None if league is None else here.store.stream(league)
    asking = caller(league=league)
    if stream is None or not permissions.may_see_league(here, asking, stream):
        raise not_found(f"There is no season {season}, or you need its league's link to see it.")
    if here.leagues.version(stream.id) < stream.version:
        here.leagues.catch_up(stream.id)
    found = context.opened(here.engine, season)
    if found is None:
        raise not_found(f"The rules that {season} is played by are not installed here.")
    return SeasonView(here, asking, stream, found)
