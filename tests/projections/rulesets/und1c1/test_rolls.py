"""What dice decide, and what the table decides itself: every word for every kind of roll."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from msgspec.structs import replace

from projections.rulesets.und1c1 import RULESET
from projections.rulesets.und1c1.state import NONE_PLAYED, LastPass, State, Turn
from tests.projections.rulesets.und1c1.desk import adjusted, new_game, note, played, position

CHIPS = "a7@A11 a8@G3 a9@I12 a10@H10 b7@H11"
HEADER = {"kind": "header", "by": "a", "player": "a9", "opponent": "b1"}


class Left(NamedTuple):
    """What a ruling leaves: who has the turn and the ball, the phase, the goals of `a`."""

    seat: str | None
    ball: str | None
    phase: str
    goals: int = 0


def left(state: State) -> Left:
    return Left(state.turn.seat, state.ball, state.turn.phase, state.score.a)


ROLLS: dict[str, State] = {
    "kickoff": adjusted(new_game(), {"turn": {"phase": "kickoff_roll"}}),
    "pass": played(position(CHIPS, "a8"), "a P 8>10"),
    "cross": played(position(CHIPS, "a7"), "a X 7>9"),
    "tackle": played(position(CHIPS, "b7"), "a T 10x7"),
    "dribble": played(position(CHIPS, "a10"), "a D 10x7"),
    "shot": played(position(CHIPS, "a10"), "a S 10"),
    "header": adjusted(position(CHIPS, "a9"), {"turn": {"phase": "roll"}, "pending": HEADER}),
}


def decided(kind: str) -> tuple[State, State]:
    """After dice for the one who rolls, and after dice against him."""
    won, lost = ("a R w6", "a R w1") if kind in ("pass", "cross") else ("- R w6 k1", "- R w1 k6")
    return played(ROLLS[kind], won), played(ROLLS[kind], lost)


SAID = {
    "kickoff": {"a": Left("a", None, "kickoff"), "b": Left("b", None, "kickoff")},
    "pass": {
        "success": Left("a", "a10", "actions"),
        "failure": Left("a", "b7", "end_turn"),
        "void": Left("a", "a8", "actions"),
    },
    "cross": {
        "success": Left("a", "a9", "roll"),
        "failure": Left("a", "b7", "end_turn"),
        "void": Left("a", "a7", "actions"),
    },
    "tackle": {
        "won": Left("a", "a10", "free_move"),
        "lost": Left("a", "b7", "free_move"),
        "void": Left("a", "b7", "actions"),
    },
    "dribble": {
        "won": Left("a", "a10", "free_move"),
        "lost": Left("a", "b7", "free_move"),
        "void": Left("a", "a10", "actions"),
    },
    "shot": {
        "goal": Left("a", None, "lineup", 1),
        "saved": Left("a", "b1", "reposition"),
        "void": Left("a", "a10", "actions"),
    },
    "header": {
        "goal": Left("a", None, "lineup", 1),
        "saved": Left("a", "b1", "reposition"),
        "void": Left("a", "a9", "actions"),
    },
}

WORDS = [(kind, word) for kind, words in SAID.items() for word in words]
NAMES = {"a": "Ada", "b": "Bo"}


@pytest.mark.parametrize(("kind", "word"), WORDS)
def test_the_table_decides_a_roll(kind: str, word: str) -> None:
    roll = ROLLS[kind].roll
    assert roll is not None and roll.kind == kind
    assert left(played(ROLLS[kind], f"- = {word}")) == SAID[kind][word]
    assert broken(ROLLS[kind], word) == ["ruled.unjudged"]


@pytest.mark.parametrize(("kind", "word"), WORDS)
def test_the_table_decides_a_roll_that_the_dice_have_decided(kind: str, word: str) -> None:
    for state, said in zip(decided(kind), list(SAID[kind]), strict=False):
        if (kind, word) == ("cross", "void") and state.roll is not None:
            continue  # The header of a cross that arrived is void.
        assert left(state) == SAID[kind][said]
        assert left(played(state, f"- = {word}")) == SAID[kind][word]
        found = [(f.expected, f.got) for f in RULESET.check(state, note(f"- = {word}"))]
        against = (NAMES.get(said, said), NAMES.get(word, word))
        assert found == ([] if word == said else [against])


def test_the_header_of_a_cross_that_arrived_is_void() -> None:
    arrived, _ = decided("cross")
    assert left(played(arrived, "- = void")) == SAID["header"]["void"]


@pytest.mark.parametrize("kind", SAID)
def test_words_of_other_rolls_decide_nothing(kind: str) -> None:
    for word in {word for _, word in WORDS} - set(SAID[kind]):
        for state in (ROLLS[kind], decided(kind)[1]):
            assert broken(state, word) == ["ruled.nothing"]
            assert left(played(state, f"- = {word}")) == left(state)


def broken(state: State, word: str) -> list[str]:
    return [f.rule.removeprefix("und1c1.") for f in RULESET.check(state, note(f"- = {word}"))]


NOBODY: list[tuple[str, str, str]] = [
    ("pass", "actions", "end_turn"),
    ("cross", "actions", "end_turn"),
    ("tackle", "actions", "actions"),
    ("dribble", "actions", "end_turn"),
    ("shot", "lineup", "reposition"),
    ("header", "lineup", "reposition"),
]


@pytest.mark.parametrize(("kind", "won", "lost"), NOBODY)
@pytest.mark.parametrize("known", ["nobody", "player", "opponent", "receiver"])
def test_a_roll_of_which_the_table_did_not_say_whose(
    kind: str, won: str, lost: str, known: str
) -> None:
    named = {} if known == "nobody" else {known: "b7" if known == "opponent" else "a10"}
    pending = {"kind": kind, "target": 3, "modifiers": {"a": 0, "b": 0}, **named}
    table = position(CHIPS, "a10")
    state = adjusted(table, {"turn": {"phase": "roll"}, "pending": pending})
    one = kind in ("pass", "cross")
    for line, phase, winner in (
        ("a R w6" if one else "- R w6 k1", won, "player"),
        ("a R w1" if one else "- R w1 k6", lost, "opponent"),
    ):
        after = played(state, line)
        assert after.roll is None
        free = kind in ("tackle", "dribble") and known == winner
        assert after.turn.phase == ("free_move" if free else phase), line
        assert {p: c.at for p, c in after.chips.a.items()} == {
            p: c.at for p, c in table.chips.a.items()
        }
        flipped = [p for p, c in (after.chips.a | after.chips.b).items() if c.flipped is not None]
        duel = kind in ("tackle", "dribble") and known in ("player", "opponent")
        assert flipped == ([named[known]] if duel and known != winner else [])


@pytest.mark.parametrize(
    ("line", "dice", "flipped"),
    [
        ("a D 10x7", "- R w6 k1", {"b7": 6}),
        ("a D 10x7", "- R w1 k6", {"a10": 7}),
    ],
)
def test_who_won_a_duel_has_changed_places(line: str, dice: str, flipped: dict[str, int]) -> None:
    state = played(position(CHIPS, "a8"), "a P 8>10", "a R w6")
    assert state.last_pass == LastPass("a8", "a10")
    after = played(state, line, dice)
    chips = {**after.chips.a, **after.chips.b}
    assert (chips["a10"].at, chips["b7"].at) == ("H11", "H10")
    assert {p: chip.flipped for p, chip in chips.items() if chip.flipped is not None} == flipped
    assert (after.chips.a["a8"], after.chips.a["a7"]) == (state.chips.a["a8"], state.chips.a["a7"])
    assert after.last_pass == (state.last_pass if "b7" in flipped else None)


PASSED = played(position(CHIPS, "a8"), "a P 8>10", "a R w6")


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("a K 9@H7>10", True),
        ("b K 7@H9>7", False),
        ("a P 9>8", True),
        ("b P 7>7", False),
        ("a T 10x7", False),
        ("a D 10x7", True),
        ('a {InterceptorChosen} {"player":"a9"}', True),
        ("a I 7", False),
        ("a L 1@G 10@G5", True),
        ("a L 1@G 8@G5", False),
    ],
)
def test_a_pass_is_the_last_one_while_its_side_has_the_ball(line: str, kept: bool) -> None:
    assert PASSED.last_pass == LastPass("a8", "a10")
    assert played(PASSED, line).last_pass == (PASSED.last_pass if kept else None)


def test_no_pass_before_a_goal_counts_after_it() -> None:
    scored = played(PASSED, "a S 10", "- R w6 k1")
    assert (scored.score.a, scored.last_pass) == (1, None)
    again = adjusted(scored, {"turn": {"phase": "kickoff"}})
    kicked = played(again, "a K 9@H7>10")
    assert (kicked.ball, kicked.last_pass) == ("a10", None)


@pytest.mark.parametrize(
    ("keepers", "keeper"),
    [("b12@H14", "b1"), ("b1@H14 b12@G14", "b1"), ("b1@H14 b12@Gb", "b12"), ("b1@H14", "b1")],
)
def test_the_goalkeeper_is_who_stands_in_the_goal_else_the_first(keepers: str, keeper: str) -> None:
    shot = played(position(f"{CHIPS} {keepers}", "a10"), "a S 10")
    assert shot.roll is not None and shot.roll.opponent == keeper
    assert played(shot, "- R w1 k6").ball == keeper


def test_the_first_turn() -> None:
    kick_off = {"turn": {"phase": "kickoff_roll"}}
    for seat, dice in (("a", "- R w6 k1"), ("b", "- R w1 k6")):
        turn = Turn(1, seat, "kickoff", 3, "kickoff", None, False, False, NONE_PLAYED)
        rolled = played(ROLLS["kickoff"], dice)
        assert (rolled.turn, rolled.status, rolled.roll) == (turn, "playing", None)
        lined_up = adjusted(position("a9@H7 a10@G5 b9@H9 b10@I9"), kick_off)
        kicked = played(lined_up, f"{seat} K 9@H7>10")
        begun = replace(turn, phase="actions", actions_left=2, must=None)
        assert (kicked.turn, kicked.status, kicked.roll) == (begun, "playing", None)


def test_the_captains_die_of_a_kick_off() -> None:
    half = played(ROLLS["kickoff"], "a R w3")
    assert [f.rule for f in RULESET.check(half, note("a RR"))] == ["und1c1.captain.not-captain"]
    assert [f.rule for f in RULESET.check(half, note("b RR"))] == ["und1c1.captain.no-roll"]
