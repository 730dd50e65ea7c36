"""Who says that a game is over."""

from __future__ import annotations

from flask import Response

from api.access.callers import caller_with_token
from api.games import serializers
from api.games.confirming import ConfirmationBody, confirm
from api.games.game_access import look
from api.http.messages import answer, body
from api.http.openapi import Blueprint
from api.schemas import Header

blueprint = Blueprint("confirmations", __name__, description="The end of a game, confirmed")


@blueprint.route("/games/<game:game>/confirmations", methods=["POST"])
@blueprint.takes(ConfirmationBody)
@blueprint.answers(200, Header)
def confirm_end(game: str) -> Response:
    """Confirm that a game is over

    An end that the recorder of one seat alone brought about opens nobody's hand (`unconfirmed` in
    the header) until another side, an organizer or whoever records the whole game confirms it, here
    or by a `GameEnded` of their own, or a day has passed. What the rules bring about by what
    recorders of both sides recorded needs no confirmation.
    """
    caller_with_token(game)
    body(ConfirmationBody)
    confirm(look(game))
    return answer(serializers.header(look(game)))
