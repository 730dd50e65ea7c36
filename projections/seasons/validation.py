"""What a league refuses to append: payloads, corrections, and references to what is not there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from events import clock, corrections
from events.drafts import plain_data
from events.event import Draft, Event
from projections.kit.find import rulesets
from projections.kit.ruleset import Errors
from projections.kit.schema import errors_in
from projections.leagues.judge import (
    Rulesets,
    changed_though_closed,
    closed_season,
    objections,
    refusals,
)
from projections.leagues.obey import NOTHING, apply, extended, read
from projections.leagues.payloads import PAYLOADS
from projections.leagues.state import League


def append_errors(
    recorded: Sequence[Event], drafts: Sequence[Draft], *, told_before: bool = False
) -> dict[int, Errors]:
    """What is wrong with a batch that follows a league's recorded log, by index in the batch.

    `told_before`: it was taken in elsewhere, so that what it refers to must be there and no more.

    An event must refer to what is there at its place; what a correction does to later events is
    no reason to refuse it: those that refer to nothing any more change nothing.
    """
    first = not recorded
    errors = {n: found for n, draft in enumerate(drafts) if (found := _draft_errors(draft))}
    if first and drafts[0].type != "LeagueCreated":
        errors.setdefault(0, {"type": ["A league begins with LeagueCreated."]})
    if errors:
        return errors
    if refused := corrections.refusals(recorded, drafts):
        return dict(refused)
    version = recorded[-1].version if recorded else 0
    batch = [
        Event(version=number, type=draft.type, data=draft.data)
        for number, draft in enumerate(drafts, version + 1)
    ]
    return _judged(recorded, batch, told_before)


def _draft_errors(draft: Draft) -> Errors:
    kind = PAYLOADS.get(draft.type)
    if kind is None:
        return {"type": [f"A league has no event type {draft.type}."]}
    if found := errors_in(kind, draft.data):
        return {"data": found}
    if isinstance(at := draft.data.get("at"), str):
        try:
            clock.utc(at)
        except ValueError as error:
            return {"data": {"at": [str(error)]}}
    if isinstance(zone := (draft.data.get("settings") or {}).get("time_zone"), str):
        try:
            clock.zone(zone)
        except ValueError as error:
            return {"data": {"settings": {"time_zone": [str(error)]}}}
    if draft.type == "EventInserted":
        inner = _draft_errors(Draft(type=draft.data["type"], data=draft.data["data"]))
        return {"data": inner} if inner else {}
    return {}


def _judged(
    recorded: Sequence[Event], batch: Sequence[Event], told_before: bool
) -> dict[int, Errors]:
    counts = {name: rules.standings for name, rules in rulesets().items()}
    log: list[Event] = [*recorded]
    before = _changes(corrections.effective(log).events)
    errors: dict[int, Errors] = {}
    state = _state(log)
    for index, event in enumerate(batch):
        log.append(event)
        if event.type not in corrections.CORRECTIONS:
            event = read(event)
            wrong = refusals(state, event.data, counts)
            if wrong := wrong or ({} if told_before else objections(state, event.data)):
                errors[index] = {"data": wrong}
            else:
                state = apply(state, event)
            before[event.version] = event.amended_by
            continue
        wrong = {} if told_before else _closed(event, log, state)
        wrong = wrong or _amendment_errors(event, log)
        if wrong := wrong or _wrong_now(log, before, counts, told_before):
            errors[index] = {"data": {"data": wrong}}
            log.pop()
            continue
        effective = corrections.effective(log).events
        after = _folded(effective)
        if not told_before and (wrong := changed_though_closed(state, after)):
            errors[index] = {"data": {"data": wrong}}
            log.pop()
            continue
        before, state = _changes(effective), after
    return errors


def _closed(correction: Event, log: Sequence[Event], state: League) -> Errors:
    """Why a correction would change a closed season; its closing itself may be taken back."""
    while correction.type in ("EventRetracted", "EventAmended"):
        said = plain_data(correction.data)
        target = next((one for one in log if one.version == said.get("target")), None)
        if target is None:
            return {}
        if target.type in ("SeasonClosed", "SeasonReopened"):
            return {}
        correction = target
    if correction.type == "EventInserted":
        said = plain_data(correction.data)
        correction = Event(version=correction.version, type=said["type"], data=said["data"])
    found = closed_season(state, read(correction).data)
    return {"target": next(iter(found.values()))} if found else {}


def _amendment_errors(event: Event, log: Sequence[Event]) -> Errors:
    """Errors of an amendment's data by the schema of the event that it amends."""
    if event.type != "EventAmended":
        return {}
    target = next(one for one in log if one.version == event.data["target"])
    data = target.data
    kind = target.type
    if kind == "EventInserted":
        plain = msgspec.json.decode(data) if isinstance(data, msgspec.Raw) else data
        kind = plain["type"]
    found = _draft_errors(Draft(type=kind, data=event.data["data"]))
    wrong: Errors = found.get("data", {})
    return wrong


def _wrong_now(
    log: Sequence[Event],
    before: Mapping[int, int | None],
    counts: Rulesets,
    told_before: bool,
) -> Errors:
    """What is wrong with the events that a correction has put into the effective log."""
    state = NOTHING
    for event in corrections.effective(log).events:
        event = read(event)
        new = event.version not in before or before[event.version] != event.amended_by
        wrong = refusals(state, event.data, counts) if new else {}
        if wrong or (new and not told_before and (wrong := objections(state, event.data))):
            return wrong
        state = apply(state, event)
    return {}


def _changes(log: Sequence[Event]) -> dict[int, int | None]:
    return {event.version: event.amended_by for event in log}


def _state(log: Sequence[Event]) -> League:
    return _folded(corrections.effective(log).events)


def _folded(log: Sequence[Event]) -> League:
    return extended(NOTHING, log)


def ids(drafts: Sequence[Draft]) -> tuple[set[str], set[str]]:
    """The ids of seasons and of fixtures that a batch would make, also by corrections."""
    made: tuple[set[str], set[str]] = (set(), set())
    for draft in drafts:
        data: Any = draft.data
        for place in (data, data.get("data")):
            if isinstance(place, dict):
                if isinstance(season := place.get("season"), str) and "name" in place:
                    made[0].add(season)
                if isinstance(fixture := place.get("fixture"), str) and "teams" in place:
                    made[1].add(fixture)
    return made
