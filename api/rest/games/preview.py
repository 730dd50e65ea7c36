"""Before it is recorded: what would become of a game, and what a piece that is moved means."""

from __future__ import annotations

from typing import Annotated, Any

from flask import Response
from msgspec import Meta, Struct

from api.access.callers import caller_with_token
from api.games.game_access import look
from api.games.preview import Supposed, supposed
from api.games.recording import BatchBody, policy_for
from api.http.messages import answer, body
from api.http.openapi import Blueprint
from api.http.problems import unprocessable
from api.services import services
from projections.kit.common import Payload

SceneId = Annotated[str, Meta(min_length=1, max_length=200)]

blueprint = Blueprint("supposing", __name__, description="What recording something would mean")


class MoveBody(Payload, frozen=True):
    """A thing of the scene that lies at another place now."""

    item: SceneId
    to: SceneId


class Adjustment(Struct, frozen=True):
    """The event that says so."""

    type: str
    seat: str | None
    data: Any


@blueprint.route("/games/<game:game>/preview", methods=["POST"])
@blueprint.takes(BatchBody)
@blueprint.answers(200, Supposed)
def preview_events(game: str) -> Response:
    """What would change if these events were recorded

    Nothing is appended. For a correction: every later step that is then told otherwise, with its
    score and findings.
    """
    asking = caller_with_token(game)
    wanted = body(BatchBody)
    return answer(supposed(services(), asking, game, wanted.events))


@blueprint.route("/games/<game:game>/moved", methods=["POST"])
@blueprint.takes(MoveBody)
@blueprint.answers(200, Adjustment)
def read_move(game: str) -> Response:
    """The TableAdjusted that lays a thing of the scene at a place

    The event is not recorded. 422 where the ruleset knows no such move.
    """
    asking = caller_with_token(game)
    policy_for(services(), asking, game)
    wanted, tape = body(MoveBody), look(game).now
    data = tape.rules.moved(tape.latest, wanted.item, wanted.to)
    if data is None:
        raise unprocessable({"to": [f"{wanted.item} cannot be laid at {wanted.to}."]})
    return answer(Adjustment("TableAdjusted", None, data))
