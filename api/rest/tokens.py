"""Bearer tokens and the links that carry them."""

from __future__ import annotations

from typing import Any

from flask import Response

from api.access import permissions
from api.access.callers import caller_with_token
from api.http.messages import answer, body
from api.http.openapi import Blueprint
from api.http.problems import Problem, not_found
from api.http.queries import PageQuery, pagination, word
from api.schemas import NewToken, TokenDocument
from api.services import services
from api.token_issuing import TokenBody, grant
from api.tokens import Token

blueprint = Blueprint("tokens", __name__, description="Tokens and links")


class TokensQuery(PageQuery):
    """Which tokens."""

    game = word("Tokens for this game.")


@blueprint.route("/tokens", methods=["POST"])
@blueprint.takes(TokenBody)
@blueprint.answers(201, NewToken, "The token, shown only now")
def make_token() -> Response:
    """Make a token

    An admin makes any, whoever records a game recorder and spectator links for it.
    """
    wanted = body(TokenBody)
    return answer(grant(services(), caller_with_token(wanted.game, wanted.league), wanted), 201)


@blueprint.route("/tokens", methods=["GET"])
@blueprint.queries(TokensQuery)
@blueprint.answers(200, list[TokenDocument], "A page of tokens, newest first; see X-Pagination")
def list_tokens(query: dict[str, Any]) -> Response:
    """The tokens that you may end, newest first

    All of them for an admin; for whoever records a game, with `game`, the links to it.
    """
    here, asking = services(), caller_with_token(query["game"])
    if asking.role == "spectator":
        raise Problem(403, "Tokens are listed for those who make them: admins, recorders.")
    mine = permissions.all_revocable(here, asking, query["game"])
    page, size, total = query["page"], query["page_size"], here.tokens.count(mine)
    found = here.tokens.list(mine, start=min((page - 1) * size, total), most=size)
    return answer([_listed(token) for token in found], headers=pagination(total, page, size))


def _listed(token: Token) -> TokenDocument:
    return TokenDocument(
        id=token.id,
        role=token.role,
        game=token.game,
        seat=token.seat,
        league=token.league,
        name=token.name,
        expires=token.expires_at,
        created_at=token.created_at,
        created_by=token.created_by,
        revoked_at=token.revoked_at,
    )


@blueprint.route("/tokens/<token:id>", methods=["DELETE"])
@blueprint.answers(204, description="The token has ended, now")
def end_token(id: str) -> Response:
    """End a token"""
    here = services()
    found = here.tokens.get(id)
    asking = caller_with_token(None if found is None else found.game)
    if found is None:
        raise not_found(f"There is no token {id}.")
    if not permissions.may_revoke(here, asking, found):
        raise Problem(403, f"Token {id} is not yours to end.")
    here.tokens.revoke(id)
    return Response(status=204)
