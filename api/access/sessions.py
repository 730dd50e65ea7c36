"""The web app's session: a cookie that holds the tokens of the links a person has opened."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from hashlib import sha256
from hmac import compare_digest
from urllib.parse import quote, unquote, urlsplit

from flask import Response, g, request

from api.http.problems import Problem

SESSION = "gametape"
"""The cookie: a random word, then up to TOKENS tokens, joined by dots."""

FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
"""How browsers send forms: without files, with files."""

TOKENS = 24
DAYS = 60


def tokens_in(cookie: str) -> list[str]:
    """The tokens of a session, the latest first."""
    return [unquote(token) for token in cookie.split(".")[1:] if token]


def word_of(cookie: str) -> str:
    """The random word that tells a session from all others."""
    return cookie.split(".")[0]


def csrf_token() -> str:
    """What a page's forms and scripts send back (field `csrf` or header X-CSRF-Token).

    Whoever has no session yet gets an empty one with this answer.
    """
    return _csrf(_cookie_of_this_visit())


def require_csrf(cookie: str) -> None:
    """Raises 403 unless the request carries the CSRF token of the session."""
    given = request.headers.get("X-CSRF-Token")
    if given is None and request.mimetype in FORMS:
        given = request.form.get("csrf")
    if given is None or not compare_digest(given.encode(), _csrf(cookie).encode()):
        raise Problem(403, "This was not sent by a page of ours: reload it and try again.", "csrf")


def require_own_page() -> None:
    """Raises 403 when a browser says that the page of another site sends this request."""
    site = request.headers.get("Sec-Fetch-Site")
    origin = request.headers.get("Origin")
    if site in ("cross-site", "same-site") or (
        origin is not None and urlsplit(origin).netloc != request.host
    ):
        raise Problem(403, "This was sent by a page of another site.", "csrf")
    cookie = request.cookies.get(SESSION)
    if cookie is not None and tokens_in(cookie):
        require_csrf(cookie)


def remember(token: str, *, last: bool = False) -> None:
    """Puts a token into the session with this answer; `last`: behind all that are in it."""
    others = [other for other in tokens_in(_cookie_of_this_visit()) if other != token]
    _hold([*others[: TOKENS - 1], token] if last else [token, *others])


def forget_tokens(gone: Collection[str]) -> None:
    """Puts tokens out of the session with this answer, unless it is written anew already."""
    if "new_session" not in g:
        _hold([one for one in tokens_in(_cookie_of_this_visit()) if one not in gone])


def _hold(held: Sequence[str]) -> None:
    # The installation's own token may be any string, also one with dots.
    written = [quote(one, safe="").replace(".", "%2E") for one in held[:TOKENS]]
    g.new_session = ".".join([word_of(_cookie_of_this_visit()), *written])


def forget() -> None:
    """Ends the session with this answer."""
    g.new_session = ""


def write_cookie(response: Response) -> Response:
    """Sends the session back where it has changed."""
    cookie: str | None = g.get("new_session")
    if cookie == "":
        response.delete_cookie(SESSION, path="/")
    elif cookie is not None:
        response.set_cookie(
            SESSION,
            cookie,
            max_age=DAYS * 86_400,
            path="/",
            secure=request.is_secure,
            httponly=True,
            samesite="Lax",
        )
    return response


def _cookie_of_this_visit() -> str:
    cookie: str | None = g.get("new_session") or request.cookies.get(SESSION)
    if cookie is None:
        cookie = g.new_session = secrets.token_urlsafe(18)
    return cookie


def _csrf(cookie: str) -> str:
    return sha256(f"csrf {word_of(cookie)}".encode()).hexdigest()[:32]
