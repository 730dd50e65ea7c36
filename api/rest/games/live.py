"""A game as it is played: server-sent events."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from flask import Response, request

from api.access.callers import Caller, caller
from api.games import serializers
from api.games.game_access import look_as
from api.http.messages import encoded
from api.http.openapi import Blueprint
from api.http.problems import Problem
from api.http.queries import Query, number
from api.live import HEARTBEAT, latest
from api.schemas import Envelope
from api.services import Services, services
from projections.kit.ruleset import Viewer

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
def watch(query: dict[str, Any], game: str) -> Response:
    """Watch a game

    One event per appended event, its `id:` the version; resumes after `Last-Event-ID`, else after
    `after`, else at the present version. `event: checked` with `{checked_version}` says how far
    the referee has come. A comment line each 15 s says that the stream is there.
    """
    here, asking = services(), caller(game)
    now = look_as(here, asking, game).now
    after = _resumed() if "Last-Event-ID" in request.headers else query["after"]
    if not here.live.has_room():
        raise Problem(503, "Too many watch games here now; try again in half a minute.")
    told = _told(here, asking, game, now.version if after is None else after)
    response = Response(told, mimetype=EVENT_STREAM)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _resumed() -> int:
    text = request.headers["Last-Event-ID"]
    if not text.isascii() or not text.isdecimal() or len(text) > 16:
        raise Problem(400, f"Last-Event-ID is the version of an event, not {text[:40]!r}.")
    return int(text)


def _told(here: Services, asking: Caller, game: str, after: int) -> Iterator[bytes]:
    """The stream of one watcher, until he leaves or may not see the game any more."""
    with here.live.watch(game) as watcher:
        yield b": welcome\n\n"
        while True:
            try:
                seen = look_as(here, asking, game)
            except Problem:
                return
            viewer, known = seen.viewer, seen.now.version
            for last, lines in _events(here, asking, game, viewer, after, known):
                yield lines
                after = last
            news = latest(watcher, HEARTBEAT)
            while news:
                reached = max((n.version or 0 for n in news), default=0)
                for last, lines in _events(here, asking, game, viewer, after, reached):
                    yield lines
                    after = last
                checked = max((n.checked_version or 0 for n in news), default=0)
                if checked:
                    yield b"event: checked\ndata: %b\n\n" % encoded({"checked_version": checked})
                news = latest(watcher, HEARTBEAT)
            yield b": still here\n\n"


def _events(
    here: Services, asking: Caller, game: str, viewer: Viewer, after: int, version: int
) -> Iterator[tuple[int, bytes]]:
    """What was appended after `after` up to `version`, in pieces, each with its last version.

    Watchers who see the same are told the same bytes, made once.
    """
    while after < version:
        key = (game, viewer, after, version)
        last, lines = here.live.said(key, partial(_say, here, asking, game, after))
        if last == after:
            return
        yield last, lines
        after = last


def _say(here: Services, asking: Caller, game: str, after: int) -> tuple[int, bytes]:
    seen = look_as(here, asking, game)
    lines = []
    for envelope in serializers.recorded(seen, after, AT_ONCE):
        lines.append(b"id: %d\ndata: %b\n\n" % (envelope.version, encoded(envelope)))
        after = envelope.version
    return after, b"".join(lines)
