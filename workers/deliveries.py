"""Sends what lies in the outbox: signed, each once, again and again until it is taken or given up.

Signatures follow the Standard Webhooks specification: `webhook-signature` is `v1,` and the base64
of the HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>`.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import cache
from queue import Queue
from threading import Lock, Thread
from typing import Any

import msgspec
import sqlalchemy as sa
import structlog
from msgspec import Struct
from sqlalchemy import Engine

from events.clock import stamp
from events.database import writing
from events.tables import deliveries, webhooks
from events.webhooks.outbox import valid
from events.webhooks.sealing import NotOpened, seal_of
from workers import http_sender

PAUSES = (30, 120, 480, 1_920, 7_680, 30_720, 122_880)
"""Seconds between an attempt and the next one; after the last of them a delivery is given up."""

LEASE = timedelta(seconds=60)
"""How long an attempt may take before another worker counts it as lost."""

AT_ONCE = 4
MOST = 200
"""Deliveries taken up in one go."""

SECRET_PREFIX = "whsec_"

_log = structlog.get_logger()

Now = Callable[[], datetime]


class Try(Struct, frozen=True, omit_defaults=True):
    """One attempt: the status of the answer, or why there was none."""

    at: str
    status: int | None = None
    error: str | None = None


def present() -> datetime:
    """The time."""
    return datetime.now(UTC)


def due(engine: Engine, now: Now = present) -> list[str]:
    """The deliveries to be attempted now, the longest due first."""
    query = sa.select(deliveries.c.id).where(deliveries.c.due_at <= stamp(now()))
    with engine.connect() as connection:
        return list(connection.scalars(query.order_by(deliveries.c.due_at).limit(MOST)))


def deliver(engine: Engine, delivery: str, *, anywhere: bool = False, now: Now = present) -> bool:
    """Makes one attempt at a delivery, if it is due and nobody else is at it; whether it was taken.

    Any status from 200 to 299 takes it.
    """
    row = _claim(engine, delivery, now())
    if row is None:
        return False
    began = now()
    try:
        secret = seal_of(engine).opened(row["secret"], row["webhook"])
        headers = signed(secret, delivery, int(began.timestamp()), row["body"].encode())
        status = http_sender.send(row["url"], row["body"].encode(), headers, anywhere=anywhere)
        made = Try(stamp(began), status=status)
    except (http_sender.NotSent, NotOpened) as error:
        made = Try(stamp(began), error=str(error))
    taken = made.status is not None and 200 <= made.status < 300
    _note(engine, row, made, taken, now())
    return taken


def signed(secret: str, delivery: str, timestamp: int, body: bytes) -> dict[str, str]:
    """The headers of a delivery. `timestamp` counts seconds since 1970."""
    key = base64.b64decode(secret.removeprefix(SECRET_PREFIX))
    content = f"{delivery}.{timestamp}.".encode() + body
    code = base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
    return {
        "Content-Type": "application/json",
        "User-Agent": "gametape",
        "webhook-id": delivery,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": f"v1,{code}",
    }


def _claim(engine: Engine, delivery: str, now: datetime) -> dict[str, Any] | None:
    """The delivery with its webhook, put off for as long as an attempt may take.

    What was made with a token that has ended is given up.
    """
    with writing(engine) as connection:
        query = (
            sa.select(deliveries, webhooks.c.url, webhooks.c.secret, valid(stamp(now)).label("ok"))
            .join(webhooks, webhooks.c.id == deliveries.c.webhook)
            .where(deliveries.c.id == delivery, deliveries.c.due_at <= stamp(now))
            .with_for_update(of=deliveries)
        )
        row = connection.execute(query).mappings().first()
        if row is None:
            return None
        put_off = {"due_at": stamp(now + LEASE), "attempts": row["attempts"] + 1}
        if not row["ok"]:
            put_off["due_at"] = None
        connection.execute(deliveries.update().where(deliveries.c.id == delivery).values(put_off))
    return {**row, **put_off} if row["ok"] else None


def _note(engine: Engine, row: dict[str, Any], made: Try, taken: bool, now: datetime) -> None:
    tries = [*msgspec.json.decode(row["tries"]), msgspec.to_builtins(made)]
    left = row["attempts"] <= len(PAUSES) and not taken
    pause = timedelta(seconds=PAUSES[row["attempts"] - 1]) if left else None
    noted = {
        "tries": msgspec.json.encode(tries).decode(),
        "due_at": None if pause is None else stamp(now + pause),
        "delivered_at": stamp(now) if taken else None,
    }
    with writing(engine) as connection:
        this = deliveries.c.id == row["id"], deliveries.c.attempts == row["attempts"]
        connection.execute(deliveries.update().where(*this).values(noted))


class Courier:
    """Makes attempts beside the referee, who must not wait for slow receivers."""

    def __init__(self, engine: Engine, *, anywhere: bool = False) -> None:
        """`anywhere`: also to private addresses."""
        self._engine = engine
        self._anywhere = anywhere
        self._orders: Queue[str] = Queue()
        self._taken: set[str] = set()
        self._lock = Lock()
        self._started = False

    def go(self) -> None:
        """Takes up everything that is due; returns at once."""
        with self._lock:
            new = [one for one in due(self._engine) if one not in self._taken]
            self._taken.update(new)
            if new and not self._started:
                self._started = True
                for _ in range(AT_ONCE):
                    # A daemon: whoever ends the process need not wait, the lease ends by itself.
                    Thread(target=self._carry_for_ever, name="courier", daemon=True).start()
        for delivery in new:
            self._orders.put(delivery)

    def finish(self) -> None:
        """Waits until all that was taken up has been attempted."""
        self._orders.join()

    def _carry_for_ever(self) -> None:
        while True:
            delivery = self._orders.get()
            try:
                deliver(self._engine, delivery, anywhere=self._anywhere)
            except Exception as error:
                _log.warning("delivery put off", delivery=delivery, error=repr(error))
            finally:
                with self._lock:
                    self._taken.discard(delivery)
                self._orders.task_done()


@cache
def courier(engine: Engine) -> Courier:
    """The courier of this process; GAMETAPE_PRIVATE_WEBHOOKS=1 lets him go anywhere."""
    return Courier(engine, anywhere=os.environ.get("GAMETAPE_PRIVATE_WEBHOOKS") == "1")
