"""What would become of a game if more were recorded: nothing is appended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from api.access.callers import Caller
from api.access.seat_rights import require_own_seat
from api.append_cache import Policy
from api.games.game_access import Seen, look_as
from api.games.recording import EventBody, draft_of, policy_for, refused_by
from api.http.problems import unprocessable
from api.schemas import RefusedBy
from api.services import Services
from events.event import Draft
from projections.games import validation
from projections.games.tape import Tape
from projections.kit.common import Status
from projections.kit.finding import Viewer

MOST = 200
"""Changes that are told one by one; all are counted."""


class Told(Struct, frozen=True):
    """A step as it is told: the score after it, and what the referee says of it."""

    step: int
    text: str
    score: Any
    findings: list[str]


class Change(Struct, frozen=True):
    """What becomes of an event: `before` null: it is new; `after` null: it is gone."""

    version: int
    type: str
    seat: str | None
    before: Told | None
    after: Told | None


class Supposed(Struct, frozen=True):
    """A game as it would be: its last step, what would be refused, and the steps that change.

    `changed` counts all changes, of which the first 200 are listed.
    """

    version: int
    step: int
    status: Status
    score: Any
    refused: list[RefusedBy]
    changed: int
    changes: list[Change]


def supposed(here: Services, asking: Caller, game: str, events: Sequence[EventBody]) -> Supposed:
    """The game with the events recorded. Raises what recording them would, but for the rules."""
    policy = policy_for(here, asking, game)
    drafts = [draft_of(event) for event in events]
    seen = look_as(here, asking, game)
    now = seen.now
    require_own_seat(here, asking, now, drafts)
    if errors := validation.append_errors(now, drafts, here.tapes):
        raise unprocessable({"events": errors})
    then = seen.knowledge.supposing(here.tapes, validation.as_events(now.version, drafts))
    changes = sorted(_changes(now, then, seen.viewer), key=_place)
    view = then.rules.view(then.latest, seen.viewer)
    return Supposed(
        version=now.version,
        step=then.steps,
        status=view["status"],
        score=view["score"],
        refused=_refused(here, policy, drafts, seen),
        changed=len(changes),
        changes=changes[:MOST],
    )


def _refused(
    here: Services, policy: Policy, drafts: Sequence[Draft], seen: Seen
) -> list[RefusedBy]:
    """The findings for which an enforced game would refuse the events."""
    if not policy.enforced:
        return []
    return refused_by(validation.illegal(seen.knowledge, drafts, here.tapes))


def _changes(now: Tape, then: Tape, viewer: Viewer) -> Iterator[Change]:
    """The events of which something is told otherwise."""
    first = _first_difference(now, then)
    old = {now.event(n).version: n for n in range(first, now.steps + 1)}
    for step in range(first, then.steps + 1):
        event = then.event(step)
        was = old.pop(event.version, None)
        before = None if was is None else _told(now, was, viewer)
        after = _told(then, step, viewer)
        if before is None or _differ(before, after):
            yield Change(event.version, event.type, event.seat, before, after)
    for version, step in old.items():
        event = now.event(step)
        yield Change(version, event.type, event.seat, _told(now, step, viewer), None)


def _place(change: Change) -> tuple[int, bool]:
    """The step of a change; what is gone before what stands there now."""
    told = change.after or change.before
    assert told is not None
    return told.step, change.after is not None


def _first_difference(now: Tape, then: Tape) -> int:
    for step in range(1, min(now.steps, then.steps) + 1):
        old, new = now.event(step), then.event(step)
        if (old.version, old.amended_by) != (new.version, new.amended_by):
            return step
    return min(now.steps, then.steps) + 1


def _differ(before: Told, after: Told) -> bool:
    old = (before.text, before.score, before.findings)
    return old != (after.text, after.score, after.findings)


def _told(tape: Tape, step: int, viewer: Viewer) -> Told:
    rules, event = tape.rules, tape.event(step)
    before, after = tape.before(step), tape.state(step)
    found = [] if before is None else rules.check(before, event)
    return Told(
        step=step,
        text=rules.text(before, event, after, viewer),
        score=rules.view(after, viewer)["score"],
        findings=[finding.message for finding in found],
    )
