"""Scenes and marks keep to the drawing vocabulary and say what lies where."""

from __future__ import annotations

from typing import Any

import pytest

from projections.kit.drawing.vocabulary import problems
from projections.rulesets.und1c1 import RULESET
from projections.rulesets.und1c1.state import State
from tests.projections.rulesets.und1c1.desk import (
    adjusted,
    game,
    new_game,
    note,
    plain,
    played,
    position,
)


def drawn(before: State | None, line: str, viewer: str = "all") -> dict[str, Any]:
    """The scene after a score-sheet line, with its marks."""
    assert before is not None
    event = note(line)
    after = RULESET.apply(before, event)
    marks = RULESET.trace(before, event, after, viewer)
    scene: dict[str, Any] = plain(RULESET.show(after, viewer))
    return scene | {"marks": plain(list(marks))}


@pytest.mark.parametrize("cards", ["hidden", "open"])
@pytest.mark.parametrize("viewer", ["all", "public", "b"])
def test_every_scene_of_a_game_keeps_to_the_vocabulary(cards: Any, viewer: str) -> None:
    for step in game(3, cards, 8):
        scene = plain(RULESET.show(step.after, viewer))
        scene["marks"] = plain(list(RULESET.trace(step.before, step.event, step.after, viewer)))
        assert problems(scene) == [], step.draft


def test_the_options_name_things_of_the_scene() -> None:
    for step in game(5, "open", 6)[::3]:
        scene = plain(RULESET.show(step.after, "all"))
        cards = [card["id"] for panel in scene["panels"] for card in panel.get("cards", [])]
        known = {*scene["board"]["places"], *scene["board"]["items"], *cards}
        for option in RULESET.options(step.after, "all"):
            assert {option.piece, option.to} - {None} <= known, option


def test_what_does_not_change_is_the_same_object() -> None:
    before = position("a6@G3 a2@G7 b7@H10", "a6")
    after = played(before, "a M 2-G8")
    old, new = RULESET.show(before, "all").board, RULESET.show(after, "all").board
    assert old is not None and new is not None
    assert old.places is new.places and old.lines is new.lines and old.ground is new.ground
    assert old.items["b7"] is new.items["b7"]
    assert old.items["a2"] is not new.items["a2"]


def test_a_pass_is_pending_then_good() -> None:
    before = position("a6@G3 a2@G7 b7@H8", "a6")
    waiting = drawn(before, "a P 6>2")["marks"]
    assert waiting[0]["through"] == ["a6", "a2"]
    assert (waiting[0]["why"], waiting[0]["tone"]) == ("pending", "quiet")
    assert waiting[1] == {
        "kind": "ring",
        "why": "pending",
        "title": "marks Lark 2",
        "tone": "quiet",
        "on": "b7",
    }
    arrived = drawn(played(before, "a P 6>2"), "a R w5")["marks"]
    assert (arrived[0]["through"], arrived[0]["tone"]) == (["a6", "a2"], "good")
    assert arrived[1]["text"] == "5 ≥ 3"


def test_a_failed_pass_ends_at_the_interceptor() -> None:
    marks = drawn(played(position("a6@G3 a2@G7 b7@H10", "a6"), "a P 6>2"), "a R w1")["marks"]
    assert (marks[0]["through"], marks[0]["tone"]) == (["a6", "b7"], "bad")
    assert marks[1]["text"] == "1 < 2"


def test_a_flipped_chip_says_until_when() -> None:
    scene = plain(RULESET.show(position("a6@G3/7 b7@H10", "a6"), "all"))
    assert scene["board"]["items"]["a6"]["state"] == ["flipped"]
    assert "until the end of turn 7" in scene["board"]["items"]["a6"]["title"]


def hand_of_a(state: State, viewer: str) -> list[dict[str, Any]]:
    panels = plain(RULESET.show(state, viewer))["panels"]
    cards: list[dict[str, Any]] = next(p for p in panels if p["id"] == "hand-a")["cards"]
    return cards


def test_an_unseen_hand_has_backs_only() -> None:
    state = adjusted(new_game(), {"cards": {"a": {"hand": ["flow", None]}}})
    hands = {viewer: hand_of_a(state, viewer) for viewer in ("all", "a", "b", "public")}
    assert hands["a"] == hands["all"]
    assert [card["id"] for card in hands["a"]] == ["a:flow", "hand-a.1"]
    assert hands["b"] == hands["public"]
    assert all(card["state"] == ["unseen"] and len(card) == 2 for card in hands["b"])


def test_start_lines_are_aids_while_lining_up() -> None:
    marks = drawn(new_game(), "a C 10")["marks"]
    lines = [mark for mark in marks if mark["kind"] == "area"]
    assert [len(mark["places"]) for mark in lines] == [32] * 6
    assert all(mark["why"] == "aid" for mark in lines)


def test_moving_by_hand() -> None:
    state = position("a6@G3 a2@G7/6 b7@H10", "a6")
    assert RULESET.moved(state, "a2", "G9") == {"players": {"a2": {"at": "G9", "flipped": 6}}}
    assert RULESET.moved(state, "a18", "G9") == {"players": {"a18": {"at": "G9", "flipped": None}}}
    assert RULESET.moved(state, "a1", "Ga") == {"players": {"a1": {"at": "Ga", "flipped": None}}}
    assert RULESET.moved(state, "ball", "H10") == {"ball": "b7"}
    assert RULESET.moved(state, "padlock-white", "G4") == {"padlocks": {"white": "G4"}}
    for item, place in (
        ("a2", "Ga"),
        ("a1", "Gb"),
        ("ball", "A1"),
        ("padlock-black", "Ga"),
        ("a2", "Q1"),
        ("offside-a", "G4"),
    ):
        assert RULESET.moved(state, item, place) is None


def test_what_is_moved_by_hand_can_be_recorded() -> None:
    state = position("a6@G3 a2@G7/6 b7@H10", "a6")
    data = RULESET.moved(state, "a6", "G4")
    assert data is not None
    after = adjusted(state, dict(data))
    assert after.chips.a["a6"].at == "G4"
    assert after.ball == "a6"
