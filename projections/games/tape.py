"""A game's tape: its effective log, read, with the state after each step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import accumulate
from threading import Lock
from typing import Any

import msgspec

from events import corrections
from events.damage import MISSING, OTHER_DATA, Unreadable
from events.event import Event
from events.shelf import Shelf
from events.store import EventStore, Stream
from projections.games.boxes import Boxes
from projections.games.keyframes import Keyframes
from projections.games.lazy_tape import Lazily, LazyTape
from projections.kit import replay
from projections.kit.box import Box, components
from projections.kit.common import GameCreated
from projections.kit.find import rulesets
from projections.kit.redact import secret_types
from projections.kit.ruleset import Ruleset
from projections.people import People

LONG = 300
"""Events from which on a game is read a stretch at a time where its keyframes allow it."""

BUDGET = 64_000_000
"""Bytes of the tapes held in memory."""

A_STEP, A_TAPE = 2_500, 20_000
"""Bytes that a step takes at most on an average, its event and what its state does not share with
the one before; and what a tape takes besides. A test holds every ruleset to it."""


class NotInstalled(LookupError):
    """A game is in the log, but not the ruleset or box that it was played with."""

    def __init__(self, game: str, missing: str) -> None:
        """`missing`: what it is and its id."""
        super().__init__(f"{game} was recorded with the {missing}, which is not installed here.")


class Redactions(dict[str, Any]):
    """What is kept of a tape by viewer; whoever holds the tape is told when there is another."""

    weigh: Callable[[], None] | None = None

    def __setitem__(self, viewer: str, redaction: Any) -> None:
        """Keeps one, which is not changed from then on."""
        super().__setitem__(viewer, redaction)
        if self.weigh is not None:
            self.weigh()


@dataclass(frozen=True, slots=False)
class Tape:
    """One game as its log stood at `version`.

    `events[k - 1]` is step k and `states[k - 1]` the state after it; step 0 has no state.
    """

    game: str
    rules: Ruleset[Any]
    box: Box
    created: GameCreated
    version: int
    events: Sequence[Event]
    states: Sequence[Any] = field(repr=False)
    people: Mapping[str, str] = field(default_factory=dict)
    """What the persons at the table are called, by id."""
    may_hide: bool = True
    """False: it is known that no event hides anything."""
    redactions: Redactions = field(default_factory=Redactions, repr=False, compare=False)
    """What `knowledge` keeps of it: made once and carried over to the next event."""

    @property
    def steps(self) -> int:
        """The last step."""
        return len(self.events)

    @property
    def latest(self) -> Any:
        """The state after the last step."""
        return self.states[-1]

    @property
    def size(self) -> int:
        """About how many bytes of memory it takes, with what is kept of it for viewers."""
        steps = self.states.most if isinstance(self.states, Lazily) else self.steps
        known: int = sum(one.kept_steps for one in list(self.redactions.values()))
        return A_TAPE + A_STEP * (steps + known)

    @cached_property
    def ended(self) -> bool:
        """Whether the game is over, so that nothing of it is hidden any more."""
        return self.rules.view(self.latest, "public")["status"] in ("ended", "abandoned")

    def without_last(self) -> Tape | None:
        """The tape as it was before its last event, where nothing was corrected; None: none was."""
        if self.steps < 2:
            return None
        before = self.event(self.steps - 1).version
        return replace(self, version=before, events=self.events[:-1], states=self.states[:-1])

    @property
    def began(self) -> str:
        """When the first thing happened at the table; a game may have been made long before."""
        return self.events[min(1, self.steps - 1)].at

    def until(self, step: int) -> Tape:
        """The game as it was after a step, where no correction has come since."""
        version = self.event(step).version
        shorter: tuple[Sequence[Event], Sequence[Any]]
        if isinstance(self.events, Lazily) and isinstance(self.states, Lazily):
            shorter = self.events.until(step), self.states.until(step)
        else:
            shorter = self.events[:step], self.states[:step]
        return replace(self, version=version, events=shorter[0], states=shorter[1])

    def event(self, step: int) -> Event:
        """The event of a step. Raises IndexError for a step that is not there."""
        if not 1 <= step <= self.steps:
            raise IndexError(f"step {step} of {self.steps}")
        return self.events[step - 1]

    def state(self, step: int) -> Any:
        """The state after a step. Raises IndexError for a step that is not there."""
        if not 1 <= step <= self.steps:
            raise IndexError(f"step {step} of {self.steps}")
        return self.states[step - 1]

    def before(self, step: int) -> Any | None:
        """The state before a step: None before step 1."""
        if step > 1 and isinstance(self.states, Lazily):
            return self.states.before(step - 1)
        return self.state(step - 1) if step > 1 else None

    @cached_property
    def _steps_by_version(self) -> dict[int, int]:
        return {event.version: step for step, event in enumerate(self.events, 1)}

    def step_of(self, version: int) -> int | None:
        """The step at which the event of that version stands now; None: it is not in force."""
        if isinstance(self.events, Lazily):
            return version if 1 <= version <= self.steps else None
        return self._steps_by_version.get(version)

    def by_version(self, version: int) -> Event | None:
        """The effective event of that version."""
        step = self.step_of(version)
        return None if step is None else self.event(step)

    def stands(self, event: Event) -> bool:
        """Whether what an event of the game says is in force: neither retracted nor replaced."""
        if isinstance(self.events, Lazily):
            return True  # nothing was corrected
        version, by = event.version, event.amended_by
        if event.type == "EventAmended":
            version, by = replay.read(self.rules, event).data.target, event.version
        found = self.by_version(version)
        return found is not None and found.amended_by == by


def wind(game: str, log: corrections.Effective, boxes: Boxes, people: People) -> Tape:
    """Folds an effective log. Raises NotInstalled, and Unreadable where it is no game's."""
    if not log.events:
        raise Unreadable(game, 1, MISSING)
    recorded: GameCreated = replay.read_creation(log.events[0])
    who = people.names(ids) if (ids := _persons(recorded)) else {}
    data = replay.named(recorded, who)
    rules = rulesets().get(data.ruleset)
    if rules is None:
        raise NotInstalled(game, f"ruleset {data.ruleset}")
    box = boxes.resolve(rules.id, data.box)
    if box is None:
        raise NotInstalled(game, f"box {data.box}")
    parts = components(rules, box.content)
    first = msgspec.structs.replace(log.events[0], data=data)
    events = [first, *(replay.read(rules, event) for event in log.events[1:])]
    shown = msgspec.structs.replace(first, data=_introduced(data, who))
    try:
        created = replay.completed(rules, data, parts)
    except msgspec.ValidationError:
        raise Unreadable(game, 1, OTHER_DATA) from None
    states = [step.after for step in replay.steps(rules, [shown, *events[1:]], parts)]
    return Tape(game, rules, box, created, log.version, events, states, who)


def _persons(data: GameCreated) -> set[str]:
    return {seated.person for seated in data.seats if seated.person is not None}


def _introduced(data: GameCreated, who: Mapping[str, str]) -> GameCreated:
    """`data` with persons by name, as boards show them; none where the seat is called the same."""
    if not who:
        return data
    seats = []
    for seated in data.seats:
        person = who.get(seated.person or "")
        shown = None if person == seated.name else person
        seats.append(msgspec.structs.replace(seated, person=shown))
    return msgspec.structs.replace(data, seats=seats)


def extend(tape: Tape, recorded: Sequence[Event]) -> Tape:
    """The tape with further recorded events, none of them a correction, folded onto it."""
    events, states = list(tape.events), list(tape.states)
    if isinstance(tape.states, Lazily):
        # Each state is made of the one before it, which rules compare by identity.
        states = [*accumulate(events[1:], tape.rules.apply, initial=states[0])]
    state = states[-1]
    for event in recorded:
        typed = replay.read(tape.rules, event)
        state = tape.rules.apply(state, typed)
        events.append(typed)
        states.append(state)
    version = recorded[-1].version if recorded else tape.version
    return replace(
        tape,
        version=version,
        events=events,
        states=states,
        may_hide=tape.may_hide or any(e.type in secret_types(tape.rules.id) for e in recorded),
        redactions=Redactions(tape.redactions),
    )


@dataclass(frozen=True, slots=True)
class Recorded:
    """A game's own events as recorded, and for a branch what it inherited from its parent."""

    own: Sequence[Event]
    inherited: corrections.Effective | None

    @property
    def version(self) -> int:
        """The version of the last event."""
        if self.own:
            return self.own[-1].version
        return self.inherited.version if self.inherited else 0


class Tapes:
    """The tapes of a store, the most used ones kept in memory; safe for many threads."""

    def __init__(self, store: EventStore, boxes: Boxes, keyframes: Keyframes | None = None) -> None:
        """Reads `store`; boxes that games name come from `boxes`.

        With `keyframes`, long games are read a stretch at a time.
        """
        self._store = store
        self._boxes = boxes
        self._keyframes = keyframes
        self._people = People(store.engine)
        self._kept: Shelf[str, Tape] = Shelf(BUDGET)
        self._lock = Lock()

    def get(self, game: str, version: int | None = None) -> Tape | None:
        """The tape of a game as its log stood at `version` (default: now).

        None: there is no such game, or its log has not reached that version. Raises NotInstalled,
        and Unreadable where the log is not what was recorded.
        """
        stream = self._store.stream(game)
        if stream is None or stream.kind != "game":
            return None
        if version is None or version == stream.version:
            return self._now(stream)
        if not 1 <= version < stream.version:
            return None
        log = corrections.load(self._store, game, until=version)
        return wind(game, log, self._boxes, self._people) if log.events else None

    def recorded(self, tape: Tape) -> Recorded:
        """The log of a tape as it was recorded, corrections and all."""
        stream = self._store.stream(tape.game)
        assert stream is not None
        own = self._store.read(tape.game, until=tape.version)
        return Recorded(own, corrections.inherited(self._store, stream))

    def supposing(self, game: str, recorded: Recorded, further: Sequence[Event]) -> Tape:
        """The tape of a recorded log as it would be with `further` events after it."""
        log = corrections.effective([*recorded.own, *further], recorded.inherited)
        return wind(game, log, self._boxes, self._people)

    def _now(self, stream: Stream) -> Tape:
        kept = self._kept.get(stream.id)
        if kept is not None and kept.people != self._names(kept):
            kept = None
        if kept is not None and kept.version >= stream.version:
            return kept
        tape = self._caught_up(kept, stream) if kept is not None else None
        tape = tape or self._unrolled(stream)
        if tape is None:
            log = corrections.load(self._store, stream.id)
            tape = wind(stream.id, log, self._boxes, self._people)
        self._keep(tape)
        return tape

    def _names(self, tape: Tape) -> Mapping[str, str]:
        """What the persons of a tape are called now; it may be otherwise than when it was wound."""
        return self._people.names(tape.people.keys()) if tape.people else tape.people

    def _unrolled(self, stream: Stream) -> Tape | None:
        """A long game from its keyframes; None where they are not all there or do not serve."""
        if self._keyframes is None or stream.version < LONG or stream.parent is not None:
            return None
        first = self._store.read(stream.id, until=1, prove=True)
        created = corrections.Effective(1, tuple(first))
        tape = wind(stream.id, created, self._boxes, self._people)
        covered = self._keyframes.cover(stream.id, tape.rules.id, stream.version)
        if not covered or self._store.has_any(stream.id, corrections.CORRECTIONS):
            return None
        reel = LazyTape(
            self._store, self._keyframes, tape.rules, stream.id, tape.latest, stream.version
        )
        return replace(
            tape,
            version=stream.version,
            events=reel.events,
            states=reel.states,
            may_hide=self._store.has_any(stream.id, secret_types(tape.rules.id)),
        )

    def _caught_up(self, tape: Tape, stream: Stream) -> Tape | None:
        recorded = self._store.read(stream.id, after=tape.version, prove=True)
        if any(event.type in corrections.CORRECTIONS for event in recorded):
            return None
        return extend(tape, recorded)

    def _keep(self, tape: Tape) -> None:
        with self._lock:
            known = self._kept.get(tape.game)
            if known is None or known.version <= tape.version or known.people != tape.people:
                tape.redactions.weigh = partial(self._weigh, tape.game, tape.redactions)
                self._kept.put(tape.game, tape, tape.size)

    def _weigh(self, game: str, redactions: Redactions) -> None:
        """Reckons anew what a tape takes for which more is kept now."""
        with self._lock:
            kept = self._kept.get(game)
            if kept is not None and kept.redactions is redactions:
                self._kept.put(game, kept, kept.size)
