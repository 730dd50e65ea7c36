"""Reads from a replica of the database, never older than what the caller has written or seen.

A position is how far PostgreSQL's write-ahead log has come, in bytes: of everything that is kept,
not of events alone. Whoever calls, writes and changes what was read is served by the primary; what
the replica cannot answer, or answers with an error, the primary is asked, too.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from time import monotonic, sleep
from typing import Any

import psycopg
import structlog
from flask import Flask, Response, g, request
from sqlalchemy.exc import SQLAlchemyError

from api.http.contract import POSITION
from api.services import SERVICES, Services, on_replica
from events.database import Unusable, connect

NOW = "now"
"""What a request says that must see all that has been written by anybody."""

COOKIE = "gametape-position-"
"""What the names of the cookies begin with that tell pages' positions: the rest is the number.

Each write sets one of its own, so that of two answers that cross none takes the other's away.
"""

WAIT = 0.3
"""Seconds that a replica is waited for."""
LEFT_ALONE = 5.0
"""Seconds that a replica is not waited for that was too slow, and not asked that was away."""
FRESH = 2.0
"""How many seconds older than the primary any answer may be, as with tokens."""
COOKIE_SECONDS = 10
"""For longer than FRESH nobody needs to say what he has written."""

_READING = ("GET", "HEAD")
_FAILURES = (SQLAlchemyError, psycopg.Error)

_WRITTEN = "SELECT (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint"
_REPLAYED = "SELECT (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::bigint"
_DATABASE = "SELECT system_identifier::text || ' ' || current_database() FROM pg_control_system()"

_log = structlog.get_logger()


class Replica:
    """A replica beside its primary, and whether it may answer; safe for many threads."""

    def __init__(self, primary: Services, url: str) -> None:
        """`url` is that of the same database on a server in recovery.

        Raises Unusable for any other; one that is away is asked again later.
        """
        self.services = on_replica(primary, connect(url))
        self._ask, self._ask_primary = self.services.store.value, primary.store.value
        self._is_ours = False
        self._floor = (0, -FRESH)
        """A position that the primary had come to, and when that was: no answer is older."""
        self._away_until = self._slow_until = 0.0
        with suppress(*_FAILURES):
            self._require_ours()

    def reaches(self, asked: int | str) -> bool:
        """Whether the replica has come to a position, or NOW, and to where the primary lately was.

        Waits a little for it.
        """
        if monotonic() < self._away_until:
            return False
        wanted = self._wanted(asked)
        try:
            self._require_ours()
            return self._comes_to(wanted)
        except (Unusable, *_FAILURES) as error:
            self._away_until = monotonic() + LEFT_ALONE
            _log.warning("the replica is left alone", error=str(error), seconds=LEFT_ALONE)
            return False

    def replayed(self) -> int | None:
        """How far the replica has come; None: it never followed a primary."""
        found: int | None = self._ask(_REPLAYED)
        return found

    def written(self) -> int:
        """How far the primary has come."""
        return int(self._ask_primary(_WRITTEN))

    def _wanted(self, asked: int | str) -> int:
        position, since = self._floor
        now = monotonic()
        if asked == NOW or now - since > FRESH:
            position = self.written()
            self._floor = (position, now)
        return max(position, asked) if isinstance(asked, int) else position

    def _comes_to(self, wanted: int) -> bool:
        begun = monotonic()
        while (reached := self.replayed()) is not None and reached < wanted:
            now = monotonic()
            if now < self._slow_until:
                return False
            if now - begun > WAIT:
                self._slow_until = now + LEFT_ALONE
                return False
            sleep(0.005)
        return reached is not None

    def _require_ours(self) -> None:
        if self._is_ours:
            return
        if self._ask(_DATABASE) != self._ask_primary(_DATABASE):
            raise Unusable("GAMETAPE_REPLICA is no replica of the database in GAMETAPE_DATABASE")
        self._is_ours = True


def read_from(app: Flask, replica: Replica) -> None:
    """Has the replica answer what it may of the requests to `app`, and tells positions."""
    dispatch = app.dispatch_request

    def dispatch_request() -> Any:
        if not (_is_for_replica() and replica.reaches(_position_asked())):
            return dispatch()
        before = set(g)
        answer = _tried(app, replica, dispatch)
        if answer is not None:
            return answer
        for name in set(g) - before:  # nothing that the replica said stays
            g.pop(name)
        return dispatch()

    def tell(response: Response) -> Response:
        if request.endpoint is None or _is_aside(request.endpoint):
            return response
        with suppress(*_FAILURES):  # what is done is done, and answered
            position = replica.replayed() if SERVICES in g else replica.written()
            response.headers[POSITION] = str(position)
            if request.method not in _READING and "Authorization" not in request.headers:
                _remember(response, str(position))
        return response

    app.dispatch_request = dispatch_request  # type: ignore[method-assign]
    app.after_request(tell)


def _tried(app: Flask, replica: Replica, dispatch: Callable[[], Any]) -> Response | None:
    """What the replica answers; None: something may be there that it does not know yet."""
    g.setdefault(SERVICES, replica.services)
    try:
        response: Response = app.make_response(dispatch())
    except Exception:
        return None  # what is wrong with it, the primary tells
    return None if response.status_code >= 400 else response


def _is_for_replica() -> bool:
    """Whether a request only reads, and does not watch what comes: that the primary tells first."""
    endpoint = request.endpoint
    if request.method not in _READING or endpoint is None or _is_aside(endpoint):
        return False
    return not endpoint.startswith("live.")


def _is_aside(endpoint: str) -> bool:
    """Whether an endpoint has nothing to do with what is recorded."""
    return endpoint.endswith("static") or endpoint.startswith("health.")


def _position_asked() -> int | str:
    """The position that the answer must be of at least; what is none is taken for NOW."""
    told = [_position(name.removeprefix(COOKIE)) for name in _cookies()]
    if (header := request.headers.get(POSITION)) is not None:
        told.append(_position(header.strip()))
    known = [position for position in told if position is not None]
    return max(known, default=0) if known == told else NOW


def _cookies() -> list[str]:
    return [name for name in request.cookies if name.startswith(COOKIE)]


def _position(text: str) -> int | None:
    """The position that a client says; None: it is none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 20 else None


def _remember(response: Response, position: str) -> None:
    """Has the browser say the position for a while, and no lower one that it has said now."""
    response.set_cookie(
        COOKIE + position,
        "1",
        max_age=COOKIE_SECONDS,
        path="/",
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )
    for name in _cookies():
        said = _position(name.removeprefix(COOKIE))
        if said is None or said < int(position):
            response.delete_cookie(name, path="/")
