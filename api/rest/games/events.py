"""A game's log: appending to it, reading it."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Response

from api.access.callers import Caller, caller_with_token
from api.games import recording, serializers
from api.games.game_access import look, look_as
from api.games.recording import BatchBody, batch_body
from api.http.messages import NDJSON, answer, expected_version, log_answer
from api.http.metrics import metrics
from api.http.openapi import Blueprint
from api.http.queries import LogQuery
from api.schemas import Envelope, Log
from api.services import Services, services
from events.store import Appended

blueprint = Blueprint("events", __name__, description="The log of a game")


@blueprint.route("/games/<game:game>/events", methods=["POST"])
@blueprint.takes(BatchBody)
@blueprint.follows()
@blueprint.answers(201, Log, "All events as they are stored")
@blueprint.answers(200, Log, "The same events were stored already: a retry")
def record_events(game: str) -> Response:
    """Record events

    All are appended or none. Ids make a retry safe. Any type of the ruleset but `GameCreated`; the
    schema of its data is `<ruleset>.<type>`.
    """
    asking, here = caller_with_token(game), services()
    batch = batch_body()
    expected = expected_version(batch.expected_version, lambda: _present(here, game))
    done = recording.append(here, asking, game, batch.events, expected)
    if done.fresh:
        metrics().appended.inc(len(done.events))
    return answer(Log(done.version, _stored(here, asking, game, done)), 201 if done.fresh else 200)


def _present(here: Services, game: str) -> int:
    stream = here.store.stream(game)
    return 0 if stream is None else stream.version


def _stored(here: Services, asking: Caller, game: str, done: Appended) -> list[Envelope]:
    if asking.seat is None:
        return [serializers.enveloped(event) for event in done.events]
    seen = look_as(here, asking, game)
    return [serializers.envelope(seen, event) for event in done.events]


@blueprint.route("/games/<game:game>/events", methods=["GET"])
@blueprint.queries(LogQuery)
@blueprint.answers(200, Log)
@blueprint.answers(200, Envelope, media=NDJSON)
@blueprint.answers(304)
def read_events(query: dict[str, Any], game: str) -> Response:
    """The log as it was recorded (`audit`) or as it stands (`effective`)

    With `Accept: application/x-ndjson` an envelope a line, to the end unless `limit` is given.
    """
    seen = look(game, version=query["version"])
    read = serializers.effective if query["view"] == "effective" else serializers.recorded
    return log_answer(
        seen, query, partial(read, seen), lambda events: Log(seen.tape.version, events)
    )
