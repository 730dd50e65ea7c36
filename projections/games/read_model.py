"""The read model of single games: what the referee wrote, and reading it again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import sqlalchemy as sa

from events.database import writing
from events.tables import opened_hands, origins
from projections import webhook_payloads
from projections.games import rows
from projections.games.endings import End, Endings, Opening, opening
from projections.games.tape import Tape
from projections.games.verdicts import Verdict
from projections.tables import (
    facts,
    figured,
    findings,
    game_worth,
    keyframes,
    rolls,
    sitting,
    summaries,
    totals,
)

NOTHING_CHECKED = 0


@dataclass(frozen=True, slots=True)
class Checked:
    """How far a game has been judged, and by which code."""

    version: int
    code: str


DECIDING = ("fixture", "teams", "outcomes", "decided", "status", "open", "grade")
"""What says where and how a game counts."""


@dataclass(frozen=True, slots=True)
class Written:
    """One writing of a game: the steps from `first` on, its row of `summaries` before and after.

    `before` is empty for a game that was not there. `judged`: what was found in these steps.
    """

    tape: Tape
    first: int
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    judged: Sequence[Verdict]

    @property
    def appended(self) -> bool:
        """Whether nothing of the game was judged anew."""
        return bool(self.before) and self.first == self.before["step"] + 1


class Follower(Protocol):
    """Keeps what follows from games, in the transaction that writes one."""

    def entered(self, connection: sa.Connection, row: Mapping[str, Any]) -> None:
        """A new game, by its row of `summaries`."""

    def written(self, connection: sa.Connection, written: Written) -> None:
        """A game was judged further, or anew."""

    def removed(self, connection: sa.Connection, row: Mapping[str, Any]) -> None:
        """A game is gone; by what was its row of `summaries`."""


class GameReadModel:
    """Writes and reads summaries, findings, facts, totals and keyframes."""

    def __init__(self, engine: sa.Engine, follower: Follower, endings: Endings) -> None:
        """Works on the tables of `projections.tables` in `engine`."""
        self._engine = engine
        self._follower = follower
        self._endings = endings

    # writing

    def enter(self, tape: Tape) -> None:
        """Enters a new game as not judged yet; a game that is there already stays as it is."""
        end = self._endings.end(tape)
        with writing(self._engine) as connection:
            known = sa.select(summaries.c.game).where(summaries.c.game == tape.game)
            if connection.execute(known).first() is None:
                stands = rows.summary(tape, _opening(connection, tape.game, end))
                row = {**stands, "checked_version": NOTHING_CHECKED}
                connection.execute(_enter(row))
                connection.execute(_ADD_SEATS, rows.seats(tape))
                self._follower.entered(connection, row)

    def checked(self, game: str) -> Checked | None:
        """How far the game has been judged; None: it was never entered."""
        with self._engine.connect() as connection:
            row = connection.execute(_CHECKED, {"game": game}).first()
        return None if row is None else Checked(row.checked_version, row.code)

    def opens(self, tape: Tape) -> bool:
        """Whether a game whose end waited when it was written has ended for all by now, or waits
        for something else, because somebody disputes it."""
        with self._engine.connect() as connection:
            until: str | None = connection.scalar(_WAITS, {"game": tape.game})
            if until is None:
                return False
            return opening(connection, tape.game, self._endings.end(tape)).opens_at != until

    def write(
        self, tape: Tape, first: int, judged: Iterable[Verdict], since: Checked | None
    ) -> bool:
        """Stores the verdicts of the steps from `first` on, in one transaction.

        `since` is how far the game was judged when the run began. Another run that has finished
        meanwhile wins: then nothing is written and the answer is False.
        """
        done, end = list(judged), self._endings.end(tape)
        with writing(self._engine) as connection:
            # The row is locked before it is looked who has confirmed the end: whoever does so later
            # has the game written once more.
            standing = connection.execute(_STANDING, {"game": tape.game}).mappings().first()
            before: dict[str, Any] = {} if standing is None else dict(standing)
            stands = rows.summary(tape, _opening(connection, tape.game, end))
            row = {**stands, "checked_version": tape.version}
            notices = webhook_payloads.GameNotices(connection, tape.game, first)
            if not self._claim(connection, tape, row, since):
                return False
            written = Written(tape, first, before, row, done)
            if not written.appended:
                _forget(connection, tape.game, first)
            _insert(connection, findings, rows.found(tape, done))
            _insert(connection, facts, rows.counted(tape, done))
            _withdraw(connection, tape.game, done)
            _insert(connection, keyframes, rows.frames(tape, first))
            _sum_up(connection, tape.game)
            self._follower.written(connection, written)
            notices.tell()
        return True

    def remove(self, game: str) -> None:
        """Takes a game that was deleted out of everything that is derived from games."""
        with writing(self._engine) as connection:
            row = connection.execute(_STANDING, {"game": game}).mappings().first()
            connection.execute(summaries.delete().where(summaries.c.game == game))
            if row is not None:
                self._follower.removed(connection, {**row, "game": game})
            for table in (sitting, keyframes, findings, facts, totals, rolls, figured, game_worth):
                connection.execute(table.delete().where(table.c.game == game))

    def _claim(
        self, connection: sa.Connection, tape: Tape, row: dict[str, Any], since: Checked | None
    ) -> bool:
        """Locks the game's row by moving it on; False when it is not at `since` any more."""
        if since is None:
            known = sa.select(summaries.c.game).where(summaries.c.game == tape.game)
            if connection.execute(known).first() is not None:
                return False
            connection.execute(_enter(row))
        else:
            values = {name: value for name, value in row.items() if name != "game"}
            expected = {"since_version": since.version, "since_code": since.code}
            if connection.execute(_CLAIM, {**values, **expected, "of": tape.game}).rowcount != 1:
                return False
        connection.execute(_FORGET_SEATS, {"of": tape.game})
        connection.execute(_ADD_SEATS, rows.seats(tape))
        return True

    # reading

    def summary(self, game: str) -> Mapping[str, Any] | None:
        """The game's row of `summaries`; `opened`: from which step its hands had been open, null:
        from none on which play went on."""
        opened = sa.select(sa.func.min(opened_hands.c.step)).where(opened_hands.c.game == game)
        query = sa.select(summaries, opened.scalar_subquery().label("opened"))
        query = query.where(summaries.c.game == game)
        with self._engine.connect() as connection:
            row = connection.execute(query).mappings().first()
        return None if row is None else dict(row)

    def findings(self, game: str, steps: Sequence[int] | None = None) -> list[dict[str, Any]]:
        """The findings of a game in the order of steps, or only of the steps first..last."""
        return self._rows(findings, game, steps)

    def facts(self, game: str, steps: Sequence[int] | None = None) -> list[dict[str, Any]]:
        """The facts of a game in the order of steps, or only of the steps first..last."""
        return self._rows(facts, game, steps)

    def totals(self, game: str) -> list[dict[str, Any]]:
        """The sums of a game's facts by kind, seat and piece.

        `seat` and `piece` "" are the table as a whole and the sum of the seat.
        """
        with self._engine.connect() as connection:
            rows = connection.execute(sa.select(totals).where(totals.c.game == game))
            found = [dict(row) for row in rows.mappings()]
        return sorted(found, key=lambda row: (row["kind"], row["seat"], row["piece"]))

    def _rows(
        self, table: sa.Table, game: str, steps: Sequence[int] | None
    ) -> list[dict[str, Any]]:
        query = sa.select(table).where(table.c.game == game)
        if steps is not None:
            query = query.where(table.c.step.between(steps[0], steps[-1]))
        query = query.order_by(table.c.step, table.c.version, table.c.n)
        with self._engine.connect() as connection:
            return [dict(row) for row in connection.execute(query).mappings()]


def _opening(connection: sa.Connection, game: str, end: End | None) -> Opening:
    if end is None or connection.scalar(_PARENT, {"game": game}) is not None:
        return Opening(False)
    return opening(connection, game, end)


def _enter(row: dict[str, Any]) -> sa.Insert:
    """Enters a new row; the time is that of the stream."""
    created = sa.select(origins.c.created_at).where(origins.c.id == row["game"])
    return summaries.insert().values({**row, "created_at": created.scalar_subquery()})


def _forget(connection: sa.Connection, game: str, first: int) -> None:
    """Takes back what was derived from the steps from `first` on."""
    for statement in _FORGET:
        connection.execute(statement, {"of": game, "first": first})


def _insert(connection: sa.Connection, table: sa.Table, rows: Iterable[dict[str, Any]]) -> None:
    if collected := list(rows):
        connection.execute(_INSERT[table], collected)


def _withdraw(connection: sa.Connection, game: str, judged: Iterable[Verdict]) -> None:
    """A `withdrawn` fact takes back those of the event whose version it names, but for dice."""
    for verdict in judged:
        for fact in verdict.facts:
            if fact.kind == "withdrawn":
                named = {"of": game, "at": fact.data["version"], "withdrawn_by": verdict.step}
                connection.execute(_WITHDRAW, named)


def _sum_up(connection: sa.Connection, game: str) -> None:
    """Totals and numbers of findings, anew from the game's rows."""
    for statement in _SUM_UP:
        connection.execute(statement, {"of": game})


def _counted(by_piece: bool) -> sa.Select[*tuple[Any, ...]]:
    """The sums of the game `of`."""
    known = sa.and_(facts.c.value.is_not(None), facts.c.expected.is_not(None))
    keys = {
        "kind": facts.c.kind,
        "seat": sa.func.coalesce(facts.c.seat, ""),
        "piece": facts.c.piece if by_piece else sa.literal(""),
    }
    query = sa.select(
        _OF.label("game"),
        *(key.label(name) for name, key in keys.items()),
        sa.func.count().label("count"),
        sa.func.sum(facts.c.value).label("successes"),
        sa.func.sum(facts.c.expected).label("expected"),
        sa.func.sum(sa.case((known, facts.c.value - facts.c.expected))).label("luck"),
    ).where(facts.c.game == _OF, facts.c.withdrawn_by.is_(None), facts.c.kind != "withdrawn")
    if by_piece:
        query = query.where(facts.c.piece.is_not(None))
    return query.group_by(facts.c.kind, facts.c.seat, *([facts.c.piece] if by_piece else []))


def _number(severity: str, *which: sa.ColumnElement[bool]) -> sa.ScalarSelect[int]:
    number = sa.select(sa.func.count()).where(findings.c.game == _OF, *which)
    return number.where(findings.c.severity == severity).scalar_subquery()


# Statements that run for every judged event, built once: to build them takes longer than to run
# them. `of` is the game.
_OF = sa.bindparam("of", type_=sa.Text)
_PARENT = sa.select(origins.c.parent).where(origins.c.id == sa.bindparam("game"))
_WAITS = sa.select(summaries.c.opens_at).where(summaries.c.game == sa.bindparam("game"))
_CHECKED = sa.select(summaries.c.checked_version, summaries.c.code).where(
    summaries.c.game == sa.bindparam("game")
)
_STANDING = (
    sa.select(*(summaries.c[name] for name in (*DECIDING, "step")))
    .where(summaries.c.game == sa.bindparam("game"))
    .with_for_update()
)
_CLAIM = summaries.update().where(
    summaries.c.game == _OF,
    summaries.c.checked_version == sa.bindparam("since_version"),
    summaries.c.code == sa.bindparam("since_code"),
)
_FORGET_SEATS = sitting.delete().where(sitting.c.game == _OF)
_ADD_SEATS = sitting.insert()
_FORGET = (
    *(
        table.delete().where(table.c.game == _OF, table.c.step >= sa.bindparam("first"))
        for table in (findings, facts, keyframes)
    ),
    facts.update()
    .where(facts.c.game == _OF, facts.c.withdrawn_by >= sa.bindparam("first"))
    .values(withdrawn_by=None),
)
_INSERT = {table: table.insert() for table in (findings, facts, keyframes)}
_WITHDRAW = facts.update().where(
    facts.c.game == _OF, facts.c.version == sa.bindparam("at"), facts.c.kind != "die"
)
_SUM_UP = (
    totals.delete().where(totals.c.game == _OF),
    *(
        totals.insert().from_select(list(totals.c.keys()), _counted(by_piece))
        for by_piece in (False, True)
    ),
    summaries.update()
    .where(summaries.c.game == _OF)
    .values(
        illegal=_number("illegal"),
        unverifiable=_number("unverifiable"),
        open_illegal=_number("illegal", sa.or_(sa.not_(findings.c.secret), summaries.c.open)),
    ),
)
