"""What somebody may know of a game: the one place that decides it.

A game as a viewer knows it is a tape like any other: its events without what is hidden from him,
folded anew. Whatever he is told (positions, sentences, options, findings, facts, refusals) is
computed from that tape, so none of it can depend on a card that he has not seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from events import corrections
from events.event import Event
from projections.games.redaction import Redaction
from projections.games.tape import Recorded, Tape, Tapes, extend
from projections.games.verdicts import Verdict, verdict, verdicts
from projections.kit import redact
from projections.kit.grade import Grade, grade
from projections.kit.ruleset import ALL, PUBLIC, Viewer

Target = Callable[[int], Event | None]


def _no_target(_version: int) -> Event | None:
    return None


class Knowledge:
    """A game as one viewer knows it. Of one that is over for everybody the viewer is `all`."""

    def __init__(self, true: Tape, viewer: Viewer) -> None:
        """`true` is the present tape: it decides what is hidden."""
        self._true = true
        self._viewer = viewer
        self._redaction = None if viewer == ALL else _redaction(true, viewer)

    @property
    def is_whole(self) -> bool:
        """Whether nothing of the game is hidden."""
        return self._redaction is None or not self._redaction.hides

    @property
    def grade(self) -> Grade:
        """How completely the game was recorded, whoever may see what."""
        return grade(self._true.events)

    @property
    def now(self) -> Tape:
        """The present tape; the true one itself where nothing of it is hidden."""
        return self._true if self._redaction is None else self._redaction.tape(self._true)

    def at(self, older: Tape) -> Tape:
        """The tape of an older version (or this one), without what is hidden now."""
        if self._redaction is None:
            return older
        return self.now if older is self._true else self._redaction.of(older, self._true)

    def data(self, event: Event, target: Target = _no_target) -> Any:
        """The data of an event, recorded or in force: `event.data` itself where that is all.

        `target(version)` gives the event that an amendment names.
        """
        if self._redaction is None:
            return event.data
        rules, state = self._true.rules, self._redaction.state
        stands = self._true.stands(event)
        return redact.visible(rules, state, event, self._viewer, target, stands)

    def verdicts(self) -> Sequence[Verdict]:
        """What the rules say of each step of `now`."""
        if self._redaction is None:
            return list(verdicts(self._true))
        return self._redaction.verdicts(self._true)

    def supposing(self, tapes: Tapes, further: Sequence[Event]) -> Tape:
        """`now` as it would be with `further` events after it, as the viewer tells them."""
        if not any(event.type in corrections.CORRECTIONS for event in further):
            return extend(self.now, further)
        recorded = self._shown_log(tapes.recorded(self._true))
        return tapes.supposing(self._true.game, recorded, further)

    def _shown_log(self, log: Recorded) -> Recorded:
        if self._redaction is None:
            return log
        before = log.inherited
        there = [*(before.events if before else ()), *log.own]
        named = {event.version: event for event in there}

        def shown(event: Event) -> Event:
            data = self.data(event, lambda v: self._true.by_version(v) or named.get(v))
            return event if data is event.data else msgspec.structs.replace(event, data=data)

        if before is not None:
            before = corrections.Effective(before.version, tuple(map(shown, before.events)))
        return Recorded(list(map(shown, log.own)), before)


def judged(tape: Tape, first: int = 1) -> Iterator[Verdict]:
    """The verdicts of the steps from `first` on, marked where the public cannot come to them.

    It knows at each step what lay open then: so a game that is judged again later is judged alike.
    """
    kept = tape.redactions.get(PUBLIC)
    told = Redaction(PUBLIC) if kept is None or kept.steps >= first else kept.copy()
    told.grow(tape, first - 1)
    for step in range(first, tape.steps + 1):
        told.grow(tape, step)
        true = verdict(tape, step)
        yield _marked(true, verdict(told.tape(tape), step)) if told.hides else true
    tape.redactions[PUBLIC] = told


def _marked(true: Verdict, public: Verdict) -> Verdict:
    """The true verdict with the places of what is not in the public one."""
    found = [(one.rule, one.severity) for one in public.findings]
    return msgspec.structs.replace(
        true,
        secret_findings=_missing(found, [(one.rule, one.severity) for one in true.findings]),
        secret_facts=_missing(list(public.facts), true.facts),
    )


def _missing(public: list[Any], true: Sequence[Any]) -> list[int]:
    """The places in `true` of what is not in `public`, counting copies."""
    places = []
    for place, one in enumerate(true):
        if one in public:
            public.remove(one)
        else:
            places.append(place)
    return places


def _redaction(tape: Tape, viewer: Viewer) -> Redaction:
    """What the viewer knows of all steps of the tape, kept with it."""
    kept: Redaction | None = tape.redactions.get(viewer)
    if kept is None or kept.steps != tape.steps:
        kept = Redaction(viewer) if kept is None else kept.copy()
        kept.grow(tape, tape.steps)
        tape.redactions[viewer] = kept
    return kept
