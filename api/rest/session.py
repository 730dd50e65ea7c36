"""Signing in to the web app, and out of it."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlsplit

from flask import Response, request
from msgspec import Meta, Struct

from api.access import issuing, sessions
from api.access.callers import Caller, all_callers, caller_of
from api.http.messages import answer, body
from api.http.openapi import Blueprint
from api.http.problems import Problem
from api.schemas import Role
from api.services import services
from projections.kit.common import Payload

blueprint = Blueprint("session", __name__, description="The web app's session")

_SIGNED_IN = ("admin", "organizer")
_FORM = "application/x-www-form-urlencoded"


class SessionBody(Payload, frozen=True):
    """A token, or the one of a link: then `page` is the path that the link leads to."""

    token: Annotated[str, Meta(min_length=1, max_length=200)]
    page: Annotated[str, Meta(max_length=300)] | None = None


class SessionDocument(Struct, frozen=True):
    """What the token opens; `csrf` goes into X-CSRF-Token of writes with this session."""

    role: Role
    game: str | None
    seat: str | None
    csrf: str


@blueprint.route("/session", methods=["POST"])
@blueprint.takes(SessionBody)
@blueprint.answers(201, SessionDocument, "The cookie now holds the token, too")
@blueprint.answers(303, description="To the page `next` of a form", header="Location")
@blueprint.refuses(401, 403)
@blueprint.open()
def sign_in() -> Response:
    """Put a token into the session of this browser

    A form with `token` and `next` is answered with a redirect. The token of a link is taken only
    for the game, league or person whose `page` it opens, and stands behind those of who is signed
    in.
    """
    sessions.require_own_page()
    by_form = request.mimetype == _FORM
    wanted = SessionBody(request.form.get("token", "").strip()) if by_form else body(SessionBody)
    asking = _enter(wanted)
    if by_form:
        return Response(status=303, headers={"Location": _own_path(request.form.get("next", "/"))})
    assert asking.role is not None
    document = SessionDocument(asking.role, asking.game, asking.seat, sessions.csrf_token())
    return answer(document, 201)


def _enter(wanted: SessionBody) -> Caller:
    """Remembers a token, for a sign-in link the token of a session.

    Raises 401, and of links 403 for one that belongs to another page, 409 for one that signs in who
    is signed in already.
    """
    here, linked = services(), wanted.page is not None
    signed_in = next((one.role for one in all_callers() if one.role in _SIGNED_IN), None)
    asking = caller_of(wanted.token, here)
    if wanted.page is not None:
        _require_place(asking, wanted.page, signed_in)
    if asking is None:
        token = issuing.exchanged(here, wanted.token)
        asking = caller_of(token, here)
    else:
        token = wanted.token
    if asking is None:
        detail = "This token is unknown, used up, revoked or expired; ask for a new link."
        raise Problem(401, detail)
    sessions.remember(token, last=linked and signed_in is not None)
    return asking


def _require_place(asking: Caller | None, page: str, signed_in: str | None) -> None:
    """`asking` None: whoever the token of a sign-in link will be, if it is one."""
    kind, _, rest = page.removeprefix(request.script_root).strip("/").partition("/")
    if kind == "sign-in":
        if signed_in is not None:
            detail = f"You are signed in as {signed_in} already: sign out before you use this link."
            raise Problem(409, detail, "signed-in")
        return
    named = rest.partition("/")[0]
    opens = asking and {"games": asking.game, "leagues": asking.league, "people": asking.person}
    if asking is not None and (not opens or opens.get(kind) != named):
        raise Problem(403, "This token is not for this page: open the link as it was given to you.")


def _own_path(path: str) -> str:
    """A path of ours to go on to; anything else becomes the first page."""
    own = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if own and not urlsplit(path).netloc else "/"


@blueprint.route("/session", methods=["DELETE"])
@blueprint.answers(204, description="This browser holds no token any more")
@blueprint.refuses(403)
@blueprint.open()
def sign_out() -> Response:
    """End the session of this browser"""
    sessions.require_own_page()
    if cookie := request.cookies.get(sessions.SESSION):
        issuing.end_session(services(), cookie)
    sessions.forget()
    return Response(status=204)
