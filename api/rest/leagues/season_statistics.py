"""What a season's games add up to: every table as JSON or CSV."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, TypeVar

from flask import Response
from msgspec import Struct
from msgspec.structs import replace

from api.http.csv_tables import CSV, TableQuery, as_csv, wants_csv
from api.http.messages import answer, conditional
from api.http.openapi import Blueprint, View
from api.http.problems import unprocessable
from api.http.queries import number, word
from api.leagues.season_access import SeasonView, season_view
from projections.seasons import figures, ratings, statistics, timeline
from projections.statistics import tables
from projections.statistics.tables import Coverage

blueprint = Blueprint(
    "season-statistics", __name__, description="Statistics, leaders, dice and ratings of a season"
)

LEVELS = ("team", "against", "person", "piece")

MOST_LEADERS = 1_000

T = TypeVar("T", bound=Struct)


class Table(Struct, Generic[T], frozen=True):
    """A table of a season; `rests_on`: its games by how completely they were recorded."""

    season: str
    rests_on: Coverage
    rows: list[T]


class Leaderboard(Struct, frozen=True):
    """A leaderboard: who leads by `measure`, of the facts of `kinds`; `unit` is what is counted.

    Whoever has fewer than `least` of them is left out. `stats`: the boards there are.
    """

    season: str
    rests_on: Coverage
    stat: str
    title: str
    unit: str
    measure: str
    level: str
    kinds: list[str]
    least: int
    stats: list[str]
    rows: list[tables.Leading]


class StatisticsQuery(TableQuery):
    """Which sums."""

    level = word("Whose sums; `against`: of a team's opponents.", "team", LEVELS)
    team = word("Of this team alone.")
    person = word("Of this person alone; goes with `level=person`.")
    kind = word("Facts of this kind alone.")


class FiguresQuery(TableQuery):
    """Which figures."""

    level = word(
        "Whose; `against`: of a team's opponents; `season`: of all.", "team", figures.LEVELS
    )
    team = word("Of this team alone.")
    person = word("Of this person alone; goes with `level=person`.")
    figure = word("This figure alone.")


class LeadersQuery(TableQuery):
    """Which leaderboard."""

    stat = word("One of `stats`; left out: the first.")
    limit = number("How many lines.", 20, low=1, high=MOST_LEADERS)


class DiceQuery(TableQuery):
    """Which dice."""

    by = word("`recorder`: each die as each recorder, and so device, told it.", None, ("recorder",))
    team = word("Rolls of this team alone.")


class RatingsQuery(TableQuery):
    """Whose ratings."""

    of = word("Teams or people.", "team", ratings.OF)


class HistoryQuery(RatingsQuery):
    """Whose ratings after each game."""

    who = word("Of this team or person alone.")


class TeamQuery(TableQuery):
    """Whose rows."""

    team = word("Of this team alone.")


def _gives(kind: Any, in_file: Any = None) -> Callable[[View], View]:
    """Documents a table of rows of that kind, as JSON and as CSV."""

    def decorator(view: View) -> View:
        view = blueprint.answers(200, Table[kind])(view)
        columns = ", ".join((in_file or kind).__struct_fields__)
        text = {"type": "string", "description": f"Columns: {columns}."}
        in_csv = blueprint.answers(200, text, media=CSV, header="Content-Disposition")
        return blueprint.answers(304)(in_csv(view))

    return decorator


def _table(
    query: dict[str, Any], view: SeasonView, name: str, kind: type[T], rows: Iterable[T]
) -> Response:
    """The rows as the client asks for them; they are made when they are sent."""
    season = view.season
    if wants_csv(query):
        return conditional(view, lambda: as_csv(f"{season.id}-{name}", kind, rows), CSV)
    return conditional(
        view, lambda: answer(Table(season.id, statistics.coverage(season), list(rows)))
    )


@blueprint.route("/seasons/<season:season>/statistics", methods=["GET"])
@blueprint.queries(StatisticsQuery)
@_gives(tables.Total)
def show_season_statistics(query: dict[str, Any], season: str) -> Response:
    """Sums of facts of teams, their opponents, people or pieces

    `value`, `expected` and `luck` are null where nothing is known; `known` facts count for luck.
    """
    view = season_view(season)
    chosen = {name: query[name] for name in ("team", "person", "kind")}
    rows = statistics.totals(view.season, query["level"], **chosen)
    return _table(query, view, "statistics", tables.Total, rows)


@blueprint.route("/seasons/<season:season>/figures", methods=["GET"])
@blueprint.queries(FiguresQuery)
@_gives(tables.Figured)
def show_season_figures(query: dict[str, Any], season: str) -> Response:
    """Figures of teams, their opponents, people or the whole season

    `says` defines each, `amount` is what it comes to and null where that is not known. A figure
    that has parts (by zone, kind, cause) is a row for each of them.
    """
    view = season_view(season)
    _require_figure(view, query)
    teams = None if query["team"] is None else (query["team"],)
    asked = figures.Asked(teams=teams, person=query["person"], figure=query["figure"])
    rows = figures.figures(view.season, query["level"], asked)
    return _table(query, view, "figures", tables.Figured, rows)


def _require_figure(view: SeasonView, query: dict[str, Any]) -> None:
    """Raises 422 for a figure that the ruleset has not, and for the season's of one team."""
    known, figure = view.season.rules.statistics.figures, query["figure"]
    if figure is not None and figure not in known:
        said = f"There is no figure {figure}; there are: {', '.join(known) or 'none'}."
        raise unprocessable({"figure": [said]})
    if query["level"] == "season" and (query["team"] or query["person"]):
        said = "Those of the season are nobody's: ask for level team, against or person."
        raise unprocessable({"level": [said]})


@blueprint.route("/seasons/<season:season>/leaders", methods=["GET"])
@blueprint.queries(LeadersQuery)
@blueprint.answers(200, Leaderboard)
@blueprint.answers(200, {"type": "string"}, media=CSV, header="Content-Disposition")
@blueprint.answers(304)
def show_leaders(query: dict[str, Any], season: str) -> Response:
    """A leaderboard"""
    view = season_view(season)
    boards = view.season.rules.statistics.leaders
    stat = query["stat"] or next(iter(boards), "")
    if stat not in boards:
        known = ", ".join(boards) or "none"
        raise unprocessable({"stat": [f"There is no leaderboard {stat}; there are: {known}."]})
    board = boards[stat]
    rows = statistics.leaders(view.season, board, query["limit"])
    if wants_csv(query):
        return conditional(view, lambda: as_csv(f"{season}-{stat}", tables.Leading, rows), CSV)

    def document() -> Leaderboard:
        return Leaderboard(
            season=season,
            rests_on=statistics.coverage(view.season),
            stat=stat,
            title=board.title,
            unit=board.unit,
            measure=board.measure,
            level=board.level,
            kinds=list(board.kinds),
            least=board.least,
            stats=list(boards),
            rows=rows,
        )

    return conditional(view, lambda: answer(document()))


@blueprint.route("/seasons/<season:season>/luck", methods=["GET"])
@blueprint.queries(TableQuery)
@_gives(tables.Luck)
def show_luck(query: dict[str, Any], season: str) -> Response:
    """Luck, and scores beside what the chances were worth

    Nineteen of twenty honest seasons end within `band` of no luck at all.
    """
    view = season_view(season)
    return _table(query, view, "luck", tables.Luck, statistics.luck(view.season))


@blueprint.route("/seasons/<season:season>/deserved", methods=["GET"])
@blueprint.queries(TableQuery)
@_gives(tables.Deserved)
def show_deserved(query: dict[str, Any], season: str) -> Response:
    """The table as the chances would have it

    Over the games of which it is known what the chances were worth; no rows where no ruleset tells.
    """
    view = season_view(season)
    return _table(query, view, "deserved", tables.Deserved, statistics.deserved(view.season))


@blueprint.route("/seasons/<season:season>/course", methods=["GET"])
@blueprint.queries(TableQuery)
@_gives(tables.Course)
def show_course(query: dict[str, Any], season: str) -> Response:
    """Where each team stood after each round

    As played, and as entered where there was no game. What was awarded against a game, or annulled,
    is in the standings alone.
    """
    view = season_view(season)
    return _table(query, view, "course", tables.Course, timeline.course(view.season))


@blueprint.route("/seasons/<season:season>/form", methods=["GET"])
@blueprint.queries(TableQuery)
@_gives(tables.Form)
def show_form(query: dict[str, Any], season: str) -> Response:
    """Form and streaks"""
    view = season_view(season)
    return _table(query, view, "form", tables.Form, timeline.form(view.season))


@blueprint.route("/seasons/<season:season>/head-to-head", methods=["GET"])
@blueprint.queries(TeamQuery)
@_gives(tables.Meeting)
def show_head_to_head(query: dict[str, Any], season: str) -> Response:
    """Every team's games with every other"""
    view = season_view(season)
    rows = timeline.head_to_head(view.season, query["team"])
    return _table(query, view, "head-to-head", tables.Meeting, rows)


@blueprint.route("/seasons/<season:season>/records", methods=["GET"])
@blueprint.queries(TableQuery)
@_gives(tables.Record)
def show_records(query: dict[str, Any], season: str) -> Response:
    """The extremes of the season

    `game` is null where you may not know of it.
    """
    view = season_view(season)
    found = timeline.records(view.season)
    visible = view.among([row.game for row in found if row.game])
    rows = [row if row.game in visible else replace(row, game=None) for row in found]
    return _table(query, view, "records", tables.Record, rows)


@blueprint.route("/seasons/<season:season>/ratings", methods=["GET"])
@blueprint.queries(RatingsQuery)
@_gives(tables.Rating)
def show_ratings(query: dict[str, Any], season: str) -> Response:
    """Ratings of skill

    Plackett-Luce ratings; `low` is what is all but sure, and they are ranked by it.
    """
    view = season_view(season)
    rows = ratings.standing(view.season, query["of"])
    return _table(query, view, "ratings", tables.Rating, rows)


@blueprint.route("/seasons/<season:season>/ratings/history", methods=["GET"])
@blueprint.queries(HistoryQuery)
@_gives(tables.RatedAfter)
def show_rating_history(query: dict[str, Any], season: str) -> Response:
    """Ratings after each game

    `game` is null where you may not know of it.
    """
    view = season_view(season)
    rows = (
        row if row.game in view.visible else replace(row, game=None)
        for row in ratings.history(view.season, query["of"], query["who"])
    )
    return _table(query, view, "rating-history", tables.RatedAfter, rows)


@blueprint.route("/seasons/<season:season>/dice", methods=["GET"])
@blueprint.queries(DiceQuery)
@_gives(tables.Die, tables.FaceCount)
def show_dice(query: dict[str, Any], season: str) -> Response:
    """How fair each die fell

    `says` tells in words how far it strayed, how sure that is, and of how many rolls.
    """
    view = season_view(season)
    dice = statistics.dice(view.season, by_recorder=bool(query["by"]), team=query["team"])
    if wants_csv(query):
        faces = statistics.faces(dice)
        return conditional(view, lambda: as_csv(f"{season}-dice", tables.FaceCount, faces), CSV)
    return _table(query, view, "dice", tables.Die, dice)


@blueprint.route("/seasons/<season:season>/games", methods=["GET"])
@blueprint.queries(TeamQuery)
@_gives(tables.Game)
def show_season_games(query: dict[str, Any], season: str) -> Response:
    """The games of a season that you may know of, a row a side

    Results that were entered without a game are among them: there `game` is null.
    """
    view = season_view(season)
    rows = (
        row
        for row in timeline.games(view.season, query["team"])
        if row.game is None or row.game in view.visible
    )
    return _table(query, view, "games", tables.Game, rows)


@blueprint.route("/seasons/<season:season>/findings", methods=["GET"])
@blueprint.queries(TableQuery)
@_gives(tables.Imbalance)
def show_season_findings(query: dict[str, Any], season: str) -> Response:
    """Sums that should agree and do not

    In the games that you may know of.
    """
    view = season_view(season)
    rows: Iterator[tables.Imbalance] = (
        row for row in statistics.imbalances(view.season) if row.game in view.visible
    )
    return _table(query, view, "findings", tables.Imbalance, rows)


@blueprint.route("/seasons/<season:season>/balance", methods=["GET"])
@blueprint.queries(TableQuery)
@_gives(tables.Balance)
def show_balance(query: dict[str, Any], season: str) -> Response:
    """Sums of the whole season that must agree

    Each is counted in two ways; `agrees` says whether both came to the same.
    """
    view = season_view(season)
    return _table(query, view, "balance", tables.Balance, statistics.balance(view.season))
