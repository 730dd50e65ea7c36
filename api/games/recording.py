"""Appending to a game: who may, what is refused, and the answer to a retry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated, Any

from flask import Response, after_this_request, has_request_context
from msgspec import Meta

from api.access import permissions
from api.access.callers import Caller
from api.access.fixture_rights import require_own_fixtures
from api.access.permissions import find_game, viewer
from api.access.seat_rights import require_own_seat
from api.append_cache import Policy
from api.games import serializers
from api.games.game_access import knowledge_of
from api.http.messages import json_body, read_as
from api.http.problems import Problem, unprocessable, wrong_version
from api.schemas import Moment, RefusedBy
from api.services import Services
from events.batch import LARGEST
from events.corrections import CORRECTIONS
from events.event import Draft
from events.store import (
    Appended,
    Deleted,
    Expected,
    IdReused,
    PartlyKnown,
    Refused,
    WrongVersion,
)
from projections.games import validation
from projections.games.endings import DECLARED
from projections.games.tape import Tape
from projections.kit.common import Payload
from projections.kit.ruleset import Finding
from workers.queue import News

LARGEST_BATCH = 1_000
ATTEMPTS = 20
"""How often a batch that needs judging is judged anew because others were faster."""


class EventBody(Payload, frozen=True, kw_only=True):
    """An event to be recorded. `id` makes a retry safe; `at` is when it happened."""

    type: Annotated[str, Meta(min_length=1, max_length=100)]
    data: dict[str, Any]
    seat: Annotated[str, Meta(min_length=1, max_length=40)] | None = None
    id: Annotated[str, Meta(max_length=36, extra_json_schema={"format": "uuid"})] | None = None
    at: Moment | None = None


class BatchBody(Payload, frozen=True, kw_only=True):
    """Up to 1,000 events to be recorded, all or none, after `expected_version`."""

    events: Annotated[list[EventBody], Meta(min_length=1)]
    expected_version: Annotated[int, Meta(ge=0, le=LARGEST)] | None = None


def batch_body() -> BatchBody:
    """The batch in the request's body. Raises 400, 413, 415 and 422."""
    value = json_body()
    events = value.get("events") if isinstance(value, dict) else None
    if isinstance(events, list) and len(events) > LARGEST_BATCH:
        detail = f"{len(events)} events are too many: send {LARGEST_BATCH} at a time."
        raise Problem(413, detail)
    return read_as(BatchBody, value)


def policy_for(here: Services, asking: Caller, game: str) -> Policy:
    """The policy of a game that the caller may record. Raises 403 and 404."""
    if not permissions.may_record(here, asking, game):
        find_game(here, asking, game)
        raise Problem(403, f"Your token does not record {game}; ask for its recorder link.")
    policy = here.append_cache.get(game)
    if policy is None:
        raise Problem(404, f"There is no game {game}; POST /api/v1/games makes one.")
    return policy


def append(
    here: Services,
    asking: Caller,
    game: str,
    events: Sequence[EventBody],
    expected: Expected,
) -> Appended:
    """Appends a batch, all or nothing, or answers a retry with what is stored.

    Raises 403 for another seat's events, 404, 409, 410 and 422.
    """
    policy = policy_for(here, asking, game)
    drafts = [draft_of(event) for event in events]
    corrects = any(draft.type in CORRECTIONS for draft in drafts)
    declares = any(draft.type in DECLARED for draft in drafts)
    before = here.tapes.get(game) if declares else None
    write = _Write(here, asking, game, policy, drafts, expected)
    try:
        with told_refusals(game):
            if corrects or policy.enforced or asking.seat is not None:
                done = write.judged()
            else:
                done = write.at_once()
    except Deleted:
        here.append_cache.forget(game)
        find_game(here, asking, game)
        raise
    if corrects:
        here.append_cache.forget(game)
    if done.fresh:
        if before is not None and before.ended:
            _note_reopened(here, before)
        announce(here, game, done.version)
    return done


def _note_reopened(here: Services, before: Tape) -> None:
    after = here.tapes.get(before.game)
    assert after is not None
    here.endings.note_reopened(before, after)


@contextmanager
def told_refusals(stream: str) -> Iterator[None]:
    """What the store refuses of a batch for a stream, as the problems that a client is told."""
    try:
        yield
    except IdReused as error:
        raise _known(error.known, "id-reused", "stored with other content") from None
    except PartlyKnown as error:
        raise _known(error.known, "partly-known", "stored already, the others are not") from None
    except WrongVersion as error:
        wrong_version(stream, error.version, error.expected)
    except Refused as error:
        raise unprocessable({"events": error.errors}) from None


def announce(here: Services, game: str, version: int) -> None:
    """Tells the watchers and wakes the referee: the log of `game` has reached `version`.

    Watchers are told when the answer is sent: hundreds of them do not keep the recorder waiting.
    """

    def tell() -> None:
        here.live.tell(News(game, version))
        here.queue.wake(game, version)

    if not has_request_context():
        tell()
        return

    @after_this_request
    def _when_sent(response: Response) -> Response:
        response.call_on_close(tell)
        return response


class _Write:
    """One batch on its way into a game."""

    def __init__(
        self,
        here: Services,
        asking: Caller,
        game: str,
        policy: Policy,
        drafts: Sequence[Draft],
        expected: Expected,
    ) -> None:
        self.here, self.asking, self.game = here, asking, game
        self.policy, self.drafts, self.expected = policy, drafts, expected

    def at_once(self) -> Appended:
        """Appends what needs no state to be judged."""
        errors = {
            index: found
            for index, draft in enumerate(self.drafts)
            if (found := validation.draft_errors(self.policy.rules, draft))
        }
        if errors:
            return self._again(unprocessable({"events": errors}))
        return self._store(self.expected)

    def judged(self) -> Appended:
        """Appends at the very version at which the batch was judged."""
        for _ in range(ATTEMPTS):
            tape = self.here.tapes.get(self.game)
            if tape is None:
                raise Deleted(self.game)
            require_own_seat(self.here, self.asking, tape, self.drafts)
            amendments = [d.data for d in self.drafts if d.type == "EventAmended"]
            require_own_fixtures(self.here, self.asking, tape.created.fixture, amendments)
            if refusal := self._refusal(tape):
                return self._again(refusal)
            try:
                return self._store(_at(tape.version, self.expected))
            except WrongVersion as error:
                if self.expected != "any":
                    raise WrongVersion(self.game, error.version, self.expected) from None
        raise Problem(503, f"Too many write to {self.game} at once; try again in a moment.")

    def _refusal(self, tape: Tape) -> Problem | None:
        if errors := validation.append_errors(tape, self.drafts, self.here.tapes):
            return unprocessable({"events": errors})
        if not self.policy.enforced:
            return None
        stream = find_game(self.here, self.asking, self.game)
        known = knowledge_of(self.here, stream, tape, viewer(self.here, self.asking, stream, tape))
        illegal = validation.illegal(known, self.drafts, self.here.tapes)
        return against_the_rules(illegal) if illegal else None

    def _store(self, expected: Expected) -> Appended:
        drafts = [validation.salted(self.policy.rules, draft) for draft in self.drafts]
        return self.here.store.append(
            self.game, drafts, recorded_by=self.asking.name, expected=expected
        )

    def _again(self, refusal: Problem) -> Appended:
        """The answer to a retry of what was stored when it was not refused yet; else the refusal.

        Nothing is written: the game's stream is there.
        """
        if any(draft.id is None for draft in self.drafts):
            raise refusal
        try:
            return self.here.store.append(
                self.game, self.drafts, recorded_by=self.asking.name, expected="no_stream"
            )
        except (WrongVersion, Refused):
            raise refusal from None


def against_the_rules(illegal: Sequence[tuple[int, Finding]]) -> Problem:
    """The 422 of an enforced game."""
    findings = refused_by(illegal)
    errors: dict[int, dict[str, list[str]]] = {}
    for found in findings:
        errors.setdefault(found.index, {"rules": []})["rules"].append(found.message)
    first = findings[0]
    detail = f"{first.message} ({first.citation})"
    return Problem(422, detail, "rules", errors={"events": errors}, findings=findings)


def refused_by(illegal: Sequence[tuple[int, Finding]]) -> list[RefusedBy]:
    """The findings for which events of a batch are refused, by their index in it."""
    return [RefusedBy(index, **serializers.said(finding)) for index, finding in illegal]


def _at(version: int, expected: Expected) -> Expected:
    """The version to append at: the judged one, or none where another is expected."""
    return version if expected in ("any", version) else "no_stream"


def draft_of(event: EventBody) -> Draft:
    """The draft that a body says."""
    return Draft(type=event.type, seat=event.seat, data=event.data, id=event.id, at=event.at)


def _known(ids: list[str], slug: str, why: str) -> Problem:
    """The 409 of a batch of whose ids some are in use."""
    return Problem(409, f"Of these ids some are {why}: {', '.join(ids)}.", slug, known=ids)
