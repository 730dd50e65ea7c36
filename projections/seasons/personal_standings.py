"""The personal table of a season: everybody gets what the sides came to on which they sat."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from projections.leagues.results import Line, Result
from projections.leagues.standings import Contestant, Row, table
from projections.seasons.kept_standings import counted, results
from projections.tables import played, seasons, sitting, teams

Seats = Mapping[tuple[str, str], Sequence[str]]
"""(fixture, team) -> the people who sat for it."""


def personal_rows(engine: sa.Engine, season: str, names: Mapping[str, str]) -> list[Row]:
    """The table of the people of a season by what `names` calls them; others are left out.

    For a result that was awarded without a game it is the people of the team. Raises KeyError where
    the season's ruleset is not installed.
    """
    with engine.connect() as connection:
        found = sa.select(seasons).where(seasons.c.season == season)
        counts = counted(dict(connection.execute(found).mappings().one()))
        seats, members = _seats(connection, season), _members(connection, season)
        lines = [_personal(one, seats, members) for one in results(connection, season, counts)]
    sat = {line.team for one in lines for line in one.lines}
    contestants = [Contestant(person, name) for person, name in names.items() if person in sat]
    known = [Result(one.fixture, [x for x in one.lines if x.team in names]) for one in lines]
    return table(contestants, known, counts)


def people_of(engine: sa.Engine, season: str) -> set[str]:
    """The ids of all who sat, or are of a team, in a season."""
    with engine.connect() as connection:
        seats, members = _seats(connection, season), _members(connection, season)
    return {person for some in (seats, members) for sat in some.values() for person in sat}


def _personal(result: Result, seats: Seats, members: Mapping[str, Sequence[str]]) -> Result:
    return Result(
        result.fixture,
        [
            Line(person, line.outcome, line.amounts)
            for line in result.lines
            for person in seats.get((result.fixture, line.team)) or members.get(line.team, ())
        ],
        result.basis,
        result.game,
    )


def _seats(connection: sa.Connection, season: str) -> Seats:
    query = (
        sa.select(played.c.fixture, played.c.team, sitting.c.person)
        .join(sitting, sa.and_(sitting.c.game == played.c.game, sitting.c.side == played.c.side))
        .where(played.c.season == season, played.c.counts, sitting.c.person.is_not(None))
        .order_by(sitting.c.game, sitting.c.n)
    )
    found: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for fixture, team, person in connection.execute(query):
        found[fixture, team].append(person)
    return found


def _members(connection: sa.Connection, season: str) -> dict[str, Any]:
    query = sa.select(teams.c.team, teams.c.people).where(teams.c.season == season)
    return {row.team: row.people for row in connection.execute(query)}
