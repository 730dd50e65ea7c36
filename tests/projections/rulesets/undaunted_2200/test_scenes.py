"""Scenes hold to the vocabulary, for every viewer, with their marks; things are laid by hand."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from projections.kit.drawing.describe import describe
from projections.kit.drawing.scene import Scene
from projections.kit.drawing.vocabulary import problems
from projections.kit.ruleset import ALL, PUBLIC
from projections.rulesets.undaunted_2200 import RULESET
from projections.rulesets.undaunted_2200.state import State
from tests.projections.rulesets.undaunted_2200.table import TABLES, act, game, opening


def document(scene: Scene) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(msgspec.json.encode(scene))
    return found


@pytest.mark.parametrize(("scenario", "seats"), TABLES)
def test_every_scene_holds_to_the_vocabulary(scenario: str, seats: tuple[str, ...]) -> None:
    before: State | None = None
    for index, (told, after) in enumerate(game(scenario, seats, 1)):
        if index < 25 or index % 29 == 0:
            for viewer in (ALL, PUBLIC, seats[0]):
                marks = list(RULESET.trace(before, told, after, viewer))
                scene = msgspec.structs.replace(RULESET.show(after, viewer), marks=marks)
                assert problems(document(scene)) == [], told
        before = after


def test_what_does_not_change_is_the_same_object() -> None:
    steps = game("sample-domes", ("lfa", "breakers"), 1)
    one, two = RULESET.show(steps[5][1], ALL), RULESET.show(steps[6][1], ALL)
    assert one.board is not None and two.board is not None
    assert one.board.places is two.board.places
    same = [id_ for id_, item in one.board.items.items() if two.board.items.get(id_) is item]
    assert len(same) == len(one.board.items)


def test_options_name_what_the_scene_shows() -> None:
    for _, state in game("sample-domes", ("lfa", "breakers"), 1)[::19]:
        scene = RULESET.show(state, ALL)
        assert scene.board is not None
        cards = {card.id for panel in scene.panels for card in panel.cards}
        known = {*scene.board.places, *scene.board.items, *cards}
        for option in RULESET.options(state, ALL):
            assert option.piece is None or option.piece in known, option
            assert option.to is None or option.to in known, option


def test_a_position_can_be_read_aloud() -> None:
    text = "\n".join(describe(RULESET.show(opening("sample-domes"), ALL)))
    assert "Transport A" in text
    assert "obstacle" in text


def moved(item: str, place: str) -> State | None:
    state = opening("sample-domes")
    payload = RULESET.moved(state, item, place)
    return None if payload is None else act(state, "TableAdjusted", None, **payload)


def test_things_are_laid_where_they_are_put() -> None:
    state = moved("lfa-sky-shot-a", "1,1")
    assert state is not None
    assert state.units["lfa-sky-shot-a"].on_board
    state = moved("lfa-ground-shot-a", "lfa-transport-a")
    assert state is not None
    assert state.units["lfa-ground-shot-a"].carried_by == "lfa-transport-a"
    state = moved("debris-1", "2,2")
    assert state is not None
    assert state.objects["debris-1"].spaces == ("2,2",)
    state = moved("o1", "2,2")
    assert state is not None
    assert state.objectives["o1"].at == "2,2"


@pytest.mark.parametrize(
    ("item", "place"),
    [
        ("lfa-fighter-b", "lfa-transport-a"),
        ("lfa-ground-shot-a", "brk-transport-a"),
        ("lfa-ground-shot-a", "lfa-fighter-b"),
        ("lfa-ground-shot-a", "nowhere"),
        ("o1", "lfa-transport-a"),
        ("card:lfa-captain", "0,0"),
    ],
)
def test_things_are_not_laid_where_they_cannot_lie(item: str, place: str) -> None:
    assert moved(item, place) is None
