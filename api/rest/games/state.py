"""How a game stands at a step."""

from __future__ import annotations

from typing import Any

from flask import Response

from api.games import serializers
from api.games.game_access import look
from api.http.messages import answer, conditional
from api.http.openapi import Blueprint
from api.http.queries import ViewQuery

blueprint = Blueprint("state", __name__, description="The position at a step")


@blueprint.route("/games/<game:game>/state", methods=["GET"])
@blueprint.queries(ViewQuery)
@blueprint.answers(200, {"type": "object"}, "The view, as the ruleset's text says")
@blueprint.answers(304)
@blueprint.refuses(403)
def show_state(query: dict[str, Any], game: str) -> Response:
    """The state view at a step

    For your own viewer or, with `seat`, as that seat or `public` sees it.
    """
    seen = look(game, version=query["version"], seat=query["seat"])
    step = seen.step(query["step"])
    return conditional(seen, lambda: answer(serializers.state(seen, step)))
