from __future__ import annotations

import msgspec
import pytest

from projections.kit.drawing.describe import describe
from projections.kit.drawing.scene import (
    Card,
    Column,
    Counter,
    Line,
    Mark,
    Needs,
    Panel,
    PanelDie,
    Part,
    Roll,
    Row,
)
from tests.projections.kit.drawing.scenes import DESIGNED, designed, piece, small


def test_things_are_told_by_seat_with_place_states_and_load() -> None:
    items = {
        "q": piece("down", title="#9", seat="b", state=["flipped"]),
        "p": piece("up", title="#8", seat="a"),
        "ball": piece(None, title="the ball", on="p"),
        "r": piece("down", title="a rock"),
    }
    assert describe(small(items)) == [
        "A small board.",
        "Larks: #8, at the upper cell, with the ball.",
        "Ravens: #9, at the lower cell, flipped.",
        "Besides: a rock, at the lower cell.",
    ]


def test_aids_are_not_told() -> None:
    marks = [
        Mark(kind="area", places=["up"], why="aid", title="the range"),
        Mark(kind="ring", on="up", why="last", title="it arrived"),
    ]
    assert describe(small(marks=marks))[1:] == ["it arrived"]


PANELS = [
    (
        Panel(
            id="x",
            kind="counters",
            title="Larks",
            dock="bar",
            seat="a",
            items=[
                Counter(id="n", label="actions", value=2, of=3),
                Counter(id="m", label="pile", value=None),
            ],
        ),
        "Larks: actions 2 of 3; pile unknown.",
    ),
    (
        Panel(
            id="x",
            kind="cards",
            title="Hand",
            dock="tray",
            seat="a",
            count=3,
            layout="hand",
            cards=[
                Card(id="c", title="Sharp pass", state=["raised"]),
                Card(id="x.1", state=["unseen"]),
                Card(id="x.2", state=["unseen"]),
            ],
        ),
        "Larks, Hand (3): Sharp pass, raised; 2 unseen cards.",
    ),
    (
        Panel(
            id="x",
            kind="cards",
            title="Mat",
            dock="tray",
            seat="b",
            layout="slots",
            cards=[Card(id="c", title="Ty", slot="QB", under=[Card(id="d", title="Dex")])],
        ),
        "Ravens, Mat: QB: Ty, over Dex.",
    ),
    (
        Panel(
            id="x",
            kind="table",
            title="Units",
            dock="table",
            columns=[Column(id="u", label="Unit"), Column(id="n", label="Cards")],
            rows=[Row(id="r", cells=["Bomber", "2"], state=["routed"])],
        ),
        "Units: Bomber 2 routed.",
    ),
    (
        Panel(
            id="x",
            kind="dice",
            title="Dice",
            dock="table",
            rolls=[
                Roll(
                    id="r",
                    seat="a",
                    label="Larks",
                    dice=[
                        PanelDie(id="d", face="5"),
                        PanelDie(id="e", face=None),
                        PanelDie(id="f", face="", state=["cancelled"]),
                    ],
                    sum="6",
                    needs=Needs(target=4, chance=0.5),
                )
            ],
        ),
        "Dice: Larks: 5, not rolled, blank cancelled = 6 (needs 4, 50\u202f%).",
    ),
    (
        Panel(
            id="x",
            kind="share",
            title="Odds",
            dock="stage",
            parts=[
                Part(seat="a", value=0.995, label="Larks"),
                Part(seat="b", value=0.005, label="Ravens"),
            ],
        ),
        "Odds: Larks >99\u202f%; Ravens <1\u202f%.",
    ),
    (
        Panel(
            id="x",
            kind="list",
            title="Fixtures",
            dock="table",
            items=[Line(id="l", text="Larks at Ravens", note="now")],
        ),
        "Fixtures: Larks at Ravens, now.",
    ),
    (
        Panel(id="prompt", kind="prompt", title="", dock="stage", text="Roll", needs=Needs()),
        "Awaited: Roll",
    ),
    (Panel(id="x", kind="cards", title="Discard", dock="table"), "Discard: none."),
]


@pytest.mark.parametrize(("panel", "said"), PANELS)
def test_each_kind_of_panel_is_told(panel: Panel, said: str) -> None:
    assert describe(small(panels=[panel]))[1:] == [said]


@pytest.mark.parametrize("name", DESIGNED)
def test_every_thing_and_panel_of_a_scene_is_told(name: str) -> None:
    scene = designed(name)
    text = "\n".join(describe(scene))
    for item in scene.board.items.values() if scene.board else ():
        assert item.title in text
    for panel in scene.panels:
        assert (panel.text or panel.title) in text


def test_a_move_is_heard() -> None:
    scene = designed("und1c1")
    assert scene.board
    items = dict(scene.board.items)
    items["a9"] = msgspec.structs.replace(items["a9"], at="A1")
    board = msgspec.structs.replace(scene.board, items=items)
    assert describe(scene) != describe(msgspec.structs.replace(scene, board=board))
