"""Who is asking: bearer tokens, and the web app's session that holds some."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hmac import compare_digest

from flask import g, request
from msgspec import Struct

from api.access.sessions import SESSION, forget_tokens, require_csrf, tokens_in, word_of
from api.http.problems import Problem
from api.services import Services, services
from api.tokens import Role, Token

_RANK: dict[Role | None, int] = {
    "admin": 4,
    "organizer": 3,
    "recorder": 2,
    "spectator": 1,
    "person": 0,
    None: 0,
}
_READING = ("GET", "HEAD", "OPTIONS")
_UNKNOWN = "This token is unknown, revoked or expired; ask for a new link."


class Caller(Struct, frozen=True):
    """Whoever asks. `token` is the id of the token, `role` None: somebody without one."""

    role: Role | None = None
    token: str | None = None
    game: str | None = None
    seat: str | None = None
    league: str | None = None
    person: str | None = None

    @property
    def name(self) -> str:
        """What `recorded_by` says."""
        return self.token or "nobody"


ANYBODY = Caller()
ADMIN = Caller(role="admin", token="admin")


def caller(game: str | None = None, league: str | None = None) -> Caller:
    """Who asks; of several tokens in a session the one that may do most, with that game or league.

    Raises 401 for an unknown token, 403 for a write from a session without its CSRF token.
    """
    found = _callers()
    if game is not None and len(found) > 1:
        league = services().leagues.of_game(game)
    return _strongest(found, game, league)


def caller_with_token(game: str | None = None, league: str | None = None) -> Caller:
    """As `caller`; raises 401 also where there is no token at all."""
    asking = caller(game, league)
    if asking.role is None:
        raise _unauthorized("This needs a token: send it as Authorization: Bearer <token>.")
    return asking


def all_callers() -> Sequence[Caller]:
    """Everybody as whom the present caller may ask: of each token in his session. Raises as
    `caller` does."""
    return _callers()


def caller_of(secret: str, here: Services) -> Caller | None:
    """Whoever holds this token; None: it is none."""
    admin = here.settings.admin_token
    if admin is not None and compare_digest(secret.encode(), admin.encode()):
        return ADMIN
    token = here.tokens.find(secret)
    return None if token is None or token.once else holder(token)


def holder(token: Token) -> Caller:
    """Whoever holds that token."""
    return Caller(token.role, token.id, token.game, token.seat, token.league, token.person)


def _callers() -> Sequence[Caller]:
    found: Sequence[Caller] | None = g.get("callers")
    if found is None:
        found = g.callers = _read_callers()
    return found


def _read_callers() -> Sequence[Caller]:
    header, cookie = request.headers.get("Authorization"), request.cookies.get(SESSION)
    found = _held(header, cookie, services())
    if found and cookie is not None and header is None and request.method not in _READING:
        require_csrf(cookie)
    return found


def _held(header: str | None, cookie: str | None, here: Services) -> Sequence[Caller]:
    """All that a request shows: the one of its header, else those of its session."""
    if header is not None:
        return [_bearer(header, here)]
    if cookie is None:
        return ()
    return [asking for secret in tokens_in(cookie) if (asking := caller_of(secret, here))]


def unknown_in_session() -> Sequence[str]:
    """The tokens in the session of the present request that never were any; they are put out of it.

    A token that has ended was somebody's: it is no guess.
    """
    cookie = request.cookies.get(SESSION)
    if cookie is None or "Authorization" in request.headers or "callers" not in g:
        return ()
    here, secrets = services(), tokens_in(cookie)
    if len(g.callers) == len(secrets):
        return ()
    unknown = [one for one in secrets if not (caller_of(one, here) or here.tokens.knew(one))]
    if unknown:
        forget_tokens(unknown)
    return unknown


def still(game: str) -> Callable[[], bool]:
    """Says from now on, whenever it is asked, whether the present caller is who he is now.

    He is not any more when his token was revoked or has expired, or his session is signed out.
    """
    here, now = services(), caller(game)
    header, cookie = request.headers.get("Authorization"), request.cookies.get(SESSION)

    def is_still() -> bool:
        if cookie is not None and header is None and here.tokens.is_signed_out(word_of(cookie)):
            return False
        try:
            found = _held(header, cookie, here)
        except Problem:
            return False
        return _strongest(found, game, here.leagues.of_game(game)) == now

    return is_still


def _bearer(header: str, here: Services) -> Caller:
    scheme, _, secret = header.partition(" ")
    if scheme.lower() != "bearer" or not secret.strip():
        raise _unauthorized("Send the token as Authorization: Bearer <token>.")
    found = caller_of(secret.strip(), here)
    if found is None:
        raise _unauthorized(_UNKNOWN)
    return found


def _strongest(callers: Sequence[Caller], game: str | None, league: str | None) -> Caller:
    def power(asking: Caller) -> tuple[bool, int, bool, bool]:
        # Of two recorders of a game the one without a seat may do more.
        fits = game is None or asking.game in (None, game)
        of_league = asking.league is not None and asking.league == league
        foreign = asking.league is not None and league is not None and not of_league
        rank = _RANK[asking.role]
        if game is not None and len(callers) > 1 and _is_strange(asking, game, league):
            rank = 0
        return fits and not foreign, rank, of_league, asking.seat is None

    return max(callers, key=power, default=ANYBODY)


def _is_strange(asking: Caller, game: str, league: str | None) -> bool:
    """Whether an organizer has nothing to do with a game, of which others may hold a link."""
    if asking.role != "organizer" or asking.token is None:
        return False
    here = services()
    if here.tokens.made_for(game, asking.token):
        return False
    if league is None:
        return True
    return asking.league != league and here.leagues.maker(league) != asking.token


def _unauthorized(detail: str) -> Problem:
    return Problem(401, detail)
