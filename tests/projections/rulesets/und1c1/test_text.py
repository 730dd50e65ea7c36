"""Sentences: what a spectator is told of every kind of event, word by word."""

from __future__ import annotations

import pytest

from events.corrections import CORRECTIONS
from projections.kit.ruleset import PUBLIC
from projections.rulesets.und1c1 import RULESET
from projections.rulesets.und1c1.state import State
from tests.projections.rulesets.und1c1.desk import adjusted, new_game, note, played, position

ATTACK = position("a6@G3 a8@G9 a9@I12/6 a10@H10 a7@A11 b7@H11 b4@J13 b5@G12 b6@I10", ball="a10")
SHOT = played(ATTACK, "a S 10")
DRIBBLE = played(ATTACK, "a D 10x7")
PASS = played(ATTACK, "a P 10>8")
CROSS = played(ATTACK, "a X 7>9")
DRAWING = adjusted(ATTACK, {"turn": {"phase": "draw"}})

SET_UP = [
    ("a L 1@G 2@N2", "Ada lined up with two players."),
    ("a C 10", "Lark 10 wears the captain's ring of Ada."),
    ("- ~ a", "The deck of Ada was shuffled."),
    ('- "12 what a pass', "Note: what a pass"),
]

PLAYED = [
    (ATTACK, "a K 9@H7>10", "Lark 9 kicks off from H7 to Lark 10."),
    (ATTACK, "a M 6-G4", "Lark 6 moves from G3 to G4."),
    (ATTACK, "a M 10-H9", "Lark 10 moves from H10 to H9 with the ball."),
    (ATTACK, "a Z 6-G4", "Lark 6 moves from G3 to G4, the extra movement of a tractor."),
    (ATTACK, "a G 6-G4 8-G10", "A group moves: Lark 6 to G4 and Lark 8 to G10."),
    (ATTACK, "a P 10>9", "Lark 10 passes to Lark 9, needs 3: one quadrant, two markers."),
    (
        ATTACK,
        "a X 7>9",
        "Lark 7 crosses to Lark 9, needs 6 with archer +1: four quadrants, two markers.",
    ),
    (ATTACK, "b T 7x10", "Raven 7 tackles Lark 10 at H10: against black wizard +2."),
    (ATTACK, "a D 10x7", "Lark 10 takes on Raven 7 at H11: black wizard +2."),
    (ATTACK, "a S 10", "Lark 10 shoots from H10: box −1, against black paw +2, front +1."),
    (ATTACK, "a # w:- k:-", "No padlocks are placed."),
    (ATTACK, "a # w:G9 k:H9", "Padlocks to G9 (white) and H9 (black)."),
    (
        ATTACK,
        "a ! burst 10",
        "Ada played Burst on Lark 10: A rabbit moves one box further this turn.",
    ),
    (
        ATTACK,
        "a ! sabotage @high-press",
        "Ada played Sabotage against High press: Destroy a permanent card of the other coach.",
    ),
    (ATTACK, "a / play high-press", "Ada discarded High press from play."),
    (ATTACK, "a OK", "Ada finished repositioning."),
    (played(CROSS, "a R w1"), "a I 7", "The ball goes to Raven 7."),
    (ATTACK, 'a {TableAdjusted} {"ball":null}', "The table was set anew: ball."),
    (
        ATTACK,
        '- {TableAdjusted} {"clear":true,"players":{}}',
        "The table was cleared and set anew: players.",
    ),
    (
        ATTACK,
        'a {GameEnded} {"reason":"concession","winner":"b"}',
        "Ada conceded: Ada 0, Bo 0, Bo won.",
    ),
    (ATTACK, '- {GameEnded} {"reason":"time"}', "Time is up: Ada 0, Bo 0, no winner."),
    (ATTACK, "a RR", "Ada had nothing to roll again."),
    (ATTACK, "a R w4", "Ada rolled a 4, which nobody waited for."),
    (PASS, "a R w6", "A 6: Lark 8 has it at G9."),
    (CROSS, "a R w6", "A 6, seven with archer +1: Lark 9 gets to the cross at I12."),
    (
        CROSS,
        "a R w1",
        "A 1, two with archer +1 where 6 is needed: "
        "Raven 4 and Raven 7 are equally near, and Ada decides.",
    ),
    (SHOT, "a R w6", "Ada rolled a 6; Bo to answer."),
    (SHOT, "- R w6 k1", "5 against 4: goal, Lark 10! Ada 1, Bo 0."),
    (SHOT, "- R w2 k6", "1 against 9: Raven 1 saves the shot."),
    (SHOT, "- R w5 k1", "Level at 4: both roll again."),
    (
        DRIBBLE,
        "- R w6 k1",
        "8 against 1: Lark 10 dribbles past Raven 7, who is flipped until turn 6.",
    ),
    (
        DRIBBLE,
        "- R w1 k6",
        "3 against 6: Raven 7 stops Lark 10 and has the ball; Lark 10 is flipped until turn 7.",
    ),
    (played(DRIBBLE, "- R w6 k1"), "a F H12", "Lark 10 moves on to H12."),
    (played(DRIBBLE, "- R w6 k1"), "a F =", "Lark 10 stays."),
    (
        played(CROSS, "a R w1"),
        "a RR",
        "The captain of Ada takes back the 1 and rolls again; one re-roll left.",
    ),
    (SHOT, "- = goal ; both saw it", "The table ruled (both saw it): goal, Lark 10! Ada 1, Bo 0."),
    (SHOT, "- = void", "The table ruled the shot void."),
    (ATTACK, "- = goal", "The table ruled 'goal' on nothing."),
]


def told(state: State, line: str, viewer: str = PUBLIC) -> str:
    event = note(line)
    return RULESET.text(state, event, RULESET.apply(state, event), viewer)


@pytest.mark.parametrize(
    ("state", "line", "sentence"),
    [*((new_game(), line, said) for line, said in SET_UP), *PLAYED],
    ids=lambda value: value if isinstance(value, str) and len(value) < 40 else "",
)
def test_an_event_in_words(state: State, line: str, sentence: str) -> None:
    assert told(state, line) == sentence


def test_the_start_in_words() -> None:
    state = new_game(pile=8)
    created = note('- {GameCreated} {"ruleset":"und1c1","seats":[{"seat":"a","name":"Ada"}]}', 1)
    assert RULESET.text(None, created, state, PUBLIC) == (
        "Ada (Larks) against Bo (Ravens), 8 cards each."
    )


def test_the_last_turn_in_words() -> None:
    state = adjusted(
        ATTACK,
        {"final_turns_left": 1, "turn": {"phase": "end_turn"}, "cards": {"a": {"pile": 0}}},
    )
    assert told(state, "a # w:- k:-").endswith(" Full time: Ada 0, Bo 0.")


@pytest.mark.parametrize(
    ("line", "coach", "others"),
    [
        ("a + a flow", "Ada drew Flow. Turn 6: Bo.", "Ada drew a card. Turn 6: Bo."),
        (
            "a + a flow burst",
            "Ada drew Flow and Burst. Turn 6: Bo.",
            "Ada drew two cards. Turn 6: Bo.",
        ),
        ("a + a ?", "Ada drew a card. Turn 6: Bo.", "Ada drew a card. Turn 6: Bo."),
        ("a / hand flow", "Ada discarded Flow from the hand.", "Ada discarded Flow from the hand."),
        (
            "a / hand ?",
            "Ada discarded a card from the hand.",
            "Ada discarded a card from the hand.",
        ),
    ],
)
def test_a_drawn_card_is_told_to_its_coach_only(line: str, coach: str, others: str) -> None:
    assert told(DRAWING, line, "a") == coach
    assert told(DRAWING, line, "b") == told(DRAWING, line) == others


def test_every_kind_of_event_has_its_words() -> None:
    lines = (
        [line for line, _ in SET_UP] + [line for _, line, _ in PLAYED] + ["a + a ?", "a / hand ?"]
    )
    worded = {RULESET.read(line).type for line in lines} | {"GameCreated"}
    assert set(RULESET.payloads) - set(CORRECTIONS) == worded
