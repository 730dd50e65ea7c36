"""A game as its first document and a patch for each step."""

from __future__ import annotations

from typing import Any

from flask import Response

from api.games import serializers
from api.games.game_access import look
from api.http.messages import answer, conditional
from api.http.openapi import Blueprint
from api.http.problems import unprocessable
from api.http.queries import SeatQuery, number, word

blueprint = Blueprint("replay", __name__, description="Steps as patches")

_PATCHES = {"type": "array", "items": {"type": "array", "items": {"type": "object"}}}
_REPLAY = {
    "type": "object",
    "required": ["from", "to", "patches"],
    "properties": {
        "from": {"type": "integer"},
        "to": {"type": "integer"},
        "state": {"type": "object"},
        "scene": {"type": "object"},
        "patches": _PATCHES,
    },
}


class ReplayQuery(SeatQuery):
    """Which document, from where to where."""

    of = word("The state view or the drawing.", "state", ("state", "scene"))
    first = number("The step of the whole document.", 1, name="from")
    last = number("The step of the last patch; left out: the last.", name="to")


@blueprint.route("/games/<game:game>/replay", methods=["GET"])
@blueprint.queries(ReplayQuery)
@blueprint.answers(200, _REPLAY, "The document at `from`, then a patch (RFC 6902) for each step")
@blueprint.answers(304)
@blueprint.refuses(403)
def show_replay(query: dict[str, Any], game: str) -> Response:
    """The document at a step, and patches for those after it"""
    seen = look(game, version=query["version"], seat=query["seat"])
    first, last = seen.step(query["first"]), seen.step(query["last"])
    if last < first:
        raise unprocessable({"to": [f"Must not lie before step {first}."]})
    return conditional(seen, lambda: answer(serializers.patches(seen, query["of"], first, last)))
