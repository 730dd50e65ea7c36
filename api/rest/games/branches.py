"""What if: games that leave another one at a step."""

from __future__ import annotations

from flask import Response, request

from api.access.callers import caller_with_token
from api.games import serializers
from api.games.creation import BranchBody, branch
from api.games.game_access import branches, look
from api.http.messages import answer, body, conditional, expected_version
from api.http.openapi import Blueprint
from api.http.problems import wrong_version
from api.schemas import Header

blueprint = Blueprint("branches", __name__, description="What-if lines of a game")


@blueprint.route("/games/<game:game>/branches", methods=["POST"])
@blueprint.takes(BranchBody)
@blueprint.follows()
@blueprint.answers(201, Header, "The branch, with its links", header="Location")
@blueprint.answers(200, Header, "The same branch was there already; new links", header="Location")
def make_branch(game: str) -> Response:
    """Branch off after a step

    A new game that shares the effective log up to `step`; the original never changes. For every
    token that sees the game as `all`.
    """
    caller_with_token(game)
    seen = look(game)
    wanted = body(BranchBody)
    if expected_version(None, lambda: seen.now.version) not in ("any", seen.now.version):
        wrong_version(game, seen.now.version, request.headers["If-Match"])
    header, new = branch(seen, wanted)
    return answer(header, 201 if new else 200, {"Location": f"/api/v1/games/{header.id}"})


@blueprint.route("/games/<game:game>/branches", methods=["GET"])
@blueprint.answers(200, list[Header])
@blueprint.answers(304)
def list_branches(game: str) -> Response:
    """The branches of a game that you may know of, by step"""
    seen = look(game)
    there = branches(seen)
    tags = [one.tag for one in there]
    return conditional(seen, lambda: answer([serializers.header(one) for one in there]), tags)
