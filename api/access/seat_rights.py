"""What the recorder of one seat may record: the seat's events, notes, and corrections of these."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from api.access.callers import Caller
from api.http.problems import Problem
from api.services import Services
from events.drafts import plain_data
from events.event import Draft, Event
from projections.games.tape import Tape


class _Told(Struct, frozen=True):
    """An event of the log or of the batch."""

    type: str
    seat: str | None
    data: Any


def require_own_seat(here: Services, asking: Caller, tape: Tape, drafts: Sequence[Draft]) -> None:
    """Raises 403, naming the first event that is not this caller's to record."""
    if asking.seat is None:
        return
    batch = {tape.version + n: _told(draft) for n, draft in enumerate(drafts, 1)}
    recorded = here.tapes.recorded(tape)
    before = recorded.inherited.events if recorded.inherited else ()
    log = {event.version: _told(event) for event in [*before, *recorded.own]} | batch
    for index, version in enumerate(batch):
        if not _is_own(version, asking.seat, log):
            detail = (
                f"Your link records seat {asking.seat}: its own events, notes, and corrections of "
                f"these. Event {index} of the batch ({log[version].type}) is none of them."
            )
            raise Problem(403, detail)


def _told(event: Draft | Event) -> _Told:
    return _Told(event.type, event.seat, event.data)


def _is_own(version: int, seat: str, log: Mapping[int, _Told]) -> bool:
    told = log[version]
    match told.type:
        case "NoteAdded":
            return told.seat in (None, seat)
        case "EventInserted":
            return told.seat in (None, seat) and _puts_in_own(plain_data(told.data), seat)
        case "EventAmended" | "EventRetracted":
            target = plain_data(told.data).get("target")
            return told.seat in (None, seat) and (
                # A target that is not there is for the door to refuse.
                not isinstance(target, int)
                or target not in log
                or target >= version
                or _is_own(target, seat, log)
            )
    return told.seat == seat


def _puts_in_own(data: Mapping[str, Any], seat: str) -> bool:
    inner = data.get("seat")
    return inner == seat or (inner is None and data.get("type") == "NoteAdded")
