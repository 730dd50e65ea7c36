"""Games: making them, finding them, their headers."""

from __future__ import annotations

from typing import Any

from flask import Response, request

from api.access.callers import caller, caller_with_token
from api.games import listing, serializers
from api.games.creation import GameBody, create
from api.games.deleting import delete
from api.games.game_access import look, look_as
from api.games.visibility import VisibilityBody, change
from api.http.damage import each
from api.http.messages import answer, body, conditional, expected_version
from api.http.openapi import Blueprint
from api.http.problems import Problem, wrong_version
from api.http.queries import PageQuery, pagination, which, word
from api.schemas import Header
from api.services import services

blueprint = Blueprint("games", __name__, description="Games and how they stand")


class GamesQuery(PageQuery):
    """Which games."""

    ruleset = word("Games of this ruleset.")
    status = word("Games that stand so.", choices=("setup", "playing", "ended", "abandoned"))
    league = word("Games of this league.")
    person = word("Games in which this person sat.")
    q = word("Words that the id, names or teams of the game contain.")


@blueprint.route("/games", methods=["POST"])
@blueprint.takes(GameBody)
@blueprint.answers(201, Header, "The game, with its links", header="Location")
@blueprint.answers(200, Header, "The same game was there already; new links", header="Location")
@blueprint.refuses(404, 409)
def make_game() -> Response:
    """Make a game

    Appends `GameCreated`. For admins and organizers. The links carry tokens that are shown only
    now.
    """
    asking = caller_with_token()
    require_organizer(asking.role)
    header, new = create(services(), asking, body(GameBody))
    place = {"Location": f"/api/v1/games/{header.id}"}
    return answer(header, 201 if new else 200, place)


def require_organizer(role: str | None) -> None:
    """Raises 403 for everybody but admins and organizers."""
    if role not in ("admin", "organizer"):
        raise Problem(403, "This is for admins and organizers; ask them for a token.")


@blueprint.route("/games", methods=["GET"])
@blueprint.queries(GamesQuery)
@blueprint.answers(200, list[Header], "A page of games, newest first; see X-Pagination")
def list_games(query: dict[str, Any]) -> Response:
    """Games that you may know of, newest first"""
    here = services()
    page = listing.games(here, caller(), query, which(query))
    headers = each(page.entries, lambda game: serializers.header(look_as(here, caller(game), game)))
    return answer(headers, headers=pagination(page))


@blueprint.route("/games/<game:game>", methods=["GET"])
@blueprint.answers(200, Header)
@blueprint.answers(304)
def show_game(game: str) -> Response:
    """A game's header"""
    seen = look(game)
    return conditional(seen, lambda: answer(serializers.header(seen)))


@blueprint.route("/games/<game:game>", methods=["PATCH"])
@blueprint.takes(VisibilityBody)
@blueprint.follows()
@blueprint.answers(200, Header)
def change_game(game: str) -> Response:
    """Change who may see a game

    Its branches are seen by no more than it is. Where fewer may see it, links to branches end that
    were made by who may not see it any more.
    """
    caller_with_token(game)
    seen = look(game)
    wanted = body(VisibilityBody)
    if expected_version(None, lambda: seen.now.version) not in ("any", seen.now.version):
        wrong_version(game, seen.now.version, request.headers["If-Match"])
    change(seen, wanted)
    return answer(serializers.header(look(game)))


@blueprint.route("/games/<game:game>", methods=["DELETE"])
@blueprint.answers(204, description="The game is gone")
def delete_game(game: str) -> Response:
    """Delete a game, for good

    For an admin and its organizer. What was recorded goes, with its what-if lines and its links;
    ids and hashes stay, so that the log can still be verified. Lists, tables and statistics leave
    it out, its id is not given again, and an export of it is not taken back.
    """
    caller_with_token(game)
    delete(look(game))
    return Response(status=204)
