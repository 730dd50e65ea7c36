"""Leagues as one caller sees them: found, allowed, at a version; and as documents."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, cast

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from api.access import permissions
from api.access.callers import Caller, caller
from api.games import serializers
from api.http.addresses import address
from api.http.problems import not_found
from api.leagues import chosen_games
from api.people import names as people
from api.schemas import Recorded, Visibility
from api.services import Services, services
from events import corrections
from events.canonical import digest
from events.event import Event
from events.store import Stream
from events.tables import streams
from projections.kit.common import Time
from projections.kit.find import rulesets
from projections.leagues.counting import counting, label
from projections.leagues.obey import league as state_of
from projections.leagues.payloads import Settings
from projections.leagues.results import Result
from projections.leagues.standings import Row
from projections.leagues.state import League, Season, Team, Withdrawn
from projections.seasons import kept_standings as tables
from projections.seasons import personal_standings
from projections.tables import fixtures, seasons

Openness = Literal["open", "closed"]


class LeagueLinks(Struct, frozen=True):
    """Where a league is on the web."""

    web: str


class SeasonInShort(Struct, frozen=True):
    """A season as its league lists it."""

    id: str
    name: str
    ruleset: str
    status: Openness


class LeagueDocument(Struct, frozen=True):
    """A league: its name, what it plays, its seasons, and the version of its log."""

    id: str
    name: str
    ruleset: str | None
    visibility: Visibility
    version: int
    seasons: list[SeasonInShort]
    created_at: Time
    updated_at: Time
    links: LeagueLinks


class LeagueEnvelope(Recorded, frozen=True, kw_only=True):
    """An event of a league."""

    league: str


class LeagueLog(Struct, frozen=True):
    """A part of a league's log; `version` is that of the whole, or of the last event appended."""

    version: int
    events: list[LeagueEnvelope]


class CountingDocument(Struct, frozen=True):
    """What a season counts: points by outcome, then tie-breakers in order, with their names.

    `score`: the amount of a result that is its score; `decider`: that which decided a level one.
    """

    points: dict[str, float]
    tie_breakers: list[str]
    words: dict[str, str]
    score: str | None = None
    decider: str | None = None


class SeasonDocument(Struct, frozen=True):
    """A season. `settings`: what it says otherwise than its ruleset; `counting`: what follows."""

    id: str
    league: str
    name: str
    ruleset: str
    status: Openness
    settings: Settings
    counting: CountingDocument
    teams: int
    fixtures: int
    links: LeagueLinks


class TeamDocument(Struct, frozen=True):
    """A team in a season. `people` are ids; `withdrawn`: its results are `kept` or `annulled`."""

    id: str
    name: str
    people: list[str]
    withdrawn: Withdrawn | None


class FixtureDocument(Struct, frozen=True):
    """Teams that meet, the home team first. `result`: what counts of it so far, null: nothing.

    `game`: the game that counts for it, null: none that you may know of; `games`: all that were
    made for it, of those that you may know of. `open`: it is to be played yet.
    """

    id: str
    round: int | None
    at: Time | None
    teams: list[str]
    cancelled: bool
    open: bool
    game: str | None
    games: list[str]
    result: Result | None


class StandingsDocument(Struct, frozen=True):
    """A season's table from the top; each row says what decided its place.

    Of `people`, `team` of a row and `other` of a tie are ids of persons.
    """

    season: str
    league: str
    ruleset: str
    counting: CountingDocument
    rows: list[Row]


@dataclass(frozen=True, slots=True)
class LeagueSeen:
    """One league through the eyes of a caller, as its log stood at `version`."""

    here: Services
    asking: Caller
    stream: Stream
    version: int
    log: Sequence[Event]
    state: League

    @property
    def may_record(self) -> bool:
        """Whether the caller may record in it."""
        return permissions.may_organize(self.here, self.asking, self.stream.id)

    @property
    def tag(self) -> str:
        """The entity tag of what is made of this look."""
        unnamed = chosen_games.hidden(self.here, self.asking, self.log)
        rests_on = (self.stream.version, self.stream.visibility, unnamed)
        return f"{self.version}-{digest(repr(rests_on).encode())[:12]}"


def look(league: str, version: int | None = None) -> LeagueSeen:
    """The league as the present caller sees it. Raises 404."""
    return look_as(services(), caller(league=league), league, version)


def look_as(here: Services, asking: Caller, league: str, version: int | None = None) -> LeagueSeen:
    """As `look`, for a given caller."""
    stream = here.store.stream(league)
    known = stream is not None and stream.kind == "league"
    if stream is None or not known or not permissions.may_see_league(here, asking, stream):
        raise not_found(f"There is no league {league}, or you need its link to see it.")
    if version is not None and not 1 <= version <= stream.version:
        raise not_found(f"{league} has the versions 1 to {stream.version}, not {version}.")
    if here.leagues.version(league) < stream.version:
        here.leagues.catch_up(league)
    if version is None or version == stream.version:
        told = here.leagues.read(league)
        return LeagueSeen(here, asking, stream, told.log.version, told.log.events, told.state)
    log = corrections.load(here.store, league, until=version)
    return LeagueSeen(here, asking, stream, version, log.events, state_of(log.events))


def look_at_season(season: str) -> tuple[LeagueSeen, Season]:
    """The season of that id and its league as the present caller sees them. Raises 404."""
    here = services()
    query = sa.select(seasons.c.league).where(seasons.c.season == season)
    with here.engine.connect() as connection:
        league = connection.scalar(query)
    if league is not None:
        asking = caller(league=league)
        stream = here.store.stream(league)
        if stream is not None and permissions.may_see_league(here, asking, stream):
            seen = look_as(here, asking, league)
            if season in seen.state.seasons:
                return seen, seen.state.seasons[season]
    raise not_found(f"There is no season {season}, or you need its league's link to see it.")


def document(seen: LeagueSeen) -> LeagueDocument:
    """The league in short."""
    state, stream = seen.state, seen.stream
    return LeagueDocument(
        id=stream.id,
        name=state.name,
        ruleset=state.ruleset,
        visibility=cast(Visibility, stream.visibility),
        version=stream.version,
        seasons=[in_short(season) for season in state.seasons.values()],
        created_at=stream.created_at,
        updated_at=stream.updated_at,
        links=LeagueLinks(address(f"/leagues/{stream.id}")),
    )


def in_short(season: Season) -> SeasonInShort:
    """A season as its league lists it."""
    status: Openness = "closed" if season.closed else "open"
    return SeasonInShort(season.id, season.name, season.ruleset, status)


def season_document(seen: LeagueSeen, season: Season) -> SeasonDocument:
    """The season in short."""
    return SeasonDocument(
        id=season.id,
        league=seen.stream.id,
        name=season.name,
        ruleset=season.ruleset,
        status=in_short(season).status,
        settings=season.settings,
        counting=_counting(season),
        teams=len(season.teams),
        fixtures=len(season.fixtures),
        links=LeagueLinks(address(f"/seasons/{season.id}")),
    )


def _counting(season: Season) -> CountingDocument:
    rules = rulesets().get(season.ruleset)
    if rules is None:
        return CountingDocument({}, [], {})
    counts = counting(rules.standings, season.settings)
    words = {one: label(one) for one in counts.tie_breakers}
    return CountingDocument(
        dict(counts.points), list(counts.tie_breakers), words, counts.score, counts.decider
    )


def team_document(team: Team) -> TeamDocument:
    """A team of a season."""
    return TeamDocument(team.id, team.name, list(team.people), team.withdrawn)


def fixture_documents(
    seen: LeagueSeen, season: Season, only: Collection[str] | None = None
) -> list[FixtureDocument]:
    """The fixtures of a season in the order of scheduling, with what counts of each.

    `only` those: at most some hundred.
    """
    here, wanted = seen.here, None if only is None else frozenset(only)
    query = sa.select(fixtures.c.fixture, fixtures.c.game).where(fixtures.c.season == season.id)
    if only is not None:
        query = query.where(fixtures.c.fixture.in_(only))
    with here.engine.connect() as connection:
        games: dict[str, str | None] = {row.fixture: row.game for row in connection.execute(query)}
        counted = tables.results_of(connection, season.id, only)
        made = tables.games_of(connection, season.id, only)
        named = [game for of_fixture in made.values() for game in of_fixture]
        visible = _visible(here, seen.asking, connection, named)
    return [
        FixtureDocument(
            id=fixture.id,
            round=fixture.round,
            at=fixture.at,
            teams=list(fixture.teams),
            cancelled=fixture.cancelled,
            open=not season.closed and not season.is_off(fixture) and fixture.id not in counted,
            game=game if (game := games.get(fixture.id)) in visible else None,
            games=[game for game in made.get(fixture.id, ()) if game in visible],
            result=_shown(counted.get(fixture.id), visible),
        )
        for fixture in season.fixtures.values()
        if wanted is None or fixture.id in wanted
    ]


def _shown(result: Result | None, visible: set[str]) -> Result | None:
    if result is None or result.game is None or result.game in visible:
        return result
    return msgspec.structs.replace(result, game=None)


def _visible(
    here: Services, asking: Caller, connection: sa.Connection, games: list[str]
) -> set[str]:
    """Those of the games that the caller may know of."""
    found: set[str] = set()
    for start in range(0, len(games), 500):
        some = streams.c.id.in_(games[start : start + 500])
        query = sa.select(streams.c.id).where(some, permissions.all_seen(asking))
        found.update(connection.scalars(query))
    return found


def standings_document(seen: LeagueSeen, season: Season, of: str = "teams") -> StandingsDocument:
    """The season's table as it stands now, of its teams or of its people.

    Of the people those are left out whom the caller may not know of.
    """
    engine = seen.here.engine
    if of == "people" and season.ruleset in rulesets():
        everybody = dict.fromkeys(personal_standings.people_of(engine, season.id), "")
        names = people.known(seen.here, seen.asking, everybody)
        rows = personal_standings.personal_rows(engine, season.id, names)
    else:
        found = [] if of == "people" else tables.rows(engine, season.id)
        rows = msgspec.convert(found, list[Row])
    return StandingsDocument(
        season=season.id,
        league=seen.stream.id,
        ruleset=season.ruleset,
        counting=_counting(season),
        rows=rows,
    )


def recorded(seen: LeagueSeen, after: int, limit: int | None) -> Iterator[LeagueEnvelope]:
    """The log as it was recorded, from version `after` on."""
    last = seen.version if limit is None else min(after + limit, seen.version)
    for event in seen.here.store.read(seen.stream.id, after=after, until=last):
        yield envelope(seen.here, seen.asking, event)


def effective(seen: LeagueSeen, after: int, limit: int | None) -> Iterator[LeagueEnvelope]:
    """The log as it stands, from step `after` on."""
    last = len(seen.log) if limit is None else min(after + limit, len(seen.log))
    for step in range(after + 1, last + 1):
        yield envelope(seen.here, seen.asking, seen.log[step - 1], step)


def envelope(
    here: Services, asking: Caller, event: Event, step: int | None = None
) -> LeagueEnvelope:
    """An event of a league as the caller may read it."""
    told = {**serializers.as_recorded(event, step), "data": chosen_games.data(here, asking, event)}
    return LeagueEnvelope(league=event.stream, **told)
