"""The figures of a season: of its teams, their opponents and people, and of the whole of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

import sqlalchemy as sa
from msgspec.structs import replace

from projections.kit.figures import PREFIX, figure_of
from projections.seasons.context import Season
from projections.seasons.context import amount as in_units
from projections.statistics.contributions import Amounts, Key, extreme
from projections.statistics.figures import amount
from projections.statistics.tables import Figured
from projections.tables import AMOUNTS, season_parts, season_totals

Level = Literal["team", "against", "person", "season"]

LEVELS: tuple[Level, ...] = ("team", "against", "person", "season")

_T = season_totals.c
_P = season_parts.c

_Row = tuple[int, Amounts]
"""In how many games, and the sums."""


def figures(
    season: Season,
    level: Level = "team",
    *,
    team: str | None = None,
    person: str | None = None,
    figure: str | None = None,
) -> Iterator[Figured]:
    """The figures at a level in the order in which the ruleset names them, and of their parts."""
    found = _sums(season, level, team, person, figure)
    others = _opponents(season, level, team, figure)
    people = season.people({key.who for key in found}) if level == "person" else {}
    for key in sorted(found, key=lambda key: _order(season, key)):
        games, sums = found[key]
        yield _figured(season, key, games, sums, others.get((key.team, key.kind)), people)


def _opponents(
    season: Season, level: Level, team: str | None, figure: str | None
) -> Mapping[tuple[str, str], Amounts]:
    """The sums of the other side, by team and kind; a person has none."""
    facing: Mapping[Level, Level] = {"team": "against", "against": "team"}
    if level not in facing:
        return {}
    there = _sums(season, facing[level], team, None, figure)
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


def _order(season: Season, key: Key) -> tuple[Any, ...]:
    name, label = figure_of(key.kind)
    declared = season.rules.statistics.figures
    labels = list(declared[name].labels)
    place = labels.index(label) if label in labels else len(labels)
    return (list(declared).index(name), place, label, key.team, key.who)


def _sums(
    season: Season, level: Level, team: str | None, person: str | None, figure: str | None
) -> dict[Key, _Row]:
    """The sums of figures at a level; of those that ask for the most or the least, that of all
    games."""
    chosen = {"team": team, "who": person}
    query = sa.select(season_totals).where(
        _T.season == season.id, _T.level == level, _T.kind.startswith(PREFIX), _T.games > 0
    )
    for name, value in chosen.items():
        if value is not None:
            query = query.where(_T[name] == value)
    with season.engine.connect() as connection:
        rows = connection.execute(query).mappings().all()
    found = {
        Key(*(row[name] for name in Key._fields)): (
            int(row["games"]),
            Amounts(*(row[name] for name in AMOUNTS)),
        )
        for row in rows
        if _is_wanted(season, row["kind"], figure)
    }
    return _with_extremes(season, found)


def _is_wanted(season: Season, kind: str, figure: str | None) -> bool:
    """Whether a kind is that of a figure which the ruleset has, and of the one asked for."""
    name, _ = figure_of(kind)
    return name in season.rules.statistics.figures and figure in (None, name)


def _with_extremes(season: Season, found: dict[Key, _Row]) -> dict[Key, _Row]:
    measures = {key: extreme(season.rules.statistics, key.kind) for key in found}
    wanted = {key: measure for key, measure in measures.items() if measure is not None}
    if not wanted:
        return found
    names = [_P[name] for name in Key._fields]
    query = (
        sa.select(*names, sa.func.max(_P.value), sa.func.min(_P.value))
        .where(_P.season == season.id, _P.kind.in_({key.kind for key in wanted}))
        .where(_P.level.in_({key.level for key in wanted}), _P.valued > 0)
        .group_by(*names)
    )
    with season.engine.connect() as connection:
        for *name, most, least in connection.execute(query):
            key = Key(*name)
            if key in wanted:
                games, sums = found[key]
                value = {"most": most, "least": least}[wanted[key]]
                found[key] = games, replace(sums, value=value)
    return found
