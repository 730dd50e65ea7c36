"""Leagues: making them, finding them, and their logs."""

from __future__ import annotations

from functools import partial
from typing import Any

import sqlalchemy as sa
from flask import Response, request

from api.access import permissions
from api.access.callers import Caller, caller, caller_with_token
from api.games.creation import Visibility
from api.games.recording import BatchBody, EventBody, batch_body
from api.http.damage import each
from api.http.messages import (
    NDJSON,
    answer,
    body,
    conditional,
    expected_version,
    log_answer,
)
from api.http.openapi import Blueprint
from api.http.problems import wrong_version
from api.http.queries import LogQuery, PageQuery, VersionQuery, pagination, which, word
from api.leagues import chosen_games, league_access
from api.leagues.league_access import LeagueDocument, LeagueEnvelope, LeagueLog, look
from api.leagues.recording import LeagueBody, create, record, require_organizer
from api.paging import Page, Which, paged
from api.rest.games.archive import LINES
from api.rest.games.games import require_organizer as require_maker
from api.services import Services, services
from events import archive
from events.tables import streams
from projections.kit.common import Name, Payload
from projections.tables import leagues as table

blueprint = Blueprint("leagues", __name__, description="Leagues and their logs")


class LeagueChange(Payload, frozen=True, kw_only=True):
    """What of a league is to change: its name, who may see it."""

    name: Name | None = None
    visibility: Visibility | None = None


class LeaguesQuery(PageQuery):
    """Which leagues."""

    ruleset = word("Leagues that play this ruleset.")
    q = word("Words that the league's name contains.")


@blueprint.route("/leagues", methods=["POST"])
@blueprint.takes(LeagueBody)
@blueprint.answers(201, LeagueDocument, header="Location")
@blueprint.answers(200, LeagueDocument, "The same league was there already", header="Location")
@blueprint.refuses(409)
def make_league() -> Response:
    """Make a league

    Appends `LeagueCreated`. For admins, and for organizers whose token is for no league yet: they
    organize what they make.
    """
    asking = caller_with_token()
    require_maker(asking.role)
    seen, new = create(services(), asking, body(LeagueBody))
    place = {"Location": f"/api/v1/leagues/{seen.stream.id}"}
    return answer(league_access.document(seen), 201 if new else 200, place)


@blueprint.route("/leagues", methods=["GET"])
@blueprint.queries(LeaguesQuery)
@blueprint.answers(200, list[LeagueDocument], "A page of leagues by name; see X-Pagination")
def list_leagues(query: dict[str, Any]) -> Response:
    """Leagues that you may know of, by name"""
    page = found(services(), caller(), query, which(query))
    return answer(page.entries, headers=pagination(page))


def found(
    here: Services, asking: Caller, asked: dict[str, Any], which: Which
) -> Page[LeagueDocument]:
    """A page of leagues by name."""
    query = sa.select(table.c.league).join(streams, streams.c.id == table.c.league)
    if asked.get("ruleset"):
        query = query.where(table.c.ruleset == asked["ruleset"])
    for part in (asked.get("q") or "").lower().split():
        query = query.where(table.c.sought.contains(part, autoescape=True))
    by_name = table.c.sought, table.c.league
    queries = [query.where(seen) for seen in permissions.ways_to_see(asking)]
    with here.engine.connect() as connection:
        page = paged(connection, queries, by_name, which)
    ids = [row.league for row in page.entries]
    documents = each(
        ids, lambda league: league_access.document(league_access.look_as(here, asking, league))
    )
    return page.of(documents)


@blueprint.route("/leagues/<league:league>", methods=["GET"])
@blueprint.queries(VersionQuery)
@blueprint.answers(200, LeagueDocument)
@blueprint.answers(304)
def show_league(query: dict[str, Any], league: str) -> Response:
    """A league and its seasons"""
    seen = look(league, query["version"])
    return conditional(seen, lambda: answer(league_access.document(seen)))


@blueprint.route("/leagues/<league:league>", methods=["PATCH"])
@blueprint.takes(LeagueChange)
@blueprint.follows()
@blueprint.answers(200, LeagueDocument)
def change_league(league: str) -> Response:
    """Change a league's name, or who may see it

    Another name appends `LeagueRenamed`.
    """
    caller_with_token(league=league)
    seen = look(league)
    require_organizer(seen)
    wanted = body(LeagueChange)
    expected = expected_version(None, lambda: seen.version)
    if expected not in ("any", seen.version):
        wrong_version(league, seen.version, request.headers["If-Match"])
    if wanted.name is not None and wanted.name != seen.state.name:
        renamed = EventBody(type="LeagueRenamed", data={"name": wanted.name})
        record(seen, [renamed], seen.version)
    if wanted.visibility is not None:
        services().store.set_visibility(league, wanted.visibility)
    return answer(league_access.document(look(league)))


@blueprint.route("/leagues/<league:league>/events", methods=["POST"])
@blueprint.takes(BatchBody)
@blueprint.follows()
@blueprint.answers(201, LeagueLog, "All events as they are stored")
@blueprint.answers(200, LeagueLog, "The same events were stored already: a retry")
def record_league_events(league: str) -> Response:
    """Record what happens in a league

    All are appended or none; ids make a retry safe. The schema of an event's data is
    `league.<type>`. What refers to a season, team or fixture that is not there is refused.
    """
    caller_with_token(league=league)
    seen = look(league)
    require_organizer(seen)
    batch = batch_body()
    expected = expected_version(batch.expected_version, lambda: seen.stream.version)
    done = record(seen, batch.events, expected)
    stored = [league_access.envelope(seen.here, seen.asking, event) for event in done.events]
    return answer(LeagueLog(done.version, stored), 201 if done.fresh else 200)


@blueprint.route("/leagues/<league:league>/events", methods=["GET"])
@blueprint.queries(LogQuery)
@blueprint.answers(200, LeagueLog)
@blueprint.answers(200, LeagueEnvelope, media=NDJSON)
@blueprint.answers(304)
def read_league_events(query: dict[str, Any], league: str) -> Response:
    """A league's log as it was recorded (`audit`) or as it stands (`effective`)

    `after` is a version (`audit`) or a step (`effective`). With `Accept: application/x-ndjson` an
    envelope a line, to the end unless `limit` is given.
    """
    seen = look(league, query["version"])
    read = league_access.effective if query["view"] == "effective" else league_access.recorded
    return log_answer(
        seen, query, partial(read, seen), lambda events: LeagueLog(seen.version, events)
    )


@blueprint.route("/leagues/<league:league>/export", methods=["GET"])
@blueprint.answers(200, LINES, "The whole league", NDJSON, header="Content-Disposition")
@blueprint.answers(304)
def export_league(league: str) -> Response:
    """A league's whole log as JSON Lines, for `POST /import`

    A header, a line without a box, then an event a line. Its games are exported by themselves.
    """
    seen = look(league)

    def export() -> Response:
        shown = partial(chosen_games.data, seen.here, seen.asking)
        made = archive.export(seen.here.store, seen.stream, None, None, shown)
        name = f'attachment; filename="{league}.jsonl"'
        return Response(made, headers={"Content-Disposition": name}, content_type=NDJSON)

    return conditional(seen, export)
