"""Signing in: tokens and one-time links become a session, a cookie that scripts cannot read."""

from __future__ import annotations

from flask import Response, redirect, render_template, request, url_for

from api.auth import Caller, caller_of
from api.problems import Problem
from api.services import Services, services
from api.session import csrf_token, forget, remember, require_own_page
from api.web.pages import pages

_REFUSED = "This token is unknown, revoked, expired or used already; ask for a new link."


@pages.get("/sign-in")
def sign_in() -> str:
    """A form for a token; a link's token stands in its fragment, which page.js sends."""
    return render_template("sign_in.html", place="sign-in", csrf=csrf_token(), refused=None)


@pages.post("/session")
def start_session() -> Response | tuple[str, int]:
    """Puts the token of the form into the session. A script is answered 204, else by a page."""
    require_own_page()
    signed_in = enter(services(), request.form.get("token", "").strip())
    by_script = request.accept_mimetypes.best == "application/json"
    if signed_in is None:
        if by_script:
            return Problem(401, _REFUSED).response()
        page = render_template("sign_in.html", place="sign-in", csrf=csrf_token(), refused=_REFUSED)
        return page, 401
    if by_script:
        return Response(status=204)
    if signed_in.game:
        return _see(url_for("pages.replay", game=signed_in.game))
    return _see(url_for("pages.home"))


@pages.post("/session/end")
def sign_out() -> Response:
    """Ends the session."""
    require_own_page()
    forget()
    return _see(url_for("pages.home"))


def enter(here: Services, secret: str) -> Caller | None:
    """Whoever holds this token, now remembered in the session; None: it is none.

    A one-time link is spent: a token of its role takes its place.
    """
    known = caller_of(secret, here)
    if known is not None:
        remember(secret)
        return known
    link = here.tokens.find(secret)
    if link is None or not link.once or not here.tokens.revoke(link.id):
        return None
    _, session = here.tokens.make(link.role, league=link.league, name=link.name, created_by=link.id)
    remember(session)
    return caller_of(session, here)


def _see(address: str) -> Response:
    response = redirect(address, 303)
    assert isinstance(response, Response)
    return response
