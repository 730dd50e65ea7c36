"""What other pages and printers take of a game: a step in a frame, the score sheet."""

from __future__ import annotations

from flask import Blueprint, Response, request
from msgspec.structs import replace

from api.access.callers import ANYBODY
from api.games import serializers
from api.games.game_access import look, look_as
from api.http import headers
from api.http.messages import compressed
from api.http.problems import Problem
from api.services import services
from api.web.frame import show, tell_problems
from api.web.replay.moves import blocks
from api.web.replay.stories import story
from api.web.sides import headline, scored
from projections.kit.drawing import svg

extracts = Blueprint("extracts", __name__)
tell_problems(extracts)

LONGEST = 160
"""Characters; a longer line (a creation, an adjusted table) is printed as its sentence only."""


@extracts.get("/games/<game:game>/<int:step>/embed")
def embed(game: str, step: int) -> Response:
    """A step to stand in the pages of others, who see what everybody may see."""
    try:
        seen = look_as(services(), ANYBODY, game)
        shown, told = seen.step(step), story(seen)
    except Problem as problem:
        return _framed(show("replay/embed.html", problem.status, problem=problem))
    scene, row = serializers.scene(seen, shown), told.summaries[shown - 1].row
    sides = [replace(side, score=scored(row.score, side.keys)) for side in told.sides]
    return _framed(
        show(
            "replay/embed.html",
            problem=None,
            story=told,
            game=told.header,
            board=svg.board(scene),
            title=headline(sides),
            row=row,
            step=shown,
            steps=len(told.summaries),
        )
    )


def _framed(response: Response) -> Response:
    response.headers["Content-Security-Policy"] = headers.FRAMED
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


@extracts.get("/games/<game:game>/sheet")
def sheet(game: str) -> Response:
    """The score sheet, to be read and printed."""
    seen = look(game, seat=request.args.get("seat"))
    told = story(seen)
    return show(
        "replay/sheet.html",
        place="games",
        story=told,
        game=told.header,
        address=f"/games/{game}",
        query=f"?seat={request.args['seat']}" if "seat" in request.args else "",
        longest=LONGEST,
        blocks=blocks(told.summaries, told.scene.seats, 1, len(told.summaries)),
    )


@extracts.get("/games/<game:game>/sheet.txt")
def sheet_text(game: str) -> Response:
    """The score sheet as text, an event a line, as it can be read again."""
    seen = look(game, seat=request.args.get("seat"))
    text = "".join(f"{summary.row.notation}\n" for summary in story(seen).summaries)
    response = Response(text, content_type="text/plain; charset=utf-8")
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Content-Disposition"] = f'inline; filename="{game}.txt"'
    response.vary.add("Cookie")
    return compressed(response)
