"""What the table decides itself: every word for every kind of roll, before its dice and against."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from projections.rulesets.und1c1 import RULESET
from projections.rulesets.und1c1.state import State
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
