from __future__ import annotations

import pytest

from events.event import Draft, Event
from events.store import Parent
from projections.games.keyframes import Keyframes
from projections.games.lazy_tape import Lazily
from projections.games.tape import LONG, Tape, Tapes
from projections.games.verdicts import verdicts
from projections.kit.replay import freeze
from projections.kit.ruleset import ALL
from tests.projections.games.tapes import Table, a_game
from workers.referee import referee


def note(text: str) -> Draft:
    return Draft(type="NoteAdded", data={"text": text})


def test_a_tape_has_a_state_after_each_step(table: Table) -> None:
    drafts = a_game()
    table.record("g", drafts)
    tape = table.tape("g")
    assert tape.steps == tape.version == len(drafts)
    assert tape.ended
    assert tape.before(1) is None
    assert tape.before(5) is tape.state(4)
    for step in (0, len(drafts) + 1):
        with pytest.raises(IndexError, match=f"step {step}"):
            tape.state(step)


def test_it_grows_with_the_log(table: Table) -> None:
    drafts = a_game()
    table.record("g", drafts[:10])
    before = table.tape("g")
    table.record("g", drafts[10:])
    after = table.tape("g")
    assert (before.steps, after.steps) == (10, len(drafts))
    assert after.state(10) is before.state(10)
    assert not before.ended
    assert table.tape("g") is after


def test_a_correction_refolds_it(table: Table) -> None:
    drafts = a_game()
    table.record("g", drafts[:10])
    before = table.tape("g")
    table.record("g", [Draft(type="EventRetracted", data={"target": 10})])
    tape = table.tape("g")
    assert (tape.version, tape.steps) == (11, 9)
    assert freeze(tape.latest) == freeze(before.state(9))
    assert tape.step_of(10) is None
    assert tape.step_of(9) == 9


def test_an_inserted_event_moves_the_steps_after_it(table: Table) -> None:
    drafts = a_game()
    table.record("g", drafts[:10])
    forgotten = {"after": 4, "type": "NoteAdded", "data": {"text": "It rained."}}
    table.record("g", [Draft(type="EventInserted", data=forgotten)])
    tape = table.tape("g")
    assert tape.event(5).type == "NoteAdded"
    assert tape.step_of(11) == 5
    assert tape.step_of(5) == 6


def test_an_older_version_is_shown_as_it_stood(table: Table) -> None:
    table.record("g", a_game()[:10])
    table.record("g", [Draft(type="EventRetracted", data={"target": 10})])
    older = table.tapes.get("g", 10)
    assert older is not None
    assert (older.version, older.steps) == (10, 10)
    assert table.tapes.get("g", 12) is None
    assert table.tapes.get("g", 0) is None
    assert table.tapes.get("nobody") is None


def test_a_branch_goes_on_from_its_step_and_leaves_the_game_alone(table: Table) -> None:
    drafts = a_game()
    table.record("g", drafts)
    parent = Parent(stream="g", version=len(drafts), step=20)
    table.store.append("b", [note("What if?")], recorded_by="test", parent=parent)
    branch = table.tape("b")
    assert branch.steps == 21
    assert freeze(branch.state(20)) == freeze(table.tape("g").state(20))
    assert branch.event(21).data.text == "What if?"
    assert branch.version == len(drafts) + 1
    table.store.append("b", [note("And then?")], recorded_by="test")
    assert table.tape("b").steps == 22
    assert table.tape("g").steps == len(drafts)


def test_supposing_records_nothing(table: Table) -> None:
    table.record("g", a_game()[:10])
    tape = table.tape("g")
    data = {"target": 10, "reason": "?"}
    supposed = table.tapes.supposing(
        "g",
        table.tapes.recorded(tape),
        [Event(version=11, type="EventRetracted", data=data, stream="g")],
    )
    assert supposed.steps == 9
    assert table.tape("g").steps == 10


def test_a_long_game_is_read_from_its_keyframes(table: Table) -> None:
    drafts = [d for seed in range(1, 6) for d in a_game(seed)[bool(seed - 1) :]]
    assert len(drafts) > LONG
    table.record("g", drafts)
    whole = table.tape("g")
    referee(table.store, table.tapes, table.games, "g")
    fresh = Tapes(table.store, table.boxes, Keyframes(table.engine)).get("g")
    assert fresh is not None
    assert isinstance(fresh.states, Lazily)
    assert (fresh.steps, fresh.version) == (whole.steps, whole.version)
    for step in (1, 2, 49, 50, 51, 100, 250, fresh.steps - 1, fresh.steps):
        assert freeze(fresh.state(step)) == freeze(whole.state(step))
        assert fresh.event(step).id == whole.event(step).id
    assert fresh.ended == whole.ended
    assert (fresh.step_of(7), fresh.step_of(fresh.steps + 1)) == (7, None)


@pytest.mark.parametrize("ruleset", ["undaunted-2200", "wannabe-football"])
def test_a_game_read_from_its_keyframes_says_and_counts_the_same(
    table: Table, ruleset: str
) -> None:
    """Also at the steps that follow a keyframe, and when it has grown: rules compare by identity
    what an event left as it was."""
    drafts = [d for seed in range(1, 6) for d in a_game(seed, ruleset)[bool(seed - 1) :]][:420]
    assert len(drafts) > LONG
    table.record("g", drafts)
    whole = table.tape("g")
    referee(table.store, table.tapes, table.games, "g")
    tapes = Tapes(table.store, table.boxes, Keyframes(table.engine))
    fresh = tapes.get("g")
    assert fresh is not None and isinstance(fresh.states, Lazily)
    table.record("g", [note("more")])
    grown = tapes.get("g")
    assert grown is not None and grown.steps == whole.steps + 1
    for tape in (fresh, grown):
        assert list(verdicts(tape))[: whole.steps] == list(verdicts(whole))
        for step in range(2, whole.steps + 1):
            assert said(tape, step) == said(whole, step)


def said(tape: Tape, step: int) -> str:
    """The sentence of a step."""
    return tape.rules.text(tape.before(step), tape.event(step), tape.state(step), ALL)


def test_keyframes_of_a_corrected_game_do_not_serve(table: Table) -> None:
    drafts = [d for seed in range(1, 6) for d in a_game(seed)[bool(seed - 1) :]]
    table.record("g", drafts)
    referee(table.store, table.tapes, table.games, "g")
    table.record("g", [Draft(type="EventRetracted", data={"target": 5})])
    fresh = Tapes(table.store, table.boxes, Keyframes(table.engine)).get("g")
    assert fresh is not None
    assert not isinstance(fresh.states, Lazily)
    assert fresh.steps == len(drafts) - 1
