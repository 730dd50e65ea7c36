"""The legal next events."""

from __future__ import annotations

from typing import Any

from flask import Response

from api.games import serializers
from api.games.game_access import look
from api.http.messages import answer, conditional
from api.http.openapi import Blueprint
from api.http.queries import ViewQuery, yes
from api.schemas import Options

blueprint = Blueprint("options", __name__, description="The legal next events")


class OptionsQuery(ViewQuery):
    """Options at a step."""

    lines = yes("Tell with each option that is complete its score-sheet line, as `line`.")


@blueprint.route("/games/<game:game>/options", methods=["GET"])
@blueprint.queries(OptionsQuery)
@blueprint.answers(200, Options)
@blueprint.answers(304)
@blueprint.refuses(403)
def show_options(query: dict[str, Any], game: str) -> Response:
    """The legal next events after a step"""
    seen = look(game, version=query["version"], seat=query["seat"])
    step = seen.step(query["step"])
    lines = query["lines"]
    return conditional(seen, lambda: answer(Options(serializers.options(seen, step, lines=lines))))
