"""Where the places and items of a board are drawn: points from the ids that say what lies where.

layout.js computes the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf

from projections.kit.drawing.scene import Board, Item, Place

ANCHORS: Mapping[str, tuple[float, float]] = {
    "c": (0, 0),
    "n": (0, -1),
    "ne": (0.75, -0.75),
    "e": (1, 0),
    "se": (0.75, 0.75),
    "s": (0, 1),
    "sw": (-0.75, 0.75),
    "w": (-1, 0),
    "nw": (-0.75, -0.75),
}
"""The corners of a thing, in halves of its size."""

SIZES = {"piece": 34, "token": 16, "die": 36, "card": 44, "text": 14}
"""Diameters of items that name none, in view units."""

_FANS: Sequence[Sequence[tuple[float, float]]] = (
    ((0, 0),),
    ((-0.24, -0.1), (0.24, 0.1)),
    ((-0.25, 0.16), (0.25, 0.16), (0, -0.26)),
    ((-0.25, -0.22), (0.25, -0.22), (-0.25, 0.22), (0.25, 0.22)),
)
"""How one to four items share a place, in units of its size; the fifth lies on the fourth."""

_FAN_SCALES = (1, 0.84, 0.72, 0.66)


@dataclass(frozen=True, slots=True)
class Spot:
    """The middle of a place or item, its size, and by how much it was shrunk to fit."""

    x: float
    y: float
    size: float
    width: float
    scale: float = 1


@dataclass(frozen=True, slots=True)
class Layout:
    """Spots by id, items from bottom to top, and the places with more items than they show."""

    at: Mapping[str, Spot]
    order: Sequence[str]
    hidden: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Turn:
    """Maps a point of a board's view; turned by 180 degrees where `turned`."""

    view: Sequence[float]
    turned: bool

    def __call__(self, x: float, y: float) -> tuple[float, float]:
        """The point where x, y is drawn."""
        if not self.turned:
            return x, y
        left, top, width, height = self.view
        return 2 * left + width - x, 2 * top + height - y


def layout(board: Board, turned: bool = False) -> Layout:
    """Lays out a board. Items whose place or carrier is not there are left out."""
    turn = Turn(board.view, turned)
    order = sorted(board.items, key=lambda i: (board.items[i].z, board.items[i].order, i))
    sharing: defaultdict[str, list[str]] = defaultdict(list)
    for id_ in order:
        item = board.items[id_]
        if item.at and not item.anchor and item.z >= 0:
            sharing[item.at].append(id_)
    at = {id_: _place_spot(place, turn) for id_, place in board.places.items()}
    for id_ in order:
        item = board.items[id_]
        if item.x is not None and item.y is not None:
            x, y = turn(item.x, item.y)
            at[id_] = Spot(x, y, size_of(item), size_of(item))
        elif item.at and item.at in board.places:
            many = board.places[item.at].many
            at[id_] = _settle(item, id_, at[item.at], sharing[item.at], many)
    _stack(board, order, at)
    return Layout(at, order, _hidden(board, sharing))


def size_of(item: Item) -> float:
    """The diameter of an item."""
    return SIZES.get(item.kind, 34) if item.size is None else item.size


def reading(board: Board, id_: str) -> tuple[float, float, str]:
    """Sorts items in reading order: by the place they lie on, from above, then from the left."""
    item = board.items[id_]
    place = board.places.get(item.at) if item.at else None
    if place:
        return place.y, place.x, id_
    return item.y if item.y is not None else inf, item.x if item.x is not None else inf, id_


def _hidden(board: Board, sharing: Mapping[str, Sequence[str]]) -> dict[str, int]:
    fans = {
        id_: len(sharing[id_])
        for id_, place in board.places.items()
        if place.many == "fan" and id_ in sharing
    }
    return {id_: fans[id_] - 4 for id_ in sorted(fans) if fans[id_] > 4}


def _place_spot(place: Place, turn: Turn) -> Spot:
    x, y = turn(place.x, place.y)
    side = place.r or 0
    width, height = place.w or side * 1.6, place.h or side * 1.6
    return Spot(x, y, min(width, height), place.w or side * 1.73)


def _settle(item: Item, id_: str, home: Spot, mates: Sequence[str], many: str) -> Spot:
    size = size_of(item)
    if item.anchor:
        dx, dy = ANCHORS[item.anchor]
        return Spot(home.x + dx * home.size / 2, home.y + dy * home.size / 2, size, size)
    if id_ not in mates:
        return Spot(home.x, home.y, size, size)
    dx, dy, scale = _share(size, home, len(mates), mates.index(id_), many)
    return Spot(home.x + dx, home.y + dy, size * scale, size * scale, scale)


def _share(
    size: float, home: Spot, count: int, index: int, many: str
) -> tuple[float, float, float]:
    if many == "row":
        step = min(size * 1.1, home.width / count)
        return (index - (count - 1) / 2) * step, 0, min(1, step / size / 1.04)
    if many == "up":
        return 0, -index * size * 0.55, 1
    if many == "deck":
        return index * 2, -index * 2, 1
    fan = min(count, 4) - 1
    dx, dy = _FANS[fan][min(index, 3)]
    return dx * home.size, dy * home.size, _FAN_SCALES[fan]


def _stack(board: Board, order: Sequence[str], at: dict[str, Spot]) -> None:
    """Places what lies on items, then what lies on that."""
    waiting = [id_ for id_ in order if board.items[id_].on]
    while waiting:
        ready = [id_ for id_ in waiting if board.items[id_].on in at]
        if not ready:
            return
        for id_ in ready:
            item = board.items[id_]
            base = at[str(item.on)]
            dx, dy = (part * base.size * 0.58 for part in ANCHORS[item.anchor or "c"])
            size = size_of(item) * base.scale
            at[id_] = Spot(base.x + dx, base.y + dy, size, size, base.scale)
        waiting = [id_ for id_ in waiting if id_ not in ready]
