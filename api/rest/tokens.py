"""Bearer tokens and the links that carry them."""

from __future__ import annotations

from typing import Any

from flask import Response

from api.access import issuing
from api.access.callers import caller_with_token
from api.http.messages import answer, body
from api.http.openapi import Blueprint
from api.http.problems import Problem
from api.http.queries import PageQuery, pagination, which, word
from api.schemas import NewToken, TokenDocument
from api.services import services

blueprint = Blueprint("tokens", __name__, description="Tokens and links")


class TokensQuery(PageQuery):
    """Which tokens."""

    game = word("Tokens for this game.")


@blueprint.route("/tokens", methods=["POST"])
@blueprint.takes(issuing.TokenBody)
@blueprint.answers(201, NewToken, "The token, shown only now")
@blueprint.refuses(404, 410)
def make_token() -> Response:
    """Make a token

    An admin makes any, whoever records a game recorder and spectator links for it.
    """
    wanted = body(issuing.TokenBody)
    asking = caller_with_token(wanted.game, wanted.league)
    return answer(issuing.grant(services(), asking, wanted), 201)


@blueprint.route("/tokens", methods=["GET"])
@blueprint.queries(TokensQuery)
@blueprint.answers(200, list[TokenDocument], "A page of tokens, newest first; see X-Pagination")
@blueprint.refuses(403)
def list_tokens(query: dict[str, Any]) -> Response:
    """The tokens that you may end, newest first

    All of them for an admin; for whoever records a game, with `game`, the links to it.
    """
    here, asking = services(), caller_with_token(query["game"])
    if asking.role == "spectator":
        raise Problem(403, "Tokens are listed for those who make them: admins, recorders.")
    page = issuing.listed(here, asking, query["game"], which(query))
    return answer(page.entries, headers=pagination(page))


@blueprint.route("/tokens/<token:id>", methods=["DELETE"])
@blueprint.answers(204, description="The token has ended, now")
def end_token(id: str) -> Response:
    """End a token"""
    issuing.end(services(), id)
    return Response(status=204)
