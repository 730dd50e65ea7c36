"""Tokens are made, exchanged, listed and ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec
import sqlalchemy as sa
from msgspec import Meta

from api.access import permissions
from api.access.callers import Caller, caller_with_token, holder
from api.access.links import link_of, links_to
from api.access.sessions import tokens_in, word_of
from api.http.problems import Problem, not_found, unprocessable
from api.paging import Page, Which
from api.schemas import Links, Moment, NewToken, TokenDocument
from api.services import Services
from api.tokens import Role, Token
from events import clock
from events.store import Stream
from events.tables import tokens
from projections.kit.common import Payload, SeatId

StreamId = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,63}\Z")]


class TokenBody(Payload, frozen=True, kw_only=True):
    """A new token. A recorder's is for a `game`, or a `seat` of it; a spectator's for a game or a
    `league`; an organizer's may be for one league. A person's is for what is kept about a `person`.
    """

    role: Role
    game: StreamId | None = None
    seat: SeatId | None = None
    league: StreamId | None = None
    person: Annotated[str, Meta(max_length=36)] | None = None
    name: Annotated[str, Meta(min_length=1, max_length=200)] | None = None
    expires: Moment | None = None


def grant(here: Services, asking: Caller, wanted: TokenBody) -> NewToken:
    """Makes a token for the caller; it is shown only now. Raises 403, 404 and 422."""
    _require_sense(here, asking, wanted)
    if not _may_grant(here, asking, wanted):
        raise Problem(403, f"You may not make such a token of role {wanted.role}.")
    require_league(here, wanted.league)
    expires = _expiry(wanted.expires)
    token, secret = here.tokens.make(
        wanted.role,
        game=wanted.game,
        seat=wanted.seat,
        league=wanted.league,
        name=wanted.name,
        link=wanted.game is not None,
        expires_at=expires,
        created_by=asking.token,
        person=wanted.person,
    )
    if expires is not None and token.expires_at != expires:
        here.tokens.revoke(token.id)
        said = f"Yours ends at {token.expires_at}: what you make with it lasts no longer."
        raise unprocessable({"expires": [said]})
    return _new(token, secret)


def require_league(here: Services, league: str | None) -> None:
    """Raises 422 for a league that is not there."""
    stream = None if league is None else here.store.stream(league)
    if league is not None and (stream is None or stream.kind != "league"):
        raise unprocessable({"league": [f"There is no league {league}; make it first."]})


def grant_links(here: Services, game: str, maker: str | None) -> tuple[Caller, Links]:
    """Makes a recorder's and a spectators' link for a game; the recorder, and the links."""
    row, recorder = here.tokens.make("recorder", game=game, link=True, created_by=maker)
    _, spectator = here.tokens.make("spectator", game=game, link=True, created_by=maker)
    return holder(row), links_to(game, recorder, spectator)


def exchanged(here: Services, given: str) -> str:
    """The token of a session for that of a sign-in link, which is then used up; else what it is."""
    return here.tokens.exchanged(given) or given


def listed(here: Services, asking: Caller, game: str | None, which: Which) -> Page[TokenDocument]:
    """A page of the tokens that the caller may end, newest first."""
    page = here.tokens.page(permissions.ways_to_revoke(here, asking, game), which)
    found = msgspec.convert(page.entries, list[TokenDocument], from_attributes=True)
    return page.of(found)


def open_links(here: Services, asking: Caller, game: str, most: int) -> list[TokenDocument]:
    """The links of a game that still open it, and that the caller may end, newest first."""
    mine = sa.or_(*permissions.ways_to_revoke(here, asking, game))
    still = tokens.c.expires_at.is_(None) | (tokens.c.expires_at > clock.now())
    found = here.tokens.list(mine, tokens.c.revoked_at.is_(None), still, most=most)
    return msgspec.convert(found, list[TokenDocument], from_attributes=True)


def end(here: Services, token_id: str, game: str | None = None) -> None:
    """Ends a token, one of `game` if that is named, now. Raises 404, and 403 for another's."""
    found = here.tokens.get(token_id)
    asking = caller_with_token(None if found is None else found.game)
    if found is None or game not in (None, found.game):
        raise not_found(f"There is no token {token_id} to end.")
    if not permissions.may_revoke(here, asking, found):
        raise Problem(403, "This token is not yours to end.")
    here.tokens.revoke(found.id)


def end_session(here: Services, cookie: str) -> None:
    """Ends a session and the tokens that were made for it alone; those of links stay."""
    here.tokens.sign_out(word_of(cookie), tokens_in(cookie))


def end_links_of_others(here: Services, game: str, parent: Stream) -> None:
    """Ends the links to a branch that were made by who may not know of its parent (any more)."""
    for token in here.tokens.list(tokens.c.game == game, tokens.c.revoked_at.is_(None)):
        maker = None if token.created_by is None else here.tokens.get(token.created_by)
        if maker is None or maker.game == game:
            continue
        if not permissions.may_see(here, holder(maker), parent):
            here.tokens.revoke(token.id)


def end_links_to(here: Services, games: Sequence[str]) -> None:
    """Ends every link to these games."""
    here.tokens.revoke_of(games)


def links_of_person(here: Services, person: str) -> list[Token]:
    """The links that somebody has, or had, for what is kept about himself, newest first."""
    return here.tokens.list(tokens.c.person == person)


def _require_sense(here: Services, asking: Caller, wanted: TokenBody) -> None:
    if (wanted.role == "person") != (wanted.person is not None):
        raise unprocessable({"person": ["A person's token is for one person, and no other is."]})
    if wanted.person is not None and here.people.get(wanted.person) is None:
        raise unprocessable({"person": [f"There is no person {wanted.person}."]})
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
        permissions.find_game(here, asking, wanted.game)
        _require_seat(here, wanted.game, wanted.seat)


def _may_grant(here: Services, asking: Caller, wanted: TokenBody) -> bool:
    if wanted.person is not None:
        return permissions.may_change_person(here, asking, wanted.person)
    return permissions.may_grant(here, asking, wanted.role, wanted.game, wanted.seat, wanted.league)


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
    return NewToken(
        id=token.id,
        token=secret,
        link=link_of(token, secret),
        role=token.role,
        game=token.game,
        seat=token.seat,
        league=token.league,
        person=token.person,
        name=token.name,
        expires=token.expires_at,
    )
