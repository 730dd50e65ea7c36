"""The table of a season: made of what was played and awarded, kept until something changes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from events.database import writing
from projections import webhook_payloads
from projections.kit.find import rulesets
from projections.leagues.counting import Counting, counting
from projections.leagues.payloads import ResultAwarded, Settings
from projections.leagues.results import Result, of_award, of_game
from projections.leagues.standings import Contestant, Row, table
from projections.tables import fixtures, played, seasons, standings, teams


def rows(engine: sa.Engine, season: str) -> list[dict[str, Any]]:
    """The table of a season from the top, each row as projections.leagues.standings.Row has it."""
    refresh(engine, season)
    query = sa.select(standings.c.row).where(standings.c.season == season).order_by(standings.c.n)
    with engine.connect() as connection:
        return list(connection.scalars(query))


def refresh(engine: sa.Engine, season: str) -> bool:
    """Makes the table of a stale season anew; whether it is another now."""
    with engine.connect() as connection:
        if not connection.scalar(sa.select(seasons.c.stale).where(seasons.c.season == season)):
            return False
    with writing(engine) as connection:
        # Whoever changes results from here on waits, and makes the season stale again.
        mine = seasons.c.season == season
        claim = seasons.update().where(mine, seasons.c.stale).values(stale=False)
        if connection.execute(claim).rowcount != 1:
            return False
        return _store(connection, season, list(_table(connection, season)))


def stale(engine: sa.Engine) -> list[str]:
    """The seasons whose tables are not made yet."""
    with engine.connect() as connection:
        return list(connection.scalars(sa.select(seasons.c.season).where(seasons.c.stale)))


def season_of(engine: sa.Engine, game: str) -> str | None:
    """The season that a game belongs to; None: to none."""
    query = sa.select(played.c.season).where(played.c.game == game).limit(1)
    with engine.connect() as connection:
        found: str | None = connection.scalar(query)
        return found


def results(
    connection: sa.Connection, season: str, counts: Counting, only: Collection[str] | None = None
) -> Iterator[Result]:
    """What counts of each fixture of a season, or of `only` some, that has come to something."""
    of_season = sa.select(played).where(
        played.c.season == season, played.c.counts, played.c.outcome.is_not(None)
    )
    if only is not None:
        of_season = of_season.where(played.c.fixture.in_(only))
    outcomes: defaultdict[str, dict[str, Any]] = defaultdict(dict)
    for row in connection.execute(of_season).mappings():
        outcomes[row["fixture"]][row["team"]] = row["outcome"]
    listed = sa.select(fixtures).where(fixtures.c.season == season, sa.not_(fixtures.c.cancelled))
    if only is not None:
        listed = listed.where(fixtures.c.fixture.in_(only))
    for row in connection.execute(listed.order_by(fixtures.c.n)).mappings():
        if row["awarded"] is not None:
            award = msgspec.convert(row["awarded"], ResultAwarded)
            yield of_award(award, row["game"], counts.told)
        elif row["fixture"] in outcomes:
            yield of_game(row["fixture"], row["game"], outcomes[row["fixture"]])


def results_of(
    connection: sa.Connection, season: str, only: Collection[str] | None = None
) -> dict[str, Result]:
    """As `results`, by fixture, for what the season itself counts."""
    row = connection.execute(sa.select(seasons).where(seasons.c.season == season)).mappings().one()
    if row["ruleset"] not in rulesets():
        return {}
    return {one.fixture: one for one in results(connection, season, counted(dict(row)), only)}


def games_of(
    connection: sa.Connection, season: str, only: Collection[str] | None = None
) -> Mapping[str, list[str]]:
    """The games of each fixture of a season, or of `only` some: that which counts first."""
    query = sa.select(played.c.fixture, played.c.game, played.c.counts).distinct()
    query = query.where(played.c.season == season)
    if only is not None:
        query = query.where(played.c.fixture.in_(only))
    found: defaultdict[str, list[str]] = defaultdict(list)
    for row in connection.execute(query.order_by(played.c.counts.desc(), played.c.game)):
        found[row.fixture].append(row.game)
    return found


def results_of_games(engine: sa.Engine, fixture: str) -> dict[str, Result]:
    """What each game of a fixture came to, that has come to something, whether it counts or not."""
    query = sa.select(played).where(played.c.fixture == fixture, played.c.outcome.is_not(None))
    outcomes: defaultdict[str, dict[str, Any]] = defaultdict(dict)
    with engine.connect() as connection:
        for row in connection.execute(query).mappings():
            outcomes[row["game"]][row["team"]] = row["outcome"]
    return {game: of_game(fixture, game, found) for game, found in outcomes.items()}


def decided(engine: sa.Engine, season: str) -> set[str]:
    """The fixtures of a season that have come to something, awarded or played."""
    played_ = sa.select(played.c.fixture).where(
        played.c.season == season, played.c.counts, played.c.outcome.is_not(None)
    )
    awarded = sa.select(fixtures.c.fixture).where(
        fixtures.c.season == season, fixtures.c.awarded.is_not(None)
    )
    with engine.connect() as connection:
        return set(connection.scalars(sa.union(played_, awarded)))


def counted(row: Mapping[str, Any]) -> Counting:
    """What a season counts, by its row of `seasons`."""
    standings_ = rulesets()[row["ruleset"]].standings
    return counting(standings_, msgspec.convert(row["settings"], Settings))


def _table(connection: sa.Connection, season: str) -> Sequence[Row]:
    row = connection.execute(sa.select(seasons).where(seasons.c.season == season)).mappings().one()
    if row["ruleset"] not in rulesets():
        return []
    counts = counted(dict(row))
    entered = sa.select(teams).where(teams.c.season == season).order_by(teams.c.n)
    contestants = [
        Contestant(team["team"], team["name"], team["withdrawn"])
        for team in connection.execute(entered).mappings()
    ]
    return table(contestants, list(results(connection, season, counts)), counts, row["lots"])


def _store(connection: sa.Connection, season: str, made: Sequence[Row]) -> bool:
    mine = standings.c.season == season
    query = sa.select(standings.c.row).where(mine).order_by(standings.c.n)
    new = [msgspec.to_builtins(row) for row in made]
    if list(connection.scalars(query)) == new:
        return False
    webhook_payloads.tell_of_table(connection, season, new)
    connection.execute(standings.delete().where(mine))
    if new:
        connection.execute(
            standings.insert(),
            [
                {"season": season, "team": row["team"], "n": n, "row": row}
                for n, row in enumerate(new, 1)
            ],
        )
    return True
