"""Which team played which side of which game: keeps `played` at what games and fixtures say."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from events.tables import origins
from projections.leagues.sides import teams_of_sides
from projections.seasons import writer
from projections.tables import fixtures, played, season_games, seasons, sitting, summaries, teams

AT_ONCE = 500
"""Fixtures looked at in one go; databases limit how many values a statement has."""

Rows = list[dict[str, Any]]


def assign(connection: sa.Connection, changed: Iterable[str]) -> None:
    """Makes `played`, and the `game` of each fixture, anew for these fixtures.

    Seasons in which that changes something become stale. For a fixture that is not (any more)
    there, its rows go.
    """
    wanted = sorted(set(changed))
    if wanted:
        one_at_a_time(connection)
    for start in range(0, len(wanted), AT_ONCE):
        _assign(connection, wanted[start : start + AT_ONCE])


def one_at_a_time(connection: sa.Connection) -> None:
    """Lets no other transaction change who played what until this one ends.

    Else a game that ends while its fixture is scheduled would be missed by both: neither sees what
    the other has not committed. Whoever changes fixtures calls it before anything else. SQLite has
    one writer at a time anyway.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(hashtext('played'))"))


def _assign(connection: sa.Connection, wanted: Sequence[str]) -> None:
    scheduled = _fixtures(connection, wanted)
    games = _games(connection, wanted)
    rows = [row for one in scheduled.values() for row in _rows(one, games.get(one["fixture"], ()))]
    of_these = played.c.fixture.in_(wanted)
    present = [
        dict(row) for row in connection.execute(sa.select(played).where(of_these)).mappings()
    ]
    apart = list(_apart(rows, present))
    touched = {row["season"] for row in apart}
    if touched:
        connection.execute(played.delete().where(of_these))
        # A game whose fixture has changed may still stand under the other one.
        elsewhere = played.c.game.in_({row["game"] for row in rows})
        connection.execute(played.delete().where(elsewhere))
        if rows:
            connection.execute(played.insert(), rows)
        connection.execute(seasons.update().where(seasons.c.season.in_(touched)).values(stale=True))
    counting = (
        (one, _counting(one["chosen"], games.get(one["fixture"], ()))) for one in scheduled.values()
    )
    others = [{"of": one["fixture"], "now": game} for one, game in counting if game != one["game"]]
    if others:
        connection.execute(_COUNTS, others)
    for game in sorted({row["game"] for row in apart}.union(_in_other_rounds(connection, wanted))):
        writer.recount_game(connection, game)
    writer.recount_results(connection, wanted)


def _in_other_rounds(connection: sa.Connection, wanted: Sequence[str]) -> Iterator[str]:
    """The games of these fixtures that are counted in another round than the fixture's."""
    query = (
        sa.select(season_games.c.game)
        .join(fixtures, fixtures.c.game == season_games.c.game)
        .where(
            fixtures.c.fixture.in_(wanted),
            season_games.c.round != sa.func.coalesce(fixtures.c.round, 0),
        )
    )
    yield from connection.scalars(query)


_COUNTS = (
    fixtures.update()
    .where(fixtures.c.fixture == sa.bindparam("of"))
    .values(game=sa.bindparam("now"))
)


def _apart(rows: Rows, others: Rows) -> Iterator[dict[str, Any]]:
    """The rows that only one of two lists has."""
    keys: tuple[dict[Any, Any], ...] = tuple(
        {(row["game"], row["side"]): row for row in some} for some in (rows, others)
    )
    for key in keys[0].keys() | keys[1].keys():
        if keys[0].get(key) != keys[1].get(key):
            yield from (some[key] for some in keys if key in some)


def _fixtures(connection: sa.Connection, wanted: Sequence[str]) -> Mapping[str, dict[str, Any]]:
    query = (
        sa.select(fixtures, seasons.c.ruleset)
        .join(seasons, seasons.c.season == fixtures.c.season)
        .where(fixtures.c.fixture.in_(wanted))
    )
    found = {row["fixture"]: dict(row) for row in connection.execute(query).mappings()}
    named = _names(connection, {one["season"] for one in found.values()})
    for one in found.values():
        names = named[one["season"]]
        one["named"] = {team: names[team][0] if team in names else team for team in one["teams"]}
        one["former"] = {team: names[team][1:] for team in one["teams"] if team in names}
    return found


def _names(
    connection: sa.Connection, wanted: Collection[str]
) -> Mapping[str, dict[str, list[str]]]:
    """What each team of these seasons is called, and after that what it was called."""
    query = sa.select(teams.c.season, teams.c.team, teams.c.name, teams.c.former)
    named: defaultdict[str, dict[str, list[str]]] = defaultdict(dict)
    for season, team, name, former in connection.execute(query.where(teams.c.season.in_(wanted))):
        named[season][team] = [name, *former]
    return named


def _games(connection: sa.Connection, wanted: Sequence[str]) -> Mapping[str, Rows]:
    """The games of each fixture, the oldest first, with the words that their sides go by."""
    query = (
        sa.select(
            summaries.c.game,
            summaries.c.ruleset,
            summaries.c.status,
            summaries.c.outcomes,
            summaries.c.fixture,
            summaries.c.teams,
            summaries.c.decided,
        )
        .join(origins, origins.c.id == summaries.c.game)
        .where(summaries.c.fixture.in_(wanted), origins.c.parent.is_(None))
        .order_by(origins.c.created_at, origins.c.id)
    )
    found: defaultdict[str, Rows] = defaultdict(list)
    for row in connection.execute(query).mappings():
        found[row["fixture"]].append({**row, "sides": {}})
    by_id = {game["game"]: game for games in found.values() for game in games}
    for seat in _seats(connection, by_id):
        words = by_id[seat.game]["sides"].setdefault(seat.side, [])
        words += [word for word in (seat.team, seat.name) if word]
    return found


def _seats(connection: sa.Connection, games: Collection[str]) -> Iterator[sa.Row[Any]]:
    wanted = sorted(games)
    for start in range(0, len(wanted), AT_ONCE):
        some = sitting.c.game.in_(wanted[start : start + AT_ONCE])
        query = sa.select(sitting).where(some).order_by(sitting.c.game, sitting.c.n)
        yield from connection.execute(query)


def _rows(fixture: Mapping[str, Any], games: Iterable[Mapping[str, Any]]) -> Rows:
    counting = _counting(fixture["chosen"], games)
    return [
        {
            "game": game["game"],
            "side": side,
            "season": fixture["season"],
            "league": fixture["league"],
            "fixture": fixture["fixture"],
            "team": team,
            "counts": game["game"] == counting,
            "outcome": (game["outcomes"] or {}).get(side),
        }
        for game in games
        if game["ruleset"] == fixture["ruleset"]
        for side, team in _teams(fixture, game).items()
    ]


def _teams(fixture: Mapping[str, Any], game: Mapping[str, Any]) -> Mapping[str, str]:
    """Side -> team, as the game itself says where it was made for these teams."""
    said: Mapping[str, str] = game["teams"] or {}
    if said.keys() == game["sides"].keys() and sorted(said.values()) == sorted(fixture["teams"]):
        return said
    return teams_of_sides(game["sides"], fixture["named"], fixture["former"])


def _counting(chosen: str | None, games: Iterable[Mapping[str, Any]]) -> str | None:
    """The game that counts for a fixture: the one chosen, else the first that came to an outcome,
    else the latest not given up.

    None: there is no game.
    """
    known = list(games)
    if any(game["game"] == chosen for game in known):
        return chosen
    first = sorted(known, key=lambda game: game["decided"] or "")
    ended = [game["game"] for game in first if game["outcomes"]]
    still = [game["game"] for game in known if game["status"] != "abandoned"]
    return next(iter([*ended, *reversed(still), *(game["game"] for game in reversed(known))]), None)
