from __future__ import annotations

import json
from typing import Any

import pytest

from projections.kit.replay import freeze, thaw
from projections.rulesets.wannabe_football import RULESET
from projections.rulesets.wannabe_football.state import (
    Check,
    Discard,
    Exchange,
    Resume,
    State,
    Steal,
    Whistle,
    WhistleCheck,
)
from tests.projections.rulesets.wannabe_football.desk import FOUR, event, opening, played, position


def test_a_deck_without_discards_fills_them_with_unseen_cards() -> None:
    state = position(hands={"1": {"cards": ["P01"]}}, pitch=[{"card": "P05", "seat": "1"}], deck=30)
    assert state.discards == (None,) * 9
    assert state.deck == 30


def test_discards_without_a_deck_leave_the_rest_in_it() -> None:
    assert position(hands={"1": {"cards": ["P01"]}}, discards=["P09", None]).deck == 38


def test_discards_that_are_known_stay_as_far_as_there_is_room() -> None:
    state = position(discards=["P09", "P10", "P11"])
    fuller = played(state, event("TableAdjusted", deck=39))
    assert fuller.discards == ("P09", "P10")
    moved = played(state, event("TableAdjusted", hands={"1": {"cards": ["P09"]}}, deck=38))
    assert moved.discards == ("P10", "P11")


def test_a_card_laid_in_a_hand_lies_nowhere_else() -> None:
    state = position(hands={"2": {"cards": ["P09", "P10"]}}, discards=["P11"])
    moved = played(state, event("TableAdjusted", hands={"1": {"cards": ["P09", "P11"]}}))
    assert moved.hands["1"].cards == ("P09", "P11")
    assert moved.hands["2"].cards == (None, "P10")
    assert moved.discards == (None,)


def test_multi_cards() -> None:
    state = position(
        multi={"discards": ["M02", "M77", "M01"], "kept": {"1": ["M04"], "5": ["M05"]}}
    )
    assert state.multi.discards == ("M01", "M02", None)
    assert state.multi.kept == {"1": ("M04",), "2": ()}
    assert state.multi.deck == 15


@pytest.mark.parametrize(
    ("phase", "pending"),
    [
        ("star", Check("star", "2")),
        ("shot", Check("shot", "2")),
        ("penalty", Check("penalty", "2")),
        ("shootout", Check("shootout", "2")),
        ("steal", Steal("2")),
        ("play", None),
        ("bonus", None),
    ],
)
def test_a_phase_waits_for_what_it_needs(phase: str, pending: object) -> None:
    held = {"1": {"cards": [None]}}
    state = position(turn={"seat": "2", "phase": phase}, hands=held)
    assert (state.turn.phase, state.pending) == (phase, pending)
    assert state.status == "playing"
    assert (state.shootout is not None) == (phase == "shootout")


def test_nobody_steals_where_there_is_no_card_to_take() -> None:
    state = position(turn={"seat": "2", "phase": "steal"}, hands={"2": {"cards": [None]}})
    assert (state.turn.phase, state.pending) == ("play", None)


@pytest.mark.parametrize("phase", ["discard", "whistle", "exchange"])
def test_phases_that_need_more_read_as_play(phase: str) -> None:
    assert position(turn={"seat": "2", "phase": phase}).turn.phase == "play"


def test_what_is_pending_sets_the_phase() -> None:
    booked = {
        "kind": "discard",
        "seat": "1",
        "reason": "yellow",
        "count": 1,
        "foul": {"seat": "1", "taker": "2", "zone": "a1", "penalty": False},
    }
    state = position(turn={"seat": "1"}, pending=booked, hands={"1": {"cards": ["P01", "P02"]}})
    assert isinstance(state.pending, Discard)
    after = played(state, event("CardsDiscarded", "1", cards=["P01"]))
    assert after.restart is not None
    assert (after.restart.kind, after.restart.seat, after.restart.spot) == ("free_kick", "2", "a1")


def test_a_called_tackle_goes_back_to_the_draw() -> None:
    called = {"kind": "whistle", "seat": "2", "offender": "1", "card": "P31"}
    state = position(turn={"seat": "2"}, pending=called)
    assert isinstance(state.pending, WhistleCheck)
    assert state.pending.zone == "a1"
    after = played(state, event("CardsDrawn", "2", deck="multi", cards=["M01"]))
    assert after.turn.phase == "draw"
    untold = position(turn={"seat": "2", "phase": "play"}, pending={"kind": "whistle", "seat": "2"})
    assert untold.turn.phase == "play"


def test_a_called_tackle_is_told_in_all_its_parts() -> None:
    called = {"kind": "whistle", "seat": "4", "offender": "3", "card": "P31"}
    state = position(FOUR, turn={"seat": "3"}, pending=called, deck=20)
    assert state.pending == WhistleCheck(
        "4", False, "3", "P31", "a1", owner="3", resume=Resume("draw", None)
    )
    assert (state.turn.phase, state.status) == ("whistle", "playing")
    told = {**called, "zone": "b1", "drawn": True}
    late = position(FOUR, turn={"seat": "3"}, pending=told, deck=0)
    assert late.pending == WhistleCheck(
        "4", True, "3", "P31", "b1", owner="3", resume=Resume("play", None)
    )
    fouled = played(late, event("OutcomeRuled", outcome="free_kick"))
    assert fouled.pending == Check("penalty", "4")
    for wrong in ({"offender": "9"}, {"card": "P77"}, {"seat": "9"}):
        strange = position(FOUR, turn={"seat": "3", "phase": "play"}, pending={**called, **wrong})
        assert (strange.pending, strange.turn.phase) == (None, "play")


def test_who_kicked_off_is_set_and_cleared() -> None:
    state = position(starter="2", turn={"phase": "play"})
    assert (state.starter, state.turn.seat) == ("2", "2")
    assert played(state, event("TableAdjusted", starter="1")).starter == "1"
    assert played(state, event("TableAdjusted", starter=None)).starter is None
    assert played(state, event("TableAdjusted", starter="9")).starter == "2"
    assert played(state, event("TableAdjusted", ball="a1")).starter == "2"
    kicks = event("TableAdjusted", turn={"phase": "play"}, deck=0, passes=1)
    assert played(state, kicks, event("PassCalled", "2")).pending == Check("shootout", "2")


def test_a_tackle_that_may_be_called_is_told_in_all_its_parts() -> None:
    given = {"seat": "1", "card": "P31", "zone": "b2", "owner": "3"}
    state = position(FOUR, whistle=given)
    assert state.whistle == Whistle("1", "P31", owner="3", zone="b2")
    kept = event("TableAdjusted", whistle={**given, "owner": "9"})
    assert played(state, kept).whistle == state.whistle
    assert played(state, event("TableAdjusted", ball="a1")).whistle == state.whistle
    unknown = event("TableAdjusted", whistle={**given, "card": "P77"})
    assert played(state, unknown).whistle == state.whistle


@pytest.mark.parametrize(
    ("phase", "goes_on"),
    [("draw", "draw"), ("play", "play"), ("continue", "continue"), ("star", "play")],
)
def test_an_exchange_goes_back_to_the_turn(phase: str, goes_on: str) -> None:
    exchange = {"kind": "exchange", "seat": "1", "count": 2}
    state = position(turn={"seat": "1", "phase": phase}, pending=exchange, deck=20)
    assert state.pending == Exchange("1", 2, goes_on)
    after = played(state, event("CardsDrawn", "1", deck="player", cards=[None]))
    assert after.turn.phase == goes_on


def test_a_playing_phase_has_a_seat() -> None:
    assert position(turn={"phase": "draw"}).turn.seat == "1"
    assert position(starter="2", turn={"phase": "draw"}).turn.actor == "2"
    assert position(turn={"phase": "over"}).status == "ended"


def test_a_game_that_is_set_back_has_no_result() -> None:
    over = position(turn={"phase": "over"}, result={"winner": "1", "reason": "goals"})
    assert over.result is not None
    assert played(over, event("TableAdjusted", turn={"seat": "2", "phase": "draw"})).result is None
    assert (
        played(over, event("TableAdjusted", pending={"kind": "shot", "seat": "1"})).result is None
    )


def test_a_whistle_and_its_defaults() -> None:
    state = position(whistle={"seat": "2", "card": "P31"})
    assert state.whistle is not None
    assert (state.whistle.zone, state.whistle.owner) == ("c2", "2")
    assert played(state, event("TableAdjusted", whistle=None)).whistle is None
    assert (
        played(state, event("TableAdjusted", whistle={"seat": "7", "card": "P31"})).whistle
        is state.whistle
    )


def test_what_names_a_stranger_is_left_out() -> None:
    state = position(
        FOUR,
        restart={"kind": "corner", "seat": "9", "shot_ok": True},
        starter="9",
        result={"winner": "9", "reason": "goals"},
        pitch=[{"card": "P01", "seat": "9"}, {"card": "P02", "seat": "4"}],
        turn={"seat": "9", "phase": "draw"},
    )
    assert (state.restart, state.starter, state.result) == (None, None, None)
    assert [entry.card for entry in state.pitch] == ["P02"]
    assert state.turn.seat == "1"


def test_the_state_survives_storage_with_all_that_can_wait() -> None:
    states: list[State] = [
        position(
            turn={"seat": "1"},
            pending={"kind": "whistle", "seat": "2", "offender": "1", "card": "P31"},
        ),
        position(turn={"seat": "1"}, pending={"kind": "discard", "seat": "1", "count": 2}),
        position(turn={"seat": "1"}, pending={"kind": "exchange", "seat": "1", "count": 2}),
        position(turn={"seat": "1", "phase": "shootout"}),
    ]
    states.append(played(states[0], event("CardsDrawn", "2", deck="multi", cards=["M04"])))
    assert states[-1].revert is not None
    for state in states:
        assert thaw(RULESET.state, freeze(state), state.setup) == state


def test_an_empty_adjustment_sets_only_the_deck_right() -> None:
    state = opening()
    assert played(state, event("TableAdjusted")) == state


STRANGERS: list[dict[str, Any]] = [
    {"hands": {"9": {"cards": []}}},
    {"bookings": {"9": {"reds": 1}}},
    {"side_used": {"9": True}},
    {"sides": {"9": "england"}},
    {"pitch": [{"card": "P01", "seat": "9"}]},
    {"restart": {"kind": "corner", "seat": "9", "shot_ok": True}},
    {"starter": "9"},
    {"result": {"winner": "9", "reason": "goals"}},
    {"result": {"winner": None, "reason": "goals", "shootout": {"9": 1}}},
    {"shootout": {"kicks": [{"seat": "9", "goal": True}], "score": {}}},
    {"shootout": {"kicks": [], "score": {"9": 1}}},
    {"turn": {"seat": "9"}},
    {"turn": {"actor": "9"}},
    {"whistle": {"seat": "9", "card": "P31"}},
    {"whistle": {"seat": "1", "card": "P31", "owner": "9"}},
    {"pending": {"kind": "shot", "seat": "9"}},
    {"pending": {"kind": "whistle", "seat": "1", "offender": "9", "card": "P31"}},
    {
        "pending": {
            "kind": "discard",
            "seat": "1",
            "reason": "red",
            "foul": {"seat": "9", "taker": "1", "zone": "a1", "penalty": False},
        }
    },
    {
        "pending": {
            "kind": "discard",
            "seat": "1",
            "reason": "red",
            "foul": {"seat": "1", "taker": "9", "zone": "a1", "penalty": False},
        }
    },
    {"score": {"9": 1}},
    {"multi": {"kept": {"9": []}}},
]
"""Every place of an adjustment in which somebody is named who does not sit here."""

UNKNOWN: list[dict[str, Any]] = [
    {"hands": {"1": {"cards": [None, "P99"]}}},
    {"pitch": [{"card": "P99", "seat": "1"}]},
    {"discards": ["P01", "P99"]},
    {"whistle": {"seat": "1", "card": "P99"}},
    {"pending": {"kind": "whistle", "seat": "1", "offender": "2", "card": "P99"}},
    {"multi": {"discards": ["M99"]}},
    {"multi": {"kept": {"1": [None, "M99"]}}},
]


@pytest.mark.parametrize(
    ("data", "rule"),
    [*((data, "game.seat") for data in STRANGERS), *((data, "card.unknown") for data in UNKNOWN)],
)
def test_whoever_and_whatever_is_not_here_is_told_of(data: dict[str, Any], rule: str) -> None:
    found = RULESET.check(position(), event("TableAdjusted", **data))
    assert [finding.rule.split(".", 1)[1] for finding in found] == [rule]
    known = json.dumps(data)
    for wrong, right in (("9", "1"), ("P99", "P31"), ("M99", "M01")):
        known = known.replace(f'"{wrong}"', f'"{right}"')
    assert not RULESET.check(position(), event("TableAdjusted", **json.loads(known)))


def test_the_turn_in_part() -> None:
    state = position(FOUR, turn={"number": 7, "seat": "2", "actor": "4", "phase": "draw"}, deck=9)

    def turn(**given: Any) -> tuple[int, str | None, str | None, str]:
        now = played(state, event("TableAdjusted", turn=given)).turn
        return now.number, now.seat, now.actor, now.phase

    assert turn() == (7, "2", "4", "draw")
    assert turn(number=8) == (8, "2", "4", "draw")
    assert turn(seat="3") == (7, "3", "3", "draw")
    assert turn(actor="2") == (7, "2", "2", "draw")
    assert turn(seat="3", actor="1") == (7, "3", "1", "draw")
    assert turn(seat="9", actor="9", number=8) == (8, "2", "4", "draw")
    assert turn(phase="play") == (7, "2", "4", "play")
