"""Conditions of rules that differ by one word: who, where, which phase, which ruling."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from projections.rulesets.und1c1 import RULESET
from projections.rulesets.und1c1.state import State
from tests.projections.rulesets.und1c1.desk import (
    adjusted,
    as_event,
    new_game,
    note,
    played,
    position,
)

CHIPS = "a6@G3 a8@G9 a9@I12/6 a10@H10 a7@A11 b7@H11 b4@J13 b5@G12 b6@I10"
PLAYING = position(CHIPS, "a10")
PASS = played(PLAYING, "a P 10>8")
CROSS = played(PLAYING, "a X 7>9")
SHOT = played(PLAYING, "a S 10")
CHOICE = played(CROSS, "a R w1")
THEIR_CHOICE = adjusted(
    PLAYING,
    {
        "turn": {"phase": "choose_interceptor"},
        "pending": {"kind": "interception", "by": "b", "candidates": ["a8", "a10"]},
    },
)
ELEVEN = "1@G 2@N2 3@C2 4@G2 5@J2 6@H3 7@N4 8@I4 10@G5 9@I6 11@C6"


def in_phase(phase: str, state: State = PLAYING, **more: Any) -> State:
    return adjusted(state, {"turn": {"phase": phase, **more}})


def lined_up(line_up: str, seat: str = "a") -> dict[str, Any]:
    return dict(RULESET.read(f"{seat} L {line_up}").data)


KICK_OFF = in_phase("kickoff", position("a9@H7 a10@G5 b9@H9"), must="kickoff")
AFTER_SAVE = adjusted(position("a8@G9 a10@H10 b7@H11", "a1"), {"turn": {"must": "goalkeeper_pass"}})
TRACTOR = "a Z 3-C4"
NEW = new_game()
CHOSEN = played(NEW, "a C 12")
REPLACED = position(
    "a2@N2 a3@C2 a4@G2 a5@J2 a6@H3 a7@N4 a8@I4 a10@G5 a9@I6 a11@C6",
    rulings={"substitutions": "yes"},
)
GROUP = position("a4@H3 a6@H4 a8@I4 b7@K4", "a10")
MAY_PLACE = position(CHIPS, "a10", rulings={"padlocks": "may"})
EACH_AREA = position("a9@G12 a8@G3", "a9", rulings={"padlock_area": "each"})
FOUR_INSIDE = "a8@F12 a9@H12 a10@J12 a11@F14"
KEEPER_COUNTS: dict[str, Any] = {"rulings": {"area_goalkeeper": "yes", "padlocks": "may"}}

HELD = adjusted(
    position(CHIPS.replace("b7@H11", "b7@H11/6"), "a10"),
    {
        "cards": {
            "a": {
                "hand": ["sharp-pass", "passing-drills", "physio", "golden-boot", "sabotage"],
                "in_play": ["passing-drills", "high-press"],
            },
            "b": {"hand": ["mind-games", "quick-hands", "quick-hands"], "in_play": ["high-press"]},
        },
        "effects": [
            {"seat": "a", "card": "high-press", "lasts": "game"},
            {"seat": "a", "card": "flow", "lasts": "roll", "until": 5},
            {"seat": "b", "card": "shoulder", "lasts": "roll", "until": 5},
        ],
    },
)
SHOOTING = played(HELD, "a S 10")

CASES: list[tuple[str, State, str, list[str]]] = [
    ("interceptor too early", PLAYING, "a I 7", ["turn.wrong-phase"]),
    (
        "interceptor named by the other coach",
        CHOICE,
        'b {InterceptorChosen} {"player":"b7"}',
        ["turn.wrong-seat"],
    ),
    ("interceptor named by nobody", CHOICE, '- {InterceptorChosen} {"player":"b7"}', []),
    ("interceptor named by who failed the pass", THEIR_CHOICE, "b I 8", []),
    (
        "interceptor named by who did not fail the pass",
        THEIR_CHOICE,
        'a {InterceptorChosen} {"player":"a8"}',
        ["turn.wrong-seat"],
    ),
    ("own interceptor", CHOICE, 'a {InterceptorChosen} {"player":"a8"}', ["player.not-yours"]),
    ("absent interceptor", CHOICE, "a I 18", ["player.unknown"]),
    ("line-up in play", PLAYING, "a L 1@G", ["turn.wrong-phase"]),
    (
        "line-up of nobody",
        NEW,
        'a {LineupPlaced} {"players":[{"player":"a77","at":"Ga"}]}',
        ["player.unknown"],
    ),
    (
        "line-up of the others",
        NEW,
        'a {LineupPlaced} {"players":[{"player":"b1","at":"Gb"}]}',
        ["player.not-yours"],
    ),
    ("eleven of whom one twice", NEW, f"a L {ELEVEN} 11@C5", ["lineup.count"]),
    ("ten of whom one twice", NEW, f"a L {ELEVEN.replace('9@I6 ', '')} 11@C5", ["lineup.count"]),
    ("two goalkeepers", NEW, f"a L {ELEVEN.replace('11@C6', '12@C6')}", ["lineup.goalkeeper"]),
    (
        "goalkeeper in the other goal",
        NEW,
        'a {LineupPlaced} {"players":[{"player":"a1","at":"Gb"}]}',
        ["lineup.count", "lineup.goalkeeper"],
    ),
    ("captain without a place", CHOSEN, f"a L {ELEVEN}", ["captain.not-in-eleven"]),
    (
        "captain replaced after a goal",
        in_phase("lineup", REPLACED),
        f"a L {ELEVEN.replace('10@G5', '17@N6')}",
        [],
    ),
    ("captain in play", PLAYING, "a C 10", ["turn.wrong-phase"]),
    ("captain of nobody", NEW, "a C 77", ["player.unknown"]),
    ("captain of the others", NEW, 'a {CaptainChosen} {"player":"b10"}', ["player.not-yours"]),
    ("captain without a seat", NEW, '- {CaptainChosen} {"player":"a10"}', []),
    ("die without a seat", SHOT, "- R w4", []),
    ("both dice of one seat", SHOT, "a R w4 k2", []),
    ("die of the other", SHOT, "b R w3", ["dice.wrong-die"]),
    ("kick-off from the own box", KICK_OFF, "a K 9@H7>10", []),
    (
        "kick-off to the others",
        KICK_OFF,
        'a {KickOffTaken} {"taker":"a9","at":"H7","receiver":"b9"}',
        ["kickoff.receiver-not-teammate"],
    ),
    (
        "kick-off onto a padlock",
        adjusted(KICK_OFF, {"padlocks": {"black": "I7"}}),
        "a K 9@I7>10",
        ["kickoff.occupied"],
    ),
    ("padlocks before the kick-off", KICK_OFF, "a # w:- k:-", ["kickoff.first-action"]),
    ("card before the kick-off", KICK_OFF, "a + a ?", ["turn.wrong-phase"]),
    ("tractor after the turn", in_phase("end_turn"), TRACTOR, ["tractor.not-now"]),
    ("tractor during a roll", PASS, TRACTOR, ["turn.wrong-phase"]),
    ("move after the turn", in_phase("end_turn"), "a M 6-G4", ["turn.over"]),
    ("interceptor after the turn", in_phase("end_turn"), "a I 7", ["turn.wrong-phase"]),
    (
        "pass of another after a save",
        AFTER_SAVE,
        "a P 10>8",
        ["ball.not-carrier", "save.goalkeeper-pass-first"],
    ),
    ("pass of the goalkeeper after a save", AFTER_SAVE, "a P 1>8", []),
    (
        "tackle of a goalkeeper in goal",
        in_phase("actions", position("a9@H14 b7@H11", "b1")),
        "a T 9x1",
        ["tackle.not-adjacent"],
    ),
    (
        "through two flipped players",
        position("a2@G3 b7@G4/6 b9@G5/6 a8@A1", "a8"),
        "a M 2-G6",
        ["move.through"],
    ),
    ("a group one behind the other", GROUP, "a G 4-H4 6-H5", []),
    ("a group one behind the other, backwards", GROUP, "a G 6-H5 4-H4", []),
    ("a group through its own", GROUP, "a G 4-H5 6-H6", []),
    ("two of a group on one box", GROUP, "a G 6-J4 8-J4", ["move.occupied"]),
    ("a group on to who stays", GROUP, "a G 4-I4 6-I5", ["move.occupied"]),
    ("a group through who stays", GROUP, "a G 4-J3 6-J4", ["move.through"]),
    ("a group on to an opponent", GROUP, "a G 6-J4 8-K4", ["move.occupied"]),
    ("both padlocks off where they may be", MAY_PLACE, "a # w:- k:-", []),
    ("both padlocks placed", PLAYING, "a # w:H9 k:G4", []),
    ("one padlock off where both must be", PLAYING, "a # w:H9 k:-", ["padlock.missing"]),
    ("padlock on an own player", MAY_PLACE, "a # w:G9 k:-", ["padlock.occupied"]),
    ("padlocks in both areas", EACH_AREA, "a # w:G13 k:G2", []),
    ("padlocks in one area", EACH_AREA, "a # w:G13 k:F13", ["padlock.area"]),
    ("four in the other area", position(FOUR_INSIDE, "a9", **KEEPER_COUNTS), "a # w:- k:-", []),
    (
        "four and the goalkeeper in the own area",
        position("a8@F3 a9@H3 a10@J3 a11@F1", "a9", **KEEPER_COUNTS),
        "a # w:- k:-",
        ["area.too-many"],
    ),
    ("pass without the ball", PLAYING, "a P 8>10", ["ball.not-carrier"]),
    (
        "pass to the others",
        PLAYING,
        'a {PassAttempted} {"player":"a10","receiver":"b7"}',
        ["pass.receiver-not-teammate"],
    ),
    ("cross of a goalkeeper", position(CHIPS, "a1"), "a X 1>9", ["goalkeeper.only-passes"]),
    ("cross without the ball", PLAYING, "a X 7>9", ["ball.not-carrier", "cross.receiver-flipped"]),
    (
        "cross from a shot box",
        position("a10@H10 a9@I12 b7@A1 b8@A3", "a10"),
        "a X 10>9",
        ["cross.not-cross-box", "cross.offside"],
    ),
    (
        "cross to himself",
        position("a7@A11 b7@A13 b8@C13", "a7"),
        "a X 7>7",
        ["cross.receiver-not-teammate"],
    ),
    (
        "cross to a neutral box",
        position("a7@A11 a9@G7", "a7"),
        "a X 7>9",
        ["cross.receiver-box"],
    ),
    ("card while a line-up is due", in_phase("lineup"), "a ! flow", ["turn.wrong-phase"]),
    ("card on an absent player", PLAYING, "a ! burst 18", ["player.unknown"]),
    ("card discarded in play", PLAYING, "a / hand flow", ["turn.wrong-phase"]),
    ("card discarded by the other coach", in_phase("draw"), "b / hand flow", ["turn.wrong-seat"]),
    ("unknown card discarded", in_phase("draw"), "a / hand joker", ["cards.unknown"]),
    ("unknown card taken out of play", PLAYING, "a / play joker", ["cards.unknown"]),
    (
        "unseen card out of an empty hand",
        in_phase("draw"),
        "a / hand ?",
        ["cards.discard-not-due", "cards.not-held"],
    ),
    ("a card beside two permanents", HELD, "a ! sharp-pass", []),
    ("a third permanent", HELD, "a ! passing-drills", ["cards.permanents"]),
    ("own player turned up", HELD, "a ! physio 9", []),
    ("upright player turned up", HELD, "a ! physio 8", ["cards.target"]),
    ("nobody turned up", HELD, "a ! physio", ["cards.target"]),
    (
        "player of the others turned up",
        HELD,
        'a {CardPlayed} {"card":"physio","player":"b7"}',
        ["cards.target"],
    ),
    ("a viper's card on a viper", HELD, "a ! golden-boot 9", []),
    ("a viper's card on nobody", HELD, "a ! golden-boot", ["cards.ability"]),
    ("their permanent destroyed", HELD, "a ! sabotage @high-press", []),
    ("own permanent destroyed", HELD, "a ! sabotage @passing-drills", ["cards.target"]),
    ("their card cancelled", SHOOTING, "b ! mind-games @flow", []),
    ("own card cancelled", SHOOTING, "b ! mind-games @shoulder", ["cards.target"]),
    ("their permanent cancelled", SHOOTING, "b ! mind-games @high-press", ["cards.target"]),
    ("card that is not there cancelled", SHOOTING, "b ! mind-games @burst", ["cards.target"]),
    ("card before the dice", SHOOTING, "a ! sharp-pass", []),
    (
        "card after a drawn roll",
        played(SHOOTING, "- R w6 k2"),
        "a ! sharp-pass",
        ["cards.too-late"],
    ),
    (
        "card after the answer",
        played(SHOOTING, "b ! quick-hands"),
        "a ! sharp-pass",
        ["cards.after-response"],
    ),
    ("another answer", played(SHOOTING, "b ! quick-hands"), "b ! quick-hands", []),
    ("unknown card drawn", in_phase("draw"), "a + a joker", ["cards.unknown"]),
]


def found(state: State, event: Any) -> list[str]:
    return sorted(f.rule.removeprefix("und1c1.") for f in RULESET.check(state, event))


@pytest.mark.parametrize(
    ("state", "line", "rules"), [pytest.param(*case, id=name) for name, *case in CASES]
)
def test_what_breaks_which_rules(state: State, line: str, rules: list[str]) -> None:
    assert found(state, note(line)) == rules


@pytest.mark.parametrize(
    ("state", "type_", "data"),
    [
        (NEW, "LineupPlaced", lined_up(ELEVEN)),
        (NEW, "CaptainChosen", {"player": "a10"}),
        (PASS, "CaptainRerolled", {}),
        (PLAYING, "CardPlayed", {"card": "flow"}),
        (PLAYING, "PlayerMoved", {"player": "a6", "to": "G4"}),
    ],
)
def test_a_seat_that_nobody_has(state: State, type_: str, data: dict[str, Any]) -> None:
    assert found(state, as_event(type_, "c", data)) == ["turn.wrong-seat"]


def test_a_line_up_without_a_seat_is_that_of_its_players() -> None:
    assert found(NEW, as_event("LineupPlaced", None, lined_up(ELEVEN))) == []


KICK_OFF_ROLL = adjusted(KICK_OFF, {"turn": {"phase": "kickoff_roll"}})
REPOSITION = {"kind": "reposition", "moves_left": 1}
REPOSITIONING = adjusted(
    PLAYING, {"turn": {"phase": "reposition"}, "pending": {**REPOSITION, "by": "b"}}
)
CARDS = adjusted(PLAYING, {"cards": {"a": {"hand": ["flow"], "in_play": ["high-press"]}}})
DRAWING = adjusted(CARDS, {"turn": {"phase": "draw"}})


@pytest.mark.parametrize(
    ("state", "line", "seat"),
    [
        (NEW, f"L {ELEVEN}", "a"),
        (NEW, f"L {ELEVEN}", "b"),
        (NEW, "C 10", "a"),
        (NEW, "C 10", "b"),
        (KICK_OFF, "K 9@H7>10", "a"),
        (KICK_OFF_ROLL, "K 9@H7>10", "a"),
        (KICK_OFF_ROLL, "K 9@H7>9", "b"),
        (PLAYING, "M 6-G4", "a"),
        (PLAYING, "Z 6-G4", "a"),
        (PLAYING, "G 6-G4 8-G10", "a"),
        (PLAYING, "P 10>8", "a"),
        (PLAYING, "S 10", "a"),
        (CHOICE, "I 7", "a"),
        (REPOSITIONING, "M 7-H12", "b"),
        (REPOSITIONING, "OK", "b"),
        (PLAYING, "# w:G4 k:H9", "a"),
        (CARDS, "! flow", "a"),
        (CARDS, "/ play high-press", "a"),
        (DRAWING, "/ hand flow", "a"),
        (DRAWING, "+ a ?", "a"),
    ],
)
def test_without_a_seat_it_is_that_of_who_is_named_or_has_the_turn(
    state: State, line: str, seat: str
) -> None:
    said = note(f"{seat} {line}")
    after = RULESET.apply(state, said)
    nobody = replace(said, seat=None)
    assert after != state
    assert RULESET.apply(state, nobody) == after
    assert RULESET.check(state, nobody) == RULESET.check(state, said)


def test_the_seat_says_whose_it_is_whoever_is_named() -> None:
    kicked = 'a {KickOffTaken} {"taker":"b9","at":"H7","receiver":"a10"}'
    assert played(KICK_OFF_ROLL, kicked).turn.seat == "a"
    assert played(NEW, 'a {CaptainChosen} {"player":"b10"}').captains.a.player == "b10"
    assert (
        played(NEW, 'a {LineupPlaced} {"players":[{"player":"b1","at":"Gb"}]}').chips == NEW.chips
    )
    moved = 'b {PlayerMoved} {"player":"a6","to":"G4"}'
    assert played(REPOSITIONING, moved).turn.phase == "end_turn"
    assert played(REPOSITIONING, "a M 6-G4").turn.phase == "reposition"
    assert played(DRAWING, 'a {CardsDrawn} {"deck":"b","cards":[null]}').cards.b.hand == ()


@pytest.mark.parametrize(
    "line",
    ["a P 1>8", "a P 10>8", "a M 8-G10", "a G 8-G10 10-H11", "a Z 8-G10", "a T 10x7", "a S 10"],
)
def test_whatever_is_played_first_meets_what_the_turn_began_with(line: str) -> None:
    assert AFTER_SAVE.turn.must == "goalkeeper_pass"
    assert played(AFTER_SAVE, line).turn.must is None


def test_a_gorilla_lifts_the_white_padlock_whatever_moves_him() -> None:
    table = position("a5@G8 a8@A1 b7@H11", "a8", rulings={"padlocks": "may"})
    moving = {**REPOSITION, "by": "a", "moves_left": 2}
    saved = adjusted(table, {"turn": {"phase": "reposition"}, "pending": moving})
    for line in ("a M 5-G9", "a M 5-G10", "a Z 5-G9", "a G 5-G9 8-A2"):
        for state in (table, saved):
            if state is saved and "Z" in line:
                continue
            locked = adjusted(state, {"padlocks": {"white": "G9", "black": "H9"}})
            after = played(locked, line).padlocks
            assert (after.white, after.black) == (None, "H9"), line
