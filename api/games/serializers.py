"""What REST and the web pages both serve of a game, made from a look at it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from api.games.game_access import Seen
from api.http.addresses import address
from api.schemas import (
    BranchedOff,
    Count,
    Disputed,
    Envelope,
    FindingDocument,
    Findings,
    Header,
    Links,
    Statistics,
    StatisticsRow,
    Timeline,
    TimelineRow,
    Unconfirmed,
    Visibility,
)
from events import corrections
from events.event import Draft, Event
from projections.games.totals import totals_of
from projections.games.verdicts import Verdict
from projections.kit import redact
from projections.kit.diff import Patch, diff
from projections.kit.drawing.scene import Scene
from projections.kit.notation import terse
from projections.kit.ruleset import ALL, Fact, Finding, Option, Ruleset

Document = dict[str, Any]
Steps = tuple[int, int]
"""The first and the last."""


def header(seen: Seen, links: Links | None = None) -> Header:
    """The game in short, as it stands; `links` with tokens only where they were just made."""
    stream, tape, view = seen.stream, seen.now, seen.now.rules.view(seen.now.latest, seen.viewer)
    created, parent = tape.created, stream.parent
    return Header(
        id=stream.id,
        ruleset=tape.rules.id,
        edition=created.edition,
        box=tape.box.id,
        seats=created.seats,
        options=created.options,
        fixture=created.fixture,
        visibility=cast(Visibility, stream.visibility),
        parent=None if parent is None else BranchedOff(parent, stream.parent_step or 0),
        grade=seen.knowledge.grade,
        status=view["status"],
        turn=view["turn"],
        score=view["score"],
        result=view["result"],
        version=tape.version,
        step=tape.steps,
        checked_version=seen.checked_version,
        unjudged_since=seen.unjudged_since,
        findings=_number_of_findings(seen),
        created_at=stream.created_at,
        updated_at=stream.updated_at,
        played_at=tape.began,
        time_zone=seen.here.leagues.time_zone(created.fixture),
        unconfirmed=_unconfirmed(seen),
        confirmed=dict(seen.agreement.confirmed),
        disputed={side: Disputed(d.at, d.note) for side, d in seen.agreement.disputed.items()},
        opened=seen.summary["opened"],
        links=links or Links(address(f"/games/{stream.id}")),
    )


def _unconfirmed(seen: Seen) -> Unconfirmed | None:
    end = seen.waiting
    return None if end is None else Unconfirmed(end.step, end.alone or "", end.opens_at)


def state(seen: Seen, step: int) -> Document:
    """The state view after a step, with `version` and `step`."""
    view = seen.tape.rules.view(seen.tape.state(step), seen.viewer)
    return {**view, "version": seen.tape.version, "step": step}


def scene(seen: Seen, step: int) -> Scene:
    """The drawing after a step, with the marks of what happened in it."""
    rules, after = seen.tape.rules, seen.tape.state(step)
    before, event = seen.tape.before(step), seen.tape.event(step)
    marks = rules.trace(before, event, after, seen.viewer)
    return replace(rules.show(after, seen.viewer), marks=marks)


def patches(seen: Seen, of: str, first: int, last: int) -> Document:
    """The document (`state` or `scene`) at step `first` and a patch for each step to `last`."""
    make = scene if of == "scene" else state
    start = document = make(seen, first)
    made: list[Patch] = []
    for step in range(first + 1, last + 1):
        before, document = document, make(seen, step)
        made.append(diff(before, document))
    return {"from": first, "to": last, of: start, "patches": made}


def options(seen: Seen, step: int, *, lines: bool = False) -> list[Document]:
    """The legal next events after a step, as far as the viewer may know them.

    With `lines` those that can be recorded as they stand carry their score-sheet `line`.
    """
    rules = seen.tape.rules
    found = rules.options(seen.tape.state(step), seen.viewer)
    if not lines:
        return [option.as_json() for option in found]
    return [lined(rules, option) for option in found]


def lined(rules: Ruleset[Any], option: Option) -> Document:
    """An option with its score-sheet line; without one where something is still to be told."""
    document = option.as_json()
    if option.faces or any(option.data.get(field) in (None, []) for field in option.choices or ()):
        return document
    data = msgspec.to_builtins(option.data)
    draft = Draft(type=option.type, seat=option.seat, data=data)
    return {**document, "line": rules.write(draft)}


def recorded(seen: Seen, after: int, limit: int | None) -> Iterator[Envelope]:
    """The log as it was recorded, from version `after` on; of a branch its own events."""
    first, last = max(after, seen.stream.parent_version or 0), seen.tape.version
    if limit is not None:
        last = min(first + limit, last)
    for event in seen.here.store.read(seen.stream.id, after=first, until=last):
        yield envelope(seen, event)


def effective(seen: Seen, after: int, limit: int | None) -> Iterator[Envelope]:
    """The log as it stands, from step `after` on, an event at a time."""
    log = corrections.load(seen.here.store, seen.stream.id, until=seen.tape.version)
    last = len(log.events) if limit is None else min(after + limit, len(log.events))
    for step in range(after + 1, last + 1):
        event = log.events[step - 1]
        shown = envelope(seen, event, step=step)
        # The salt belongs to what was recorded, of which an amendment may hide less.
        unsalted = seen.viewer != ALL and event.amended_by is not None
        yield replace(shown, salt=UNSET) if unsalted else shown


def envelope(seen: Seen, event: Event, step: int | None = None) -> Envelope:
    """An event as the viewer may see it; without its salt where something is hidden."""
    data = seen.data(event)
    shown = enveloped(event, step)
    return shown if data is event.data else replace(shown, data=data, salt=UNSET)


def enveloped(event: Event, step: int | None = None) -> Envelope:
    """An event as whoever sees everything may see it."""
    salt = UNSET if event.salt is None else event.salt
    return Envelope(game=event.stream, salt=salt, **as_recorded(event, step))


def as_recorded(event: Event, step: int | None = None) -> dict[str, Any]:
    """The fields of `Recorded`."""
    return {
        "id": event.id,
        "version": event.version,
        "position": event.position,
        "type": event.type,
        "schema": event.schema,
        "seat": event.seat,
        "data": event.data,
        "at": event.at,
        "recorded_at": event.recorded_at,
        "recorded_by": event.recorded_by,
        "hash": event.hash,
        "amended_by": UNSET if event.amended_by is None else event.amended_by,
        "step": UNSET if step is None else step,
    }


def findings(seen: Seen, steps: Steps | None = None) -> Iterator[FindingDocument]:
    """What the referee has found so far, in the order of steps; at most of the steps given."""
    if not _stored_serves(seen):
        for one in _own_verdicts(seen, steps):
            for finding in one.findings:
                yield FindingDocument(one.version, one.step, **said(finding))
        return
    for step, row in _placed(seen, seen.here.games.findings(seen.stream.id), steps):
        told = {name: row[name] for name in Finding.__struct_fields__}
        yield FindingDocument(row["version"], step, **told)


def said(finding: Finding) -> dict[str, Any]:
    """What a reader is told of a finding."""
    return msgspec.structs.asdict(finding)


def all_findings(seen: Seen) -> Findings:
    """Every finding, and how far the game is judged."""
    return Findings(seen.checked_version, seen.now.version, list(findings(seen)))


def _number_of_findings(seen: Seen) -> Count:
    if _stored_serves(seen):
        return Count(seen.summary["illegal"], seen.summary["unverifiable"])
    severities = [finding.severity for finding in findings(seen)]
    return Count(severities.count("illegal"), severities.count("unverifiable"))


def facts(seen: Seen, steps: Steps | None = None) -> Iterator[tuple[int, Document]]:
    """What was counted so far, with its step; at most of the steps given."""
    for step, fact in _facts(seen, steps):
        own = {name: getattr(fact, name) for name in _OF_A_FACT}
        more = {**fact.data, **_withdrawn_step(seen, fact)}
        yield step, {**own, **{k: v for k, v in more.items() if k not in own}}


_OF_A_FACT = ("kind", "seat", "piece", "value", "expected")


def _facts(seen: Seen, steps: Steps | None = None) -> Iterator[tuple[int, Fact]]:
    if not _stored_serves(seen):
        yield from ((one.step, fact) for one in _own_verdicts(seen, steps) for fact in one.facts)
        return
    for step, row in _placed(seen, seen.here.games.facts(seen.stream.id), steps):
        own = {name: row[name] for name in _OF_A_FACT}
        yield step, Fact(**own, data=row["data"])


def _withdrawn_step(seen: Seen, fact: Fact) -> Document:
    """Where the event stands now whose facts are taken back."""
    if fact.kind != "withdrawn":
        return {}
    return {"step": seen.now.step_of(fact.data["version"])}


def _stored_serves(seen: Seen) -> bool:
    """Whether the viewer may be told what the referee has stored: nothing is hidden from him.

    Of what was corrected since, it still says what stood there, which somebody may never have seen.
    """
    if not seen.knowledge.is_whole:
        return False
    if seen.viewer == ALL or seen.checked_version >= seen.now.version:
        return True
    since = seen.here.store.read(seen.stream.id, after=seen.checked_version)
    return not any(event.type in corrections.CORRECTIONS for event in since)


def _own_verdicts(seen: Seen, steps: Steps | None = None) -> Iterator[Verdict]:
    """What the rules say of the game as the viewer knows it, as far as the referee has come."""
    first, last = steps or (1, seen.now.steps)
    for one in seen.knowledge.verdicts()[first - 1 : last]:
        if one.version <= seen.checked_version:
            yield one


def _placed(
    seen: Seen, rows: Sequence[Document], steps: Steps | None
) -> Iterator[tuple[int, Document]]:
    """Rows of the read model at the present steps of their events; without those out of force.

    A correction moves steps at once, the referee rewrites them later.
    """
    placed = [(step, row) for row in rows if (step := seen.now.step_of(row["version"])) is not None]
    for step, row in sorted(placed, key=lambda pair: pair[0]):
        if steps is None or steps[0] <= step <= steps[1]:
            yield step, row


def timeline(seen: Seen, after: int, limit: int) -> Timeline:
    """The game in words, from step `after` on."""
    tape = seen.now
    steps = (after + 1, min(after + limit, tape.steps))
    found: dict[int, list[FindingDocument]] = {}
    for finding in findings(seen, steps):
        found.setdefault(finding.step, []).append(finding)
    counted: dict[int, list[Document]] = {}
    for step, fact in facts(seen, steps):
        counted.setdefault(step, []).append(fact)
    rows = [
        _row(seen, step, found.get(step, []), counted.get(step, []))
        for step in range(steps[0], steps[1] + 1)
    ]
    return Timeline(tape.version, seen.checked_version, tape.steps, rows)


def _row(
    seen: Seen, step: int, found: list[FindingDocument], counted: list[Document]
) -> TimelineRow:
    rules, event, after = seen.now.rules, seen.now.event(step), seen.now.state(step)
    view: Mapping[str, Any] = rules.view(after, seen.viewer)
    return TimelineRow(
        step=step,
        version=event.version,
        type=event.type,
        seat=event.seat,
        at=event.at,
        text=rules.text(seen.now.before(step), event, after, seen.viewer),
        notation=notation(seen, event),
        turn=view["turn"],
        score=view["score"],
        findings=found,
        facts=counted,
    )


def notation(seen: Seen, event: Event) -> str:
    """The score-sheet line of an event as the viewer may see it."""
    rules = seen.now.rules
    plain = redact.plain(event.data)
    if event.type != "GameCreated":
        plain = terse(rules.payloads[event.type], plain)
    return rules.write(Draft(type=event.type, seat=event.seat, data=plain))


def statistics(seen: Seen) -> Statistics:
    """The sums of what the viewer knows of the game's facts."""
    if _stored_serves(seen):
        sums = seen.here.games.totals(seen.stream.id)
    else:
        sums = totals_of(list(_own_verdicts(seen)))
    rows = [
        StatisticsRow(
            kind=row["kind"],
            seat=row["seat"] or None,
            piece=row["piece"] or None,
            count=row["count"],
            successes=row["successes"],
            expected=row["expected"],
            luck=row["luck"],
        )
        for row in sums
    ]
    return Statistics(seen.now.version, seen.checked_version, seen.knowledge.grade, rows)
