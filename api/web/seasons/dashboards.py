"""What the dashboards of a season show: tables and plots, each value leading to its events."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import quote, urlencode

from api.leagues.season_access import SeasonView
from api.web import plots
from api.web.plots import Mark, Series
from api.web.words import count
from projections.kit.drawing.markup import Markup
from projections.seasons import kept_standings, ratings, statistics, timeline
from projections.seasons.context import Season
from projections.statistics.tables import Course, Die, Imbalance, Luck, RatedAfter, Record

POINTS_IN_A_LINE = 40
"""Rounds that a line shows; of more, every second or third one."""

LINES = 6
"""Teams that one plot of lines shows."""

MOST_FINDINGS = 100
"""Sums that do not agree which one page lists."""

SHOWN = 5
"""Lines of a leaderboard in short."""


def events_address(season: str, **chosen: Any) -> str:
    """The page of the events that a number is made of."""
    given = {name: value for name, value in chosen.items() if value not in (None, "", ())}
    query = urlencode({k: v if isinstance(v, str) else ",".join(v) for k, v in given.items()})
    return f"/seasons/{season}/events?{query}"


def luck_address(season: str, team: str) -> str:
    """The page of the events that a team's luck is made of, its own and its opponents'."""
    return f"/seasons/{season}/events?{urlencode({'luck': '1', 'team': team})}"


def table_address(season: str, table: str, **chosen: Any) -> str:
    """A table for programs; `format=csv` makes it a file."""
    given = {name: value for name, value in chosen.items() if value}
    return f"/api/v1/seasons/{season}/{table}" + (f"?{urlencode(given)}" if given else "")


def team_address(season: str, team: str) -> str:
    """The page of a team."""
    return f"/seasons/{season}/teams/{quote(team)}"


def season_board(view: SeasonView, asked: Mapping[str, str]) -> dict[str, Any]:
    """The whole dashboard. `asked`: `team`, `stat`, `of`, `by` as the address has them."""
    season = view.season
    standing = kept_standings.rows(view.here.engine, season.id)
    luck = statistics.luck(season)
    course = timeline.course(season, POINTS_IN_A_LINE, points_alone=True)
    chosen = _chosen_teams(standing, asked.get("team"))
    return {
        "season": season,
        "asked": asked,
        "rests_on": statistics.coverage(season),
        "standing": standing,
        "deserved": {row.team: row for row in statistics.deserved(season)},
        "luck": [row for row in luck if row.luck is not None],
        "chances": season.rules.statistics.chances,
        "course_plot": course_plot(season, course, chosen),
        "luck_plot": luck_plot(season, luck),
        "score_plot": score_plot(season, luck),
        "boards": _boards(season, asked.get("stat", "")),
        "dice": [(die, dice_plot(season, die)) for die in statistics.dice(season)],
        "by_recorder": statistics.dice(season, by_recorder=True) if asked.get("by") else [],
        "ratings": ratings.standing(season, _of(asked)),
        "of": _of(asked),
        "forms": timeline.form_now(season),
        "meetings": _meetings(season, chosen),
        "records": _records(view),
        "unbalanced": [row for row in statistics.balance(season) if not row.agrees],
        "findings": _findings(view),
    }


def _of(asked: Mapping[str, str]) -> Any:
    return "person" if asked.get("of") == "person" else "team"


def _chosen_teams(standing: Sequence[Mapping[str, Any]], team: str | None) -> list[str]:
    """The teams from the top that plots show, the team asked for among them."""
    teams = [row["team"] for row in standing]
    first = teams[:LINES]
    return first if not team or team in first or team not in teams else [*first[:-1], team]


def _boards(season: Season, stat: str) -> list[dict[str, Any]]:
    """Every leaderboard that has lines: the one asked for whole, the others in short."""
    found = []
    for name, board in season.rules.statistics.leaders.items():
        whole = name == stat
        rows = statistics.leaders(season, board, None if whole else SHOWN)
        if rows:
            found.append({"stat": name, "board": board, "rows": rows, "whole": whole})
    return found


def _meetings(season: Season, teams: Sequence[str]) -> dict[str, Any]:
    """Who met whom: a table of the teams that are shown."""
    met = {(row.team, row.opponent): row for row in timeline.head_to_head(season)}
    return {"teams": [(team, season.team(team)) for team in teams], "met": met}


def _records(view: SeasonView) -> list[tuple[Record, str | None]]:
    """The records, each with the address of its step or game where the reader may go there."""
    rows = timeline.records(view.season)
    visible = view.among([row.game for row in rows if row.game])
    found: list[tuple[Record, str | None]] = []
    for row in rows:
        step = f"/{row.step}" if row.step else ""
        found.append((row, f"/games/{row.game}{step}" if row.game in visible else None))
    return found


def _findings(view: SeasonView) -> list[Imbalance]:
    rows = statistics.imbalances(view.season)[:MOST_FINDINGS]
    visible = view.among({row.game for row in rows})
    return [row for row in rows if row.game in visible]


# plots


def course_plot(season: Season, course: Sequence[Course], teams: Sequence[str]) -> Markup | None:
    """The points of some teams, round by round."""
    by_team = _by_team(course)
    rounds = sorted({row.round for row in course})
    if len(rounds) < 2:
        return None
    series = []
    for team in teams:
        at = {row.round: row for row in by_team.get(team, ())}
        marks = [
            Mark(
                row.points if (row := at.get(number)) else None,
                f"{season.team(team)} after round {number}: {row.points:g}" if row else "",
                team_address(season.id, team),
            )
            for number in rounds
        ]
        series.append(Series(season.team(team), tuple(_carried(marks))))
    return plots.lines("Points after each round", [str(n) for n in rounds], series)


def _carried(marks: Iterable[Mark]) -> list[Mark]:
    """A round in which a team did not play leaves it where it was."""
    found: list[Mark] = []
    for mark in marks:
        found.append(found[-1] if mark.value is None and found else mark)
    return found


def _by_team(course: Sequence[Course]) -> Mapping[str, list[Course]]:
    found: defaultdict[str, list[Course]] = defaultdict(list)
    for row in course:
        found[row.team].append(row)
    return found


def luck_plot(season: Season, luck: Sequence[Luck]) -> Markup | None:
    """Each team's luck, most first."""
    known = sorted((row for row in luck if row.luck is not None), key=lambda row: -(row.luck or 0))
    if not known:
        return None
    marks = [
        Mark(
            row.luck,
            f"{row.name}: {row.luck:+.1f} in {count(row.games, 'game')}",
            luck_address(season.id, row.team),
        )
        for row in known
    ]
    return plots.rows("Luck", [row.name for row in known], [Series("luck", tuple(marks))])


def score_plot(season: Season, luck: Sequence[Luck]) -> Markup | None:
    """What each team scored beside what its chances were worth."""
    known = [row for row in luck if row.scored is not None]
    if not known:
        return None
    kinds = season.rules.statistics.chances

    def series(name: str, field: str, style: str = "") -> Series:
        marks = [
            Mark(
                getattr(row, field),
                f"{row.name}, {name}: {getattr(row, field):.1f}",
                events_address(season.id, kind=kinds, team=row.team),
            )
            for row in known
        ]
        return Series(name, tuple(marks), style)

    both = [series("scored", "scored"), series("expected", "expected", "dashed")]
    return plots.rows("Scored and expected", [row.name for row in known], both)


def dice_plot(season: Season, die: Die) -> Markup:
    """How often each face fell beside how often it should have."""
    faces = die.fairness.faces
    fell = [
        Mark(
            face.count,
            f"{face.face}: {count(face.count, 'time')}, {face.expected:.1f} expected",
            events_address(season.id, die=die.die, face=face.face),
        )
        for face in faces
    ]
    even = [Mark(face.expected, f"{face.face}: {face.expected:.1f} expected") for face in faces]
    series = [Series("fell", tuple(fell)), Series("expected", tuple(even), "dashed")]
    return plots.bars(f"Faces of {die.die}", [face.face for face in faces], series)


def rating_plot(view: SeasonView, rated: Sequence[RatedAfter], sure: float = 2) -> Markup | None:
    """A rating after each game, with the band in which the skill all but surely lies."""
    if len(rated) < 2:
        return None
    shown = rated[:: max(1, len(rated) // POINTS_IN_A_LINE)]
    visible = view.among({row.game for row in shown if row.game})

    def series(name: str, errors: float, style: str = "") -> Series:
        marks = [
            Mark(
                value := row.mu + errors * row.sigma,
                f"after game {row.n}, {name}: {value:.1f}",
                f"/games/{row.game}" if row.game in visible else None,
            )
            for row in shown
        ]
        return Series(name, tuple(marks), style)

    labels = [str(row.n) for row in shown]
    band = [
        series("at most", sure, "dashed"),
        series("rating", 0),
        series("at least", -sure, "dashed"),
    ]
    return plots.lines("Rating after each game", labels, band)
