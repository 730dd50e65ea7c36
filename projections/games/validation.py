"""What a game refuses to append: payloads against their schemas, corrections against the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from events import corrections
from events.event import Draft, Event
from projections.games.knowledge import Knowledge
from projections.games.tape import Recorded, Tape, Tapes, extend
from projections.kit import replay
from projections.kit.box import Box, components
from projections.kit.common import GameCreated
from projections.kit.ruleset import Errors, Finding, Ruleset
from projections.kit.schema import errors_in, has_private

SEAT_LENGTH = 40

_NAMELESS = "A seat needs a name, or the id of the person who sits there."


def creation_errors(rules: Ruleset[Any], data: Any, parts: Any) -> Errors:
    """Every error of a GameCreated's data for a box (`parts`: of the ruleset's box type)."""
    errors = errors_in(rules.payloads["GameCreated"], data)
    if errors:
        return errors
    if option_errors := _option_errors(rules, data.get("options", {})):
        return {"options": option_errors}
    given = msgspec.convert(data, GameCreated)
    if nameless := [n for n, s in enumerate(given.seats) if not s.name and s.person is None]:
        return {"seats": {n: {"name": [_NAMELESS]} for n in nameless}}
    created = replay.completed(rules, given, parts)
    seats = tuple(seat.seat for seat in created.seats)
    if seats not in [tuple(seating) for seating in rules.seatings]:
        admitted = " or ".join(", ".join(seating) for seating in rules.seatings)
        return {"seats": [f"Must be {admitted}, in this order."]}
    return rules.admits(created, parts)


def _option_errors(rules: Ruleset[Any], options: Mapping[str, Any]) -> Errors:
    settings = {k: v for k, v in options.items() if k not in ("policy", "rulings")}
    errors = errors_in(rules.settings, settings)
    if options.get("policy", "record") not in ("record", "enforce"):
        errors["policy"] = ["Must be one of: record, enforce."]
    rulings = options.get("rulings") or {}
    if not isinstance(rulings, Mapping):
        errors["rulings"] = ["Must be an object."]
    elif refused := rules.rulebook.refusals(rulings):
        errors["rulings"] = refused
    return errors


def append_errors(tape: Tape, drafts: Sequence[Draft], tapes: Tapes) -> dict[int, Errors]:
    """What is wrong with a batch for this game, by its index in the batch; empty: nothing."""
    if any(draft.type in corrections.CORRECTIONS for draft in drafts):
        return log_errors(tape.rules, tape.box, tapes.recorded(tape), drafts)
    return log_errors(tape.rules, tape.box, Recorded((), None), drafts)


def log_errors(
    rules: Ruleset[Any], box: Box, recorded: Recorded, drafts: Sequence[Draft]
) -> dict[int, Errors]:
    """What is wrong with drafts that follow a recorded log (of which only corrections need any)."""
    errors: dict[int, Errors] = {}
    for index, draft in enumerate(drafts):
        if found := draft_errors(rules, draft):
            errors[index] = found
    if errors or not any(d.type in corrections.CORRECTIONS for d in drafts):
        return errors
    return _correction_errors(rules, box, recorded, drafts)


def draft_errors(rules: Ruleset[Any], draft: Draft) -> Errors:
    """What is wrong with a draft by its type and payload alone, whatever the game's state."""
    if draft.type == "GameCreated":
        return {"type": ["GameCreated comes first and once; POST /games appends it."]}
    payload = rules.payloads.get(draft.type)
    if payload is None:
        return {"type": [f"{rules.name} has no event type {draft.type}."]}
    found: dict[str, Any] = {}
    if draft.seat is not None and not 0 < len(draft.seat) <= SEAT_LENGTH:
        found["seat"] = [f"Must have 1 to {SEAT_LENGTH} characters."]
    if data_errors := errors_in(payload, draft.data):
        found["data"] = data_errors
    return found


def _correction_errors(
    rules: Ruleset[Any], box: Box, recorded: Recorded, drafts: Sequence[Draft]
) -> dict[int, Errors]:
    refused = corrections.refusals(recorded.own, drafts, recorded.inherited)
    errors: dict[int, Errors] = dict(refused)
    before = recorded.inherited.events if recorded.inherited else ()
    batch = as_events(recorded.version, drafts)
    aimed_at = {e.version: e for e in [*before, *recorded.own, *batch]}
    for index, draft in enumerate(drafts):
        if index not in errors and (found := _inner_errors(rules, box, draft, aimed_at)):
            errors[index] = found
    return errors


def _inner_errors(
    rules: Ruleset[Any], box: Box, draft: Draft, aimed_at: Mapping[int, Event]
) -> Errors:
    """Errors of the data inside an insertion or an amendment, for the type that it is of."""
    if draft.type == "EventInserted":
        inner = Draft(type=draft.data["type"], seat=draft.data.get("seat"), data=draft.data["data"])
        found = draft_errors(rules, inner)
        return {"data": found} if found else {}
    if draft.type != "EventAmended":
        return {}
    target = aimed_at[draft.data["target"]]
    kind = target.type
    if kind == "EventInserted":
        kind = replay.read(rules, target).data.type
    if kind == "GameCreated":
        found = _recreation_errors(rules, box, draft.data["data"])
    else:
        found = errors_in(rules.payloads[kind], draft.data["data"])
    return {"data": {"data": found}} if found else {}


def _recreation_errors(rules: Ruleset[Any], box: Box, data: Mapping[str, Any]) -> Errors:
    if data.get("ruleset") != rules.id:
        return {"ruleset": [f"Must stay {rules.id}; another ruleset is another game."]}
    return creation_errors(rules, data, components(rules, box.content))


def as_events(version: int, drafts: Sequence[Draft]) -> list[Event]:
    """A batch as the events that it would become after `version`."""
    return [
        Event(version=number, type=d.type, seat=d.seat, data=d.data)
        for number, d in enumerate(drafts, version + 1)
    ]


def salted(rules: Ruleset[Any], draft: Draft) -> Draft:
    """The draft with `private` set where its type, or the type inside a correction, has secrets."""
    inner = draft.data.get("type") if draft.type == "EventInserted" else draft.type
    payload = rules.payloads.get(inner)
    secret = draft.type == "EventAmended" or (payload is not None and has_private(payload))
    return msgspec.structs.replace(draft, private=True) if secret else draft


def illegal(
    knowledge: Knowledge, drafts: Sequence[Draft], tapes: Tapes
) -> list[tuple[int, Finding]]:
    """The `illegal` findings of a batch, with the index of the draft that each is for, as far as
    whoever sends it can know.

    A correction is judged by the events that it puts into the log or changes there, at their place.
    """
    found: list[tuple[int, Finding]] = []
    before = knowledge.now
    events = as_events(before.version, drafts)
    for index, event in enumerate(events):
        if event.type in corrections.CORRECTIONS:
            after = knowledge.supposing(tapes, events[: index + 1])
            judged = _changed_steps(before, after)
        else:
            after = extend(before, [event])
            judged = [after.steps]
        for step in judged:
            findings = after.rules.check(after.before(step), after.event(step))
            found += [(index, f) for f in findings if f.severity == "illegal"]
        before = after
    return found


def _changed_steps(before: Tape, after: Tape) -> list[int]:
    known = {event.version: event.data for event in before.events}
    missing = object()
    return [
        step
        for step, event in enumerate(after.events, 1)
        if known.get(event.version, missing) != event.data
    ]
