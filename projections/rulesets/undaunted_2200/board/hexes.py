"""Axial hexes, pointy-top: directions, distance, lines, the shortest paths between two spaces."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from math import sqrt

DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""E, SE, SW, W, NW, NE: clockwise on the page; an edge of a space is a direction."""

TURN = {"right": 1, "left": -1}
"""A turn by one edge, in directions."""


@lru_cache(maxsize=1 << 16)
def coordinates(space: str) -> tuple[int, int]:
    """`(q, r)` of a space `"q,r"`."""
    q, r = space.split(",")
    return int(q), int(r)


def name(q: int, r: int) -> str:
    """The space `"q,r"`."""
    return f"{q},{r}"


@lru_cache(maxsize=1 << 16)
def distance(a: str, b: str) -> int:
    """Steps between two spaces, whatever lies between; 0 for the same space."""
    (aq, ar), (bq, br) = coordinates(a), coordinates(b)
    dq, dr = bq - aq, br - ar
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


@lru_cache(maxsize=1 << 16)
def step(space: str, direction: int) -> str:
    """The adjacent space in that direction, on the board or not."""
    q, r = coordinates(space)
    dq, dr = DIRECTIONS[direction]
    return name(q + dq, r + dr)


@lru_cache(maxsize=1 << 14)
def neighbours(space: str) -> tuple[str, ...]:
    """The six adjacent spaces, by direction."""
    return tuple(step(space, direction) for direction in range(6))


@lru_cache(maxsize=1 << 14)
def around(space: str, radius: int) -> frozenset[str]:
    """The spaces at most `radius` away, on the board or not."""
    q, r = coordinates(space)
    shifts = [coordinates(other) for other in disc(radius)]
    return frozenset(name(q + dq, r + dr) for dq, dr in shifts)


@lru_cache(maxsize=1 << 16)
def bearing(a: str, b: str) -> int | None:
    """The direction in which `b` lies exactly from `a`; None: in none, or the same space."""
    (aq, ar), (bq, br) = coordinates(a), coordinates(b)
    far = distance(a, b)
    for direction, (dq, dr) in enumerate(DIRECTIONS):
        if far and (aq + dq * far, ar + dr * far) == (bq, br):
            return direction
    return None


def line(space: str, direction: int, board: Collection[str]) -> Iterator[str]:
    """The spaces ahead, up to the last one before the board ends."""
    while (space := step(space, direction)) in board:
        yield space


def between(a: str, b: str) -> list[str]:
    """The spaces strictly between two spaces on one line."""
    direction = bearing(a, b)
    spaces: list[str] = []
    while direction is not None and (a := step(a, direction)) != b:
        spaces.append(a)
    return spaces


def open_path(a: str, b: str, board: Collection[str], blocked: Collection[str]) -> bool:
    """Whether some shortest path over the board has no blocked space strictly between its ends."""
    reached = {a}
    for left in range(distance(a, b) - 1, 0, -1):
        reached = {
            space
            for spot in reached
            for space in neighbours(spot)
            if distance(space, b) == left and space in board and space not in blocked
        }
    return bool(reached)


def disc(radius: int) -> list[str]:
    """The spaces of a hexagonal board around `0,0`, by q, then r."""
    return [
        name(q, r)
        for q in range(-radius, radius + 1)
        for r in range(-radius, radius + 1)
        if abs(q + r) <= radius
    ]


def centre(space: str, side: float) -> tuple[float, float]:
    """Where the middle of a space is drawn, y downwards, for hexagons of that side."""
    q, r = coordinates(space)
    return round(side * sqrt(3) * (q + r / 2), 1), round(side * 1.5 * r, 1)
