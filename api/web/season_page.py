"""What the page of a season shows: its table, its fixtures by round, and what they came to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any

from flask import url_for
from msgspec import Struct

from api import leagues
from api.leagues import CountingDocument, FixtureDocument, LeagueSeen
from projections.kit.find import rulesets
from projections.leagues.counting import LOTS, label
from projections.leagues.results import Line, Result
from projections.leagues.sayings import number
from projections.leagues.standings import Row
from projections.leagues.state import Season, Team

MOST_OUTCOMES = 6
"""Outcomes that have a column each; a game that knows more of them is told by its points."""

_LETTERS = {"win": "W", "draw": "D", "loss": "L", "shootout_win": "SW", "shootout_loss": "SL"}
_SIGNED = "_difference"


class Column(Struct, frozen=True):
    """A column of the table between the games played and the points."""

    name: str
    head: str
    title: str
    optional: bool


class TableLine(Struct, frozen=True):
    """A row of the table. `cells` are texts in the order of the columns."""

    row: Row
    people: Sequence[str]
    cells: Sequence[str]
    points: str


class Standings(Struct, frozen=True):
    """The table; `notes` say what decided between those that are level, from the top."""

    columns: Sequence[Column]
    lines: Sequence[TableLine]
    notes: Sequence[str]
    counts: str


class Shown(Struct, frozen=True):
    """A fixture as a list shows it. `scores`: by team, in its order; empty: no result yet."""

    fixture: FixtureDocument
    names: Sequence[str]
    scores: Sequence[str]
    said: str
    record: str | None


class RoundShown(Struct, frozen=True):
    """The fixtures of a round."""

    heading: str
    fixtures: Sequence[Shown]


def standings(seen: LeagueSeen, season: Season, people: Mapping[str, str]) -> Standings:
    """The table of a season in words."""
    found = leagues.standings_document(seen, season)
    columns = list(_columns(found.counting))
    return Standings(
        columns=columns,
        lines=[_line(row, columns, season, people) for row in found.rows],
        notes=[
            f"{above.name}: {tie.text}."
            for above, below in pairwise(found.rows)
            for tie in above.ties
            if tie.other == below.team
        ],
        counts=counts(found.counting),
    )


def _columns(counting: CountingDocument) -> Iterator[Column]:
    if len(counting.points) <= MOST_OUTCOMES:
        for outcome in counting.points:
            words = outcome.replace("_", " ")
            yield Column(outcome, _LETTERS.get(outcome, words), words, optional=True)
    for n, name in enumerate(_amounts(counting)):
        yield Column(name, _head(name), label(name), optional=n > 0)


def _amounts(counting: CountingDocument) -> list[str]:
    bare = (one.removeprefix("-") for one in counting.tie_breakers)
    others = ("points", "name", LOTS)
    return [one for one in bare if one not in others and not one.startswith("head_to_head")]


def _head(name: str) -> str:
    return "+/−" if name in ("goal_difference", "vp_difference") else label(name)


def _line(
    row: Row, columns: Sequence[Column], season: Season, people: Mapping[str, str]
) -> TableLine:
    team = season.teams.get(row.team)
    return TableLine(
        row=row,
        people=[people[one] for one in team.people if one in people] if team else [],
        cells=[_cell(row, column.name) for column in columns],
        points=number(row.points),
    )


def _cell(row: Row, name: str) -> str:
    if name in row.amounts:
        return number(row.amounts[name], signed=name.endswith(_SIGNED))
    return str(row.outcomes.get(name, 0))


def counts(counting: CountingDocument) -> str:
    """`Win 3, draw 1, loss 0; then goal difference, goals, name.`"""
    few = len(counting.points) <= MOST_OUTCOMES
    points = [f"{key.replace('_', ' ')} {number(value)}" for key, value in counting.points.items()]
    said = ", ".join(points) if few else "points for the share of rivals beaten"
    ties = [counting.words[one] for one in counting.tie_breakers if one != "points"]
    fewer = {counting.words[one] for one in counting.tie_breakers if one.startswith("-")}
    ties = [f"{one} (less is better)" if one in fewer else one for one in ties]
    return f"{said[:1].upper()}{said[1:]}; then {', '.join(ties)}." if ties else f"{said}."


def rounds(seen: LeagueSeen, season: Season, team: str | None, *, may: bool) -> list[RoundShown]:
    """The fixtures of a season, or of one team, by round; those without a round last."""
    counting = leagues.season_document(seen, season).counting
    found: dict[int | None, list[Shown]] = {}
    for one in leagues.fixture_documents(seen, season):
        if team is None or team in one.teams:
            found.setdefault(one.round, []).append(_shown(one, season, counting, may=may))
    numbered = sorted(key for key in found if key is not None)
    headed = [RoundShown(f"Round {key}", found[key]) for key in numbered]
    return headed + ([RoundShown("Without a round", found[None])] if None in found else [])


def _shown(one: FixtureDocument, season: Season, counting: CountingDocument, *, may: bool) -> Shown:
    names = [name_of(season.teams, team) for team in one.teams]
    lines = {line.team: line for line in one.result.lines} if one.result else {}
    open_ = may and one.game is None and one.result is None and not one.cancelled
    return Shown(
        fixture=one,
        names=names,
        scores=[score(lines.get(team), counting) for team in one.teams] if lines else [],
        said=_said(one.result, cancelled=one.cancelled),
        record=record_address(season, one) if open_ else None,
    )


def name_of(teams: Mapping[str, Team], team: str) -> str:
    """What a team is called."""
    found = teams.get(team)
    return team if found is None else found.name


def score(line: Line | None, counting: CountingDocument) -> str:
    """What a fixture came to for a team, in a few characters: goals, or points, or a letter."""
    if line is None:
        return "?"
    if len(counting.points) > MOST_OUTCOMES:
        return number(counting.points.get(line.outcome, 0))
    main = next((one for one in _amounts(counting) if not one.endswith(_SIGNED)), None)
    value = None if main is None else line.amounts.get(main)
    return _LETTERS.get(line.outcome, "?") if value is None else number(value)


def _said(result: Result | None, *, cancelled: bool) -> str:
    if cancelled:
        return "cancelled"
    if result is None or result.basis == "game":
        return ""
    return "awarded" if result.basis == "decision" else "result only"


def record_address(season: Season, one: FixtureDocument) -> str | None:
    """The form of a new game with the fixture's teams filled in; None: its rules are not here."""
    rules = rulesets().get(season.ruleset)
    if rules is None:
        return None
    exact = (seats for seats in rules.seatings if len(seats) == len(one.teams))
    seating = next(exact, None) or rules.seatings[0]
    filled: dict[str, Any] = {"fixture": one.id, "players": len(seating)}
    for seat, team_id in zip(seating, one.teams, strict=False):
        filled[f"name-{seat}"] = name_of(season.teams, team_id)
        people = season.teams[team_id].people if team_id in season.teams else ()
        if len(people) == 1:
            filled[f"person-{seat}"] = people[0]
    return url_for("new.prepare", ruleset=season.ruleset, **filled)


def moment(at: str) -> str:
    """`Thu 3 Dec 19:00`, as the organizer wrote the time."""
    day = datetime.fromisoformat(at)
    return f"{day:%a} {day.day} {day:%b} {day:%H:%M}"
