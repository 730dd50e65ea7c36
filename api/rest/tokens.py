"""Bearer tokens and the links that carry them."""

from __future__ import annotations

from typing import Annotated, Any

from flask import Response
from msgspec import Meta

from api import access, documents
from api.auth import Caller, caller_with_token
from api.http import answer, body
from api.look import find
from api.openapi import Blueprint
from api.problems import Problem, not_found, unprocessable
from api.queries import PageQuery, pagination, word
from api.recording import Moment
from api.services import Services, services
from api.shapes import NewToken, TokenDocument
from api.tokens import Role, Token
from events import clock
from projections.kit.common import Payload, SeatId

blueprint = Blueprint("tokens", __name__, description="Tokens and links")


class TokenBody(Payload, frozen=True, kw_only=True):
    """A new token. `game` is needed for a recorder or spectator, `seat` is a recorder's."""

    role: Role
    game: Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,63}\Z")] | None = None
    seat: SeatId | None = None
    league: Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,63}\Z")] | None = None
    name: Annotated[str, Meta(min_length=1, max_length=200)] | None = None
    expires: Moment | None = None


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
    here, wanted = services(), body(TokenBody)
    asking = caller_with_token(wanted.game)
    _require_sense(here, asking, wanted)
    if not access.may_grant(here, asking, wanted.role, wanted.game, wanted.seat):
        raise Problem(403, f"You may not make such a token of role {wanted.role}.")
    token, secret = here.tokens.make(
        wanted.role,
        game=wanted.game,
        seat=wanted.seat,
        league=wanted.league,
        name=wanted.name,
        link=wanted.game is not None,
        expires_at=_expiry(wanted.expires),
        created_by=asking.token,
    )
    return answer(_new(token, secret), 201)


def _require_sense(here: Services, asking: Caller, wanted: TokenBody) -> None:
    for_game = wanted.role in ("recorder", "spectator")
    if for_game and wanted.game is None:
        raise unprocessable({"game": [f"A {wanted.role}'s token is for one game; name it."]})
    if not for_game and wanted.game is not None:
        raise unprocessable({"game": [f"An {wanted.role}'s token is for no single game."]})
    if wanted.seat is not None and wanted.role != "recorder":
        raise unprocessable({"seat": ["Only a recorder's token is for one seat."]})
    if wanted.league is not None and wanted.role != "organizer":
        raise unprocessable({"league": ["Only an organizer's token is for a league."]})
    if wanted.game is not None:
        find(here, asking, wanted.game)
        _require_seat(here, wanted.game, wanted.seat)


def _require_seat(here: Services, game: str, seat: str | None) -> None:
    tape = here.tapes.get(game)
    assert tape is not None
    seats = [seated.seat for seated in tape.created.seats]
    if seat is not None and seat not in seats:
        raise unprocessable({"seat": [f"{game} has the seats {', '.join(seats)}."]})


def _expiry(text: str | None) -> str | None:
    if text is None:
        return None
    try:
        moment = clock.utc(text)
    except ValueError as error:
        raise unprocessable({"expires": [str(error)]}) from None
    if moment <= clock.now():
        raise unprocessable({"expires": ["This lies in the past."]})
    return moment


def _new(token: Token, secret: str) -> NewToken:
    link = None
    if token.role == "recorder" and token.game is not None:
        link = documents.record_link(token.game, secret)
    elif token.game is not None:
        link = documents.address(f"/games/{token.game}#{secret}")
    return NewToken(
        id=token.id,
        token=secret,
        link=link,
        role=token.role,
        game=token.game,
        seat=token.seat,
        league=token.league,
        name=token.name,
        expires=token.expires_at,
    )


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
    mine = access.all_revocable(here, asking, query["game"])
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
    if not access.may_revoke(here, asking, found):
        raise Problem(403, f"Token {id} is not yours to end.")
    here.tokens.revoke(id)
    return Response(status=204)
