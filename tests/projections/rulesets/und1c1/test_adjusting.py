"""What the table sets by hand: what is named is set, what is not stays, and somebody can act."""

from __future__ import annotations

from typing import Any

import pytest

from projections.rulesets.und1c1.state import Effect, Interception, LastPass, Reposition, State
from tests.projections.rulesets.und1c1.desk import adjusted, new_game, played, position

CHIPS = "a6@G3 a8@G9 a9@H9 a10@H10 b7@H12 b5@C9/6"
PLAYING = position(CHIPS, "a10")
PASS = played(PLAYING, "a P 10>8")
CROSS = played(position("a7@A11 a9@I12 b7@H11 b8@J13", "a7"), "a X 7>9")
TACKLE = played(position("a10@H11 b7@H12 a8@G9", "b7"), "a T 10x7")
SHOT = played(PLAYING, "a S 10")
CHOICE = played(position("a6@G3 a11@M8 b7@L9 b9@N8", "a6"), "a P 6>11", "a R w1")
FREE_MOVE = played(TACKLE, "- R w6 k1")
SAVED = played(SHOT, "- R w1 k6")
WAITING = {
    "roll": PASS,
    "choose_interceptor": CHOICE,
    "free_move": FREE_MOVE,
    "reposition": SAVED,
}


def pending(state: State, phase: str, **named: Any) -> State:
    return adjusted(state, {"turn": {"phase": phase}, "pending": named})


def waits(state: State) -> list[str]:
    kinds = ("roll", "interception", "free_move", "reposition")
    return [kind for kind in kinds if getattr(state, kind) is not None]


@pytest.mark.parametrize("phase", WAITING)
def test_what_is_pending_stays_unless_a_phase_is_named(phase: str) -> None:
    state = WAITING[phase]
    assert state.turn.phase == phase and len(waits(state)) == 1
    named: dict[str, Any]
    for named in ({}, {"turn": {"actions_left": 1}}, {"score": {"b": 2}}):
        after = adjusted(state, named)
        assert (after.turn.phase, waits(after)) == (phase, waits(state)), named
    for named in ({"turn": {"phase": phase}}, {"pending": None}, {"turn": {"phase": "actions"}}):
        after = adjusted(state, named)
        assert (after.turn.phase, waits(after)) == ("actions", []), named
    assert waits(adjusted(state, {"turn": {"phase": "end_turn"}})) == []


@pytest.mark.parametrize("phase", [*WAITING, "actions", "end_turn", "kickoff"])
def test_nothing_is_pending_after_the_padlocks(phase: str) -> None:
    state = WAITING.get(phase) or adjusted(PLAYING, {"turn": {"phase": phase}})
    after = played(state, "a # w:G4 k:-")
    assert after.padlocks.white == "G4"
    if phase == "reposition":
        assert (after.turn.phase, waits(after)) == (phase, ["reposition"])
    else:
        assert (after.turn.phase, waits(after)) == ("draw", [])


def test_a_kick_off_is_rolled_for_anew() -> None:
    rolling = adjusted(new_game(), {"turn": {"phase": "kickoff_roll"}})
    half = played(rolling, "a R w3")
    assert half.roll is not None and half.roll.rolls.a == 3
    for state in (adjusted(half, {"turn": {"phase": "kickoff_roll"}}), rolling):
        assert state.roll is not None and (state.roll.kind, state.roll.rolls.a) == ("kickoff", None)
    other = pending(PLAYING, "kickoff_roll", kind="shot", player="a10")
    assert other.roll is not None and other.roll.kind == "kickoff"
    wrong = pending(PLAYING, "roll", kind="kickoff")
    assert (wrong.turn.phase, wrong.roll) == ("actions", None)


MISSING: list[tuple[State, list[str], str]] = [
    (PASS, ["a10"], "actions"),
    (PASS, ["a8"], "actions"),
    (PASS, ["a9", "b1", "b7"], "roll"),
    (CROSS, ["a9"], "actions"),
    (TACKLE, ["b7"], "actions"),
    (TACKLE, ["a10"], "actions"),
    (SHOT, ["a10"], "actions"),
    (SHOT, ["b1", "a8"], "roll"),
    (CHOICE, ["b7"], "choose_interceptor"),
    (CHOICE, ["b7", "b9"], "actions"),
    (CHOICE, ["a6", "a11"], "choose_interceptor"),
    (FREE_MOVE, ["a10"], "actions"),
    (FREE_MOVE, ["b7", "a8"], "free_move"),
    (SAVED, ["b1", "a8"], "reposition"),
]


@pytest.mark.parametrize(("state", "gone", "phase"), MISSING)
def test_what_waits_for_a_chip_goes_with_it(state: State, gone: list[str], phase: str) -> None:
    after = adjusted(state, {"players": dict.fromkeys(gone)})
    assert after.turn.phase == phase
    assert waits(after) == ([] if phase == "actions" else waits(state))
    assert after.ball == (None if state.ball in gone else state.ball)
    left = () if after.interception is None else after.interception.candidates
    before = () if state.interception is None else state.interception.candidates
    assert left == (() if phase == "actions" else tuple(p for p in before if p not in gone))


def test_the_turn() -> None:
    late = adjusted(PLAYING, {"turn": {"actions_left": 1, "lost": True, "tractor_used": True}})
    assert (late.turn.actions_left, late.turn.lost, late.turn.tractor_used) == (1, True, True)
    assert late.turn.number == 5 and late.turn.seat == "a" and late.turn.phase == "actions"
    assert adjusted(late, {"turn": {"phase": "actions"}}).turn.actions_left == 3
    assert adjusted(late, {"turn": {"phase": "actions", "actions_left": 2}}).turn.actions_left == 2
    assert adjusted(late, {"turn": {"phase": "end_turn"}}).turn.actions_left == 1
    kicking = adjusted(late, {"turn": {"phase": "kickoff"}}).turn
    assert (kicking.actions_left, kicking.must, kicking.tractor_used) == (1, "kickoff", False)
    counted = adjusted(PLAYING, {"turn": {"cards_played": {"b": 2}}})
    more = adjusted(counted, {"turn": {"number": 8, "cards_played": {"a": 1}}}).turn
    assert (more.number, more.cards_played.a, more.cards_played.b) == (8, 1, 2)


@pytest.mark.parametrize(
    ("turn", "seat", "number"),
    [
        ({"seat": None}, "a", 5),
        ({"number": 0}, "a", 1),
        ({"seat": "b", "number": 0}, "b", 1),
        ({"seat": None, "phase": "kickoff"}, "a", 5),
    ],
)
def test_somebody_has_a_numbered_turn(turn: dict[str, Any], seat: str, number: int) -> None:
    after = adjusted(PLAYING, {"turn": turn}).turn
    assert (after.seat, after.number) == (seat, number)


def test_nobody_has_a_turn_before_the_kick_off() -> None:
    for phase in ("setup", "kickoff_roll"):
        before = adjusted(new_game(), {"turn": {"phase": phase}})
        assert (before.turn.seat, before.turn.number, before.status) == (None, 0, "setup")


def test_chips_and_the_ball() -> None:
    moved = adjusted(PLAYING, {"players": {"a10": {"at": "G4", "flipped": 6}, "a77": {"at": "G5"}}})
    assert (moved.chips.a["a10"].at, moved.chips.a["a10"].flipped) == ("G4", 6)
    assert "a77" not in moved.chips.a and moved.ball == "a10"
    assert set(moved.chips.a) == set(PLAYING.chips.a) and moved.chips.b == PLAYING.chips.b
    assert adjusted(PLAYING, {"ball": "b7"}).ball == "b7"
    assert adjusted(PLAYING, {"ball": "a18"}).ball is None
    assert adjusted(PLAYING, {"ball": None}).ball is None


def test_the_last_pass_goes_with_the_ball() -> None:
    passed = played(PASS, "a R w6")
    assert passed.last_pass == LastPass("a10", "a8")
    assert adjusted(passed, {"ball": "a9"}).last_pass == passed.last_pass
    assert adjusted(passed, {"ball": "b7"}).last_pass is None
    assert adjusted(passed, {"players": {"a8": None}}).last_pass is None


def test_a_cleared_table() -> None:
    locked = adjusted(SHOT, {"padlocks": {"white": "G4"}})
    bare = adjusted(locked, {"clear": True, "turn": {"phase": "actions"}})
    assert (bare.chips.a, bare.chips.b, bare.ball, waits(bare)) == ({}, {}, None, [])
    assert (bare.padlocks.white, bare.padlocks.black) == (None, None)
    assert bare.captains == PLAYING.captains and bare.turn.number == 5
    again = adjusted(SHOT, {"clear": True, "players": {"a10": {"at": "H10"}}})
    assert again.ball is None and list(again.chips.a) == ["a10"]


def test_captains() -> None:
    one = adjusted(PLAYING, {"captains": {"a": {"player": "a6"}}}).captains
    assert (one.a.player, one.a.rerolls_left, one.b) == ("a6", 2, PLAYING.captains.b)
    two = adjusted(PLAYING, {"captains": {"b": {"rerolls_left": 0}}}).captains
    assert (two.b.player, two.b.rerolls_left, two.a) == ("b10", 0, PLAYING.captains.a)
    strange = adjusted(PLAYING, {"captains": {"a": {"player": "b6", "rerolls_left": 1}}}).captains
    assert (strange.a.player, strange.a.rerolls_left) == ("a10", 1)
    assert adjusted(PLAYING, {"captains": {"a": {"player": None}}}).captains.a.player is None


def test_cards_and_what_they_do() -> None:
    waiting = [{"seat": seat, "card": "flow", "until": 5} for seat in ("a", "b")]
    state = adjusted(PLAYING, {"effects": waiting, "cards": {"a": {"hand": ["flow"], "pile": 4}}})
    flow = [Effect(seat, "flow", None, "roll", 5) for seat in ("a", "b")]
    assert list(state.effects) == flow
    assert (state.cards.a.hand, state.cards.a.pile) == (("flow",), 4)
    assert state.cards.b == PLAYING.cards.b
    lasting = adjusted(state, {"cards": {"a": {"in_play": ["high-press", "sharp-pass", "joker"]}}})
    assert list(lasting.effects) == [*flow, Effect("a", "high-press", None, "game", None)]
    assert (lasting.cards.a.hand, lasting.cards.a.pile) == (("flow",), 4)
    gone = adjusted(lasting, {"cards": {"a": {"in_play": []}, "b": {"discard": [None]}}})
    assert list(gone.effects) == flow and gone.cards.b.discard == (None,)
    both = {"cards": {"a": {"in_play": ["high-press"]}}, "effects": []}
    assert adjusted(state, both).effects == ()


@pytest.mark.parametrize(
    ("named", "target", "modifiers"),
    [
        ({"kind": "pass", "player": "a10", "receiver": "a6"}, 3, (0, 0)),
        ({"kind": "pass", "player": "a10", "receiver": "a8", "target": 4}, 4, (0, 0)),
        ({"kind": "pass", "player": "a10", "receiver": "a8", "target": 0}, 0, (0, 0)),
        ({"kind": "shot", "player": "a10", "opponent": "b1"}, None, (-1, 2)),
        ({"kind": "shot", "player": "a10", "opponent": "b1", "target": 3}, None, (-1, 2)),
        (
            {"kind": "shot", "player": "a10", "modifiers": {"a": 0, "b": -3}},
            None,
            (0, -3),
        ),
        ({"kind": "tackle", "by": "b", "player": "b7", "opponent": "a10"}, None, (2, 0)),
    ],
)
def test_a_roll(named: dict[str, Any], target: int | None, modifiers: tuple[int, int]) -> None:
    roll = pending(PLAYING, "roll", **named).roll
    assert roll is not None
    assert (roll.by, roll.player) == (named.get("by", "a"), named["player"])
    assert roll.target == target and (roll.modifiers.a, roll.modifiers.b) == modifiers


def test_a_roll_of_which_a_die_has_fallen() -> None:
    fallen = {"rolls": {"b": 4}, "rerolled": {"b": True}, "draws": 2, "responded": True}
    roll = pending(PLAYING, "roll", kind="shot", player="a10", **fallen).roll
    assert roll is not None
    assert (roll.rolls.a, roll.rolls.b, roll.rerolled.a, roll.rerolled.b) == (None, 4, False, True)
    assert (roll.draws, roll.responded) == (2, True)
    both = pending(PLAYING, "roll", kind="shot", player="a10", rolls={"a": 1, "b": 4})
    assert (both.turn.phase, both.roll) == ("actions", None)


def test_what_else_is_pending() -> None:
    choice = pending(PLAYING, "choose_interceptor", kind="interception", candidates=["a6", "b7"])
    assert choice.interception == Interception("a", ("b7",))
    theirs = pending(
        PLAYING, "choose_interceptor", kind="interception", by="b", candidates=["a6", "b7"]
    )
    assert theirs.interception == Interception("b", ("a6",))
    moves = pending(PLAYING, "reposition", kind="reposition", by="b", moves_left=2, queue=["a"])
    assert moves.reposition == Reposition("b", 2, ("a",))
    free = pending(PLAYING, "free_move", kind="free_move", player="a8", range=2, then="end_turn")
    assert free.free_move is not None
    assert (free.free_move.by, free.free_move.range, free.free_move.then) == ("a", 2, "end_turn")
    for phase, named in (
        ("free_move", {"kind": "free_move"}),
        ("free_move", {"kind": "free_move", "player": "a18"}),
        ("free_move", {"kind": "reposition"}),
        ("choose_interceptor", {"kind": "interception", "candidates": ["a6"]}),
        ("actions", {"kind": "reposition"}),
        ("end_turn", {"kind": "shot", "player": "a10"}),
    ):
        after = pending(PLAYING, phase, **named)
        assert waits(after) == [], named
        assert after.turn.phase == ("end_turn" if phase == "end_turn" else "actions")


@pytest.mark.parametrize(
    ("named", "status", "phase"),
    [
        ({}, "playing", "actions"),
        ({"status": "ended"}, "ended", "over"),
        ({"status": "abandoned"}, "abandoned", "over"),
        ({"status": "playing"}, "playing", "actions"),
        ({"status": "setup"}, "playing", "actions"),
        ({"turn": {"phase": "over"}}, "ended", "over"),
        ({"turn": {"phase": "over"}, "status": "abandoned"}, "abandoned", "over"),
        ({"turn": {"phase": "over"}, "status": "playing"}, "ended", "over"),
        ({"turn": {"phase": "actions"}, "status": "ended"}, "playing", "actions"),
        ({"turn": {"phase": "setup"}}, "setup", "kickoff_roll"),
        ({"turn": {"number": 9}, "status": "ended"}, "ended", "over"),
    ],
)
def test_status(named: dict[str, Any], status: str, phase: str) -> None:
    after = adjusted(PLAYING, named)
    assert (after.status, after.turn.phase) == (status, phase)


def test_the_end_and_its_result() -> None:
    over = adjusted(PLAYING, {"status": "abandoned", "result": {"winner": "b", "reason": "rain"}})
    assert over.result is not None and (over.result.winner, over.result.reason) == ("b", "rain")
    still = adjusted(over, {"score": {"a": 4}})
    assert (still.status, still.result, still.score.a) == ("abandoned", over.result, 4)
    assert adjusted(over, {"turn": {"phase": "over"}}).status == "ended"
    assert adjusted(over, {"status": "ended"}).status == "ended"
    assert adjusted(over, {"result": None}).result is None
    again = adjusted(over, {"turn": {"phase": "actions"}})
    assert (again.status, again.result) == ("playing", None)


@pytest.mark.parametrize(
    ("phase", "named", "after", "ready"),
    [
        ("lineup", {}, "lineup", (False, False)),
        ("lineup", {"a": True}, "lineup", (True, False)),
        ("lineup", {"b": True}, "lineup", (False, True)),
        ("lineup", {"a": True, "b": True}, "end_turn", (True, True)),
        ("actions", {}, "actions", (True, True)),
        ("actions", {"a": False}, "actions", (False, True)),
        ("setup", {}, "kickoff_roll", (True, True)),
    ],
)
def test_who_is_ready(
    phase: str, named: dict[str, bool], after: str, ready: tuple[bool, bool]
) -> None:
    state = adjusted(PLAYING, {"turn": {"phase": phase}, "ready": named})
    assert state.turn.phase == after
    assert (state.ready.a, state.ready.b) == ready


@pytest.mark.parametrize(
    ("named", "ready"),
    [
        ({"players": dict.fromkeys(PLAYING.chips.a)}, (False, True)),
        ({"players": dict.fromkeys(PLAYING.chips.b)}, (True, False)),
        ({"captains": {"a": {"player": None}}}, (False, True)),
        ({"captains": {"b": {"player": None}}}, (True, False)),
    ],
)
def test_who_is_prepared(named: dict[str, Any], ready: tuple[bool, bool]) -> None:
    state = adjusted(PLAYING, {"turn": {"phase": "setup"}, **named})
    assert (state.turn.phase, state.ready.a, state.ready.b) == ("setup", *ready)
