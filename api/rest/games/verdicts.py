"""What the referee found in a game, and what was counted of it."""

from __future__ import annotations

from flask import Response

from api.games import serializers
from api.games.game_access import look
from api.http.messages import answer, conditional
from api.http.openapi import Blueprint
from api.schemas import Findings, Statistics

blueprint = Blueprint("verdicts", __name__, description="Findings and statistics of a game")


@blueprint.route("/games/<game:game>/findings", methods=["GET"])
@blueprint.answers(200, Findings)
@blueprint.answers(304)
def show_findings(game: str) -> Response:
    """What the referee found

    Above `checked_version` nothing is known yet.
    """
    seen = look(game)
    return conditional(seen, lambda: answer(serializers.all_findings(seen)))


@blueprint.route("/games/<game:game>/statistics", methods=["GET"])
@blueprint.answers(200, Statistics)
@blueprint.answers(304)
def show_statistics(game: str) -> Response:
    """The facts of a game summed up"""
    seen = look(game)
    return conditional(seen, lambda: answer(serializers.statistics(seen)))
