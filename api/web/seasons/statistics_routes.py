"""The dashboards of a season, its teams, and the events behind a number."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, request
from flask.blueprints import BlueprintSetupState

from api.games.game_access import look_as
from api.http.problems import Problem, not_found
from api.http.queries import LONGEST_WORD
from api.leagues.season_access import SeasonView, season_view
from api.web.frame import show, tell_problems
from api.web.seasons import figures, people_dashboards
from api.web.seasons.dashboards import (
    POINTS_IN_A_LINE,
    course_plot,
    dice_plot,
    events_address,
    luck_address,
    rating_plot,
    season_board,
    team_address,
)
from projections.kit.figures import PREFIX, figure_of
from projections.kit.statistics import Leader
from projections.leagues.sayings import number
from projections.seasons import events as season_events
from projections.seasons import kept_standings, ratings, timeline
from projections.seasons import statistics as season_sums
from projections.seasons.events import Chosen, LuckSums, Observed
from projections.statistics.tables import Leading

season_statistics_pages = Blueprint("season_statistics_pages", __name__)
tell_problems(season_statistics_pages)

_EVENTS = 20
_GAMES = 100
_PIECES = 40


@season_statistics_pages.record_once
def _prepare(state: BlueprintSetupState) -> None:
    state.app.jinja_env.globals.update(
        events_address=events_address,
        luck_address=luck_address,
        team_address=team_address,
        season_in_short=season_in_short,
        **people_dashboards.GLOBALS,
        **figures.GLOBALS,
    )


@season_statistics_pages.app_template_filter("amount")
def amount(value: float | None, decimals: int = 1) -> str:
    """A number for a table; what is not known is a dash."""
    if value is None:
        return "–"
    text = f"{value:.{decimals}f}"
    return (text if float(text) else text.lstrip("-")).replace("-", "−")


@season_statistics_pages.app_template_filter("exact")
def exact(value: float | None) -> str:
    """An amount as it is, two decimals at most; what is not known is a dash."""
    return "–" if value is None else number(value)


@season_statistics_pages.app_template_filter("over")
def over(value: float, expected: float) -> str:
    """The difference of two numbers as they are shown beside it, to one decimal."""
    return signed(round(value, 1) - round(expected, 1))


@season_statistics_pages.app_template_filter("signed")
def signed(value: float | None, decimals: int = 1) -> str:
    """A difference for a table, with its sign."""
    text = amount(value, decimals)
    return f"+{text}" if value is not None and float(f"{value:.{decimals}f}") > 0 else text


@season_statistics_pages.get("/seasons/<season:season>/statistics")
def statistics(season: str) -> Response:
    """The dashboard of a season."""
    view = season_view(season)
    asked = {name: _word(name) for name in ("team", "stat", "of", "by")}
    return show("seasons/season_dashboard.html", place="leagues", board=season_board(view, asked))


def season_in_short(season: str) -> dict[str, Any] | None:
    """What the page of a season shows of its statistics; None: its rules are not installed."""
    try:
        return season_board(season_view(season), {})
    except Problem:
        return None


@season_statistics_pages.get("/seasons/<season:season>/teams/<team>")
def team(season: str, team: str) -> Response:
    """The dashboard of a team."""
    view = season_view(season)
    _require_team(view, team)
    return show("seasons/season_team.html", place="leagues", **_team(view, team))


def _require_team(view: SeasonView, team: str) -> None:
    if team not in view.season.names:
        raise not_found(f"No team {team} takes part in {view.season.name}.")


def _team(view: SeasonView, team: str) -> dict[str, Any]:
    season = view.season
    course = [
        row
        for row in timeline.course(season, POINTS_IN_A_LINE, points_alone=True)
        if row.team == team
    ]
    rated = list(ratings.history(season, "team", team))
    own = [row for row in timeline.games(season, team, newest=_GAMES) if row.team == team]
    visible = view.among([row.game for row in own if row.game])
    games = [row for row in own if row.game is None or row.game in visible]
    against = {row.kind: row for row in season_sums.totals(season, "against", team=team)}
    return {
        "season": season,
        "team": team,
        "name": season.team(team),
        "rests_on": season_sums.coverage(season),
        "row": next(
            (
                row
                for row in kept_standings.rows(view.here.engine, season.id)
                if row["team"] == team
            ),
            None,
        ),
        "luck": next((row for row in season_sums.luck(season) if row.team == team), None),
        "deserved": next((r for r in season_sums.deserved(season) if r.team == team), None),
        "course_plot": course_plot(season, course, [team]),
        "rating_plot": rating_plot(view, rated),
        "totals": list(season_sums.totals(season, "team", team=team)),
        "against": against,
        "pieces": _pieces(view, team),
        "form": next((row for row in timeline.form_now(season) if row.team == team), None),
        "meetings": timeline.head_to_head(season, team),
        "dice": [(die, dice_plot(season, die)) for die in season_sums.dice(season, team=team)],
        "games": games[::-1],
    }


def _pieces(view: SeasonView, team: str) -> list[tuple[Leader, list[Leading]]]:
    """The pieces of a team by the leaderboards of pieces."""
    season = view.season
    found: list[tuple[Leader, list[Leading]]] = []
    for board in season.rules.statistics.leaders.values():
        if board.level == "piece":
            rows = [row for row in season_sums.leaders(season, board) if row.team == team]
            if rows:
                found.append((board, rows[:_PIECES]))
    return found


@season_statistics_pages.get("/seasons/<season:season>/events")
def events(season: str) -> Response:
    """The events that a number is made of, each with its step of the replay."""
    view, page = season_view(season), max(1, min(request.args.get("page", 1, type=int), 10**6))
    names = ("kind", "team", "against", "person", "piece", "die", "face", "luck")
    asked = {name: _word(name) for name in names}
    sums: LuckSums | None = None
    if asked["luck"]:
        _require_team(view, asked["team"])
        start = (page - 1) * _EVENTS
        rows, total, sums = season_events.lucky(
            view.season, asked["team"], view.allowed, start, _EVENTS
        )
    else:
        rows, total = _found(view, asked, (page - 1) * _EVENTS)

    def page_address(number: int) -> str:
        query = {name: value for name, value in asked.items() if value} | {"page": str(number)}
        return f"/seasons/{season}/events?{urlencode(query)}"

    return show(
        "seasons/season_events.html",
        place="leagues",
        season=view.season,
        asked=asked,
        title=_title(view, asked),
        sums=sums,
        luck=next((row for row in season_sums.luck(view.season) if row.team == asked["team"]), None)
        if sums
        else None,
        rows=[(row, _sentence(view, row), _piece(view, row)) for row in rows],
        total=min(total, season_events.MOST_COUNTED),
        more=total > season_events.MOST_COUNTED,
        page=page,
        pages=-(-total // _EVENTS),
        page_address=page_address,
    )


def _found(view: SeasonView, asked: dict[str, str], start: int) -> tuple[list[Observed], int]:
    if asked["die"]:
        return season_events.rolled(
            view.season,
            asked["die"],
            asked["face"] or None,
            asked["team"] or None,
            view.allowed,
            start,
            _EVENTS,
        )
    chosen = Chosen(
        kinds=[kind for kind in asked["kind"].split(",") if kind],
        team=asked["team"] or None,
        against=bool(asked["against"]),
        person=asked["person"] or None,
        piece=asked["piece"] or None,
    )
    return season_events.observed(view.season, chosen, view.allowed, start, _EVENTS)


def _piece(view: SeasonView, row: Observed) -> str:
    """What the piece of an event is called; empty: there is none."""
    if row.piece is None:
        return ""
    # Whichever seat it is of, a season calls it the same.
    return view.season.piece(view.season.rules.statistics.own_piece("", row.piece))


def _sentence(view: SeasonView, row: Observed) -> str:
    """What happened, in the words of the replay."""
    seen = look_as(view.here, view.asking, row.game)
    tape = seen.now
    if row.step > tape.steps:
        return ""
    before, after = tape.before(row.step), tape.state(row.step)
    return tape.rules.text(before, tape.event(row.step), after, seen.viewer)


def _title(view: SeasonView, asked: dict[str, str]) -> str:
    kinds = ", ".join(_called(view, kind) for kind in asked["kind"].split(","))
    what = f"rolls of {asked['die']}" if asked["die"] else kinds or "all events that count"
    what = "luck" if asked["luck"] else what
    if asked["face"]:
        what += f" that showed {asked['face']}"
    whose = [view.season.team(asked["team"])] if asked["team"] else []
    if asked["person"]:
        whose.append(view.season.people([asked["person"]])[asked["person"]])
    if asked["piece"]:
        whose.append(view.season.piece(asked["piece"]))
    preposition = "against" if asked["against"] else "of"
    return f"{what[:1].upper()}{what[1:]}" + (f" {preposition} {' '.join(whose)}" if whose else "")


def _called(view: SeasonView, kind: str) -> str:
    """What a kind of facts is called, or a figure and the part of it."""
    name, label = figure_of(kind)
    figure = view.season.rules.statistics.figures.get(name) if kind.startswith(PREFIX) else None
    if figure is None:
        return kind.replace("_", " ").replace("-", " ")
    return f"{figure.title}: {figure.called(label)}" if label else figure.title


def _word(name: str) -> str:
    return request.args.get(name, "").replace("\0", "")[:LONGEST_WORD]
