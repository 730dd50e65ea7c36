"""The webhooks of a caller, and the log of what they were sent."""

from __future__ import annotations

import base64
import secrets
from typing import Annotated, Any, Literal

import msgspec
import sqlalchemy as sa
from msgspec import Meta, Struct

from api.access import permissions
from api.access.callers import Caller
from api.http.problems import not_found, unprocessable
from api.paging import Page, Which, paged
from api.services import Services
from events import clock
from events.database import writing
from events.tables import deliveries, webhooks
from events.webhooks.destinations import LONGEST_URL, refusal
from events.webhooks.outbox import COLUMNS, NoticeType, Webhook, webhook
from events.webhooks.sealing import seal_of
from projections.kit.common import Payload, Time

MOST = 50
"""Webhooks that one token may have at a time; an admin's has no limit."""


State = Literal["waiting", "delivered", "given-up"]


class WebhookBody(Payload, frozen=True, kw_only=True):
    """A new webhook: what is sent where; with `league` only what belongs to that league."""

    url: Annotated[str, Meta(min_length=1, max_length=LONGEST_URL)]
    events: Annotated[list[NoticeType], Meta(min_length=1, max_length=3)]
    league: Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,63}\Z")] | None = None


class Attempt(Struct, frozen=True):
    """One attempt: the status of the answer, or why there was none."""

    at: Time
    status: int | None = None
    error: str | None = None


class Delivery(Struct, frozen=True):
    """Something a webhook is sent."""

    id: str
    event: NoticeType
    subject: str
    state: State
    body: Any
    attempts: list[Attempt]
    next_attempt_at: Time | None
    delivered_at: Time | None
    created_at: Time


def create(here: Services, asking: Caller, wanted: WebhookBody) -> tuple[Webhook, str]:
    """A new webhook of the caller's and its secret, which is shown only now. Raises 422."""
    if reason := refusal(wanted.url, anywhere=here.settings.private_webhooks):
        raise unprocessable({"url": [reason]})
    _require_league(here, asking, wanted.league)
    held = owned(here, asking, Which(size=1)).total
    if held >= MOST and asking.role != "admin":
        raise unprocessable({"_schema": [f"You have {held} webhooks already; end some first."]})
    assert asking.role is not None and asking.token is not None
    made = Webhook(
        id=clock.new_id(),
        url=wanted.url,
        events=list(dict.fromkeys(wanted.events)),
        league=wanted.league,
        role=asking.role,
        created_by=asking.token,
        created_at=clock.now(),
    )
    secret = "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()
    row = msgspec.structs.asdict(made) | {"events": msgspec.json.encode(made.events).decode()}
    sealed = seal_of(here.engine).closed(secret, made.id)
    with writing(here.engine) as connection:
        connection.execute(webhooks.insert().values(secret=sealed, **row))
    return made, secret


def _require_league(here: Services, asking: Caller, league: str | None) -> None:
    if league is None:
        return
    stream = here.store.stream(league)
    there = stream is not None and stream.kind == "league"
    if stream is None or not there or not permissions.may_see_league(here, asking, stream):
        raise unprocessable({"league": [f"There is no league {league} that you may see."]})


def owned(here: Services, asking: Caller, which: Which) -> Page[Webhook]:
    """A page of the webhooks that the caller made, an admin's list has all; newest first."""
    query = sa.select(*COLUMNS).where(_own(asking))
    newest = webhooks.c.created_at.desc(), webhooks.c.id.desc()
    with here.engine.connect() as connection:
        page = paged(connection, [query], newest, which)
    return page.of([webhook(row[: len(COLUMNS)]) for row in page.entries])


def find(here: Services, asking: Caller, wanted: str) -> Webhook:
    """A webhook of the caller's. Raises 404."""
    query = sa.select(*COLUMNS).where(webhooks.c.id == wanted, _own(asking))
    with here.engine.connect() as connection:
        row = connection.execute(query).first()
    if row is None:
        raise not_found(f"There is no webhook {wanted} of yours; GET /api/v1/webhooks lists them.")
    return webhook(row)


def end(here: Services, wanted: str) -> None:
    """Ends a webhook; what it had not been sent yet is not sent, and its log goes."""
    with writing(here.engine) as connection:
        connection.execute(deliveries.delete().where(deliveries.c.webhook == wanted))
        connection.execute(webhooks.delete().where(webhooks.c.id == wanted))


def log(here: Services, wanted: str, which: Which) -> Page[Delivery]:
    """A page of what a webhook was or will be sent, newest first."""
    query = sa.select(deliveries).where(deliveries.c.webhook == wanted)
    newest = deliveries.c.created_at.desc(), deliveries.c.id.desc()
    with here.engine.connect() as connection:
        page = paged(connection, [query], newest, which)
    return page.of([_delivery(row) for row in page.entries])


def _own(asking: Caller) -> sa.ColumnElement[bool]:
    return sa.true() if asking.role == "admin" else webhooks.c.created_by == asking.token


def _delivery(row: Any) -> Delivery:
    waiting = row.due_at is not None
    state: State = "delivered" if row.delivered_at else "waiting" if waiting else "given-up"
    return Delivery(
        id=row.id,
        event=row.event,
        subject=row.subject,
        state=state,
        body=msgspec.json.decode(row.body),
        attempts=msgspec.json.decode(row.tries, type=list[Attempt]),
        next_attempt_at=row.due_at,
        delivered_at=row.delivered_at,
        created_at=row.created_at,
    )
