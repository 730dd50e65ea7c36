"""Ratings of a season's teams and people, brought up to date when they are read.

A game rates its sides by the points of their outcomes. The ratings after each game are kept: what
a correction changes is rated anew from the first game that came out otherwise.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from zlib import crc32

import msgspec
import sqlalchemy as sa

from events.database import writing
from projections.seasons.context import Season
from projections.seasons.timeline import lines
from projections.statistics.contributions import is_entered
from projections.statistics.rating import SURE, Bout, Skill, places, rate
from projections.statistics.tables import Of, RatedAfter, Rating
from projections.tables import ratings, season_games, season_heads, sitting, teams

OF: tuple[Of, Of] = ("team", "person")

_R = ratings.c


def refresh(season: Season) -> None:
    """Rates what is not rated yet, and anew what came out otherwise."""
    stamp = crc32(repr((season.version, sorted(season.counts.points.items()))).encode())
    mine = season_heads.c.season == season.id
    with season.engine.connect() as connection:
        if connection.scalar(sa.select(season_heads.c.rated).where(mine)) in (stamp, None):
            return
    with writing(season.engine) as connection:
        # Two that rate at once write the same; the second waits here and finds it done.
        if connection.execute(
            season_heads.update().where(mine, season_heads.c.rated != stamp).values(rated=stamp)
        ).rowcount:
            for of in OF:
                _rate(connection, season, of)


def standing(season: Season, of: Of) -> list[Rating]:
    """The present ratings, by what is all but sure of each, the highest first."""
    refresh(season)
    last = (
        sa.select(_R.who, sa.func.max(_R.n).label("n"), sa.func.count().label("games"))
        .where(_R.season == season.id, _R.of == of)
        .group_by(_R.who)
        .subquery()
    )
    query = (
        sa.select(ratings, last.c.games)
        .join(last, sa.and_(last.c.who == _R.who, last.c.n == _R.n))
        .where(_R.season == season.id, _R.of == of)
    )
    with season.engine.connect() as connection:
        rows = connection.execute(query).all()
    rows = sorted(rows, key=lambda row: (SURE * row.sigma - row.mu, row.who))
    names = _names(season, of, {row.who for row in rows})
    return [
        Rating(
            place=n,
            of=of,
            who=row.who,
            name=names[row.who],
            games=row.games,
            mu=row.mu,
            sigma=row.sigma,
            low=row.mu - SURE * row.sigma,
            high=row.mu + SURE * row.sigma,
        )
        for n, row in enumerate(rows, 1)
    ]


def history(season: Season, of: Of, who: str | None = None) -> Iterator[RatedAfter]:
    """The ratings after each game, in order."""
    refresh(season)
    query = sa.select(ratings).where(_R.season == season.id, _R.of == of)
    if who is not None:
        query = query.where(_R.who == who)
    with season.engine.connect() as connection:
        rows = connection.execute(query.order_by(_R.n, _R.who)).all()
    names = _names(season, of, {row.who for row in rows})
    for row in rows:
        yield RatedAfter(
            n=row.n,
            of=of,
            who=row.who,
            name=names[row.who],
            game=None if is_entered(row.game) else row.game,
            place=row.place,
            mu=row.mu,
            sigma=row.sigma,
        )


def _names(season: Season, of: Of, wanted: set[str]) -> Mapping[str, str]:
    return season.people(wanted) if of == "person" else {who: season.team(who) for who in wanted}


def _rate(connection: sa.Connection, season: Season, of: Of) -> None:
    bouts = list(_bouts(connection, season, of))
    first = _first_other(connection, season, of, bouts)
    mine = sa.and_(_R.season == season.id, _R.of == of)
    connection.execute(ratings.delete().where(mine, _R.n >= first))
    known = _skills(connection, season, of)
    made = [
        {"season": season.id, "of": of, **msgspec.structs.asdict(rated)}
        for rated in rate(bouts[first - 1 :], known, first)
    ]
    if made:
        connection.execute(ratings.insert(), made)


def _bouts(connection: sa.Connection, season: Season, of: Of) -> Iterator[Bout]:
    people = _people(connection, season) if of == "person" else {}
    for game, group in groupby(lines(season), key=lambda line: line.game):
        sides = list(group)
        if of == "team":
            who: Sequence[Sequence[str]] = [(line.team,) for line in sides]
        else:
            who = [people.get((game, line.team), ()) for line in sides]
        if len(sides) > 1 and all(who) and _distinct(who):
            placed = places([line.points for line in sides])
            yield Bout(game, list(zip(who, placed, strict=True)))


def _distinct(who: Sequence[Sequence[str]]) -> bool:
    """Whether nobody plays on two sides: then a game says nothing of skill."""
    everybody = [one for side in who for one in side]
    return len(set(everybody)) == len(everybody)


def _people(connection: sa.Connection, season: Season) -> Mapping[tuple[str, str], list[str]]:
    """Who sat on the side of a team in a game; nobody where one of them is not known.

    Of a result that was entered without a game it is the people of the team.
    """
    g = season_games.c
    query = (
        sa.select(g.game, g.team, sitting.c.person)
        .join(sitting, sa.and_(sitting.c.game == g.game, sitting.c.side == g.side))
        .where(g.season == season.id)
        .order_by(g.game, sitting.c.n)
    )
    found: defaultdict[tuple[str, str], list[str | None]] = defaultdict(list)
    for game, team, person in connection.execute(query):
        found[game, team].append(person)
    sat = {
        key: [one for one in persons if one is not None]
        for key, persons in found.items()
        if None not in persons
    }
    entered = sa.select(teams.c.team, teams.c.people).where(teams.c.season == season.id)
    of_team = {row.team: row.people for row in connection.execute(entered)}
    without = ((line.game, line.team) for line in lines(season) if is_entered(line.game))
    return sat | {key: of_team.get(key[1], []) for key in without}


def _first_other(connection: sa.Connection, season: Season, of: Of, bouts: Sequence[Bout]) -> int:
    """The number of the first game whose sides or places are not those that were rated."""
    query = sa.select(_R.n, _R.game, _R.who, _R.place)
    query = query.where(_R.season == season.id, _R.of == of).order_by(_R.n)
    stored: dict[int, set[tuple[str, str, int]]] = defaultdict(set)
    for n, game, who, place in connection.execute(query):
        stored[n].add((game, who, place))
    for n, bout in enumerate(bouts, 1):
        wanted = {(bout.game, who, place) for side, place in bout.sides for who in side}
        if stored.get(n) != wanted:
            return n
    return len(bouts) + 1


def _skills(connection: sa.Connection, season: Season, of: Of) -> Mapping[str, Skill]:
    query = sa.select(_R.who, _R.mu, _R.sigma).where(_R.season == season.id, _R.of == of)
    return {who: (mu, sigma) for who, mu, sigma in connection.execute(query.order_by(_R.n))}
