"""A game as it is played: server-sent events."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, suppress
from functools import partial
from time import monotonic
from typing import Any

from flask import Response, request

from api.access.callers import Caller, caller, still
from api.games import serializers
from api.games.game_access import Seen, look_as
from api.http.messages import encoded
from api.http.openapi import Blueprint
from api.http.problems import Problem
from api.http.queries import Query, number
from api.live import HEARTBEAT, LATELY, LEAVING, Left, Watcher, latest
from api.schemas import Envelope
from api.services import Services, services
from events.damage import Unreadable
from workers.queue import News

EVENT_STREAM = "text/event-stream"
AT_ONCE = 500
"""Events told in one go to a watcher who has missed many."""

blueprint = Blueprint("live", __name__, description="Watching a game")


class LiveQuery(Query):
    """Where a watcher begins."""

    after = number("The version after which to begin; by default the present one.")


@blueprint.route("/games/<game:game>/live", methods=["GET"])
@blueprint.queries(LiveQuery)
@blueprint.answers(200, Envelope, "Server-sent events, each an envelope", EVENT_STREAM)
@blueprint.resumes()
def watch_game(query: dict[str, Any], game: str) -> Response:
    """Watch a game

    One event per appended event, its `id:` the version; resumes after `Last-Event-ID`, else after
    `after`, else at the present version. `event: checked` with `{checked_version}` says how far
    the referee has come. A comment line each 15 s says that the stream is there. It ends within
    seconds once the token was revoked or has expired, its session is signed out, or the game may
    not be seen any more.
    """
    here, asking = services(), caller(game)
    now = look_as(here, asking, game).now
    after = _resumed() if "Last-Event-ID" in request.headers else query["after"]
    address = request.remote_addr or ""
    if not here.live.has_room(address):
        raise Problem(
            503,
            "Too many watch games here now; try again in half a minute.",
            headers={"Retry-After": "30"},
        )
    watching = here.live.watch(game, address, request.environ.get(LEAVING))
    begin = now.version if after is None else after
    told = _told(here, asking, game, begin, still(game), watching)
    response = Response(told, mimetype=EVENT_STREAM)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _resumed() -> int:
    text = request.headers["Last-Event-ID"]
    if not text.isascii() or not text.isdecimal() or len(text) > 16:
        raise Problem(400, f"Last-Event-ID is the version of an event, not {text[:40]!r}.")
    return int(text)


def _told(
    here: Services,
    asking: Caller,
    game: str,
    after: int,
    is_still: Callable[[], bool],
    watching: AbstractContextManager[Watcher],
) -> Iterator[bytes]:
    """The stream of one watcher, until he leaves or may not see the game any more."""
    with suppress(Left), watching as watcher:
        yield b": welcome\n\n"
        heard = monotonic()
        while is_still():
            again = monotonic() + LATELY
            seen = here.live.lately((game, asking), partial(_look, here, asking, game))
            if seen is None:
                return
            news = [News(game, seen.now.version)]
            while news:
                reached = max((n.version or 0 for n in news), default=0)
                if reached > seen.now.version:
                    # What is new may have hidden again what lay open a moment ago.
                    key = (game, asking, reached)
                    seen = here.live.lately(key, partial(_look, here, asking, game))
                    if seen is None:
                        return
                for last, lines in _events(here, seen, after):
                    yield lines
                    after = last
                checked = max((n.checked_version or 0 for n in news), default=0)
                if checked:
                    yield b"event: checked\ndata: %b\n\n" % encoded({"checked_version": checked})
                left = again - monotonic()
                news = latest(watcher, left) if left > 0 else []
            if monotonic() - heard >= HEARTBEAT:
                heard = monotonic()
                yield b": still here\n\n"


def _look(here: Services, asking: Caller, game: str) -> Seen | None:
    """The game as the caller sees it now; None: he may not see it any more."""
    try:
        seen = look_as(here, asking, game)
    except (Problem, Unreadable):
        return None
    here.queue.look(game)
    return seen


def _events(here: Services, seen: Seen, after: int) -> Iterator[tuple[int, bytes]]:
    """What was appended after `after`, as far as the look goes, in pieces, each with its last
    version.

    Watchers who see the same are told the same bytes, made once: what is told of a game at one
    version depends on nothing but the viewer.
    """
    while after < seen.now.version:
        key = (seen.stream.id, seen.viewer, after, seen.now.version)
        last, lines = here.live.said(key, partial(_say, seen, after))
        if last == after:
            return
        yield last, lines
        after = last


def _say(seen: Seen, after: int) -> tuple[int, bytes]:
    lines = []
    for envelope in serializers.recorded(seen, after, AT_ONCE):
        lines.append(b"id: %d\ndata: %b\n\n" % (envelope.version, encoded(envelope)))
        after = envelope.version
    return after, b"".join(lines)
