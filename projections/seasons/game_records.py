"""What a season needs of one game, written with the game: its dice, what its facts count for in
figures, and what it was worth."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
import sqlalchemy as sa

from projections.games.read_model import Written
from projections.games.tape import Tape
from projections.kit.fact import Fact
from projections.kit.figures import Recalled, tallies
from projections.kit.statistics import Chances
from projections.seasons import sql as statements
from projections.tables import facts


def record_rolls(connection: sa.Connection, written: Written) -> bool:
    """Writes down what only the tape tells: the dice of the judged steps, and what a game that has
    ended was worth; whether a die fell. The game's facts are there already."""
    tape = written.tape
    if not written.appended:
        connection.execute(statements.FORGET_ROLLS, {"of": tape.game, "first": written.first})
    if fallen := list(_rolls(tape, written.first)):
        connection.execute(statements.ADD_ROLLS, fallen)
    connection.execute(statements.FORGET_WORTH, {"of": tape.game})
    connection.execute(statements.ADD_WORTH, [_worth(connection, tape)])
    return bool(fallen)


def _rolls(tape: Tape, first: int) -> Iterator[dict[str, Any]]:
    for step in range(max(first, 2), tape.steps + 1):
        event = tape.event(step)
        for n, die in enumerate(tape.rules.statistics.dice(tape.before(step), event)):
            yield {
                "game": tape.game,
                "version": event.version,
                "n": n,
                "step": step,
                "seat": die.seat or event.seat,
                "die": die.die,
                "faces": msgspec.json.encode([str(face) for face in die.faces]).decode(),
                "face": str(die.face),
                "recorder": event.recorded_by,
            }


def record_figures(connection: sa.Connection, written: Written) -> Collection[str]:
    """Writes down what the facts of the judged steps count for in figures; of which kinds.

    The facts are there already; games that no fixture is named in count in no season.
    """
    tape = written.tape
    if not written.appended:
        connection.execute(statements.FORGET_FIGURED, {"of": tape.game, "first": written.first})
    if tape.created.fixture is None:
        return ()
    figures = tape.rules.statistics.figures
    rows: list[dict[str, Any]] = [
        {"game": tape.game, "version": verdict.version, "n": n, "m": m, "step": verdict.step}
        | {"kind": kind, "seat": one.seat, "value": one.value, "expected": one.expected}
        | {"secret": n in verdict.secret_facts or of_a_secret}
        for verdict in written.judged
        for n, fact in enumerate(verdict.facts)
        for m, (kind, one, of_a_secret) in enumerate(
            tallies(figures, fact, partial(_recalled, connection, tape.game, verdict.step))
        )
    ]
    if rows:
        connection.execute(statements.ADD_FIGURED, rows)
    return {row["kind"] for row in rows}


def _worth(connection: sa.Connection, tape: Tape) -> dict[str, Any]:
    deserved: Mapping[str, Chances] | None = None
    imbalances: list[list[Any]] = []
    if tape.ended:
        counted = [one.fact for one in _recalled(connection, tape.game)]
        statistics = tape.rules.statistics
        deserved = statistics.deserved(tape.latest, counted)
        imbalances = [
            [account.what, account.counted, account.stated]
            for account in statistics.accounts(tape.latest, counted)
            if not account.balances
        ]
    return {
        "game": tape.game,
        "began": tape.began,
        "box": tape.box.id,
        "deserved": deserved and {side: dict(chances) for side, chances in deserved.items()},
        "imbalances": imbalances,
    }


def _recalled(
    connection: sa.Connection, game: str, last: int | None = None, kinds: Sequence[str] = ()
) -> list[Recalled]:
    """The facts of a game that count, in order: up to the step `last`, of some kinds alone."""
    wanted = [] if last is None else [facts.c.step <= last, facts.c.kind.in_(kinds)]
    query = (
        sa.select(facts)
        .where(facts.c.game == game, statements.STANDS, *wanted)
        .order_by(facts.c.step, facts.c.version, facts.c.n)
    )
    return [
        Recalled(Fact(row.kind, row.seat, row.piece, row.value, row.expected, row.data), row.secret)
        for row in connection.execute(query)
    ]
