"""Seasons: opening them, their teams, fixtures and tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from flask import Response
from msgspec import Meta

from api.access.callers import caller_with_token
from api.games.recording import EventBody
from api.http.messages import answer, conditional, expected_version, json_body, read_as
from api.http.openapi import Blueprint, either
from api.http.problems import Problem, unprocessable
from api.http.queries import Query, number, word
from api.leagues import league_access
from api.leagues.league_access import (
    FixtureDocument,
    LeagueSeen,
    SeasonDocument,
    StandingsDocument,
    TeamDocument,
    look,
    look_at_season,
)
from api.leagues.recording import record, require_organizer
from events import clock
from projections.kit.common import Name, Payload
from projections.leagues.payloads import Id, Moment, PersonId, Settings
from projections.leagues.payloads import Round as RoundNumber
from projections.leagues.schedule import round_robin
from projections.leagues.state import Season

blueprint = Blueprint("seasons", __name__, description="Seasons, teams, fixtures, standings")

SOME = 500
"""Up to so many fixtures are looked up by their ids; of more the whole season is read."""

MOST_FIXTURES = 1_000
"""Fixtures that one call makes."""


class SeasonBody(Payload, frozen=True, kw_only=True):
    """A season; `ruleset` null: its league's. `settings`: what it counts otherwise."""

    name: Name
    ruleset: Id | None = None
    settings: Settings | None = None
    id: Id | None = None


class TeamBody(Payload, frozen=True, kw_only=True):
    """A team that takes part; `people` are ids of persons."""

    name: Name
    people: Annotated[list[PersonId], Meta(max_length=40)] = []
    id: Id | None = None


class FixtureBody(Payload, frozen=True, kw_only=True):
    """Teams that are to meet, by their ids, the home team first."""

    teams: Annotated[list[Id], Meta(min_length=2, max_length=4)]
    round: RoundNumber | None = None
    at: Moment | None = None
    id: Id | None = None


class Generate(Payload, frozen=True, kw_only=True):
    """All fixtures of a round robin: everybody meets everybody once a leg.

    `teams` in the order of the draw; null: all that take part, as they were entered. Rounds are
    numbered from `first_round` on.
    """

    generate: Literal["round-robin"]
    legs: Literal[1, 2] = 1
    teams: Annotated[list[Id], Meta(min_length=2, max_length=400)] | None = None
    first_round: Annotated[int, Meta(ge=1, le=5_000)] = 1


class FixturesQuery(Query):
    """Which fixtures."""

    round = number("Fixtures of this round.", low=1)
    team = word("Fixtures of this team.")


class StandingsQuery(Query):
    """Whose table."""

    of = word("The table of teams, or of people.", "teams", ("teams", "people"))


@blueprint.route("/leagues/<league:league>/seasons", methods=["POST"])
@blueprint.takes(SeasonBody)
@blueprint.follows()
@blueprint.answers(201, SeasonDocument, header="Location")
@blueprint.answers(200, SeasonDocument, "The same season was there already")
def open_season(league: str) -> Response:
    """Open a season

    Appends `SeasonOpened`.
    """
    caller_with_token(league=league)
    seen = look(league)
    require_organizer(seen)
    wanted = read_as(SeasonBody, json_body())
    known = seen.state.seasons.get(wanted.id or "")
    if known is not None:
        same = (wanted.name, wanted.ruleset or known.ruleset, wanted.settings or Settings())
        _require_same(same == (known.name, known.ruleset, known.settings), "season", known.id)
        return answer(league_access.season_document(seen, known))
    season = wanted.id or clock.new_id()
    data: dict[str, Any] = {"season": season, "name": wanted.name}
    if wanted.ruleset is not None:
        data["ruleset"] = wanted.ruleset
    if wanted.settings is not None:
        data["settings"] = msgspec.to_builtins(wanted.settings)
    _record(seen, "SeasonOpened", [data])
    now = look(league)
    document = league_access.season_document(now, now.state.seasons[season])
    return answer(document, 201, {"Location": f"/api/v1/seasons/{season}"})


def _require_same(same: bool, what: str, id_: str) -> None:
    if not same:
        detail = f"The {what} {id_} is there already, with other content; amend its event instead."
        raise Problem(409, detail, "id-reused")


def _record(seen: LeagueSeen, type_: str, datas: Sequence[dict[str, Any]]) -> None:
    """Appends events of one type; what is refused is said by the fields of the body."""
    expected = expected_version(None, lambda: seen.stream.version)
    try:
        record(seen, [EventBody(type=type_, data=data) for data in datas], expected)
    except Problem as problem:
        errors = problem.more.get("errors", {}).get("events")
        if not errors:
            raise
        first = errors[min(errors)]
        raise unprocessable(first.get("data", first)) from None


@blueprint.route("/leagues/<league:league>/seasons", methods=["GET"])
@blueprint.answers(200, list[SeasonDocument])
@blueprint.answers(304)
def list_seasons(league: str) -> Response:
    """The seasons of a league, in the order of opening"""
    seen = look(league)
    found = [league_access.season_document(seen, season) for season in seen.state.seasons.values()]
    return conditional(seen, lambda: answer(found))


@blueprint.route("/seasons/<season:season>", methods=["GET"])
@blueprint.answers(200, SeasonDocument)
@blueprint.answers(304)
def show_season(season: str) -> Response:
    """A season, and what it counts"""
    seen, found = look_at_season(season)
    return conditional(seen, lambda: answer(league_access.season_document(seen, found)))


@blueprint.route("/seasons/<season:season>/teams", methods=["POST"])
@blueprint.takes(TeamBody)
@blueprint.follows()
@blueprint.answers(201, TeamDocument)
@blueprint.answers(200, TeamDocument, "The same team was entered already")
def enter_team(season: str) -> Response:
    """Enter a team

    Appends `TeamEntered`. A team of an earlier season comes back under its id.
    """
    seen, found = _for_writing(season)
    wanted = read_as(TeamBody, json_body())
    known = found.teams.get(wanted.id or "")
    if known is not None:
        same = (known.name, list(known.people)) == (wanted.name, wanted.people)
        _require_same(same, "team", known.id)
        return answer(league_access.team_document(known))
    team = wanted.id or clock.new_id()
    data = {"season": season, "team": team, "name": wanted.name, "people": wanted.people}
    _record(seen, "TeamEntered", [data])
    _, now = look_at_season(season)
    return answer(league_access.team_document(now.teams[team]), 201)


def _for_writing(season: str) -> tuple[LeagueSeen, Season]:
    caller_with_token()
    seen, found = look_at_season(season)
    require_organizer(seen)
    return seen, found


@blueprint.route("/seasons/<season:season>/teams", methods=["GET"])
@blueprint.answers(200, list[TeamDocument])
@blueprint.answers(304)
def list_teams(season: str) -> Response:
    """The teams of a season, in the order of entry"""
    seen, found = look_at_season(season)
    teams = [league_access.team_document(team) for team in found.teams.values()]
    return conditional(seen, lambda: answer(teams))


@blueprint.route("/seasons/<season:season>/fixtures", methods=["POST"])
@blueprint.takes(either(FixtureBody, Generate))
@blueprint.follows()
@blueprint.answers(201, list[FixtureDocument], "The new fixtures")
@blueprint.answers(200, list[FixtureDocument], "The same fixtures were there already")
def schedule_fixtures(season: str) -> Response:
    """Schedule a fixture, or generate all of a round robin

    Appends `FixtureScheduled` for each. Generated ones follow the circle method: home and away in
    balance, with an odd number of teams one bye each a leg; their ids are
    `<season>-<round>-<number>`.
    """
    seen, found = _for_writing(season)
    value = json_body()
    if isinstance(value, dict) and "generate" in value:
        wanted = generated(found, read_as(Generate, value))
    else:
        wanted = [_one(found, read_as(FixtureBody, value))]
    ids = [one["fixture"] for one in wanted]
    if all(id_ in found.fixtures for id_ in ids):
        for one in wanted:
            known = found.fixtures[one["fixture"]]
            _require_same(list(known.teams) == one["teams"], "fixture", known.id)
        return answer(_chosen(seen, found, ids))
    _record(seen, "FixtureScheduled", wanted)
    now, found = look_at_season(season)
    return answer(_chosen(now, found, ids), 201)


def _one(season: Season, wanted: FixtureBody) -> dict[str, Any]:
    if wanted.at is not None:
        try:
            clock.utc(wanted.at)
        except ValueError as error:
            raise unprocessable({"at": [str(error)]}) from None
    data = {
        "season": season.id,
        "fixture": wanted.id or clock.new_id(),
        "teams": wanted.teams,
        "round": wanted.round,
        "at": wanted.at,
    }
    return {key: value for key, value in data.items() if value is not None}


def generated(season: Season, wanted: Generate) -> list[dict[str, Any]]:
    """The data of the events that schedule a round robin. Raises 422 for too few or too many."""
    playing = [team.id for team in season.teams.values() if team.withdrawn is None]
    teams = playing if wanted.teams is None else wanted.teams
    if len(teams) < 2:
        detail = f"{season.name} has {len(teams)} teams; enter two or more first."
        raise unprocessable({"teams": [detail]})
    if len(teams) * (len(teams) - 1) // 2 * wanted.legs > MOST_FIXTURES:
        raise unprocessable({"teams": [f"More than {MOST_FIXTURES} fixtures; draw groups."]})
    return [
        {
            "season": season.id,
            "fixture": f"{season.id[:50]}-{number}-{n}",
            "teams": list(pair),
            "round": number,
        }
        for number, one in enumerate(round_robin(teams, wanted.legs), wanted.first_round)
        for n, pair in enumerate(one.pairs, 1)
    ]


def _chosen(seen: LeagueSeen, season: Season, ids: Sequence[str]) -> list[FixtureDocument]:
    some = ids if len(ids) < SOME else None
    found = {one.id: one for one in league_access.fixture_documents(seen, season, some)}
    return [found[id_] for id_ in ids]


@blueprint.route("/seasons/<season:season>/fixtures", methods=["GET"])
@blueprint.queries(FixturesQuery)
@blueprint.answers(200, list[FixtureDocument])
@blueprint.answers(304)
def list_fixtures(query: dict[str, Any], season: str) -> Response:
    """The fixtures of a season, with what they came to"""
    seen, season_ = look_at_season(season)
    wanted = [
        one.id
        for one in season_.fixtures.values()
        if query["round"] in (None, one.round) and query["team"] in (None, *one.teams)
    ]
    some = wanted if len(wanted) < SOME else None
    kept = frozenset(wanted)
    found = [one for one in league_access.fixture_documents(seen, season_, some) if one.id in kept]
    return conditional(seen, lambda: answer(found), found)


@blueprint.route("/seasons/<season:season>/standings", methods=["GET"])
@blueprint.queries(StandingsQuery)
@blueprint.answers(200, StandingsDocument)
@blueprint.answers(304)
def show_standings(query: dict[str, Any], season: str) -> Response:
    """The table of a season

    From the top; `ties` of a row says why it stands above or below a neighbour with as many points.
    In a table of people both teammates of a side get what it came to.
    """
    seen, found = look_at_season(season)
    document = league_access.standings_document(seen, found, query["of"])
    return conditional(seen, lambda: answer(document), document)
