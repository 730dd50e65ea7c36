"""The figures of a season: of its teams, their opponents and people, and of the whole of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import reduce
from typing import Any, Literal

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace

from projections.kit.figures import EXTREMES, PREFIX, figure_of
from projections.seasons.context import Season
from projections.seasons.context import amount as in_units
from projections.seasons.sql import summed
from projections.statistics.contributions import Amounts, Key, extreme, values_of
from projections.statistics.figures import amount
from projections.statistics.tables import Figured
from projections.tables import AMOUNTS, season_totals

Level = Literal["team", "against", "person", "season"]

LEVELS: tuple[Level, ...] = ("team", "against", "person", "season")

_T = season_totals.c

_Row = tuple[int, Amounts]
"""In how many games, and the sums."""


class Asked(Struct, frozen=True, kw_only=True):
    """Which figures; None: of all."""

    teams: Collection[str] | None = None
    person: str | None = None
    figure: str | None = None


EVERY = Asked()


def figures(season: Season, level: Level = "team", asked: Asked = EVERY) -> Iterator[Figured]:
    """The figures at a level in the order in which the ruleset names them, and of their parts.

    At the level `season` there are those of the season as a whole and the sums of all teams, in
    which the games of each team are counted.
    """
    found = _sums(season, level, asked)
    others = _opponents(season, level, asked)
    people = season.people({key.who for key in found}) if level == "person" else {}
    for key in _in_order(season, found):
        games, sums = found[key]
        yield _figured(season, key, games, sums, others.get((key.team, key.kind)), people)


def _opponents(season: Season, level: Level, asked: Asked) -> Mapping[tuple[str, str], Amounts]:
    """The sums of the other side, by team and kind; a person has none."""
    facing: Mapping[Level, Level] = {"team": "against", "against": "team"}
    if level not in facing:
        return {}
    there = _sums(season, facing[level], asked)
    return {(key.team, key.kind): sums for key, (_, sums) in there.items()}


def _figured(
    season: Season,
    key: Key,
    games: int,
    sums: Amounts,
    other: Amounts | None,
    people: Mapping[str, str],
) -> Figured:
    name, label = figure_of(key.kind)
    figure = season.rules.statistics.figures[name]
    alone = figure.measure == "share" and key.level in ("person", "season")
    person = key.level == "person"
    return Figured(
        figure=name,
        title=figure.title,
        label=label or None,
        part=figure.called(label) if label else None,
        team=key.team or None,
        person=key.who if person else None,
        name=people[key.who] if person else season.team(key.team) if key.team else season.name,
        against=key.level == "against",
        games=games,
        amount=None if alone else amount(figure, sums, other),
        unit="%" if figure.percent else figure.unit,
        count=sums.count,
        known=sums.known,
        value=in_units(sums.value) if sums.valued else None,
        expected=in_units(sums.expected) if sums.known else None,
        luck=in_units(sums.luck) if sums.known else None,
        says=figure.says,
    )


def _in_order(season: Season, keys: Iterable[Key]) -> list[Key]:
    """As the ruleset names figures and their parts, then by team and person."""
    declared = season.rules.statistics.figures
    places = {name: n for n, name in enumerate(declared)}

    def place(kind: str) -> tuple[int, tuple[int, str]]:
        name, label = figure_of(kind)
        return places[name], declared[name].order(label)

    of_kind = {kind: place(kind) for kind in {key.kind for key in keys}}
    return sorted(keys, key=lambda key: (of_kind[key.kind], key.team, key.who))


def _sums(season: Season, level: Level, asked: Asked) -> dict[Key, _Row]:
    """The sums of figures at a level; of those that ask for the most or the least, that of all
    games."""
    query = _of_all_teams(season) if level == "season" else _of(season, level, asked)
    with season.engine.connect() as connection:
        rows = connection.execute(query).all()
    found = {
        Key(level, team, who, kind): (games, Amounts(*amounts))
        for team, who, kind, games, *amounts in rows
        if _is_wanted(season, kind, asked.figure)
    }
    return _with_extremes(season, level, asked, found)


def _of(season: Season, level: Level, asked: Asked) -> sa.Select[Any]:
    columns = [_T[name] for name in ("team", "who", "kind", "games", *AMOUNTS)]
    figures_of_level = (
        *(_T.season == season.id, _T.level == level),
        *(_T.kind.startswith(PREFIX), _T.games > 0),
    )
    return sa.select(*columns).where(*figures_of_level, *_of_whom(asked))


def _of_whom(asked: Asked) -> Iterator[sa.ColumnElement[bool]]:
    if asked.teams is not None:
        yield _T.team.in_(asked.teams)
    if asked.person is not None:
        yield _T.who == asked.person


def _of_all_teams(season: Season) -> sa.Select[Any]:
    """The sums of all teams beside those of the season; no figure has both."""
    nobody = sa.literal("")
    sums = [summed(_T[name]).label(name) for name in ("games", *AMOUNTS)]
    return (
        sa.select(nobody.label("team"), nobody.label("who"), _T.kind, *sums)
        .where(_T.season == season.id, _T.level.in_(("team", "season")))
        .where(_T.kind.startswith(PREFIX), _T.games > 0)
        .group_by(_T.kind)
    )


def _is_wanted(season: Season, kind: str, figure: str | None) -> bool:
    """Whether a kind is that of a figure which the ruleset has, and of the one asked for."""
    name, _ = figure_of(kind)
    return name in season.rules.statistics.figures and figure in (None, name)


def _with_extremes(
    season: Season, level: Level, asked: Asked, found: dict[Key, _Row]
) -> dict[Key, _Row]:
    """The figures of which one value counts get that of all games."""
    measures = {key: extreme(season.rules.statistics, key.kind) for key in found}
    values: defaultdict[Key, list[int]] = defaultdict(list)
    if any(measures.values()):
        everybody = level == "season"
        counted_at = values_of("team" if everybody else level)
        query = sa.select(_T.team, _T.who, _T.kind).where(
            _T.season == season.id, _T.level == counted_at, _T.games > 0
        )
        if not everybody:
            query = query.where(*_of_whom(asked))
        with season.engine.connect() as connection:
            for team, who, kind in connection.execute(query):
                figure, _, value = kind.rpartition("=")
                key = Key(level, team, who, figure)
                mine = key._replace(team="", who="") if everybody else key
                values[mine].append(int(value))
    for key, measure in measures.items():
        if measure is not None and key in values:
            games, sums = found[key]
            found[key] = games, replace(sums, value=reduce(EXTREMES[measure], values[key]))
    return found
