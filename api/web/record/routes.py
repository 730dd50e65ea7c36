"""The page of the recorder: the table at which a game is recorded."""

from __future__ import annotations

from flask import Blueprint, Response

from api.access.permissions import may_record
from api.access.sessions import csrf_token
from api.games import serializers
from api.games.game_access import look
from api.web.endings import ending
from api.web.frame import show, tell_problems
from api.web.panels import docks

record_pages = Blueprint("record_pages", __name__)
tell_problems(record_pages)


@record_pages.get("/games/<game:game>/record")
def table(game: str) -> Response:
    """The table of a game that is being recorded."""
    seen = look(game)
    may = may_record(seen.here, seen.asking, game)
    scene = serializers.scene(seen, seen.tape.steps)
    return show(
        "record/record.html",
        game=serializers.header(seen),
        rules=seen.tape.rules,
        scene=scene,
        docks=docks(scene, spots=("prompt",)),
        may=may,
        ending=ending(seen),
        seat=seen.asking.seat if may else None,
        strict=seen.tape.created.options.get("policy") == "enforce",
        csrf=csrf_token(),
    )
