"""What the page of a replay shows at a step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from api.web.panels import docks
from api.web.replay.chart import chart, courses
from api.web.replay.moves import blocks
from api.web.replay.step_summaries import StepSummary
from api.web.replay.stories import Story
from api.web.replay.timeline_picture import tape
from projections.kit.drawing.describe import describe
from projections.kit.drawing.scene import Scene

ALOFT, FLAT = 0.85, 1.06
"""A board narrower than ALOFT times its height is tall, one wider than FLAT times is broad."""

AROUND = 1500
"""Moves listed before and after the step shown; of longer games a link leads on."""


def replay_page(story: Story, scene: Scene, step: int) -> dict[str, Any]:
    """The template's variables: the story's game at `step`, where `scene` is what lies there."""
    summaries, sides, steps = story.summaries, story.sides, len(story.summaries)
    address = f"/games/{story.header.id}"
    first, last = max(1, step - AROUND), min(steps, step + AROUND)
    return {
        "story": story,
        "game": story.header,
        "address": address,
        "title": story.title,
        "scene": scene,
        "shape": board_shape(scene),
        "docks": docks(scene),
        "step": step,
        "steps": steps,
        "row": summaries[step - 1].row,
        "tape": tape(summaries, step),
        "chart": chart(summaries, sides, step, address),
        "chart_title": _chart_title(summaries, story),
        "blocks": blocks(summaries, scene.seats, first, last),
        "earlier": first - 1 if first > 1 else None,
        "later": last + 1 if last < steps else None,
        "position": describe(scene),
        "turns": turn_starts(summaries),
    }


def board_shape(scene: Scene) -> str:
    """The class of the layout: `tall`, `broad`, `boardless` or nothing."""
    if scene.board is None:
        return "boardless"
    _, _, width, height = scene.board.view
    if width < ALOFT * height:
        return "tall"
    return "broad" if width > FLAT * height else ""


def turn_starts(summaries: Sequence[StepSummary]) -> list[int]:
    """The first step of each turn."""
    return [
        1,
        *(
            summary.step + 1
            for summary in summaries
            if summary.opens and summary.step < len(summaries)
        ),
    ]


def _chart_title(summaries: Sequence[StepSummary], story: Story) -> str:
    expected = any(course.expected for course in courses(summaries, story.sides))
    return "Score and expected score" if expected else "Score"
