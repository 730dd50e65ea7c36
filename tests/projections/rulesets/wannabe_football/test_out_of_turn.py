"""Who acts although something else is due: what becomes of the position, and what is counted."""

from __future__ import annotations

from math import comb
from typing import Any

import pytest

from events.event import Event
from projections.kit.ruleset import Fact
from projections.rulesets.wannabe_football import RULESET
from projections.rulesets.wannabe_football.awaiting import awaiting
from projections.rulesets.wannabe_football.state import Check, Discard, State, Steal
from tests.projections.rulesets.wannabe_football.desk import FOUR, event, played, position

HANDS = {"1": {"cards": ["P14", "P22", "P40"]}, "2": {"cards": ["P02", "P16"]}}
PITCH = [{"card": "P10", "seat": "2"}]
STAR = event("CardPlayed", "1", card="P14")
HOLDS = event("CardsDrawn", "1", deck="multi", cards=["M01"])


def turn_of(seat: str, phase: str = "play", **adjusted: Any) -> State:
    turn = {"number": 9, "seat": seat, "phase": phase}
    return position(**{"turn": turn, "hands": HANDS, "pitch": PITCH, "deck": 20, **adjusted})


def of_four(phase: str, actor: str = "1", **adjusted: Any) -> State:
    hands = {s: {"cards": [None] * 4} for s in FOUR}
    turn = {"number": 9, "seat": "1", "actor": actor, "phase": phase}
    return position(FOUR, **{"turn": turn, "hands": hands, "pitch": PITCH, "deck": 15, **adjusted})


def turn(state: State) -> tuple[int, str | None, str | None, str]:
    return (state.turn.number, state.turn.seat, state.turn.actor, state.turn.phase)


def facts(state: State, told: Any, kind: str) -> list[Fact]:
    return [f for f in RULESET.facts(state, told, played(state, told)) if f.kind == kind]


def test_a_card_of_the_other_one_takes_the_turn_over() -> None:
    after = played(turn_of("1"), event("CardPlayed", "2", card="P16"))
    assert turn(after) == (9, "2", "2", "star")
    assert (after.pending, after.played) == (Check("star", "2"), 1)
    assert [entry.card for entry in after.pitch] == ["P10", "P16"]
    assert after.hands["2"].cards == ("P02",)


def test_a_card_of_the_other_one_begins_its_own_count_of_cards() -> None:
    state = played(turn_of("1"), STAR)
    after = played(state, event("CardPlayed", "2", card="P16"))
    assert (state.played, after.played) == (1, 1)
    assert after.pending == Check("star", "2")


def test_a_card_of_a_teammate_is_one_more_of_the_same_turn() -> None:
    state = played(of_four("play"), event("CardPlayed", "1", card="P14"))
    assert state.turn.actor == "3"
    after = played(state, event("CardPlayed", "1", card="P11"))
    assert (state.played, after.played) == (1, 2)
    assert turn(after) == (9, "1", "3", "star")
    other = played(state, event("CardPlayed", "2", card="P11"))
    assert (other.turn.seat, other.played) == ("2", 1)


def test_an_ordinary_card_of_the_other_one_ends_its_turn() -> None:
    after = played(turn_of("1"), event("CardPlayed", "2", card="P02"))
    assert turn(after) == (10, "1", "1", "draw")
    assert (after.played, after.ball) == (0, "c2")


def test_a_pass_of_the_other_one_counts_and_ends_its_turn() -> None:
    state = turn_of("1", passes=1, pass_run=1, restart=None)
    after = played(state, event("PassCalled", "2"))
    assert turn(after) == (9, "1", "1", "refill")
    assert after.restart is not None
    assert (after.restart.kind, after.restart.seat) == ("out_of_bounds", "1")
    first = played(turn_of("1"), event("PassCalled", "2"))
    assert (first.passes, first.pass_run, turn(first)) == (1, 1, (10, "1", "1", "draw"))


def test_a_pass_hands_the_restart_on_to_who_is_next() -> None:
    corner = {"kind": "corner", "seat": "1", "shot_ok": True}
    after = played(turn_of("1", pitch=[], restart=corner), event("PassCalled", "2"))
    assert after.restart is not None
    assert (after.restart.kind, after.restart.seat, after.restart.shot_ok) == ("corner", "1", False)


@pytest.mark.parametrize("told", [("CardPlayed", {"card": "P16"}), ("PassCalled", {})])
def test_before_the_deal_it_is_the_first_turn(told: tuple[str, dict[str, Any]]) -> None:
    before = position(hands=HANDS)
    after = played(before, event(told[0], "2", **told[1]))
    assert (before.status, after.status) == ("setup", "playing")


def test_a_free_shot_is_gone_when_a_pass_out_of_turn_ends_the_game() -> None:
    state = turn_of("1", "steal", bonus_shot=True, deck=0, passes=1)
    after = played(state, event("PassCalled", "2"))
    assert (state.bonus_shot, after.turn.phase) == (True, "shootout")
    assert not after.bonus_shot


def test_no_shot_card_after_the_dribble_takes_the_turn_anew() -> None:
    state = turn_of("1", "bonus", bonus_shot=True, choose={"sides": {"1": "croatia"}}, pitch=PITCH)
    (finding,) = RULESET.check(state, event("CardPlayed", "1", card="P14"))
    assert finding.rule == "wannabe-football.turn.phase"
    after = played(state, event("CardPlayed", "1", card="P14"))
    assert (after.bonus_shot, turn(after)) == (False, (9, "1", "1", "star"))


@pytest.mark.parametrize(("begun", "told"), [(False, []), (True, ["turn.out-of-turn"])])
def test_your_turn_is_said_before_the_next_one_has_begun(begun: bool, told: list[str]) -> None:
    """Without a pile to draw from a turn begins with its first card."""
    state = turn_of("2", deck=0, hands={"1": HANDS["2"], "2": HANDS["1"]})
    if begun:
        star = event("CardPlayed", "2", card="P14")
        state = played(state, star, event("TableAdjusted", turn={"phase": "play"}))
    found = RULESET.check(state, event("TurnEnded", "1"))
    assert [finding.rule.removeprefix("wannabe-football.") for finding in found] == told


def among(cards: int, fitting: int, held: int) -> float:
    return 1 - comb(cards - fitting, held) / comb(cards, held)


@pytest.mark.parametrize(
    ("seat", "card", "chance"),
    [
        # of the forty cards that nobody has seen eight start in the own left, five in the far right
        ("1", "P14", among(40, 8, 3)),
        ("2", "P16", among(40, 5, 2)),
    ],
)
def test_the_chance_to_answer_of_who_plays(seat: str, card: str, chance: float) -> None:
    (play,) = facts(turn_of("1"), event("CardPlayed", seat, card=card), "play")
    assert play.expected == pytest.approx(chance)
    assert (play.data["owner"], play.data["continuation"]) == (seat, False)
    assert play.data["place_in_turn"] == 1
    (passed,) = facts(turn_of("1"), event("PassCalled", seat), "called_pass")
    assert (passed.expected, passed.value) == (pytest.approx(chance), 0)


def test_the_chance_to_answer_before_the_draw_counts_the_cards_in_hand() -> None:
    (play,) = facts(turn_of("1", "draw"), event("CardPlayed", "1", card="P14"), "play")
    assert play.expected == pytest.approx(among(40, 8, 3))


def test_an_extra_card_is_no_answer() -> None:
    state = played(turn_of("1"), STAR, HOLDS)
    (play,) = facts(state, event("CardPlayed", "1", card="P40"), "play")
    assert play.expected is None
    assert (play.data["continuation"], play.data["place_in_turn"]) == (True, 2)
    (next_,) = facts(state, event("CardPlayed", "2", card="P16"), "play")
    assert (next_.data["continuation"], next_.data["place_in_turn"]) == (False, 1)
    assert next_.expected is not None
    assert facts(state, event("PassCalled", "1"), "called_pass") == []


def test_the_card_of_a_teammate_out_of_turn_is_an_extra_card() -> None:
    state = played(of_four("play"), event("CardPlayed", "1", card="P14"))
    told = event("CardPlayed", "1", card="P11")
    (play,) = facts(state, told, "play")
    assert (play.expected, play.data["continuation"]) == (None, True)
    (passed,) = facts(state, event("PassCalled", "3"), "called_pass")
    assert passed.expected is None


def test_a_card_that_nobody_had_to_take() -> None:
    told = event("CardStolen", "1", from_="2", card="P02")
    after = played(turn_of("1"), told)
    assert (after.hands["2"].cards, after.discards[-1]) == (("P16",), "P02")
    assert turn(after) == (9, "1", "1", "play")
    assert facts(turn_of("1"), told, "dribble") == []
    rules = [f.rule.split(".", 1)[1] for f in RULESET.check(turn_of("1"), told)]
    assert rules == ["steal.not-awaited"]


def test_a_card_taken_by_another_one_than_the_dribbler() -> None:
    state = turn_of("1", "steal", pitch=[{"card": "P22", "seat": "1"}])
    told = event("CardStolen", "2", from_="1", card="P14")
    after = played(state, told)
    assert (after.pending, after.turn.phase) == (Steal("1"), "steal")
    assert after.hands["1"].cards[1:] == ("P40",)
    assert facts(state, told, "dribble") == []


def test_of_four_a_card_that_nobody_had_to_take_is_kept() -> None:
    after = played(of_four("play"), event("CardStolen", "4", from_="1", card="P14"))
    assert after.hands["4"].cards == (None, None, None, None, "P14")
    assert (after.hands["1"].count, after.pending) == (3, None)
    due = played(of_four("steal"), event("CardStolen", "1", from_="4", card="P14"))
    assert due.pending == Discard("1", "steal", 1)


def test_a_free_shot_of_who_is_not_to_move_changes_nothing() -> None:
    state = turn_of("1", "continue", bonus_shot=True, choose={"sides": {"1": "belgium"}})
    told = event("ShotTaken", "2")
    assert played(state, told) == state
    assert facts(state, told, "power") == []
    (due,) = facts(state, event("ShotTaken", "1"), "power")
    assert due.data == {"side": "belgium"}
    assert not played(state, event("ShotTaken", "1")).bonus_shot


def test_a_free_shot_without_a_right_is_taken_and_is_no_right_used() -> None:
    told = event("ShotTaken", "1")
    after = played(turn_of("1"), told)
    assert (after.pending, turn(after)) == (Check("shot", "1"), (9, "1", "1", "shot"))
    assert (after.pitch, after.ball) == (turn_of("1").pitch, "a1")
    assert facts(turn_of("1"), told, "power") == []


@pytest.mark.parametrize(
    ("seat", "winner", "wins"),
    [(None, None, None), ("1", None, "2"), ("2", None, "1"), (None, "1", "1"), ("1", "1", "1")],
)
def test_who_wins_when_a_game_is_conceded(
    seat: str | None, winner: str | None, wins: str | None
) -> None:
    state = turn_of("1", score={"1": 2})
    after = played(state, event("GameEnded", seat, reason="concession", winner=winner))
    assert after.result is not None
    assert (after.result.winner, after.result.reason) == (wins, "concession")


@pytest.mark.parametrize("reason", ["time", "agreement", "abandoned"])
def test_who_wins_when_a_game_is_broken_off(reason: str) -> None:
    for score, leader in (({"1": 2}, "1"), ({"2": 1}, "2"), ({}, None)):
        after = played(turn_of("1", score=score), event("GameEnded", "1", reason=reason))
        assert after.result is not None
        assert after.result.winner == (None if reason == "abandoned" else leader)
        assert after.status == ("abandoned" if reason == "abandoned" else "ended")


def test_of_four_who_concedes_loses_for_its_team() -> None:
    after = played(of_four("play"), event("GameEnded", "4", reason="concession"))
    assert after.result is not None
    assert after.result.winner == "1"
    named = played(of_four("play"), event("GameEnded", reason="agreement", winner="4"))
    assert named.result is not None
    assert named.result.winner == "2"


def test_a_winner_who_does_not_sit_here_is_not_taken_without_a_word() -> None:
    for state, stranger in ((turn_of("1"), "3"), (of_four("play"), "5"), (turn_of("1"), "Ana")):
        told = event("GameEnded", reason="agreement", winner=stranger)
        (finding,) = RULESET.check(state, told)
        assert finding.rule == "wannabe-football.game.seat"
        assert played(state, told) == state


@pytest.mark.parametrize(("played_cards", "found"), [(0, []), (1, ["turn.out-of-turn"])])
def test_your_turn_is_late_once_a_card_lies_where_there_is_none_to_draw(
    played_cards: int, found: list[str]
) -> None:
    state = turn_of("1", deck=0)
    if played_cards:
        state = played(state, event("CardPlayed", "1", card="P22"))
    said = [f.rule.split(".", 1)[1] for f in RULESET.check(state, event("TurnEnded", "2"))]
    assert said == found, (state.turn, state.played)


@pytest.mark.parametrize(("seat", "open_"), [("1", True), ("2", False)])
@pytest.mark.parametrize("type_", ["TurnEnded", "PassCalled", "CardsDrawn"])
def test_a_tackle_can_be_called_until_the_other_team_has_begun(
    seat: str, open_: bool, type_: str
) -> None:
    phase = "draw" if type_ == "CardsDrawn" else "play"
    state = turn_of(seat, phase, whistle={"seat": "1", "card": "P31"})
    data = {"deck": "player", "cards": [None]} if type_ == "CardsDrawn" else {}
    after = played(state, event(type_, seat, **data))
    assert (after.whistle == state.whistle) == open_
    assert (after.whistle is None) != open_


@pytest.mark.parametrize(
    ("restart", "mates"),
    [
        ({"kind": "corner", "seat": "1"}, True),
        ({"kind": "woodwork", "seat": "1"}, True),
        ({"kind": "corner", "seat": "3"}, False),
        ({"kind": "free_kick", "seat": "1"}, False),
        (None, False),
    ],
)
def test_of_four_the_mate_restarts_after_a_shot_alone(
    restart: dict[str, Any] | None, mates: bool
) -> None:
    given = None if restart is None else {**restart, "shot_ok": True}
    after = played(of_four("draw", restart=given), drawn_by("3"))
    assert (turn(after) == (9, "1", "3", "play")) == mates


def drawn_by(seat: str) -> Event:
    return event("CardsDrawn", seat, deck="player", cards=[None])


def rules_of(state: State, told: Event) -> list[str]:
    return [finding.rule.split(".", 1)[1] for finding in RULESET.check(state, told)]


def after_a_shot(outcome: str, **adjusted: Any) -> State:
    """Seat 1 of four shot, with that outcome, and its teammate is to draw."""
    shot = event("ShotTaken", "1"), event("CardsDrawn", "1", deck="multi", cards=[outcome])
    return played(of_four("play", **adjusted), *shot)


CORNER, WOODWORK = "M08", "M18"
DRAWN, PASSES, SAYS = drawn_by("3"), event("PassCalled", "3"), event("TurnEnded", "3")
MATE = ["team.alternate"]


@pytest.mark.parametrize("outcome", [CORNER, WOODWORK])
@pytest.mark.parametrize("handing_on", [(PASSES,), (SAYS,), (DRAWN, PASSES), (DRAWN, SAYS)])
def test_of_four_no_mate_restarts_what_was_handed_on(
    outcome: str, handing_on: tuple[Event, ...]
) -> None:
    state = played(after_a_shot(outcome), *handing_on)
    if state.pending is not None:
        state = played(state, event("CardsDiscarded", "3", cards=[None]))
    assert (turn(state)[1:], state.restart and state.restart.shot_ok) == (("2", "2", "draw"), False)
    assert [(entry["seat"], entry["type"]) for entry in awaiting(state)] == [("2", "CardsDrawn")]
    card = event("CardPlayed", "4", card="P02")
    for told in (drawn_by("4"), card, event("PassCalled", "4")):
        assert rules_of(state, told) == ["turn.out-of-turn"], told
    drawn = played(state, drawn_by("2"))
    assert rules_of(drawn, card) == ["turn.out-of-turn"]
    assert rules_of(state, event("TurnEnded", "3")) == []


@pytest.mark.parametrize("outcome", [CORNER, WOODWORK])
@pytest.mark.parametrize("passes", [0, 1])
def test_of_four_the_mate_restarts_whatever_was_passed_before_the_shot(
    outcome: str, passes: int
) -> None:
    state = after_a_shot(outcome, passes=passes)
    assert turn(state)[1:] == ("1", "3", "draw")
    assert rules_of(state, drawn_by("1")) == MATE
    assert turn(played(state, drawn_by("1")))[1:] == ("1", "1", "play")


def test_a_card_that_was_drawn_although_it_lay_on_the_pitch_is_laid_aside_once() -> None:
    drawn = event("CardsDrawn", "1", deck="player", cards=["P10"])
    state = played(turn_of("1", "draw", passes=1), drawn)
    assert state.hands["1"].cards[-1] == "P10" and state.pitch[-1].card == "P10"
    after = played(state, event("PassCalled", "1"))
    assert after.turn.phase == "refill" and after.discards[-1] == "P10"
    assert after.hands["1"].cards == (*HANDS["1"]["cards"], None)


def test_after_the_end_nothing_but_the_last_card_is_ruled_on() -> None:
    state = turn_of("1", deck=0, passes=1, choose={"rulings": {"shootout": "none"}})
    over = played(state, event("PassCalled", "1"))
    assert over.turn.phase == "over" and over.revert is None
    kicks = turn_of("1", shootout={"kicks": [{"seat": "1", "goal": True}], "score": {"1": 1}})
    kicks = played(kicks, event("TableAdjusted", turn={"seat": "2", "phase": "shootout"}))
    missed = played(kicks, event("CardsDrawn", "2", deck="multi", cards=["M11"]))
    assert (missed.turn.phase, missed.revert is not None) == ("over", True)
    for state, ruled in ((over, ["game.over"]), (missed, [])):
        for told, rules in (
            (event("OutcomeRuled", outcome="goal"), ruled),
            (event("PassCalled", "1"), ["game.over"]),
            (event("CardsDrawn", "1", deck="multi", cards=[None]), ["game.over"]),
            (event("GameEnded", reason="time"), ["game.over"]),
            (event("NoteAdded", text="well played"), []),
        ):
            found = [f.rule.split(".", 1)[1] for f in RULESET.check(state, told)]
            assert [rule for rule in found if rule.startswith("game.")] == rules, told
