"""Scenes to draw in tests: the designed ones, and the smallest ones made by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from projections.kit.drawing.scene import Board, Item, Place, Scene, SceneSeat
from projections.kit.drawing.vocabulary import scene_of

DATA = Path(__file__).parents[3] / "api/web/data"
DESIGNED = sorted(path.stem.removeprefix("scene-") for path in DATA.glob("scene-*.json"))


def document(name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((DATA / f"scene-{name}.json").read_text("utf-8"))
    return content


def designed(name: str) -> Scene:
    return scene_of(document(name))


NEAR = SceneSeat(id="a", name="Larks", slot=1, mark="L", side="near", score="1")
FAR = SceneSeat(id="b", name="Ravens", slot=2, mark="R", side="far", score="0", turn=True)


def small(items: dict[str, Item] | None = None, **others: Any) -> Scene:
    """A board of 100 by 200 with a cell in its upper and one in its lower half."""
    places = {
        "up": Place(title="the upper cell", x=50, y=50, w=60, h=60),
        "down": Place(title="the lower cell", x=50, y=150, w=60, h=60, many="row"),
    }
    board = Board(
        key="small", view=[0, 0, 100, 200], turnable=True, places=places, items=items or {}
    )
    content = {"board": board, **others}
    return Scene(ruleset="small", title="A small board.", seats=(NEAR, FAR), **content)


def piece(at: str | None = "up", **others: Any) -> Item:
    content = {"kind": "piece", "shape": "disc", "title": "a piece", "at": at, **others}
    return Item(**content)
