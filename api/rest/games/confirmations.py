"""Who says that a game is over."""

from __future__ import annotations

from flask import Response

from api.access.callers import caller_with_token
from api.games import serializers
from api.games.confirming import ConfirmationBody, confirm, dispute
from api.games.game_access import look
from api.http.messages import answer, body
from api.http.openapi import Blueprint
from api.http.problems import unprocessable
from api.schemas import Header

blueprint = Blueprint("confirmations", __name__, description="The end of a game, confirmed")


@blueprint.route("/games/<game:game>/confirmations", methods=["POST"])
@blueprint.takes(ConfirmationBody)
@blueprint.answers(200, Header)
def confirm_end(game: str) -> Response:
    """Confirm how a game ended, or dispute it

    An end that the recorder of one seat alone brought about opens nobody's hand (`unconfirmed` in
    the header) until another side, an organizer or whoever records the whole game confirms it, here
    or by a `GameEnded` of their own, or a day has passed. What the rules bring about by what
    recorders of both sides recorded needs no confirmation.

    A side that disputes an end, with a `note` if it likes, stands in the header (`disputed`) until
    it confirms it or whoever records the whole game does; meanwhile an end that does not count yet
    comes to count by no day that passes.
    """
    caller_with_token(game)
    said = body(ConfirmationBody)
    if said.result == "disputed":
        dispute(look(game), said.note)
    elif said.note is not None:
        raise unprocessable({"note": ["A note says why an end is disputed; leave it out."]})
    else:
        confirm(look(game))
    return answer(serializers.header(look(game)))
