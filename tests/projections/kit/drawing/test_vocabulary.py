from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from projections.kit import box, find, simulate
from projections.kit.drawing.outlines import OUTLINES
from projections.kit.drawing.vocabulary import PIECES, TOKENS, problems
from tests.projections.kit.drawing.scenes import DESIGNED, document

Doc = dict[str, Any]


@pytest.mark.parametrize("name", DESIGNED)
def test_the_designed_scenes_hold(name: str) -> None:
    assert problems(document(name)) == []


def test_every_shape_word_has_an_outline() -> None:
    assert OUTLINES.keys() >= PIECES | TOKENS


def put(path: str, value: Any) -> Callable[[Doc], None]:
    def change(scene: Doc) -> None:
        *parents, last = path.split("/")
        target: Any = scene
        for key in parents:
            target = target[int(key) if isinstance(target, list) else key]
        target[int(last) if isinstance(target, list) else last] = value

    return change


SPOILED = [
    (put("scene", 2), "2"),
    (put("colour", "red"), "unknown key colour"),
    (put("board/items/a9/wobbly", True), "unknown key wobbly"),
    (put("board/items/a9/face", "5"), "a piece has no key face"),
    (put("board/items/a9/at", "Z99"), "lies at Z99"),
    (put("board/items/a9/at", None), "lies nowhere"),
    (put("board/items/a9/state", ["asleep"]), "'asleep' is no state"),
    (put("board/items/a9/band", "beige"), "'beige' is no tone"),
    (put("board/items/a9/band", "#12345"), "'#12345' is no tone"),
    (put("board/items/a9/shape", "ball"), "no shape 'ball'"),
    (put("board/items/a9/label", "1234"), "longer than 3"),
    (put("board/items/a9/title", ""), "has no title"),
    (put("board/items/a9/seat", "z"), "the seat z"),
    (put("board/items/ball/on", "ball"), "lies on ball"),
    (put("board/items/H12", {"kind": "piece", "shape": "disc", "title": "x", "at": "H12"}), "H12"),
    (put("board/places/H12/x", 1.25), "more than one decimal"),
    (put("board/places/H12/w", None), "has no size"),
    (put("board/places/H12/heat", 9), "has heat 9"),
    (put("board/ground/0", {"fill": "grass"}), "a shape is one of"),
    (put("marks/0", {"kind": "ring", "why": "last", "title": "x", "on": "q"}), "names q"),
    (put("marks/0", {"kind": "ring", "why": "last", "title": "x"}), "lies on nothing"),
    (
        put("marks/0", {"kind": "tag", "why": "last", "title": "x", "on": "a9", "text": "x" * 10}),
        "1 to 9",
    ),
    (put("marks/0", {"kind": "line", "why": "last", "title": "x", "through": ["a9"]}), "two ids"),
    (put("marks/0", {"kind": "line", "why": "now", "title": "x", "points": []}), "now"),
    (put("marks/0", {"kind": "area", "why": "aid", "title": "", "places": ["H12"]}), "no title"),
    (put("panels/0/dock", "bar"), "a bar holds"),
    (put("panels/0/id", "ball"), "id ball is used 2 times"),
    (put("panels/0/rows", [{"id": "r", "cells": []}]), "has no key rows"),
    (
        put("panels/1", {"id": "h", "kind": "cards", "title": "H", "dock": "tray", "seat": "a",
                         "cards": [{"id": "h.0", "state": ["unseen"], "label": "Ace"}]}),
        "is not seen and yet tells ['label']",
    ),
    (
        put("panels/1", {"id": "h", "kind": "table", "title": "H", "dock": "table",
                         "columns": [{"id": "c", "label": "C"}],
                         "rows": [{"id": "r", "cells": []}]}),
        "has 0 cells, not 1",
    ),
    (
        put("panels/1", {"id": "h", "kind": "track", "title": "H", "dock": "table", "from": 0,
                         "to": 3, "stops": [{"at": 4, "label": "4"}]}),
        "beyond the track",
    ),
    (
        put("panels/1", {"id": "h", "kind": "share", "title": "H", "dock": "table", "parts": [
            {"seat": "a", "value": 0.7, "label": "A"}, {"seat": "b", "value": 0.7, "label": "B"}]}),
        "more than 1",
    ),
    (
        put("panels/1", {"id": "h", "kind": "counters", "title": "H", "dock": "table",
                         "items": [{"id": "c", "label": "C", "value": 1, "sum": 3}]}),
        "unknown key sum",
    ),
    (put("panels/1", {"id": "h", "kind": "prompt", "title": "", "dock": "table"}), "prompts"),
    (put("panels/1", {"id": "h", "kind": "list", "title": "", "dock": "tray"}), "is a seat's"),
]  # fmt: skip


@pytest.mark.parametrize(("spoil", "said"), SPOILED)
def test_what_breaks_the_vocabulary_is_named(spoil: Callable[[Doc], None], said: str) -> None:
    scene = copy.deepcopy(document("und1c1"))
    spoil(scene)
    found = problems(scene)
    assert any(said in problem for problem in found), found


VIEWERS = ("all", "public")


@pytest.mark.parametrize("ruleset", find.rulesets())
def test_every_ruleset_draws_within_the_vocabulary(ruleset: str) -> None:
    rules = find.rulesets()[ruleset]
    played = simulate.game(rules, box.sample(rules), simulate.creation(rules, box.sample(rules)), 1)
    before = None
    for version, (draft, after) in enumerate(played, 1):
        if version < 30 or version % 25 == 0:
            event = simulate.as_event(rules, draft, version)
            for viewer in (*VIEWERS, rules.seatings[0][0]):
                marks = rules.trace(before, event, after, viewer)
                scene = msgspec.structs.replace(rules.show(after, viewer), marks=marks)
                drawn = msgspec.json.decode(msgspec.json.encode(scene))
                assert problems(drawn) == [], f"step {version} for {viewer}"
        before = after
