"""The page of a game's links: new ones as QR codes, and those that are still open."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, Response, redirect, request, url_for
from msgspec import Struct

from api.access import permissions
from api.access.issuing import TokenBody, grant, open_links
from api.access.issuing import end as end_link
from api.access.sessions import SESSION, csrf_token, require_csrf
from api.games import serializers
from api.games.deleting import delete
from api.games.game_access import Seen, look
from api.games.visibility import VisibilityBody, change, may_change
from api.http.messages import read_as
from api.http.problems import Problem
from api.schemas import NewToken, TokenDocument
from api.web.frame import show, tell_problems, word
from api.web.qr import qr_code
from projections.kit.drawing.markup import Markup

link_pages = Blueprint("link_pages", __name__)
tell_problems(link_pages)

LISTED = 100


class Offer(Struct, frozen=True):
    """A kind of link that the caller may make. `value`: `spectator`, or `recorder` and a seat."""

    value: str
    said: str
    more: str


class Made(Struct, frozen=True):
    """A link that was just made: it is shown this once."""

    said: str
    link: str
    code: Markup
    local: bool


@link_pages.get("/games/<game:game>/links")
def overview(game: str) -> Response:
    """What links there are, and a form for a new one."""
    return _page(_recorded(game))


@link_pages.post("/games/<game:game>/links")
def make(game: str) -> Response:
    """Makes a link and shows it as a QR code."""
    require_csrf(request.cookies.get(SESSION, ""))
    seen = _recorded(game)
    offers = {offer.value: offer for offer in _offers(seen)}
    chosen = offers.get(request.form.get("kind", ""))
    if chosen is None:
        raise Problem(403, "You may not make such a link; choose one of those on the page.")
    role, _, seat = chosen.value.partition(" ")
    name = word(request.form, "name")
    wanted = TokenBody(
        role="spectator" if role == "spectator" else "recorder",
        game=game,
        seat=seat or None,
        name=name or None,
    )
    return _page(seen, _made(chosen, grant(seen.here, seen.asking, wanted)))


@link_pages.post("/games/<game:game>/links/<token:id>/end")
def end(game: str, id: str) -> Any:
    """Ends a link."""
    require_csrf(request.cookies.get(SESSION, ""))
    end_link(_recorded(game).here, id, game)
    return redirect(url_for("link_pages.overview", game=game), 303)


@link_pages.post("/games/<game:game>/visibility")
def change_visibility(game: str) -> Any:
    """Changes who may see the game."""
    require_csrf(request.cookies.get(SESSION, ""))
    seen = _recorded(game)
    wanted = read_as(VisibilityBody, {"visibility": request.form.get("visibility")})
    change(seen, wanted)
    return redirect(url_for("link_pages.overview", game=game), 303)


@link_pages.post("/games/<game:game>/delete")
def delete_it(game: str) -> Any:
    """Deletes the game, once somebody says that he is sure."""
    require_csrf(request.cookies.get(SESSION, ""))
    seen = _recorded(game)
    if not request.form.get("sure"):
        raise Problem(422, "Say that you are sure: a game that was deleted does not come back.")
    delete(seen)
    return redirect(url_for("pages.games"), 303)


def _recorded(game: str) -> Seen:
    """The game, for whoever records it. Raises 403."""
    seen = look(game)
    if not permissions.may_record(seen.here, seen.asking, game):
        raise Problem(403, "Links of a game are made by those who record it.")
    return seen


def _page(seen: Seen, made: Made | None = None) -> Response:
    game = seen.stream.id
    return show(
        "record/links.html",
        place="games",
        csrf=csrf_token(),
        game=serializers.header(seen),
        names={seated.seat: seated.name for seated in seen.now.created.seats},
        offers=_offers(seen),
        made=made,
        open=_open(seen),
        may_open=may_change(seen),
        may_delete=permissions.may_delete(seen.here, seen.asking, game),
        address=f"/games/{game}",
    )


def _offers(seen: Seen) -> list[Offer]:
    asking = seen.asking
    found = [Offer("spectator", "Watch", "for everybody around the table, or at home")]
    if asking.seat is None:
        found.append(Offer("recorder", "Record", "everything, as you do"))
    for seated in seen.now.created.seats:
        if asking.seat in (None, seated.seat):
            more = "that seat's events and notes, and its corrections"
            found.append(Offer(f"recorder {seated.seat}", f"Record for {seated.name}", more))
    return found


def _open(seen: Seen) -> list[TokenDocument]:
    """The links that somebody else may hold."""
    found = open_links(seen.here, seen.asking, seen.stream.id, LISTED)
    return [link for link in found if link.id != seen.asking.token]


def _made(offer: Offer, token: NewToken) -> Made:
    link = token.link or ""
    return Made(offer.said, link, qr_code(link, f"QR code: {offer.said}"), _is_local(link))


def _is_local(link: str) -> bool:
    """Whether only this machine can open a link."""
    host = urlsplit(link).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
