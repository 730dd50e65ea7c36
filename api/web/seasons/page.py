"""What the page of a season shows: its table, its fixtures by round, and what they came to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from flask import url_for
from msgspec import Struct

from api.games.game_access import look_as
from api.http.damage import each
from api.leagues import league_access
from api.leagues.league_access import CountingDocument, FixtureDocument, LeagueSeen
from projections.kit.find import rulesets
from projections.leagues.counting import LOTS, label
from projections.leagues.results import Line, told
from projections.leagues.sayings import number
from projections.leagues.standings import Row
from projections.leagues.state import Fixture, Season, Team, withdrew
from projections.seasons import kept_standings

MOST_OUTCOMES = 6
"""Outcomes that have a column each; a game that knows more of them is told by its points."""

AT_ONCE = 60
"""Fixtures that a page shows, as long as no round has more."""

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
    """A fixture as a list shows it. `scores`: by team, in its order; empty: no result yet. `void`:
    its result counts for nobody."""

    fixture: FixtureDocument
    names: Sequence[str]
    scores: Sequence[str]
    said: str
    void: bool
    record: str | None


class Recording(Struct, frozen=True):
    """A game that was made for a fixture: when it was played, its scores by team, and whether it
    counts."""

    game: str
    at: str
    scores: Sequence[str]
    counts: bool


class Part(Struct, frozen=True):
    """The fixtures of a round, or a lot of those without one. `key` stands in addresses."""

    key: str
    heading: str
    fixtures: Sequence[Fixture]


class Window(Struct, frozen=True):
    """The parts that one page shows, and those before and after them."""

    shown: Sequence[Part]
    before: Part | None
    after: Part | None


class Round(Struct, frozen=True):
    """A part as a page shows it."""

    heading: str
    fixtures: Sequence[Shown]


def standings(
    seen: LeagueSeen, season: Season, people: Mapping[str, str], of: str = "teams"
) -> Standings:
    """The table of a season in words, of its teams or of its people."""
    found = league_access.standings_document(seen, season, of)
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
        amount = number(row.amounts[name], signed=name.endswith(_SIGNED))
        known_in_part = name in row.unknown and row.amounts[name] is not None
        return f"{amount} + ?" if known_in_part else amount
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


def parts(season: Season, team: str | None) -> list[Part]:
    """The fixtures of a season, or of one team, by round; those without a round in lots."""
    rounds: defaultdict[int | None, list[Fixture]] = defaultdict(list)
    for one in season.fixtures.values():
        if team is None or team in one.teams:
            rounds[one.round].append(one)
    loose = rounds.pop(None, [])
    numbered = [Part(str(key), f"Round {key}", rounds[key]) for key in sorted(rounds, key=_number)]
    return numbered + [
        Part(f"from-{n + 1}", f"Without a round, {n + 1} to {min(n + AT_ONCE, len(loose))}", some)
        for n in range(0, len(loose), AT_ONCE)
        if (some := loose[n : n + AT_ONCE])
    ]


def _number(key: int | None) -> int:
    return key or 0


def window(found: Sequence[Part], asked: str | None, decided: Container[str]) -> Window:
    """The parts that a page shows: the one asked for, else the first that is not played, and those
    after it as far as there is room. All of them where there is room for all.
    """
    if sum(len(part.fixtures) for part in found) <= AT_ONCE:
        return Window(found, None, None)
    start = next((n for n, part in enumerate(found) if part.key == asked), None)
    if start is None:
        open_ = (n for n, part in enumerate(found) if _is_open(part, decided))
        start = next(open_, len(found) - 1)
    end, room = start + 1, AT_ONCE - len(found[start].fixtures)
    while end < len(found) and room >= len(found[end].fixtures):
        room -= len(found[end].fixtures)
        end += 1
    return Window(
        found[start:end],
        found[start - 1] if start else None,
        found[end] if end < len(found) else None,
    )


def _is_open(part: Part, decided: Container[str]) -> bool:
    return any(not one.cancelled and one.id not in decided for one in part.fixtures)


def rounds(seen: LeagueSeen, season: Season, shown: Sequence[Part], *, may: bool) -> list[Round]:
    """Parts of a season with what their fixtures came to."""
    counting = league_access.season_document(seen, season).counting
    ids = [one.id for part in shown for one in part.fixtures]
    found = {one.id: one for one in league_access.fixture_documents(seen, season, ids)}
    return [
        Round(
            part.heading,
            [_shown(found[one.id], season, counting, may=may) for one in part.fixtures],
        )
        for part in shown
    ]


def _shown(one: FixtureDocument, season: Season, counting: CountingDocument, *, may: bool) -> Shown:
    names = [name_of(season.teams, team) for team in one.teams]
    lines = {line.team: line for line in one.result.lines} if one.result else {}
    off = season.without(season.fixtures[one.id])
    annulled = [team for team in off if team.withdrawn == "annulled"]
    void = bool(annulled and one.result)
    why = f"annulled: {withdrew(annulled)}" if void else ""
    return Shown(
        fixture=one,
        names=names,
        scores=[score(lines.get(team), counting) for team in one.teams] if lines else [],
        said=", ".join(filter(None, (shootout(one, names, counting), _said(one, off), why))),
        void=void,
        record=record_address(season, one) if may and one.open and one.game is None else None,
    )


def recordings(seen: LeagueSeen, season: Season, one: FixtureDocument) -> list[Recording]:
    """The games that were made for a fixture, that which counts first."""
    counting = league_access.season_document(seen, season).counting
    found = kept_standings.results_of_games(seen.here.engine, one.id)
    when = dict(
        each(one.games, lambda game: (game, look_as(seen.here, seen.asking, game).now.began))
    )

    def scores(game: str) -> list[str]:
        lines = {line.team: line for line in found[game].lines} if game in found else {}
        return [score(lines.get(team), counting) for team in one.teams] if lines else []

    return [Recording(game, began, scores(game), game == one.game) for game, began in when.items()]


def name_of(teams: Mapping[str, Team], team: str) -> str:
    """What a team is called."""
    found = teams.get(team)
    return team if found is None else found.name


def score(line: Line | None, counting: CountingDocument) -> str:
    """What a fixture came to for a team, in a few characters: its score, or else the outcome."""
    if line is None:
        return "?"
    value = line.amounts.get(counting.score or "")
    return _LETTERS.get(line.outcome, line.outcome) if value is None else number(value)


def shootout(one: FixtureDocument, names: Sequence[str], counting: CountingDocument) -> str:
    """Who won the shoot-out of a fixture: `Ants win the shoot-out 4–3`; empty: there was none."""
    lines = one.result.lines if one.result else ()
    won = next((line.team for line in lines if line.outcome == "shootout_win"), None)
    if won is None:
        return ""
    kicks = told(lines, won, counting.score, counting.decider).kicks
    score = f" {'–'.join(map(number, kicks))}" if kicks else ""
    return f"{names[one.teams.index(won)]} win the shoot-out{score}"


def _said(one: FixtureDocument, gone: Sequence[Team]) -> str:
    """How a fixture came to its result, or why it comes to none; `gone`: teams that withdrew."""
    if one.cancelled:
        return "cancelled"
    if one.result is None:
        return withdrew(gone)
    return {"game": "", "decision": "awarded", "result": "result only"}[one.result.basis]


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
    return url_for("new_game_pages.prepare", ruleset=season.ruleset, **filled)
