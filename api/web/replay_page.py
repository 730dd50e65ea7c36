"""What the page of a replay shows at a step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from api.shapes import Header, Timeline
from api.web.beats import beats_of
from api.web.chart import chart
from api.web.moves import blocks
from api.web.panels import docks
from api.web.sides import Side, headline
from api.web.tape import tape
from projections.kit.describe import describe
from projections.kit.scene import Scene

ALOFT, FLAT = 0.85, 1.06
"""A board narrower than ALOFT times its height is tall, one wider than FLAT times is broad."""


def replay_page(
    header: Header,
    timeline: Timeline,
    scene: Scene,
    sides: Sequence[Side],
    step: int,
) -> dict[str, Any]:
    """The template's variables. The timeline begins at step 1 and holds every step."""
    beats = beats_of(timeline.rows, sides)
    address = f"/games/{header.id}"
    return {
        "beats": beats,
        "game": header,
        "address": address,
        "title": headline(sides),
        "sides": sides,
        "scene": scene,
        "shape": board_shape(scene),
        "docks": docks(scene),
        "step": step,
        "steps": len(beats),
        "row": timeline.rows[step - 1],
        "tape": tape(beats, step),
        "chart": chart(beats, sides, step, address),
        "blocks": blocks(beats, scene.seats),
        "position": describe(scene),
        "turns": turn_starts(beats),
    }


def board_shape(scene: Scene) -> str:
    """The class of the layout: `tall`, `broad`, `boardless` or nothing."""
    if scene.board is None:
        return "boardless"
    _, _, width, height = scene.board.view
    if width < ALOFT * height:
        return "tall"
    return "broad" if width > FLAT * height else ""


def turn_starts(beats: Sequence[Any]) -> list[int]:
    """The first step of each turn."""
    return [1, *(beat.step + 1 for beat in beats if beat.opens and beat.step < len(beats))]
