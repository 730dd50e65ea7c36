"""A game in words, a row for each step."""

from __future__ import annotations

from typing import Any

from flask import Response

from api.games import serializers
from api.games.game_access import look
from api.http.messages import answer, conditional
from api.http.openapi import Blueprint
from api.http.queries import LIMIT, RangeQuery, onward
from api.schemas import Timeline

blueprint = Blueprint("timeline", __name__, description="A game in words")


@blueprint.route("/games/<game:game>/timeline", methods=["GET"])
@blueprint.queries(RangeQuery)
@blueprint.answers(200, Timeline)
@blueprint.answers(304)
def show_timeline(query: dict[str, Any], game: str) -> Response:
    """The game in words, a row for each step after `after`"""
    seen = look(game)

    def make() -> Response:
        told = serializers.timeline(seen, query["after"], query["limit"] or LIMIT)
        response = answer(told)
        if told.rows and told.rows[-1].step < told.step:
            response.headers.update(onward(told.rows[-1].step))
        return response

    return conditional(seen, make)
