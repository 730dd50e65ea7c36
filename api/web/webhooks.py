"""The pages of webhooks: making and ending them, and what each was sent."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Blueprint, Response, redirect, request, url_for
from msgspec import Struct

from api import webhooks
from api.access.callers import Caller, caller
from api.access.sessions import SESSION, csrf_token, require_csrf
from api.http.messages import read_as
from api.http.problems import Problem
from api.paging import Which
from api.services import services
from api.web.form_errors import Fault, faults
from api.web.frame import show, tell_problems
from api.webhooks import WebhookBody
from events.webhooks.outbox import Webhook

webhook_pages = Blueprint("webhook_pages", __name__)
tell_problems(webhook_pages)

TYPES = {
    "game.finished": "a game is over, or its result changed",
    "finding": "the referee finds something",
    "standings.changed": "the table of a season changed",
}

_LISTED = 100
_PAGE = 30


class Made(Struct, frozen=True):
    """A webhook that was just made, with its secret: it is shown this once."""

    webhook: Webhook
    secret: str


@webhook_pages.get("/webhooks")
def listed() -> Response:
    """The caller's webhooks, and a form for a new one."""
    return _list(_organizer())


@webhook_pages.post("/webhooks")
def make() -> Response:
    """Makes a webhook and shows its secret."""
    asking = _organizer(writes=True)
    form = request.form
    given = {
        "url": form.get("url", "").strip(),
        "events": form.getlist("events"),
        "league": form.get("league", "").strip() or None,
    }
    try:
        made = Made(*webhooks.create(services(), asking, read_as(WebhookBody, given)))
    except Problem as problem:
        if problem.status != 422:
            raise
        return _list(asking, refused=faults(problem))
    return _list(asking, made=made)


@webhook_pages.get("/webhooks/<webhook:webhook>")
def one(webhook: str) -> Response:
    """What a webhook was sent, and what is still to be sent."""
    here, asking = services(), _organizer()
    found = webhooks.find(here, asking, webhook)
    number = max(1, min(request.args.get("page", 1, type=int), 10**9))
    page = webhooks.log(here, found.id, Which(number, _PAGE))
    return show(
        "webhooks/webhook.html",
        place="webhooks",
        webhook=found,
        sent=page.entries,
        total=page.total,
        page=page,
        address=partial(url_for, "webhook_pages.one", webhook=found.id),
        csrf=csrf_token(),
    )


@webhook_pages.post("/webhooks/<webhook:webhook>/end")
def end(webhook: str) -> Any:
    """Ends a webhook."""
    here, asking = services(), _organizer(writes=True)
    webhooks.end(here, webhooks.find(here, asking, webhook).id)
    return redirect(url_for("webhook_pages.listed"), 303)


def _list(asking: Caller, made: Made | None = None, refused: list[Fault] | None = None) -> Response:
    page = webhooks.owned(services(), asking, Which(size=_LISTED))
    return show(
        "webhooks/webhooks.html",
        422 if refused else 200,
        place="webhooks",
        webhooks=page.entries,
        total=page.total,
        types=TYPES,
        made=made,
        given=request.form,
        chosen=request.form.getlist("events"),
        csrf=csrf_token(),
        faults=refused or [],
    )


def _organizer(*, writes: bool = False) -> Caller:
    """The caller, if he may have webhooks. Raises 403."""
    if writes:
        require_csrf(request.cookies.get(SESSION, ""))
    asking = caller()
    if asking.role not in ("admin", "organizer"):
        raise Problem(403, "Webhooks are for organizers; sign in as one.")
    return asking
