"""The move list of a replay: one line a step, one block a turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from msgspec import Struct

from api.web.replay.step_summaries import StepSummary, turn_before
from projections.kit.drawing.scene import SceneSeat


class Block(Struct, frozen=True):
    """The steps made in one turn; `outcome` is the score where the turn changed it."""

    title: str
    seat: SceneSeat | None
    outcome: str
    summaries: Sequence[StepSummary]


def blocks(
    summaries: Sequence[StepSummary], seats: Sequence[SceneSeat], first: int, last: int
) -> list[Block]:
    """The move list from step `first` to `last`: steps by the turn in which they were made."""
    rows, seated = [summary.row for summary in summaries], {seat.id: seat for seat in seats}
    turns = [_key(turn_before(rows, n)) for n in range(len(rows))]
    made, done = [], 0
    for (number, seat_id), group in groupby(turns):
        count = len(list(group))
        part = summaries[done : done + count]
        done += count
        listed = [summary for summary in part if first <= summary.step <= last]
        if not listed:
            continue
        seat = seated.get(seat_id or "")
        scores = [summary.score for summary in part if summary.risen and summary.score]
        made.append(Block(_title(number, seat), seat, scores[-1] if scores else "", listed))
    return made


def _key(turn: Any) -> tuple[Any, Any]:
    return (turn.get("number"), turn.get("seat")) if isinstance(turn, Mapping) else (None, None)


def _title(number: Any, seat: SceneSeat | None) -> str:
    if not number:
        return f"Before the first turn, {seat.name}" if seat else "Before the first turn"
    return f"Turn {number}, {seat.name}" if seat else f"Turn {number}"
