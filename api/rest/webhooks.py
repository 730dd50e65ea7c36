"""Webhooks: being told what happens, and looking up what was told."""

from __future__ import annotations

from typing import Annotated, Any

from flask import Response
from msgspec import Meta, Struct

from api import webhooks
from api.access.callers import Caller, caller_with_token
from api.http.messages import answer, body
from api.http.openapi import Blueprint
from api.http.queries import PageQuery, pagination, which
from api.rest.games.games import require_organizer
from api.schemas import Uuid
from api.services import services
from api.webhooks import Delivery, WebhookBody
from events.webhooks.outbox import NoticeType, Webhook
from projections.kit.common import Time

blueprint = Blueprint("webhooks", __name__, description="Webhooks and what they are sent")


class WebhookDocument(Struct, frozen=True):
    """A webhook as it is listed: without its secret."""

    id: Uuid
    url: Annotated[str, Meta(extra_json_schema={"format": "uri"})]
    events: list[NoticeType]
    league: str | None
    created_by: str
    created_at: Time


class NewWebhook(WebhookDocument, frozen=True):
    """A new webhook with its secret, shown this once."""

    secret: str


@blueprint.route("/webhooks", methods=["POST"])
@blueprint.takes(WebhookBody)
@blueprint.answers(201, NewWebhook, "The webhook, its secret shown only now", header="Location")
def make_webhook() -> Response:
    """Make a webhook

    For admins and organizers. It tells what whoever makes it may see, from now on, and as long as
    his token is good: a game's end once for each result, each finding once, each change of a
    season's table.

    A delivery is a POST of `{type, timestamp, data}` that holds ids and public facts only. `data`
    of `game.finished` and `finding` has `game`, `ruleset`, `league`, `season` and `fixture`; the
    first also `status`, `score`, `result`, `outcomes` and `grade`, the second `version`, `rule`,
    `severity` and `citation`. That of `standings.changed` has `league`, `season` and `standings`.

    It is signed as the Standard Webhooks specification says: `webhook-signature` is `v1,` and the
    base64 of the HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>`; the key are the bytes
    that the secret holds in base64 after `whsec_`. Refuse old timestamps, and ids seen before.

    Answer with a status from 200 to 299 within 10 seconds; else it is sent again after 30 s, 2
    min, 8 min, ... for two days. Redirects are not followed; only public https addresses are
    called.
    """
    asking, here = caller_with_token(), services()
    require_organizer(asking.role)
    made, secret = webhooks.create(here, asking, body(WebhookBody))
    shown = _document(made)
    fields = {name: getattr(shown, name) for name in WebhookDocument.__struct_fields__}
    place = {"Location": f"/api/v1/webhooks/{made.id}"}
    return answer(NewWebhook(secret=secret, **fields), 201, place)


@blueprint.route("/webhooks", methods=["GET"])
@blueprint.queries(PageQuery)
@blueprint.answers(200, list[WebhookDocument], "A page, newest first; see X-Pagination")
@blueprint.refuses(403)
def list_webhooks(query: dict[str, Any]) -> Response:
    """Your webhooks, newest first; an admin sees all"""
    page = webhooks.owned(services(), _organizer(), which(query))
    return answer([_document(one) for one in page.entries], headers=pagination(page))


@blueprint.route("/webhooks/<webhook:webhook>", methods=["GET"])
@blueprint.answers(200, WebhookDocument)
@blueprint.refuses(403)
def show_webhook(webhook: str) -> Response:
    """A webhook"""
    return answer(_document(webhooks.find(services(), _organizer(), webhook)))


@blueprint.route("/webhooks/<webhook:webhook>", methods=["DELETE"])
@blueprint.answers(204, description="It has ended; nothing more is sent, and its log is gone")
def end_webhook(webhook: str) -> Response:
    """End a webhook"""
    here = services()
    webhooks.end(here, webhooks.find(here, _organizer(), webhook).id)
    return Response(status=204)


@blueprint.route("/webhooks/<webhook:webhook>/deliveries", methods=["GET"])
@blueprint.queries(PageQuery)
@blueprint.answers(200, list[Delivery], "A page, newest first; see X-Pagination")
@blueprint.refuses(403)
def list_deliveries(query: dict[str, Any], webhook: str) -> Response:
    """What a webhook was sent, and what is still to be sent, newest first"""
    here = services()
    found = webhooks.find(here, _organizer(), webhook)
    page = webhooks.log(here, found.id, which(query))
    return answer(page.entries, headers=pagination(page))


def _organizer() -> Caller:
    asking = caller_with_token()
    require_organizer(asking.role)
    return asking


def _document(one: Webhook) -> WebhookDocument:
    return WebhookDocument(
        id=one.id,
        url=one.url,
        events=list(one.events),
        league=one.league,
        created_by=one.created_by,
        created_at=one.created_at,
    )
