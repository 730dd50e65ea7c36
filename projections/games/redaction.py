"""A tape without what is hidden from a viewer, made for one more event as cheaply as a tape is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from msgspec import structs

from events.event import Event
from projections.games.tape import Redactions, Tape
from projections.games.verdicts import Verdict, verdicts
from projections.kit import redact, replay
from projections.kit.ruleset import Private, Viewer


class Redaction:
    """The steps of a tape as one viewer knows them, as far as they were taken in.

    As long as nothing is hidden from him the tape itself serves. Where a later event shows what was
    hidden (or hides it again), the steps from there on are folded anew.
    """

    def __init__(self, viewer: Viewer) -> None:
        """Nothing is taken in yet."""
        self._viewer = viewer
        self.steps = 0
        self.state: Any = None
        """The true state that decides what is hidden: the last in which the game was not over."""
        self._hiding: Any = None
        self._secret: list[int] = []
        self._hidden: dict[int, list[Private]] = {}
        self._events: list[Event] = []
        self._states: list[Any] = []
        self._judged: list[Verdict] = []
        self._tape: Tape | None = None
        self._present: Tape | None = None

    @property
    def hides(self) -> bool:
        """Whether anything is hidden from the viewer."""
        return bool(self._hidden)

    @property
    def kept_steps(self) -> int:
        """How many steps of a tape it takes as much memory as: each that it folded, and judged."""
        return 2 * self.steps if self._hidden else 0

    def copy(self) -> Redaction:
        """One that can grow without changing this one."""
        copied = Redaction(self._viewer)
        copied.steps, copied.state, copied._hiding = self.steps, self.state, self._hiding
        copied._secret, copied._hidden = list(self._secret), dict(self._hidden)
        copied._events, copied._states = list(self._events), list(self._states)
        copied._judged = list(self._judged)
        return copied

    def grow(self, tape: Tape, steps: int) -> None:
        """Takes in the steps of a tape up to `steps`; those before are as they were."""
        for place in range(steps - 1, self.steps - 1, -1):
            state = tape.states[place]
            if (hiding := tape.rules.hiding(state)) is not None:
                self._take_in(tape, steps, state, hiding)
                return
        self._take_in(tape, steps, self.state, self._hiding)

    def of(self, older: Tape, present: Tape) -> Tape:
        """An older tape of the game, without what is hidden now."""
        other = Redaction(self._viewer)
        other._present = present
        other._take_in(older, older.steps, self.state, self._hiding)
        return other.tape(older)

    def _take_in(self, tape: Tape, steps: int, state: Any, hiding: Any) -> None:
        first = self.steps
        new = _secret_places(tape, self.steps, steps)
        self._secret += new
        looked = new if hiding == self._hiding else self._secret
        self.steps, self.state, self._hiding, self._tape = steps, state, hiding, None
        for place in looked:
            if self._changes(tape, place):
                first = min(first, place)
        del self._judged[first:]
        self._refold(tape, first)

    def _refold(self, tape: Tape, first: int) -> None:
        """Makes the steps after the first `first` anew."""
        if not self._hidden:
            self._events, self._states = [], []
            return
        if not self._events:
            first = min(self._hidden)
            self._events, self._states = list(tape.events[:first]), list(tape.states[:first])
        del self._events[first:], self._states[first:]
        for place in range(first, self.steps):
            self._fold(tape, place)

    def _changes(self, tape: Tape, place: int) -> bool:
        """Looks what of an event is hidden; whether that is another part than before."""
        parts = self._parts(tape, place)
        if parts == self._hidden.get(place, []):
            return False
        self._hidden.pop(place, None)
        if parts:
            self._hidden[place] = parts
        return True

    def _parts(self, tape: Tape, place: int) -> list[Private]:
        """What of an event is hidden from the viewer; what nobody saw is not."""
        event = tape.events[place]
        stands = self._present is None or self._present.stands(event)
        private = redact.private_of(tape.rules, stands)(self.state, event)
        parts = [part for part in private if self._viewer not in part.seats]
        if parts and redact.covered(event.data, parts) == redact.plain(event.data):
            return []
        return parts

    def _fold(self, tape: Tape, place: int) -> None:
        event = shown = tape.events[place]
        if parts := self._hidden.get(place):
            data = redact.covered(event.data, parts)
            shown = replay.read(tape.rules, structs.replace(event, data=data))
        opened = tape.rules.laid_open(tape.states[place - 1], event, shown)
        self._events.append(shown)
        self._states.append(tape.rules.apply(self._states[-1], opened))

    def tape(self, true: Tape) -> Tape:
        """What was taken in of `true`, as a tape; that itself where nothing is hidden."""
        if not self._hidden:
            return true
        if self._tape is None:
            self._tape = replace(
                true, events=self._events, states=self._states, redactions=Redactions()
            )
        return self._tape

    def verdicts(self, true: Tape) -> Sequence[Verdict]:
        """What the rules say of each step that was taken in of `true`."""
        known = self._judged
        if len(known) < self.steps:
            known = self._judged = [*known, *verdicts(self.tape(true), len(known) + 1)]
        return known


def _secret_places(tape: Tape, first: int, last: int) -> list[int]:
    """Where in that stretch events lie that may hide something."""
    if not tape.may_hide:
        return []
    secret = redact.secret_types(tape.rules.id)
    return [place for place in range(first, last) if tape.events[place].type in secret]
