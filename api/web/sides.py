"""Who plays against whom, as the chrome of a page shows it: names, scores, shapes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from projections.kit.drawing.scene import Scene, SceneSeat


class Side(Struct, frozen=True):
    """One or several seats that play together. `lane`: 1 at the near edge of the board, -1 far.

    `keys` are the ids under which a score may name the side: its own and its seats'.
    """

    seat: SceneSeat
    lane: int
    keys: tuple[str, ...]
    score: float | str | None = None

    @property
    def name(self) -> str:
        """What the table calls it."""
        return self.seat.name


def sides_of(scene: Scene, allies: Mapping[str, str], score: Any) -> list[Side]:
    """The sides of a scene in seat order; `allies` says which side a seat belongs to."""
    together: dict[str, list[SceneSeat]] = {}
    for seat in scene.seats:
        together.setdefault(allies.get(seat.id, seat.id), []).append(seat)
    return [
        Side(
            seat=seats[0],
            lane=1 if seats[0].side == "near" else -1,
            keys=(side, *(seat.id for seat in seats)),
            score=scored(score, (side, *(seat.id for seat in seats))),
        )
        for side, seats in together.items()
    ]


def scored(score: Any, keys: Sequence[str]) -> float | str | None:
    """What a score says of a side; None: nothing."""
    if not isinstance(score, Mapping):
        score = msgspec.to_builtins(score)
    if not isinstance(score, Mapping):
        return None
    return next((score[key] for key in keys if score.get(key) is not None), None)


def headline(sides: Sequence[Side]) -> str:
    """The game in a line: `Larks 2, Ravens 1`; of many sides, or without a score, the names."""
    if len(sides) <= 2 and all(side.score is not None for side in sides):
        return ", ".join(f"{side.name} {side.score}" for side in sides)
    return ", ".join(side.name for side in sides)


def result(sides: Sequence[Side], score: Any) -> str:
    """A score in seat order: `1–0`."""
    said = [scored(score, side.keys) for side in sides]
    return "–".join("?" if one is None else str(one) for one in said)


def slots(sides: Sequence[Side]) -> Mapping[str, Side]:
    """The side of each seat, by the seat's id and by the side's own."""
    return {key: side for side in sides for key in side.keys}
