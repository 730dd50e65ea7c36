"""What a ruleset gives, and the values it speaks in: Finding, Option, Fact, Private."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, TypeVar

import msgspec

from events.event import Draft, Event
from projections.kit.common import GameCreated
from projections.kit.drawing.scene import Mark, Scene
from projections.kit.fact import Fact as Fact
from projections.kit.finding import ALL as ALL
from projections.kit.finding import PUBLIC as PUBLIC
from projections.kit.finding import Finding as Finding
from projections.kit.finding import Seat as Seat
from projections.kit.finding import Severity as Severity
from projections.kit.finding import Viewer as Viewer
from projections.kit.rulebook import Rulebook
from projections.kit.statistics import Statistics as Statistics

Side = str
"""A team of one or several seats."""

Json = Any
"""A JSON value; parts of a view may be frozen structs and tuples, which encode to one."""

Errors = Mapping[str, Any]
"""Messages keyed by field, nested as the data is; empty: nothing is wrong."""


class Option(msgspec.Struct, frozen=True):
    """One legal next event, as the table may choose it.

    `data` could be sent as it stands but for `choices` (field -> other values; `count` of them for
    a list) and `faces` (per die, what it can show). `piece` and `to` are scene ids: what is tapped
    first and second. `target` is the number needed, `probability` the exact chance of success.
    `more` holds the ruleset's own keys; `weight`: higher is likelier.
    """

    type: str
    seat: Seat | None
    data: Mapping[str, Json]
    label: str
    piece: str | None = None
    to: str | None = None
    target: int | str | None = None
    probability: float | None = None
    choices: Mapping[str, Sequence[Json]] | None = None
    count: int | None = None
    faces: Sequence[Sequence[int | str]] | None = None
    weight: float = 0.0
    more: Mapping[str, Json] | None = None

    def as_json(self) -> dict[str, Json]:
        """The option as the API serves it: absent keys left out, `more` merged in."""
        document: dict[str, Json] = {
            name: value
            for name in self.__struct_fields__
            if name != "more" and (value := getattr(self, name)) is not None
        }
        return {**document, "seat": self.seat, **(self.more or {})}


@dataclass(frozen=True, slots=True)
class Private:
    """A place in an event's data that only `seats` may see while the game runs.

    `path` leads from the data to the value. Whoever may not see it gets `covered`, or where that is
    None: a list of as many nulls for a list, else null.
    """

    path: tuple[str | int, ...]
    seats: tuple[Seat, ...]
    covered: Json = None


class Setup:
    """Base of a ruleset's `Setup`: what a game's creation fixes (box, seats, rulings, tables).

    A state refers to it as `setup`; a stored state leaves it out, so it is no struct.
    """

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Standings:
    """How a league table is made of finished games, as data.

    `points` by outcome (`win`, `draw`, ...), `tie_breakers` in order, the first that differs
    decides: `head_to_head` (points in the games between those level), `head_to_head_<amount>`,
    `lots`, `name`, or an amount, more being better but after a `-`; of those `averaged` a team's
    mean counts, of others its sum. `outcomes(state)` gives for each side of an ended game its
    `outcome` and the amounts that the tie-breakers name; empty when the game does not count.
    `of_events`: amounts that the score does not tell, not known of a game recorded by its result.
    `score`: the amount that is the score of a game; `decider`: that which decided a level one.
    """

    points: Mapping[str, float]
    tie_breakers: Sequence[str]
    outcomes: Callable[[Any], Mapping[Side, Mapping[str, Json]]]
    averaged: Sequence[str] = ()
    of_events: Sequence[str] = ()
    score: str | None = None
    decider: str | None = None


S = TypeVar("S", bound=msgspec.Struct)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset(Generic[S]):
    """One game's rules, as pure functions and data.

    `apply` is total: any event whose data its payload type admits, on any state, gives a state.
    Events come with `data` already read into the payload type. States are frozen structs
    with a field `setup` (see Setup); all else in them is encodable by msgspec.
    """

    id: str
    name: str
    seatings: Sequence[tuple[Seat, ...]]
    """The sets of seats that may sit down, in seat order."""
    payloads: Mapping[str, type[msgspec.Struct]]
    """Every event type of this game (shared ones included) -> its payload type."""
    settings: type[msgspec.Struct]
    """The type of `GameCreated.options`, without `policy` and `rulings`; defaults are filled in."""
    rulebook: Rulebook
    box: type[msgspec.Struct]
    """The component catalogue's type."""
    sample_box: Mapping[str, Json]
    check_box: Callable[[Any], Errors]
    """What is wrong with a box (of type `box`) that its type cannot say."""
    admits: Callable[[GameCreated, Any], Errors]
    """What this box does not admit of the seats, teams and options of a game."""
    complete: Callable[[GameCreated, Any], GameCreated]
    """Fills in the defaults that depend on the box (teams, scenario); idempotent."""
    offers: Callable[[Any], Mapping[str, Json]]
    """What a box lets a table choose: `{"teams": [{id, name}], "options": {field: [values]}}`."""

    state: type[S]
    initial: Callable[[GameCreated, Any], S]
    apply: Callable[[S, Event], S]
    check: Callable[[S | None, Event], Sequence[Finding]]
    """The findings for an event, judged on the state before it (None for GameCreated)."""
    options: Callable[[S, Viewer], Sequence[Option]]
    view: Callable[[S, Viewer], Mapping[str, Json]]
    """The state view without `version` and `step`; unchanged parts are shared by identity."""
    sides: Callable[[S], Mapping[Seat, Side]]
    facts: Callable[[S | None, Event, S], Sequence[Fact]]
    text: Callable[[S | None, Event, S, Viewer], str]
    """The event as one sentence that a spectator understands."""
    private: Callable[[S, Event], Sequence[Private]]
    """What of an event is hidden now, given the game's latest state; empty once it has ended."""
    unshown: Callable[[S, Event], Sequence[Private]] | None = None
    """As `private`, of an event that is retracted or replaced: what it says was never shown,
    wherever its cards lie now. None: the same."""
    laid_open: Callable[[S, Event, Event], Event] = lambda _before, _event, known: known
    """`known`, an event of which parts are hidden, with what the table saw besides: the cards that
    lay open after it. Given the state before it and the event itself."""
    hiding: Callable[[S], Any]
    """What `private` makes of a state: while it is equal, the same is hidden. None: it is over."""
    show: Callable[[S, Viewer], Scene]
    trace: Callable[[S | None, Event, S, Viewer], Sequence[Mark]]
    moved: Callable[[S, str, str], Mapping[str, Json] | None]
    """The TableAdjusted payload that lays a scene item at a place; None: it cannot lie there."""
    write: Callable[[Draft], str]
    """One score-sheet line for an event (its data as plain JSON)."""
    read: Callable[[str], Draft]
    """The event that a score-sheet line says. Raises NotationError."""
    simulate: Callable[[S, Random], Callable[[S], Draft | None]]
    """Seats players at the initial state: state -> next draft, None when they are done.

    The draft's data is plain JSON. The players know the order of the piles, the state does not.
    """
    standings: Standings
    statistics: Statistics
    """What a season's statistics make of the facts."""
