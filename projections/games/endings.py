"""Whether a game has ended for all: only then are its hands open to everybody.

Who records one seat alone could end a game, look at the other hands, and take the end back. So an
end that his side alone brought about opens nothing until another side, or who records the whole
game, has confirmed it, or a day has passed in which no side disputed it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from threading import Lock
from typing import Any

import sqlalchemy as sa
from msgspec import Struct

from events import clock
from events.corrections import CORRECTIONS
from events.database import writing
from events.event import Event
from events.tables import confirmations, disputes, opened_hands, tokens
from projections.games.tape import Tape, Tapes
from projections.kit.common import OVER
from projections.kit.ruleset import ALL, PUBLIC

WAIT = timedelta(days=1)
"""After which an end counts for all that nobody confirmed, unless it was disputed."""

DECLARED = CORRECTIONS | {"GameEnded", "OutcomeRuled", "TableAdjusted"}
"""What says that it is so, other than by playing. Nothing else takes an end back either."""

NEVER = "9999-12-31T23:59:59.999Z"
"""Later than any time: when an end that was disputed counts for all by itself."""

KEPT = 4096
"""Ends that are remembered."""


class End(Struct, frozen=True):
    """The end of a game: the event, in the log as it was recorded, since which it is over.

    `step` is the last one then. `alone`: the side whose recorder alone ended it; None: nobody did.
    """

    version: int
    step: int
    at: str
    alone: str | None = None

    @property
    def opens_at(self) -> str:
        """When it counts for all, confirmed or not, unless somebody disputes it before."""
        return clock.stamp(datetime.fromisoformat(self.at) + WAIT)


class Opening(Struct, frozen=True):
    """Whether a game has ended for all; `opens_at`: when an end that waits counts for all by itself
    (NEVER: somebody disputes it; None: none waits)."""

    open: bool
    opens_at: str | None = None


class Dispute(Struct, frozen=True):
    """That a side does not agree with how a game ended, and why, if it said so."""

    at: str
    note: str | None


class Agreement(Struct, frozen=True):
    """What each side said last of how a game ended, by side.

    `confirmed`: when it agreed; None: it did not. `disputed`: those who do not agree.
    """

    confirmed: Mapping[str, str | None]
    disputed: Mapping[str, Dispute]


class Endings:
    """Who ended games, and who confirmed or disputed that; safe for many threads."""

    def __init__(self, engine: sa.Engine, tapes: Tapes) -> None:
        """Works on `confirmations`, `disputes` and `opened_hands`; logs come from `tapes`."""
        self._engine = engine
        self._tapes = tapes
        self._known: OrderedDict[tuple[str, int], End | None] = OrderedDict()
        self._lock = Lock()

    def is_open(self, tape: Tape) -> bool:
        """Whether a game, as its present tape has it, has ended for all."""
        return tape.ended and self.waiting(tape) is None

    def waiting(self, tape: Tape) -> End | None:
        """The end of a game that does not count for all yet; None: it does, or there is none."""
        end = self.end(tape)
        if end is None or end.alone is None:
            return None
        with self._engine.connect() as connection:
            return None if _counts(connection, tape.game, end) else end

    def end(self, tape: Tape) -> End | None:
        """The end of a game, whether it counts for all or not; None: it goes on."""
        return self._end(tape) if tape.ended else None

    def agreement(self, tape: Tape) -> Agreement:
        """What each side says of the end of a game; who recorded it alone agrees with it."""
        sides = tape.rules.sides(tape.latest)
        seats = (seated.seat for seated in tape.created.seats)
        confirmed: dict[str, str | None] = dict.fromkeys(sides.get(seat, seat) for seat in seats)
        disputed: dict[str, Dispute] = {}
        end = self.end(tape)
        if end is None:
            return Agreement(confirmed, disputed)
        if end.alone is not None:
            confirmed[end.alone] = end.at
        for side, at, agrees, note in self._said(tape.game, end):
            if not agrees:
                disputed[side] = Dispute(at, note)
                confirmed[side] = None
            elif side:
                disputed.pop(side, None)
                confirmed[side] = at
            else:  # who records the whole game has decided
                disputed.clear()
        return Agreement(confirmed, disputed)

    def confirm(self, tape: Tape, side: str | None, by: str) -> None:
        """Notes that a side (None: who records the whole game) says that the game is over."""
        row = {"game": tape.game, "version": tape.version, "side": side or "", "by": by}
        with writing(self._engine) as connection:
            same = (confirmations.c[name] == row[name] for name in ("game", "version", "side"))
            connection.execute(confirmations.delete().where(*same))
            connection.execute(confirmations.insert().values(at=clock.now(), **row))

    def dispute(self, tape: Tape, side: str, by: str, note: str | None) -> None:
        """Notes that a side does not agree with how the game ended; nothing said before is lost."""
        row = {"id": clock.new_id(), "game": tape.game, "version": tape.version, "side": side}
        with writing(self._engine) as connection:
            values = {**row, "by": by, "at": clock.now(), "note": note}
            connection.execute(disputes.insert().values(values))

    def note_reopened(self, before: Tape, after: Tape) -> None:
        """Marks a game for ever that goes on after its hands had been open."""
        if after.ended or not self.is_open(before):
            return
        end = self._end(before)
        if end is None or not _hid_something(before):
            return
        row = {"game": after.game, "version": after.version, "step": end.step, "at": clock.now()}
        with writing(self._engine) as connection:
            connection.execute(opened_hands.insert().values(row))

    def _said(self, game: str, end: End) -> list[Any]:
        """Side, time, whether it agrees, and why not, of all that was said of an end, in order."""
        agreed, not_agreed = (
            sa.select(of.c.side, of.c.at, sa.literal(says).label("agrees"), note).where(
                of.c.game == game, of.c.version >= end.version
            )
            for of, says, note in (
                (confirmations, 1, sa.cast(sa.null(), sa.Text).label("note")),
                (disputes, 0, disputes.c.note),
            )
        )
        with self._engine.connect() as connection:
            found = sa.union_all(agreed, not_agreed).order_by("at")
            return list(connection.execute(found))

    def _end(self, tape: Tape) -> End | None:
        key = tape.game, tape.version
        with self._lock:
            if key in self._known:
                return self._known[key]
        seats = self._seats(tape.game)
        end = self._found(tape, seats) if seats else _last(tape)
        with self._lock:
            self._known[key] = end
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
        return end

    def _seats(self, game: str) -> Mapping[str, str]:
        """The seat of each token that records one seat of the game alone."""
        query = sa.select(tokens.c.id, tokens.c.seat)
        query = query.where(tokens.c.game == game, tokens.c.seat.is_not(None))
        with self._engine.connect() as connection:
            return {row.id: row.seat for row in connection.execute(query)}

    def _found(self, tape: Tape, seats: Mapping[str, str]) -> End | None:
        own = self._tapes.recorded(tape).own
        sides = tape.rules.sides(tape.latest)
        told = [_side(event, seats, sides) for event in own]
        place, over = self._ending(tape, own)
        if place is None:
            return _last(tape)  # a branch that begins with an end
        event, side = own[place], told[place]
        end = End(event.version, over.steps, event.recorded_at, side)
        if side is None or _agreed(own, told, place) or _by_rules(over, own, told, place):
            return End(end.version, end.step, end.at)
        return end

    def _ending(self, tape: Tape, own: Sequence[Event]) -> tuple[int | None, Tape]:
        """The place in the log of the event since which the game is over, and the tape then."""
        present = tape
        for place in range(len(own) - 1, -1, -1):
            event = own[place]
            before = self._before(present, event)
            if before is None or not before.ended:
                return place, present
            present = before
        return None, present

    def _before(self, present: Tape, event: Event) -> Tape | None:
        """The tape as it was before the last event of its log."""
        if event.type in CORRECTIONS:
            return self._tapes.get(present.game, event.version - 1)
        return present.without_last()


def opening(connection: sa.Connection, game: str, end: End | None) -> Opening:
    """What an end comes to, as far as the transaction sees who has confirmed it."""
    if end is None:
        return Opening(False)
    if _counts(connection, game, end):
        return Opening(True)
    return Opening(False, NEVER if _was_disputed(connection, game, end) else end.opens_at)


def _counts(connection: sa.Connection, game: str, end: End) -> bool:
    """Whether an end is one for all: confirmed, or a day over in which nobody objected."""
    if end.alone is None or _is_confirmed(connection, game, end):
        return True
    return end.opens_at <= clock.now() and not _was_disputed(connection, game, end)


def _is_confirmed(connection: sa.Connection, game: str, end: End) -> bool:
    others = confirmations.c.version >= end.version, confirmations.c.side != end.alone
    query = sa.select(confirmations.c.at).where(confirmations.c.game == game, *others)
    return connection.execute(query.limit(1)).first() is not None


def _was_disputed(connection: sa.Connection, game: str, end: End) -> bool:
    """Whether a side objected while the end had not come to count by itself."""
    own = disputes.c.game == game, disputes.c.version >= end.version
    query = sa.select(disputes.c.at).where(*own, disputes.c.at < end.opens_at)
    return connection.execute(query.limit(1)).first() is not None


def _last(tape: Tape) -> End:
    last = tape.event(tape.steps)
    return End(last.version, tape.steps, last.recorded_at)


def _side(event: Event, seats: Mapping[str, str], sides: Mapping[str, str]) -> str | None:
    """The side whose recorder recorded an event; None: who records the whole game."""
    seat = seats.get(event.recorded_by)
    return None if seat is None else sides.get(seat, seat)


def _agreed(own: Sequence[Event], told: Sequence[str | None], place: int) -> bool:
    """Whether somebody else has recorded the end, too."""
    later = zip(own[place + 1 :], told[place + 1 :], strict=True)
    return any(event.type == "GameEnded" and side != told[place] for event, side in later)


def _by_rules(over: Tape, own: Sequence[Event], told: Sequence[str | None], place: int) -> bool:
    """Whether the rules bring the end about, by what recorders of both sides have recorded.

    Of what one of them recorded last, by himself, nothing may break a rule or say the outcome.
    """
    side, first = told[place], place
    while first > 0 and told[first - 1] == side:
        first -= 1
    last_words = own[first : place + 1]
    others = set(told[:first]) - {side, None}
    if not others or any(event.type in DECLARED for event in last_words):
        return False
    steps = range(over.steps - len(last_words) + 1, over.steps + 1)
    return not any(
        finding.severity == "illegal"
        for step in steps
        for finding in over.rules.check(over.before(step), over.event(step))
    )


def _hid_something(tape: Tape) -> bool:
    """Whether anything was hidden while the game ran."""
    for step in range(tape.steps, 0, -1):
        state: Any = tape.state(step)
        public = tape.rules.view(state, PUBLIC)
        if public["status"] not in OVER:
            return public != tape.rules.view(state, ALL)
    return False
