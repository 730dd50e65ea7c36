"""Two lines of play side by side: what happened, and what might have."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from msgspec import Struct

from api.schemas import TimelineRow
from api.web.replay.step_summaries import StepSummary


class Pair(Struct, frozen=True):
    """A step of both lines; None where a line is shorter."""

    step: int
    was: TimelineRow | None
    instead: TimelineRow | None

    @property
    def same(self) -> bool:
        """Whether the same happened in both."""
        return (
            self.was is not None
            and self.instead is not None
            and _said(self.was) == _said(self.instead)
        )


def pairs(was: Sequence[StepSummary], instead: Sequence[StepSummary]) -> list[Pair]:
    """Both lines step by step."""
    rows = zip_longest((summary.row for summary in was), (summary.row for summary in instead))
    return [Pair(step, *both) for step, both in enumerate(rows, 1)]


def differing(found: Sequence[Pair]) -> list[Pair]:
    """The steps at which the lines are not the same."""
    return [pair for pair in found if not pair.same]


def _said(row: TimelineRow) -> tuple[object, ...]:
    return row.type, row.seat, row.notation, row.text
