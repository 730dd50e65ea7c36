"""A whole game as JSON Lines, out of this installation and into it."""

from __future__ import annotations

from flask import Response, request

from api import importing
from api.access.callers import caller_with_token
from api.games.game_access import look
from api.http.messages import NDJSON, answer, conditional
from api.http.openapi import Blueprint, either
from api.http.problems import Problem
from api.leagues.league_access import LeagueDocument
from api.rest.games.games import require_organizer
from api.schemas import Header
from api.services import services
from events import archive

blueprint = Blueprint("archive", __name__, description="Export and import")

LINES = {"type": "string", "description": "JSON Lines: a header, the box, then an event a line"}
_IMPORTED = either(Header, LeagueDocument)
_NO_LINES = ("multipart/form-data", "text/html", "text/css", "application/xml", "text/xml")


@blueprint.route("/games/<game:game>/export", methods=["GET"])
@blueprint.answers(200, LINES, "The whole game", NDJSON, header="Content-Disposition")
@blueprint.answers(304)
def export_game(game: str) -> Response:
    """The whole game as JSON Lines

    A header, the box, then an event a line. What you may not see is redacted; such an export can
    be read and verified, not imported. Names of people, who may see the game, and its links are
    no events: they are left out.
    """
    seen = look(game)

    def export() -> Response:
        box = seen.now.box
        found = archive.export(seen.here.store, seen.stream, box.id, box.content, seen.data)
        name = f'attachment; filename="{game}.jsonl"'
        return Response(found, headers={"Content-Disposition": name}, content_type=NDJSON)

    return conditional(seen, export)


@blueprint.route("/import", methods=["POST"])
@blueprint.takes(LINES, NDJSON)
@blueprint.takes(LINES, "application/octet-stream")
@blueprint.answers(201, _IMPORTED, "The game, with its links, or the league", header="Location")
@blueprint.answers(200, _IMPORTED, "All of it was there already", header="Location")
@blueprint.refuses(400, 409)
def import_log() -> Response:
    """Take an export back

    Byte for byte, but for positions. For admins and organizers; leagues for admins alone. Refuses a
    broken chain, and a branch whose parent is not here. A game comes in `unlisted`, for who may
    see it is not in an export; neither are the names of people.
    """
    asking, here = caller_with_token(), services()
    require_organizer(asking.role)
    if request.mimetype.startswith(("image/", "audio/", "video/")) or request.mimetype in _NO_LINES:
        raise Problem(415, f"Send JSON Lines with Content-Type: {NDJSON}.")
    request.max_content_length = here.settings.largest_import
    made, new = importing.import_stream(here, asking, request.get_data(cache=False))
    where = "games" if isinstance(made, Header) else "leagues"
    return answer(made, 201 if new else 200, {"Location": f"/api/v1/{where}/{made.id}"})
