"""A game as one caller sees it: found, allowed, at a version."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec
from msgspec.structs import replace

from api.access.callers import Caller, caller
from api.access.permissions import chosen_viewer, find_game, is_over, may_see, viewer
from api.http.damage import each
from api.http.problems import Problem, not_found
from api.services import Services, services
from events.canonical import digest
from events.event import Event
from events.store import Stream
from projections.games.endings import Agreement, End
from projections.games.knowledge import Knowledge
from projections.games.tape import Tape
from projections.kit.common import EventInserted
from projections.kit.find import code_version
from projections.kit.ruleset import ALL, PUBLIC, Viewer

_UNJUDGED = {"checked_version": 0, "illegal": 0, "unverifiable": 0, "opened": None}


@dataclass(frozen=True, slots=False)
class Seen:
    """One game through the eyes of `viewer`.

    `tape` is the game as its log stood at the version asked for, `now` as it stands, both as far as
    the viewer knows them: there is no way from here to what is hidden from him.
    """

    here: Services
    asking: Caller
    stream: Stream
    tape: Tape
    viewer: Viewer
    knowledge: Knowledge
    waiting: End | None
    """The end of the game that others have to confirm before it counts for all."""

    @property
    def now(self) -> Tape:
        """The game as it stands."""
        return self.knowledge.now

    @cached_property
    def summary(self) -> dict[str, Any]:
        """What the referee has noted of the game; nothing, before it came by."""
        noted = self.here.games.summary(self.stream.id)
        return dict(noted) if noted else {**_UNJUDGED}

    @cached_property
    def agreement(self) -> Agreement:
        """What each side says of the end of the game."""
        return self.here.endings.agreement(self.now)

    @property
    def checked_version(self) -> int:
        """The version up to which the present log is judged."""
        checked: int = self.summary["checked_version"]
        return min(checked, self.now.version)

    @cached_property
    def unjudged_since(self) -> str | None:
        """When the first event was recorded that is not judged yet; None: all are."""
        checked, born = self.checked_version, self.stream.parent_version or 0
        if checked >= self.now.version:
            return None
        first = max(checked, born)
        waiting = self.here.store.read(self.stream.id, after=first, until=first + 1)
        return waiting[0].recorded_at if waiting else self.stream.created_at

    @cached_property
    def tag(self) -> str:
        """The entity tag of what is made of this look: the version, then all else it rests on."""
        rests_on = (
            code_version(self.tape.rules.id),
            self.now.version,
            self.checked_version,
            self.viewer,
            self.waiting,
            self.agreement,
            self.summary["opened"],
            self.stream.visibility,
            sorted(self.now.people.items()),
        )
        return f"{self.tape.version}-{digest(repr(rests_on).encode())[:12]}"

    def step(self, step: int | None) -> int:
        """The step asked for, by default the last. Raises 404 for one that is not there."""
        if step is None:
            return self.tape.steps
        if not 1 <= step <= self.tape.steps:
            detail = f"{self.stream.id} has the steps 1 to {self.tape.steps}, not {step}."
            raise not_found(detail)
        return step

    def target(self, version: int) -> Event | None:
        """The event that an amendment of that version names, whether in force or not."""
        return self.now.by_version(version) or self._recorded.get(version)

    def data(self, event: Event) -> Any:
        """The data of an event as far as the viewer knows it: itself where that is all."""
        return self.knowledge.data(event, self.target)

    @cached_property
    def _recorded(self) -> dict[int, Event]:
        recorded = self.here.tapes.recorded(self.now)
        inherited = recorded.inherited.events if recorded.inherited else ()
        return {event.version: _unwrapped(event) for event in [*inherited, *recorded.own]}


def look(game: str, *, version: int | None = None, seat: str | None = None) -> Seen:
    """The game as the present caller sees it, or as `seat` does.

    Raises 404 for a game, version or seat that is not there or that he may not know of, 403 for a
    seat as which he may not look.
    """
    here = services()
    seen = look_as(here, caller(game), game, version=version, seat=seat)
    here.queue.look(game)
    return seen


def look_as(
    here: Services,
    asking: Caller,
    game: str,
    *,
    version: int | None = None,
    seat: str | None = None,
) -> Seen:
    """As `look`, for a given caller."""
    stream = find_game(here, asking, game)
    now = here.tapes.get(game)
    born = stream.parent_version or 1
    there = version is None or born <= version
    tape = now if version is None else here.tapes.get(game, version)
    if now is None or tape is None or not there:
        raise not_found(f"{game} has the versions {born} to {stream.version}, not {version}.")
    seen_by = chosen_viewer(viewer(here, asking, stream, now), seat)
    if seat is not None:
        _require_seat(now, seat)
    knowledge = knowledge_of(here, stream, now, seen_by)
    waiting = here.endings.waiting(now)
    return Seen(here, asking, stream, knowledge.at(tape), seen_by, knowledge, waiting)


def knowledge_of(here: Services, stream: Stream, now: Tape, seen_by: Viewer) -> Knowledge:
    """What a viewer knows of a game whose present tape is `now`; everything once it is over."""
    return Knowledge(now, ALL if is_over(here, stream, now) else seen_by)


def require_whole(seen: Seen) -> None:
    """Raises 403 for who does not see all of a game, and so may make no branch of it."""
    if seen.viewer != ALL:
        detail = f"Branches of {seen.stream.id} are for those who see all of it; it is running."
        raise Problem(403, detail)


def branches(seen: Seen) -> list[Seen]:
    """The branches of a game that the present caller may know of, by the step they left it at."""
    here = seen.here
    known = [
        stream.id
        for stream in here.store.branches(seen.stream.id)
        if may_see(here, caller(stream.id), stream)
    ]
    return each(known, lambda game: look_as(here, caller(game), game))


def _require_seat(tape: Tape, seat: str) -> None:
    seats = [seated.seat for seated in tape.created.seats]
    if seat not in (ALL, PUBLIC, *seats):
        raise not_found(f"There is no seat {seat} in {tape.game}; there are {', '.join(seats)}.")


def _unwrapped(event: Event) -> Event:
    """An insertion as the event that it puts into the log, any other event as it is."""
    if event.type != "EventInserted":
        return event
    inner = msgspec.json.decode(event.data, type=EventInserted)
    return replace(event, type=inner.type, seat=inner.seat, data=inner.data)
