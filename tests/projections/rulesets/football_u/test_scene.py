"""Scenes keep to the vocabulary, share what does not change, and can be laid by hand."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from projections.kit.diff import diff
from projections.kit.drawing.scene import Scene
from projections.kit.drawing.vocabulary import problems
from projections.kit.ruleset import PUBLIC
from projections.rulesets.football_u import RULESET
from projections.rulesets.football_u.state import State
from tests.projections.rulesets.football_u.desk import (
    EMPTY,
    SAMPLE,
    event,
    position,
    recorded,
    rolled,
    simulated,
)

each_game = pytest.mark.parametrize(("teams", "seed"), SAMPLE)
DICE = {
    "v1": {"color": "blue", "face": "7"},
    "v2": {"color": "grey", "face": "X"},
    "h1": {"color": "red", "face": "3"},
    "h2": {"color": "white", "face": "7"},
}


def document(scene: Scene) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(msgspec.json.encode(scene))
    return plain


def drawn(state: State, viewer: str = "all") -> dict[str, Any]:
    """Cards, items and counters of a scene by id."""
    scene = RULESET.show(state, viewer)
    found: dict[str, Any] = dict(scene.board.items) if scene.board else {}
    for panel in scene.panels:
        found |= {panel.id: panel}
        found |= {card.id: card for card in panel.cards}
        found |= {item.id: item for item in panel.items}
        found |= {token.id: token for token in panel.tokens}
    return found


@each_game
def test_every_scene_keeps_to_the_vocabulary(teams: int, seed: int) -> None:
    for number, (one, before, after) in enumerate(simulated(teams, seed)):
        if number % 5:
            continue
        for viewer in ("all", PUBLIC, "1"):
            scene = RULESET.show(after, viewer)
            marked = msgspec.structs.replace(scene, marks=RULESET.trace(before, one, after, viewer))
            assert problems(document(marked)) == []


@each_game
def test_options_name_what_is_drawn(teams: int, seed: int) -> None:
    for number, (_, _, state) in enumerate(simulated(teams, seed)):
        if number % 7:
            continue
        there = drawn(state)
        for option in RULESET.options(state, "all"):
            for id_ in (option.piece, option.to):
                assert id_ is None or id_ in there or covered(there, id_), option


def covered(there: dict[str, Any], id_: str) -> bool:
    return any(under.id == id_ for card in there.values() for under in getattr(card, "under", ()))


@each_game
def test_a_step_patches_little(teams: int, seed: int) -> None:
    """What a step leaves alone is the same object in the next scene."""
    steps = simulated(teams, seed)
    for _, before, after in steps[len(steps) // 2 :][:40]:
        old, new = RULESET.show(before, "all"), RULESET.show(after, "all")
        if old.board is not None and new.board is not None and old.board.key == new.board.key:
            assert old.board.ground is new.board.ground
            assert old.board.places is new.board.places
            kept = [i for i in old.board.items if old.board.items[i] == new.board.items.get(i)]
            assert all(old.board.items[i] is new.board.items[i] for i in kept)
            assert len(diff(old, new)) < 120


def test_the_field_shows_two_drives() -> None:
    state = position(phase="game.assign", game={"id": "s1g3", "dice": DICE, "ot": 0})
    there = drawn(state)
    assert there["v1"].at == "v-off" and there["v1"].face == "7"
    assert there["h1"].face == "3" and there["h2"].at == "h-def"
    assert there["points-v"].text == "7" and there["points-h"].text == "10"
    assert there["odds"].parts[0].seat == "2"


def test_a_cancelled_die_has_a_line_to_its_x() -> None:
    dice = {**DICE, "h3": {"color": "red", "face": "3", "cancelled": "v2"}}
    state = position(
        phase="game.assign",
        game={"id": "s1g3", "dice": {**dice, "h4": {"color": "black", "face": "X"}}},
    )
    there = drawn(state)
    assert there["h3"].state == ("cancelled",)
    assert there["x-v2-h3"].through == ("v2", "h3")


def test_dice_before_the_roll_and_dice_to_be_rolled_again() -> None:
    before = position(
        phase="game.roll", game={"id": "s1g3", "pool": {"visitor": ["red"], "home": ["white"]}}
    )
    assert drawn(before)["v1"].face is None
    again = position(
        phase="game.resolve",
        game={
            "id": "s1g3",
            "dice": DICE,
            "pending": {"rerolls": ["h1"], "adds": [{"side": "home", "color": "orange"}]},
        },
    )
    there = drawn(again)
    assert there["h1"].state == ("pending",)
    assert there["h3"].tone == "orange" and there["h3"].face is None


def test_the_offseason_has_a_stage_and_no_board() -> None:
    state = position(
        phase="offseason.actions",
        board={"stacks": {"5": ["2", "1"]}, "spaces": {"north-1": "p09", "east-1": "?"}},
        teams={"1": {"roster": {"QB": ["p03+", "p04*"]}, "chemistry": ["t01", None]}},
    )
    assert RULESET.show(state, "all").board is None
    there = drawn(state)
    assert there["p09"].corner == "3 wk, not 4" and there["p09"].state == ("raised",)
    assert there["space-east-1"].state == ("unseen",)
    assert there["space-north-2"].state == ("vacant",)
    assert there["week-1"].order == 1 and there["week-1"].title.endswith("to act")
    assert there["p03"].state == ("upgraded",) and there["p03"].under[0].state == ("spent",)
    assert there["t01"].label == "Early start"
    assert there["hand-1.1"].state == ("unseen",)
    public = drawn(state, PUBLIC)
    assert "t01" not in public and public["hand-1.0"].state == ("unseen",)
    assert drawn(state, "2")["p09"].corner == "4 wk"


def test_a_coach_shows_his_back_to_his_team_only() -> None:
    state = position(phase="offseason.actions", teams={"1": {"coach": {"card": "c5"}}})
    for viewer, seen in (("all", True), ("1", True), ("2", False), (PUBLIC, False)):
        card = drawn(state, viewer)["coach-1"]
        assert card.label == "Joe Default"
        assert ("Playbook Paige" in card.title) == seen


def test_an_ai_opponent_has_a_seat_of_its_own() -> None:
    state = position(3, None, phase="game.helmet", game={"id": "s1g2", "ai_card": "p36"})
    scene = RULESET.show(state, PUBLIC)
    assert [seat.id for seat in scene.seats] == ["1", "2", "3", "o1a"]
    assert scene.seats[3].note == "visitor, played by Side 1"
    assert drawn(state)["p36"].badges[0].text == "H"


def test_marks_ring_what_the_event_was_about() -> None:
    state = position(
        phase="offseason.actions",
        board={"stacks": {"0": ["2", "1"]}, "spaces": {"north-1": "p09"}},
    )
    recruit = event("PlayerRecruited", "1", card="p09", slot="RB")
    after = RULESET.apply(state, recruit)
    marks = RULESET.trace(state, recruit, after, PUBLIC)
    assert [(mark.on, mark.why, mark.tone) for mark in marks] == [
        ("p09", "last", "last"),
        ("week-1", "last", "last"),
    ]
    assert marks[0].title == RULESET.text(state, recruit, after, PUBLIC)


def test_a_card_is_laid_by_hand() -> None:
    state = position(
        phase="offseason.actions",
        board={"spaces": {"north-1": "p09"}},
        teams={"1": {"roster": {**EMPTY, "RB": ["p10+*", "walkon"], "QB": ["p03"]}}},
    )
    on_board = RULESET.moved(state, "p10", "space-east-1")
    assert on_board == {"board": {"spaces": {"east-1": "p10"}}}
    to_slot = RULESET.moved(state, "p10", "slot-1-FLEX")
    assert to_slot == {"teams": {"1": {"roster": {"FLEX": ["p10+*"]}}}}
    on_top = RULESET.moved(state, "p09", "p10")
    assert on_top == {"teams": {"1": {"roster": {"RB": ["p09", "p10+*", "walkon"]}}}}
    after = recorded(state, event("TableAdjusted", **on_top))
    assert after.spaces["north-1"] is None
    assert [entry.card for entry in after.teams["1"].roster["RB"]] == ["p09", "p10", "walkon"]
    moved = recorded(state, event("TableAdjusted", **to_slot))
    assert [entry.card for entry in moved.teams["1"].roster["RB"]] == ["walkon"]
    assert RULESET.moved(state, "p10", "p09") is None
    assert RULESET.moved(state, "v1", "slot-1-FLEX") is None
    assert RULESET.moved(state, "p10", "nowhere") is None


def test_sentences() -> None:
    state = position(
        phase="offseason.actions",
        board={"stacks": {"0": ["2", "1"]}, "spaces": {"north-1": "p09"}},
    )
    recruit = event("PlayerRecruited", "1", card="p09", slot="RB")
    after = RULESET.apply(state, recruit)
    assert RULESET.text(state, recruit, after, PUBLIC) == (
        "Side 1 recruit Moose Grady (RB) for 3 weeks in their home region and stand at week 3."
    )
    game = position(
        phase="game.assign",
        game={
            "id": "s1g3",
            "dice": {
                "v1": {"color": "red", "face": "7"},
                "v2": {"color": "grey", "face": "X"},
                "h1": {"color": "red", "face": "3"},
            },
        },
    )
    hit = event("XAssigned", "2", assign=[{"x": "v2", "target": "h1"}])
    assert RULESET.text(game, hit, RULESET.apply(game, hit), PUBLIC) == (
        "Side 2 cancel a red field goal: 3 points denied; final: Side 2 7, Side 1 0;"
        " next: Prairie Poly at Side 1."
    )


def test_the_roll_that_ended_a_game_is_shown_until_the_next_one() -> None:
    last_x = event("XAssigned", "2", assign=[{"x": "v2", "target": "h2"}])
    scoring = rolled({"v1": "blue 7", "v2": "grey X", "h1": "red 3", "h2": "white 7"})
    after = recorded(scoring, last_x)
    assert after.game is not None and after.game.id != "s1g3"
    rolls = {roll.id: roll for panel in RULESET.show(after, PUBLIC).panels for roll in panel.rolls}
    assert (rolls["last-visitor"].sum, rolls["last-home"].sum) == ("7", "3")
    hit = next(die for die in rolls["last-home"].dice if die.id == "last-h2")
    assert (hit.face, hit.tone, hit.state) == ("7", "white", ("cancelled",))
    assert hit.title == "white die h2: a touchdown, cancelled by v2"
    offseason = position(phase="offseason.actions")
    assert not any(panel.rolls for panel in RULESET.show(offseason, PUBLIC).panels)
