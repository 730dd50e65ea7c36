from __future__ import annotations

from collections.abc import Callable, Iterable
from threading import Thread
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import Engine

from events.event import Draft
from projections.games.read_model import Checked
from projections.games.rebuild import rebuild
from projections.games.totals import totals_of
from projections.games.verdicts import Verdict, verdicts
from projections.kit.find import code_version
from projections.kit.ruleset import Fact
from projections.tables import findings
from tests.projections.games.tapes import Table, a_game
from workers.referee import referee

SPOILED = Draft(type="CardPlayed", seat="2", data={"card": "P01"})
"""Played by nobody's turn: the kick-off is not even tossed."""


@pytest.fixture
def table(engine: Engine) -> Table:
    return Table(engine)


def judge(table: Table, game: str = "g") -> int | None:
    return referee(table.store, table.tapes, table.games, game)


def everything(table: Table, game: str = "g") -> tuple[object, ...]:
    games = table.games
    return games.findings(game), games.facts(game), games.totals(game), games.summary(game)


def test_a_new_game_is_entered_and_judged(table: Table) -> None:
    table.record("g", a_game())
    table.games.enter(table.tape("g"))
    assert table.games.checked("g") == Checked(0, code_version("wannabe-football"))
    assert judge(table) == table.tape("g").version
    summary = table.games.summary("g")
    assert summary is not None
    assert (summary["status"], summary["illegal"], summary["grade"]) == ("ended", 0, "full")
    assert table.games.facts("g")


def test_judging_twice_changes_nothing(table: Table) -> None:
    table.record("g", a_game())
    judge(table)
    once = everything(table)
    judge(table)
    assert everything(table) == once


def test_judging_bit_by_bit_gives_what_judging_at_once_gives(table: Table) -> None:
    drafts = a_game()
    for start in range(0, len(drafts), 17):
        table.record("g", drafts[start : start + 17])
        judge(table)
    bit_by_bit = everything(table)
    assert rebuild(table.tapes, table.games, "g") is None
    assert everything(table) == bit_by_bit


def test_a_spoiled_event_is_found_where_it_stands(table: Table) -> None:
    table.record("g", [*a_game()[:3], SPOILED])
    judge(table)
    found = table.games.findings("g")
    assert {row["version"] for row in found} == {4}
    summary = table.games.summary("g")
    assert summary is not None
    assert summary["illegal"] == len(found) > 0


def test_a_correction_rewrites_what_follows_and_nothing_before(table: Table) -> None:
    drafts = a_game()
    table.record("g", [*drafts[:3], SPOILED, *drafts[3:]])
    judge(table)
    assert table.games.findings("g")
    table.record("g", [Draft(type="EventRetracted", data={"target": 4})])
    judge(table)
    corrected = everything(table)
    assert table.games.findings("g") == []
    assert rebuild(table.tapes, table.games, "g") is None
    assert everything(table) == corrected
    # the same game without the mistake has the same sums
    table.record("clean", drafts)
    judge(table, "clean")
    sums = [
        [(r["kind"], r["seat"], r["piece"], r["count"], r["successes"]) for r in rows]
        for rows in (table.games.totals("g"), table.games.totals("clean"))
    ]
    assert sums[0] == sums[1]


def test_a_run_that_was_overtaken_writes_nothing(table: Table) -> None:
    drafts = a_game()
    table.record("g", drafts[:20])
    slow = table.tape("g")
    since = table.games.checked("g")
    table.record("g", drafts[20:])
    judge(table)
    after = everything(table)
    assert not table.games.write(slow, 1, verdicts(slow), since)
    assert everything(table) == after


def added(amounts: Iterable[float | None]) -> Any:
    """The sum of what is known; None: nothing is."""
    known = [amount for amount in amounts if amount is not None]
    return pytest.approx(sum(known)) if known else None


def test_totals_are_the_sums_of_the_facts(table: Table) -> None:
    table.record("g", a_game())
    judge(table)
    facts = table.games.facts("g")
    for row in table.games.totals("g"):
        mine = [
            f
            for f in facts
            if f["kind"] == row["kind"]
            and (f["seat"] or "") == row["seat"]
            and (row["piece"] == "" or f["piece"] == row["piece"])
        ]
        assert row["count"] == len(mine)
        known = [f for f in mine if None not in (f["value"], f["expected"])]
        assert row["successes"] == added(f["value"] for f in mine)
        assert row["expected"] == added(f["expected"] for f in mine)
        assert row["luck"] == added(f["value"] - f["expected"] for f in known)
    chains = [row for row in table.games.totals("g") if row["kind"] == "chain"]
    assert {(row["expected"], row["luck"]) for row in chains} == {(None, None)}
    found = totals_of(list(verdicts(table.tape("g"))))
    for row, stored in zip(found, table.games.totals("g"), strict=True):
        assert row == pytest.approx({k: v for k, v in stored.items() if k != "game"})


def test_rebuilding_names_the_first_verdict_that_changed(table: Table) -> None:
    table.record("g", [*a_game()[:3], SPOILED])
    judge(table)
    with table.engine.begin() as connection:
        connection.execute(sa.delete(findings))
    change = rebuild(table.tapes, table.games, "g")
    assert change is not None
    assert (change.version, change.before) == (4, frozenset())
    assert change.after
    assert rebuild(table.tapes, table.games, "g") is None
    with pytest.raises(KeyError):
        rebuild(table.tapes, table.games, "nobody")


def test_facts_are_withdrawn_by_version_whatever_step_their_event_has(table: Table) -> None:
    """A correction moves steps, so a version is the only name that stays right."""
    table.record("g", a_game()[:40])
    tape = table.tape("g")
    shot = next(v for v in verdicts(tape) if v.facts and v.facts[0].kind != "die")
    taken_back = Fact(kind="withdrawn", data={"version": shot.version})
    last = Verdict(tape.steps, tape.event(tape.steps).version, (), (taken_back,))
    judged = [*(v for v in verdicts(tape) if v.step < tape.steps), last]
    assert table.games.write(tape, 1, judged, None)
    withdrawn = {f["version"] for f in table.games.facts("g") if f["withdrawn_by"] is not None}
    assert withdrawn == {shot.version}


def test_games_are_entered_while_the_referee_writes(table: Table) -> None:
    """Whoever reads before he writes must hold the write lock from the start (SQLite)."""
    for number in range(40):
        table.record(f"new-{number}", a_game()[:4])
    table.record("old", a_game()[:4])
    faults: list[BaseException] = []

    def enter() -> None:
        for number in range(40):
            table.games.enter(table.tape(f"new-{number}"))

    def write() -> None:
        tape = table.tape("old")
        for _ in range(40):
            table.games.write(tape, 1, verdicts(tape), table.games.checked("old"))

    def run(work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as fault:
            faults.append(fault)

    threads = [Thread(target=run, args=(work,)) for work in (enter, write)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    assert all(table.games.checked(f"new-{number}") is not None for number in range(40))
