"""What is kept in memory is bounded in bytes, whatever the games are like."""

from __future__ import annotations

import tracemalloc

import pytest
from sqlalchemy import Engine

from events.shelf import Shelf
from projections.games import tape as tapes
from projections.games.keyframes import EVERY
from projections.games.knowledge import Knowledge
from projections.games.lazy_tape import STRETCHES
from projections.games.tape import Tape
from projections.kit.find import rulesets
from projections.kit.replay import freeze
from projections.kit.ruleset import PUBLIC
from tests.projections.games.tapes import Table, a_game
from workers.referee import referee


def test_a_shelf_keeps_what_its_budget_allows() -> None:
    shelf: Shelf[str, str] = Shelf(100)
    for key, size in (("a", 40), ("b", 40)):
        shelf.put(key, key.upper(), size)
    assert shelf.get("a") == "A"
    shelf.put("c", "C", 40)
    assert [shelf.get(key) for key in "abc"] == ["A", None, "C"]
    shelf.put("a", "again", 10)
    assert (shelf.size, len(shelf)) == (50, 2)
    shelf.put("whole", "W", 1_000)
    assert (shelf.size, len(shelf), shelf.get("whole")) == (1_000, 1, "W")
    shelf.forget("whole")
    shelf.forget("never there")
    assert (shelf.size, len(shelf)) == (0, 0)


@pytest.mark.parametrize("ruleset", list(rulesets()))
def test_a_tape_takes_no_more_than_it_is_taken_for(sqlite_engine: Engine, ruleset: str) -> None:
    table = Table(sqlite_engine)
    table.record("g", a_game(ruleset=ruleset)[: tapes.LONG - 1])
    table.tape("g")  # what all games share is there from now on
    here = Table(sqlite_engine)
    tracemalloc.start()
    tape = here.tape("g")
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert taken / 20 < tape.size
    assert taken < 1.2 * tape.size


def test_tapes_are_kept_by_their_size(
    sqlite_engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tapes, "BUDGET", 2 * (tapes.A_TAPE + 9 * tapes.A_STEP))
    table = Table(sqlite_engine)
    kept = table.tapes._kept
    for game in "abc":
        table.record(game, a_game()[:9])
        table.tape(game)
    assert [kept.get(game) is not None for game in "abc"] == [False, True, True]
    table.record("d", a_game()[:40])
    assert table.tape("d").steps == 40
    assert (len(kept), kept.size) == (1, table.tape("d").size)


def looked_at(tape: Tape) -> None:
    """By everybody who may not see all of it."""
    for viewer in (PUBLIC, *(seated.seat for seated in tape.created.seats)):
        known = Knowledge(tape, viewer)
        if not known.is_whole:
            known.verdicts()


@pytest.mark.parametrize("ruleset", list(rulesets()))
def test_a_tape_that_is_looked_at_takes_no_more_than_it_is_taken_for(
    sqlite_engine: Engine, ruleset: str
) -> None:
    table = Table(sqlite_engine)
    table.record("g", a_game(ruleset=ruleset)[:150])
    looked_at(table.tape("g"))  # what all games share is there from now on
    here = Table(sqlite_engine)
    tracemalloc.start()
    tape = here.tape("g")
    looked_at(tape)
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert taken < 1.2 * tape.size
    assert here.tapes._kept.size == tape.size


def test_what_viewers_know_of_many_games_is_bounded(
    sqlite_engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tapes, "BUDGET", 5 * (tapes.A_TAPE + 60 * tapes.A_STEP))
    table = Table(sqlite_engine)
    kept = table.tapes._kept
    for game in "abcde":
        table.record(game, a_game()[:60])
        table.tape(game)
    assert len(kept) == 5
    for game in "abcde":
        looked_at(table.tape(game))
        there = [tape for one in "abcde" if (tape := kept.get(one)) is not None]
        assert kept.size == sum(tape.size for tape in there)
        assert kept.size <= tapes.BUDGET or len(kept) == 1
    assert len(kept) < 5


def test_a_long_game_holds_some_of_its_stretches(sqlite_engine: Engine) -> None:
    table = Table(sqlite_engine)
    drafts = a_game()
    note = [draft for draft in drafts if draft.type == "CardPlayed"][:1]
    table.record("g", drafts + note * (2 * STRETCHES * EVERY))
    referee(table.store, table.tapes, table.games, "g")
    tape = Table(sqlite_engine).tape("g")
    assert tape.size == tapes.A_TAPE + tapes.A_STEP * STRETCHES * EVERY
    whole = table.tape("g")
    for step in (tape.steps, 1, tape.steps // 2, 51, tape.steps):
        assert freeze(tape.state(step)) == freeze(whole.state(step))
