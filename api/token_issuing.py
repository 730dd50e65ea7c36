"""Making tokens and the links that carry them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from api.access import permissions
from api.access.callers import Caller
from api.games import serializers
from api.games.game_access import find
from api.games.recording import Moment
from api.http.problems import Problem, unprocessable
from api.schemas import NewToken
from api.services import Services
from api.tokens import Role, Token
from events import clock
from projections.kit.common import Payload, SeatId


class TokenBody(Payload, frozen=True, kw_only=True):
    """A new token. A recorder's is for a `game`, or a `seat` of it; a spectator's for a game or a
    `league`; an organizer's may be for one league.
    """

    role: Role
    game: Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,63}\Z")] | None = None
    seat: SeatId | None = None
    league: Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,63}\Z")] | None = None
    name: Annotated[str, Meta(min_length=1, max_length=200)] | None = None
    expires: Moment | None = None


def grant(here: Services, asking: Caller, wanted: TokenBody) -> NewToken:
    """Makes a token for the caller; it is shown only now. Raises 403, 404 and 422."""
    _require_sense(here, asking, wanted)
    if not permissions.may_grant(
        here, asking, wanted.role, wanted.game, wanted.seat, wanted.league
    ):
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
    return _new(token, secret)


def _require_sense(here: Services, asking: Caller, wanted: TokenBody) -> None:
    for_game = wanted.role in ("recorder", "spectator")
    for_league = wanted.role == "spectator" and wanted.league is not None
    if for_game and wanted.game is None and not for_league:
        raise unprocessable({"game": [f"A {wanted.role}'s token is for one game; name it."]})
    if not for_game and wanted.game is not None:
        raise unprocessable({"game": [f"An {wanted.role}'s token is for no single game."]})
    if wanted.seat is not None and wanted.role != "recorder":
        raise unprocessable({"seat": ["Only a recorder's token is for one seat."]})
    if for_league and wanted.game is not None:
        raise unprocessable({"league": ["A spectator's token is for a game or for a league."]})
    if wanted.league is not None and wanted.role not in ("organizer", "spectator"):
        raise unprocessable({"league": ["Only organizers and spectators have a league."]})
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
        link = serializers.record_link(token.game, secret)
    elif token.game is not None:
        link = serializers.address(f"/games/{token.game}#{secret}")
    elif token.league is not None:
        link = serializers.address(f"/leagues/{token.league}#{secret}")
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
