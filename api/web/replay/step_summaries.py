"""A game's steps as its tape and its move list show them: who acted, how much hung on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from api.schemas import TimelineRow
from api.web.sides import Side, result, scored, slots

QUIET = 0.14
"""Height of a stroke for book-keeping, of 1."""


class StepSummary(Struct, frozen=True):
    """One step. `height` (0..1) says how much hung on it: rolls high, book-keeping low.

    `risen`: the side whose score went up in this step; `score`: the score after it where it
    changed. `flaw` is the gravest finding's severity. `opens`: a turn begins with this step.
    """

    row: TimelineRow
    side: Side | None
    height: float
    risen: Side | None
    score: str | None
    flaw: str | None
    opens: bool

    @property
    def step(self) -> int:
        """The step's number."""
        return self.row.step

    @property
    def quiet(self) -> bool:
        """Whether nothing was at stake."""
        return self.height <= QUIET


def beats_of(rows: Sequence[TimelineRow], sides: Sequence[Side]) -> list[StepSummary]:
    """The steps of a timeline that begins at step 1."""
    seated, plain = slots(sides), [_plain(row) for row in rows]
    made: list[StepSummary] = []
    for before, row in zip((None, *plain), plain, strict=False):
        changed = before is not None and before.score != row.score
        risen = _risen(before.score, row.score, sides) if before and changed else None
        made.append(
            StepSummary(
                row=row,
                side=risen or seated.get(row.seat or ""),
                height=1 if risen else _height(row),
                risen=risen,
                score=result(sides, row.score) if changed else None,
                flaw=_gravest(row),
                opens=before is not None and _turn(row) != _turn(before) and _turn(row) is not None,
            )
        )
    return made


def _plain(row: TimelineRow) -> TimelineRow:
    """The row with turn and score as JSON: a view may hold structs."""
    turn, score = msgspec.to_builtins(row.turn), msgspec.to_builtins(row.score)
    return msgspec.structs.replace(row, turn=turn, score=score)


def turn_before(rows: Sequence[TimelineRow], index: int) -> Any:
    """The turn in which a step was made: what stood when it began."""
    return rows[max(0, index - 1)].turn


def _turn(row: TimelineRow) -> tuple[Any, Any] | None:
    if not isinstance(row.turn, Mapping):
        return None
    return row.turn.get("number"), row.turn.get("seat")


def _height(row: TimelineRow) -> float:
    """What was decided by chance stands high, the higher the further it fell from expectation."""
    surprises: list[float] = [
        abs(fact["value"] - fact["expected"])
        for fact in row.facts
        if fact.get("value") is not None and fact.get("expected") is not None
    ]
    if surprises:
        return 0.4 + 0.5 * min(1, max(surprises))
    return 0.4 if row.type == "DiceRolled" else QUIET


def _risen(before: Any, after: Any, sides: Sequence[Side]) -> Side | None:
    for side in sides:
        old, new = scored(before, side.keys), scored(after, side.keys)
        if isinstance(old, int | float) and isinstance(new, int | float) and new > old:
            return side
    return None


def _gravest(row: TimelineRow) -> str | None:
    severities = {finding.severity for finding in row.findings}
    return "illegal" if "illegal" in severities else next(iter(severities), None)
