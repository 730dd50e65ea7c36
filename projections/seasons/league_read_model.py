"""The read model of leagues: what their streams say, as tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from events import corrections
from events.damage import Broken, Unreadable
from events.database import writing
from events.shelf import Shelf
from events.store import EventStore
from projections import news
from projections.leagues.obey import NOTHING as EMPTY
from projections.leagues.obey import extended
from projections.leagues.obey import league as state_of
from projections.leagues.state import Fixture, League, Season, Team
from projections.seasons import team_assignment
from projections.tables import fixtures, leagues, members, seasons, standings, summaries, teams

BUDGET = 32_000_000
"""Bytes of the leagues held in memory."""

AN_EVENT = 3_000
"""Bytes that an event of a league takes, with what it adds to the state."""

Row = dict[str, Any]


class Scheduled(msgspec.Struct, frozen=True):
    """Where a fixture belongs, and what is played there."""

    league: str
    season: str
    ruleset: str


class Told(msgspec.Struct, frozen=True):
    """A league as of a version of its log."""

    log: corrections.Effective
    state: League


NOTHING = Told(corrections.Effective(0, ()), EMPTY)


class LeagueReadModel:
    """Reads leagues, and keeps their tables up to their streams; safe for many threads."""

    def __init__(self, store: EventStore) -> None:
        """Reads the leagues of `store` and writes the tables beside them."""
        self._store = store
        self._kept: Shelf[str, Told] = Shelf(BUDGET)

    def read(self, league: str) -> Told:
        """The league as its log stands now; kept until there is more of it. Raises Unreadable."""
        kept = self._kept.get(league) or NOTHING
        news = self._store.read(league, after=kept.log.version, prove=True)
        if not news:
            return kept
        if any(event.type in corrections.CORRECTIONS for event in news):
            log = corrections.load(self._store, league)
            _require_beginning(league, log)
            told = Told(log, state_of(log.events))
        else:
            log = corrections.Effective(news[-1].version, (*kept.log.events, *news))
            _require_beginning(league, log)
            told = Told(log, extended(kept.state, news))
        self._kept.put(league, told, AN_EVENT * len(told.log.events))
        return told

    def catch_up(self, league: str) -> None:
        """Brings the tables up to the log of one league; nothing where they are."""
        told = self.read(league)
        if not told.log.events:
            return
        maker = told.log.events[0].recorded_by
        with writing(self._store.engine) as connection:
            _write(connection, league, told.log.version, maker, told.state)

    def catch_up_all(self) -> list[Broken]:
        """Brings the tables up to the logs of all leagues; which cannot be read, and why."""
        broken = []
        for league in self.behind():
            try:
                self.catch_up(league)
            except Unreadable as error:
                broken.append(error.broken)
        return broken

    def rebuild(self, league: str) -> None:
        """Makes the tables of a league anew from its log, whatever they say; they become stale."""
        log = corrections.load(self._store, league)
        if not log.events:
            return
        _require_beginning(league, log)
        mine = leagues.c.league == league
        with writing(self._store.engine) as connection:
            team_assignment.one_at_a_time(connection)
            connection.execute(leagues.update().where(mine).values(version=0))
            maker = log.events[0].recorded_by
            _write(connection, league, log.version, maker, state_of(log.events))
            of_league = seasons.c.league == league
            connection.execute(seasons.update().where(of_league).values(stale=True))
            known = sa.select(fixtures.c.fixture).where(fixtures.c.league == league)
            team_assignment.assign(connection, connection.scalars(known).all())

    def version(self, league: str) -> int:
        """The version of the log that the tables are up to; 0: they know no such league."""
        query = sa.select(leagues.c.version).where(leagues.c.league == league)
        with self._store.engine.connect() as connection:
            return connection.scalar(query) or 0

    def maker(self, league: str) -> str | None:
        """Who recorded that a league was made; None: there is none of that id."""
        query = sa.select(leagues.c.maker).where(leagues.c.league == league)
        with self._store.engine.connect() as connection:
            found: str | None = connection.scalar(query)
            return found

    def of_game(self, game: str) -> str | None:
        """The league whose fixture a game names; None: it names none."""
        query = (
            sa.select(fixtures.c.league)
            .join(summaries, summaries.c.fixture == fixtures.c.fixture)
            .where(summaries.c.game == game)
        )
        with self._store.engine.connect() as connection:
            found: str | None = connection.scalar(query)
            return found

    def fixture(self, fixture: str) -> Scheduled | None:
        """Where a fixture belongs; None: no league has it."""
        query = (
            sa.select(fixtures.c.league, fixtures.c.season, seasons.c.ruleset)
            .join(seasons, seasons.c.season == fixtures.c.season)
            .where(fixtures.c.fixture == fixture)
        )
        with self._store.engine.connect() as connection:
            row = connection.execute(query).first()
        return None if row is None else Scheduled(*row)

    def time_zone(self, fixture: str | None) -> str | None:
        """The time zone of a fixture's season; None: UTC."""
        if fixture is None:
            return None
        query = (
            sa.select(seasons.c.settings)
            .join(fixtures, fixtures.c.season == seasons.c.season)
            .where(fixtures.c.fixture == fixture)
        )
        with self._store.engine.connect() as connection:
            found = connection.scalar(query) or {}
        zone: str | None = found.get("time_zone")
        return zone

    def taken(
        self, season_ids: set[str], fixture_ids: set[str], league: str, *, named: bool = True
    ) -> set[str]:
        """Those of the ids that another league has.

        `named`: also those of fixtures that games name before the league has them.
        """
        other_seasons = seasons.c.season.in_(season_ids), seasons.c.league != league
        other_fixtures = fixtures.c.fixture.in_(fixture_ids), fixtures.c.league != league
        scheduled = sa.select(fixtures.c.fixture).where(fixtures.c.league == league)
        early = summaries.c.fixture.in_(fixture_ids), summaries.c.fixture.not_in(scheduled)
        query = sa.select(summaries.c.fixture).where(*early, sa.literal(named))
        with self._store.engine.connect() as connection:
            return {
                *connection.scalars(sa.select(seasons.c.season).where(*other_seasons)),
                *connection.scalars(sa.select(fixtures.c.fixture).where(*other_fixtures)),
                *connection.scalars(query),
            }

    def behind(self) -> list[str]:
        """The leagues whose tables are not up to their logs."""
        return news.behind(self._store.engine, "league")


def _require_beginning(league: str, log: corrections.Effective) -> None:
    if log.events[0].type != "LeagueCreated":
        raise Unreadable(league, 1, "a league begins with LeagueCreated")


def _write(connection: sa.Connection, league: str, version: int, maker: str, state: League) -> None:
    team_assignment.one_at_a_time(connection)
    head = {
        "name": state.name,
        "sought": state.name.lower(),
        "ruleset": state.ruleset,
        "maker": maker,
    }
    if not _claim(connection, league, version, head):
        return
    ours = sa.select(seasons.c.season).where(seasons.c.league == league)
    old_seasons = _keyed(connection, seasons, seasons.c.league == league)
    old_teams = _keyed(connection, teams, teams.c.season.in_(ours))
    old_members = _keyed(connection, members, members.c.season.in_(ours))
    old_fixtures = _keyed(connection, fixtures, fixtures.c.league == league)
    opened = _ours(connection, seasons, league, _season_rows(league, state))
    entered = {key: row for key, row in _team_rows(state) if (key[0],) in opened}
    scheduled = _ours(connection, fixtures, league, _fixture_rows(league, state))
    touched = {key[0] for key in _replace(connection, seasons, old_seasons, opened)}
    changed = _replace(connection, teams, old_teams, entered)
    _replace(connection, members, old_members, _member_rows(entered.values()))
    renamed = {season for season, _ in changed}
    moved = {key[0] for key in _replace(connection, fixtures, old_fixtures, scheduled)}
    homes = {row["season"] for (key,), row in (old_fixtures | scheduled).items() if key in moved}
    of_renamed = {
        key
        for (key,), row in scheduled.items()
        if row["season"] in renamed
        and any((row["season"], team) in changed for team in row["teams"])
    }
    stale = seasons.update().where(seasons.c.season.in_(touched | renamed | homes))
    connection.execute(stale.values(stale=True))
    closed_down = {key[0] for key in old_seasons.keys() - opened.keys()}
    connection.execute(standings.delete().where(standings.c.season.in_(closed_down)))
    team_assignment.assign(connection, moved | of_renamed)


def _claim(connection: sa.Connection, league: str, version: int, head: Row) -> bool:
    """Locks the league's row and moves it on; False when another run is as far or farther."""
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    new = insert(leagues).values(league=league, version=0, **head)
    connection.execute(new.on_conflict_do_nothing())
    ahead = leagues.update().where(leagues.c.league == league, leagues.c.version < version)
    return connection.execute(ahead.values(version=version, **head)).rowcount == 1


def _keyed(connection: sa.Connection, table: sa.Table, those: Any) -> dict[tuple[str, ...], Row]:
    rows = connection.execute(sa.select(table).where(those)).mappings()
    keys = table.primary_key.columns.keys()
    return {tuple(row[key] for key in keys): dict(row) for row in rows}


def _ours(
    connection: sa.Connection, table: sa.Table, league: str, rows: Iterable[Row]
) -> dict[tuple[str, ...], Row]:
    """The rows whose ids no other league had first."""
    (key,) = table.primary_key.columns
    found: dict[tuple[str, ...], Row] = {(row[key.name],): row for row in rows}
    ids = [id_ for (id_,) in found]
    for start in range(0, len(ids), team_assignment.AT_ONCE):
        these = key.in_(ids[start : start + team_assignment.AT_ONCE])
        for id_ in connection.scalars(sa.select(key).where(these, table.c.league != league)):
            del found[(id_,)]
    return found


def _replace(
    connection: sa.Connection,
    table: sa.Table,
    old: Mapping[tuple[str, ...], Row],
    new: Mapping[tuple[str, ...], Row],
) -> set[tuple[str, ...]]:
    """Makes `table` hold `new` instead of `old`; the keys of what changed."""
    changed = {key for key in old.keys() | new.keys() if not _same(old.get(key), new.get(key))}
    columns = list(table.primary_key.columns)
    for key in changed:
        mine = sa.and_(*(column == part for column, part in zip(columns, key, strict=True)))
        if key not in new:
            connection.execute(table.delete().where(mine))
        elif key in old:
            connection.execute(table.update().where(mine).values(new[key]))
    if added := [row for key, row in new.items() if key not in old]:
        defaults = {"stale": True} if table is seasons else {}
        connection.execute(table.insert(), [{**defaults, **row} for row in added])
    return changed


def _same(old: Row | None, new: Row | None) -> bool:
    """Whether a row says the same; what others write of it (`stale`, `game`) is not compared."""
    return old is not None and new is not None and all(old[key] == new[key] for key in new)


def _season_rows(league: str, state: League) -> Iterable[Row]:
    for n, season in enumerate(state.seasons.values(), 1):
        yield {
            "season": season.id,
            "league": league,
            "n": n,
            "ruleset": season.ruleset,
            "name": season.name,
            "status": "closed" if season.closed else "open",
            "settings": msgspec.to_builtins(season.settings),
            "lots": msgspec.to_builtins(season.lots),
        }


def _team_rows(state: League) -> Iterable[tuple[tuple[str, ...], Row]]:
    for season in state.seasons.values():
        for n, team in enumerate(season.teams.values(), 1):
            yield (season.id, team.id), _team_row(season, n, team)


def _team_row(season: Season, n: int, team: Team) -> Row:
    return {
        "season": season.id,
        "team": team.id,
        "n": n,
        "name": team.name,
        "former": list(team.former),
        "people": list(team.people),
        "withdrawn": team.withdrawn,
    }


def _member_rows(entered: Iterable[Row]) -> dict[tuple[str, ...], Row]:
    keys = ((row["season"], row["team"], person) for row in entered for person in row["people"])
    return {key: dict(zip(("season", "team", "person"), key, strict=True)) for key in keys}


def _fixture_rows(league: str, state: League) -> Iterable[Row]:
    for season in state.seasons.values():
        for n, fixture in enumerate(season.fixtures.values(), 1):
            yield _fixture_row(league, season, n, fixture)


def _fixture_row(league: str, season: Season, n: int, fixture: Fixture) -> Row:
    return {
        "fixture": fixture.id,
        "season": season.id,
        "league": league,
        "n": n,
        "round": fixture.round,
        "at": fixture.at,
        "teams": list(fixture.teams),
        "cancelled": fixture.cancelled,
        "awarded": fixture.awarded and msgspec.to_builtins(fixture.awarded),
        "awarded_at": fixture.awarded_at,
        "chosen": fixture.chosen,
    }
