"""The outbox of webhooks: what is to be told is written in the transaction that made it so.

So nothing is told that did not happen, and nothing that happened is forgotten when a queue or a
receiver is away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.dialects import postgresql, sqlite

from events import clock
from events.tables import deliveries, tokens, webhooks

NoticeType = Literal["game.finished", "finding", "standings.changed"]


class Notice(Struct, frozen=True, kw_only=True):
    """Something that webhooks may be told: ids and public facts only.

    `cause` is one of its kind: a webhook is told each once. `stream` is the game or league that one
    must be allowed to see, `at` when it came to be so. With `changes` a notice is left out that
    says of `subject` what the webhook was told last.
    """

    type: NoticeType
    subject: str
    cause: str
    data: Mapping[str, Any]
    stream: str
    league: str | None
    at: str
    changes: bool = False


class Webhook(Struct, frozen=True):
    """Who is told what."""

    id: str
    url: str
    events: Sequence[NoticeType]
    league: str | None
    role: str
    created_by: str
    created_at: str


COLUMNS = [webhooks.c[name] for name in Webhook.__struct_fields__]


def webhook(row: Sequence[Any]) -> Webhook:
    """A row of COLUMNS as a value."""
    return msgspec.structs.replace(Webhook(*row), events=msgspec.json.decode(row[2]))


def valid(now: str) -> sa.ColumnElement[bool]:
    """The SQL condition on `webhooks` that the token which made it is still good."""
    ended = sa.or_(tokens.c.revoked_at.is_not(None), tokens.c.expires_at <= now)
    of_maker = sa.select(tokens.c.id).where(tokens.c.id == webhooks.c.created_by, ended)
    return sa.not_(sa.exists(of_maker.correlate(webhooks)))


def anybody(connection: sa.Connection) -> bool:
    """Whether there is any webhook."""
    return connection.execute(_ANYBODY).first() is not None


def listeners(connection: sa.Connection, league: str | None) -> list[Webhook]:
    """The webhooks that are to be told anything of what belongs to a league, or to none."""
    rows = connection.execute(_LISTENERS, {"now": clock.now(), "of": league})
    return [webhook(row) for row in rows]


MaySee = Callable[[sa.Connection, str, str, str], bool]
"""Whether the token of that id and role may know of a stream."""


def enqueue(
    connection: sa.Connection,
    told: Sequence[Webhook],
    notices: Iterable[Notice],
    may_see: MaySee,
) -> int:
    """Writes each notice into the outbox once for each webhook that asked for it and whose token
    may know of it; how many new."""
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    posted = 0
    for notice in notices:
        for one in told:
            if not _wants(one, notice):
                continue
            if not may_see(connection, one.created_by, one.role, notice.stream):
                continue
            if notice.changes and _last(connection, one, notice) == _plain(notice.data):
                continue
            row = _row(one, notice)
            statement = insert(deliveries).values(row).on_conflict_do_nothing()
            new = connection.execute(statement.returning(deliveries.c.id)).first()
            posted += new is not None
    return posted


def _wants(one: Webhook, notice: Notice) -> bool:
    """Also: what was so before somebody asked to be told is no news to him."""
    fits = one.league is None or one.league == notice.league
    return fits and notice.type in one.events and notice.at >= one.created_at


def _last(connection: sa.Connection, one: Webhook, notice: Notice) -> Any:
    query = (
        sa.select(deliveries.c.body)
        .where(
            deliveries.c.webhook == one.id,
            deliveries.c.event == notice.type,
            deliveries.c.subject == notice.subject,
        )
        .order_by(deliveries.c.created_at.desc(), deliveries.c.id.desc())
        .limit(1)
    )
    body = connection.scalar(query)
    return None if body is None else msgspec.json.decode(body)["data"]


def _plain(data: Mapping[str, Any]) -> Any:
    return msgspec.json.decode(msgspec.json.encode(dict(data)))


def _row(one: Webhook, notice: Notice) -> dict[str, Any]:
    body = {"type": notice.type, "timestamp": notice.at, "data": dict(notice.data)}
    now = clock.now()
    return {
        "id": clock.new_id(),
        "webhook": one.id,
        "event": notice.type,
        "subject": notice.subject,
        "cause": notice.cause,
        "body": msgspec.json.encode(body).decode(),
        "created_at": now,
        "attempts": 0,
        "tries": "[]",
        "due_at": now,
        "delivered_at": None,
    }


_ANYBODY = sa.select(webhooks.c.id).limit(1)
_LISTENERS = sa.select(*COLUMNS).where(
    sa.or_(webhooks.c.league.is_(None), webhooks.c.league == sa.bindparam("of")),
    valid(sa.bindparam("now", type_=sa.Text)),  # type: ignore[arg-type]
)
