"""Whoever the table waits for has an option, and every option could be sent as it stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from projections.kit.ruleset import Option
from projections.kit.schema import errors_in
from projections.rulesets.und1c1 import RULESET
from projections.rulesets.und1c1.awaiting import awaiting
from projections.rulesets.und1c1.state import State
from tests.projections.rulesets.und1c1.desk import (
    adjusted,
    as_event,
    new_game,
    note,
    played,
    position,
    steps,
)
from tests.projections.rulesets.und1c1.test_totality import Writer

ALTERNATIVES = [
    (ruling.key, value)
    for ruling in RULESET.rulebook.rulings.values()
    for value in ruling.alternatives
]


def filled(option: Option) -> Iterator[dict[str, Any]]:
    """The data of an option, and what its choices and faces make of it."""
    yield dict(option.data)
    for field, values in (option.choices or {}).items():
        for value in [*values[:2], *values[-2:]]:
            yield {**option.data, field: [value] if option.count else value}
    for index, faces in enumerate(option.faces or ()):
        for face in faces:
            dice = [dict(die) for die in option.data["dice"]]
            dice[index]["face"] = face
            yield {**option.data, "dice": dice}


def goes_on(state: State) -> None:
    options = RULESET.options(state, "all")
    for entry in awaiting(state):
        assert any(o.seat == entry.seat for o in options), (entry, state.turn)
    for option in options:
        for data in filled(option):
            assert errors_in(RULESET.payloads[option.type], data) == {}, option
            event = as_event(option.type, option.seat, data)
            illegal = [f for f in RULESET.check(state, event) if f.severity == "illegal"]
            assert not illegal, (option, illegal, state.turn)


@pytest.mark.parametrize("seed", range(60))
def test_any_position_of_the_table_can_be_played_on(seed: int) -> None:
    writer = Writer(seed)
    key, value = writer.one([("padlocks", "must"), *ALTERNATIVES])
    state = new_game(rulings={key: value})
    for version in range(2, 42):
        kind, seat, data = writer.draft()
        if kind != "GameEnded" and not errors_in(RULESET.payloads[kind], data):
            state = RULESET.apply(state, as_event(kind, seat, data, version))
            goes_on(state)


@pytest.mark.parametrize(("key", "value"), ALTERNATIVES)
def test_every_game_can_be_played_on_under_every_ruling(key: str, value: Any) -> None:
    for number, step in enumerate(steps(5, "open", pile=3, rulings={key: value})):
        if number % 5 == 0 or step.after.turn.phase not in ("actions", "roll"):
            goes_on(step.after)


def offered(state: State) -> list[str]:
    return [option.type for option in RULESET.options(state, "all")]


def rules_broken(state: State, line: str) -> list[str]:
    return sorted(f.rule.removeprefix("und1c1.") for f in RULESET.check(state, note(line)))


CHIPS = "a6@G3 a8@G9 a9@H9 a10@H10 b7@H12"
FIVE = "a6@E12 a7@F12 a8@G12 a9@H12 a11@I12 b5@C9"
"""Five of a in the penalty area of b."""


def test_a_kick_off_that_the_table_set_can_be_taken() -> None:
    state = adjusted(position(CHIPS), {"turn": {"phase": "kickoff", "actions_left": 0}})
    assert (state.turn.actions_left, state.turn.must) == (3, "kickoff")
    assert "KickOffTaken" in offered(state)


def test_nobody_to_kick_off() -> None:
    state = adjusted(position("a9@H7"), {"turn": {"phase": "kickoff"}})
    (option,) = RULESET.options(state, "all")
    after = adjusted(state, dict(option.data))
    assert after.turn.phase == "actions" and "PlayerMoved" in offered(after)


def test_nobody_to_kick_off_and_the_other_coach_has_a_card() -> None:
    hand = {"b": {"hand": ["close-control"]}}
    state = adjusted(position("a9@H7 b9@H7"), {"turn": {"phase": "kickoff"}, "cards": hand})
    assert sorted(offered(state)) == ["CardPlayed", "TableAdjusted"]
    goes_on(state)


def test_two_in_one_box_are_told_to_who_puts_them_there_alone() -> None:
    apart = position("a9@H7 b9@H8")
    there = as_event("TableAdjusted", None, {"players": {"b9": {"at": "H7"}}})
    (found,) = RULESET.check(apart, there)
    assert found.rule == "und1c1.table.overlap"
    after = RULESET.apply(apart, there)
    assert not RULESET.check(after, as_event("TableAdjusted", None, {"score": {"a": 1}}))


def test_the_goalkeeper_owes_no_pass_that_he_cannot_make() -> None:
    owed = adjusted(position(CHIPS, "a1"), {"turn": {"must": "goalkeeper_pass"}})
    assert set(offered(owed)) == {"PassAttempted"}
    assert rules_broken(owed, "a M 8-G10") == ["save.goalkeeper-pass-first"]
    elsewhere = adjusted(owed, {"ball": "a10"})
    assert {"PlayerMoved", "PadlocksPlaced"} <= set(offered(elsewhere))
    assert rules_broken(elsewhere, "a M 8-G10") == []
    assert "goalkeeper" not in awaiting(elsewhere)[0].why


def test_a_cleared_side_lines_up_with_any_eleven() -> None:
    state = adjusted(position(CHIPS), {"clear": True, "turn": {"phase": "lineup"}})
    goes_on(state)
    assert offered(state) == ["LineupPlaced", "LineupPlaced"]


def test_a_side_of_nine_is_made_up_with_those_who_stand_there() -> None:
    state = adjusted(position("a18@G3 a17@G9 a9@H9"), {"turn": {"phase": "lineup"}})
    goes_on(state)
    lined_up = {p["player"] for p in RULESET.options(state, "all")[0].data["players"]}
    assert len(lined_up) == 11 and {"a1", "a18", "a17", "a9"} <= lined_up


def test_padlocks_that_no_player_can_lay_stay_off() -> None:
    alone = position("b7@H12", "b7")
    assert rules_broken(alone, "a # w:- k:-") == []
    one = position("a9@A3 b2@B2 b3@B3 b4@B4 b5@A4", "b5")
    goes_on(one)
    assert rules_broken(position(CHIPS), "a # w:H8 k:-") == ["padlock.missing"]


def test_no_card_is_left_to_draw() -> None:
    state = adjusted(position(CHIPS), {"cards": {"a": {"pile": 0}}, "turn": {"phase": "draw"}})
    (option,) = RULESET.options(state, "all")
    assert offered(adjusted(state, dict(option.data))) == ["PadlocksPlaced"]


def test_an_unseen_card_out_of_five_known_ones() -> None:
    hand = ["flow", "flow", "burst", "physio", "no-look"]
    state = adjusted(position(CHIPS), {"cards": {"a": {"hand": hand}}, "turn": {"phase": "draw"}})
    assert rules_broken(state, "a / hand ?") == ["cards.not-held"]
    after = played(state, "a / hand ?")
    assert after.cards.a.hand == (None,) * 4 and after.cards.a.discard == (None,)
    assert rules_broken(after, "a + a ?") == []
    assert all(o.data["card"] is not None for o in RULESET.options(state, "all"))


def test_five_in_the_area_are_found_once_and_again_after_they_were_four() -> None:
    state = position(FIVE, "a6")
    padlocks, quiet = "a # w:H11 k:J11", ["b # w:C10 k:D10", "b + b ?"]
    assert rules_broken(state, padlocks) == ["area.too-many"]
    later = played(state, padlocks, "a + a ?")
    assert rules_broken(later, quiet[0]) == []
    again = played(later, *quiet)
    assert rules_broken(again, padlocks) == []
    four = played(again, "a M 7-F10", "a # w:H11 k:J11", "a + a ?", *quiet)
    assert rules_broken(played(four, "a M 7-F12"), padlocks) == ["area.too-many"]
    assert rules_broken(played(again, "a M 7-F10", "a M 7-F12"), padlocks) == ["area.too-many"]


def test_whoever_may_leave_leaves() -> None:
    state = position(FIVE, "a6")
    assert not {"PadlocksPlaced", "TableAdjusted"} & set(offered(state))
    goes_on(state)


@pytest.mark.parametrize("phase", ["actions", "end_turn"])
def test_five_of_whom_nobody_may_leave_are_no_dead_end(phase: str) -> None:
    state = adjusted(position(FIVE, "a6"), {"turn": {"phase": phase, "actions_left": 0}})
    goes_on(state)
    options = RULESET.options(state, "all")
    assert {(o.type, o.seat) for o in options} == {("TableAdjusted", "a")} and len(options) == 5
    for option in options:
        after = adjusted(state, dict(option.data))
        assert len({chip.at for chip in after.chips.a.values()}) == 6
        assert offered(after) == ["PadlocksPlaced"]


def test_two_too_many_are_put_into_a_box_each() -> None:
    crowd = position(f"{FIVE} a3@F13", "a6")
    state = adjusted(crowd, {"turn": {"phase": "end_turn", "actions_left": 0}})
    goes_on(state)
    options = RULESET.options(state, "all")
    assert [len(option.data["players"]) for option in options] == [2] * 6
    for option in options:
        after = adjusted(state, dict(option.data))
        assert len({chip.at for chip in after.chips.a.values()}) == 7
        assert offered(after) == ["PadlocksPlaced"]


@pytest.mark.parametrize("what", ["an opponent", "a padlock"])
def test_nobody_is_put_out_of_the_area_onto_what_is_there(what: str) -> None:
    over: dict[str, Any] = {"turn": {"phase": "end_turn", "actions_left": 0}}
    state = adjusted(position(FIVE, "a6"), over)
    for option in RULESET.options(state, "all"):
        ((player, chip),) = option.data["players"].items()
        there = {"players": {"b5": chip}} if what == "an opponent" else None
        taken = adjusted(state, there or {"padlocks": {"black": chip["at"]}})
        goes_on(taken)
        others = [o.data["players"] for o in RULESET.options(taken, "all")]
        (other,) = (players[player]["at"] for players in others if player in players)
        assert other != chip["at"] and other not in state.setup.area_boxes["b"]


def test_the_fifth_of_the_other_coach_is_his() -> None:
    four = "b2@E12 b3@F12 b4@G12 b5@H12 b6@I11 a9@I10"
    moving = {"kind": "free_move", "by": "b", "player": "b6", "then": "end_turn"}
    state = adjusted(position(four, "b6"), {"turn": {"phase": "free_move"}, "pending": moving})
    assert rules_broken(state, "b F I12") == ["area.too-many"]
    assert rules_broken(state, "b F J11") == []
    goes_on(state)
    assert rules_broken(played(state, "b F I12"), "a # w:H9 k:J9") == []


def test_five_who_stand_there_are_not_told_to_who_moves_another() -> None:
    five = "b2@E12 b3@F12 b4@G12 b5@H12 b6@I12 b8@A5 a9@I10"
    for mover in ("b8", "b6"):
        moving = {"kind": "free_move", "by": "b", "player": mover, "then": "end_turn"}
        state = adjusted(position(five, mover), {"turn": {"phase": "free_move"}, "pending": moving})
        to = "A6" if mover == "b8" else "J12"
        assert rules_broken(state, f"b F {to}") == []
        goes_on(state)


def test_the_fifth_after_a_save_is_told_to_who_repositions() -> None:
    four = "b2@E12 b3@F12 b4@G12 b5@H12 b6@I11 a9@I10"
    save = {"kind": "reposition", "by": "b", "moves_left": 2, "queue": ["a"]}
    state = adjusted(position(four, "b1"), {"turn": {"phase": "reposition"}, "pending": save})
    inside = played(state, "b M 6-I12")
    assert rules_broken(state, "b M 6-I12") == []
    assert rules_broken(inside, "b OK") == ["area.too-many"]
    assert rules_broken(inside, "b M 6-J12") == ["area.too-many"]
    assert rules_broken(inside, "b M 6-J11") == []
    goes_on(inside)
    closing = played(inside, "b OK", "a OK")
    assert rules_broken(closing, "a # w:H9 k:J9") == []


def unseen_plays(state: State, viewer: str = "all") -> list[dict[str, Any]]:
    offered = [o.as_json() for o in RULESET.options(state, viewer) if o.type == "CardPlayed"]
    return [option for option in offered if option.get("unseen")]


def test_a_card_that_was_not_shown_can_be_played() -> None:
    table = position("a6@G3 b7@H10", "a6")
    state = adjusted(table, {"cards": {"a": {"hand": ["flow", None], "pile": 20}}})
    offered = unseen_plays(state)
    ids = {option["data"]["card"] for option in offered}
    assert "pep-talk" in ids
    assert "flow" not in ids
    assert ids <= set(state.setup.box.decks.a)
    known = next(o for o in RULESET.options(state, "all") if o.data.get("card") == "flow")
    assert all(option["weight"] < known.weight for option in offered)
    for option in offered:
        event = as_event("CardPlayed", option["seat"], dict(option["data"]))
        assert [f.severity for f in RULESET.check(state, event)][:1] == ["unverifiable"]
        after = RULESET.apply(state, event)
        assert after.cards.a.hand == ("flow",)


def test_what_was_seen_is_not_among_the_unseen() -> None:
    table = position("a6@G3 b7@H10", "a6")
    deck = table.setup.box.decks.a
    once = [card for card, number in deck.items() if number == 1]
    shown = {"hand": [None], "pile": 20, "discard": once[:3], "in_play": []}
    ids = {o["data"]["card"] for o in unseen_plays(adjusted(table, {"cards": {"a": shown}}))}
    assert not ids & set(once[:3])
    assert unseen_plays(adjusted(table, {"cards": {"a": shown}}), "b") == []


def test_an_unseen_card_that_is_discarded_may_be_named() -> None:
    limit = new_game().setup.numbers.hand
    table = position("a6@G3 b7@H10", "a6")
    turn = {"number": 5, "seat": "a", "phase": "draw"}
    cards = {"a": {"hand": [None] * limit, "pile": 20}}
    state = adjusted(table, {"turn": turn, "cards": cards})
    (option,) = [o for o in RULESET.options(state, "all") if o.type == "CardDiscarded"]
    assert option.data == {"card": None, "from": "hand"}
    assert set(option.choices["card"]) == set(state.setup.box.decks.a)  # type: ignore[index]
    (hidden,) = [o for o in RULESET.options(state, "b") if o.type == "CardDiscarded"]
    assert hidden.choices is None
