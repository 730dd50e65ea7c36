"""The position as a picture, to be embedded anywhere."""

from __future__ import annotations

from typing import Any

from flask import Response

from api.games import serializers
from api.games.game_access import look
from api.http.messages import compressed, conditional
from api.http.openapi import Blueprint
from api.http.queries import ViewQuery
from projections.kit.drawing.svg import render

SVG = "image/svg+xml"

blueprint = Blueprint("picture", __name__, description="The position as a picture")


@blueprint.route("/games/<game:game>/board.svg", methods=["GET"])
@blueprint.queries(ViewQuery)
@blueprint.answers(200, {"type": "string"}, "The picture", SVG)
@blueprint.answers(304)
@blueprint.refuses(403)
def show_picture(query: dict[str, Any], game: str) -> Response:
    """The position at a step as SVG"""
    seen = look(game, version=query["version"], seat=query["seat"])
    step = seen.step(query["step"])

    def picture() -> Response:
        drawn = Response(render(serializers.scene(seen, step)), content_type=SVG)
        drawn.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        return compressed(drawn)

    return conditional(seen, picture)
