"""Playmate / Pitch: 224 boxes, quadrants and lines, two goals; pure geometry.

Columns A..P are x = 1..16 and rows y = 1..14 as seat `a` looks at them. A place is a box id or a
goal, `Ga` (below row 1) or `Gb` (above row 14); for distances a goal is the boxes beyond its
columns.
"""

from __future__ import annotations

from functools import cache

from projections.rulesets.und1c1.payloads.seats import OTHER, SEATS, Seat

Box = str
Place = str
"""A box or a goal."""

Direction = tuple[int, int]

COLUMNS = "ABCDEFGHIJKLMNOP"
WIDTH, LENGTH = 16, 14
BOXES: tuple[Box, ...] = tuple(f"{c}{y}" for y in range(1, LENGTH + 1) for c in COLUMNS)
"""Every box by row, then column."""

GOAL: dict[Seat, Place] = {"a": "Ga", "b": "Gb"}
GOALS = frozenset(GOAL.values())
PLACES: tuple[Place, ...] = (*BOXES, *GOAL.values())

X: dict[Box, int] = {box: COLUMNS.index(box[0]) + 1 for box in BOXES}
Y: dict[Place, int] = {**{box: int(box[1:]) for box in BOXES}, "Ga": 0, "Gb": LENGTH + 1}
LINE: dict[Box, int] = {box: (Y[box] + 1) // 2 for box in BOXES}
"""The line (1..7, two rows each) of a box."""

ADVANCE: dict[Seat, dict[Place, int]] = {
    "a": Y,
    "b": {place: LENGTH + 1 - y for place, y in Y.items()},
}
"""Rows from the own goal: 0 in it, 15 in the other."""

DEPTH: dict[Seat, dict[Place, int]] = {"a": ADVANCE["b"], "b": ADVANCE["a"]}
"""Rows to the goal that the seat attacks: 1 on its goal line."""

DIRECTIONS: tuple[Direction, ...] = tuple(
    (dx, dy) for dy in (1, 0, -1) for dx in (-1, 0, 1) if (dx, dy) != (0, 0)
)


def box_at(x: int, y: int) -> Box | None:
    """The box in that column and row; None beyond the edge."""
    return f"{COLUMNS[x - 1]}{y}" if 1 <= x <= WIDTH and 1 <= y <= LENGTH else None


def _beside(box: Box, directions: tuple[Direction, ...]) -> tuple[Box, ...]:
    found = (box_at(X[box] + dx, Y[box] + dy) for dx, dy in directions)
    return tuple(b for b in found if b is not None)


AROUND: dict[Place, frozenset[Box]] = {
    **{box: frozenset(_beside(box, DIRECTIONS)) for box in BOXES},
    **{goal: frozenset() for goal in GOALS},
}
"""The up to eight boxes surrounding a box; none lies around a goal."""

_FORWARD: dict[Seat, int] = {"a": 1, "b": -1}
FRONT: dict[Seat, dict[Box, tuple[Box, ...]]] = {
    seat: {box: _beside(box, ((0, _FORWARD[seat]),)) for box in BOXES} for seat in SEATS
}
"""The box right in front of a player of the seat, as he looks at the goal he attacks."""

FRONT_THREE: dict[Seat, dict[Box, tuple[Box, ...]]] = {
    seat: {box: _beside(box, tuple((dx, _FORWARD[seat]) for dx in (-1, 0, 1))) for box in BOXES}
    for seat in SEATS
}
"""That box and the two beside it."""

CORNERS: frozenset[Box] = frozenset(
    box for box in BOXES if X[box] in (1, 2, 15, 16) and Y[box] in (1, 2, 13, 14)
)
"""The four quadrants at the corners of the pitch."""

HALF: dict[Seat, frozenset[Box]] = {
    seat: frozenset(box for box in BOXES if ADVANCE[seat][box] <= LENGTH // 2) for seat in SEATS
}


def own_line(seat: Seat, box: Box) -> int:
    """The line counted from the seat's own goal, 1..7."""
    return LINE[box] if seat == "a" else 8 - LINE[box]


def turned(box: Box) -> Box:
    """The box that is there when the pitch is turned by 180 degrees."""
    return f"{COLUMNS[WIDTH - X[box]]}{LENGTH + 1 - Y[box]}"


def by_goal(seat: Seat) -> tuple[Box, ...]:
    """Every box by rows from the seat's own goal, then columns from the left of seat `a`."""
    return tuple(sorted(BOXES, key=lambda box: (ADVANCE[seat][box], X[box])))


@cache
def path(start: Place, end: Place) -> tuple[Box, ...] | None:
    """The boxes stepped on by a straight move, the start excluded and the end included.

    None: the move has no direction (an L, a move to the own box, or one from or into a goal).
    """
    if start in GOALS or end in GOALS:
        return None
    dx, dy = X[end] - X[start], Y[end] - Y[start]
    if start == end or not (dx == 0 or dy == 0 or abs(dx) == abs(dy)):
        return None
    sx, sy = _sign(dx), _sign(dy)
    steps = range(1, max(abs(dx), abs(dy)) + 1)
    return tuple(f"{COLUMNS[X[start] + k * sx - 1]}{Y[start] + k * sy}" for k in steps)


def direction(start: Place, end: Place) -> Direction | None:
    """The direction of a straight move, as signs of x and y; None when it has none."""
    if path(start, end) is None:
        return None
    return _sign(X[end] - X[start]), _sign(Y[end] - Y[start])


@cache
def ray(start: Box, towards: Direction) -> tuple[Box, ...]:
    """The boxes from `start` (excluded) in a direction up to the edge."""
    boxes: list[Box] = []
    x, y = X[start] + towards[0], Y[start] + towards[1]
    while (box := box_at(x, y)) is not None:
        boxes.append(box)
        x, y = x + towards[0], y + towards[1]
    return tuple(boxes)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


class Measure:
    """How far apart two places are, for goals of certain columns under two rulings."""

    def __init__(self, goal_columns: tuple[int, int], counting: str, goal_quadrant: str) -> None:
        """`counting` is the ruling `quadrant_distance`, `goal_quadrant` the ruling of that name."""
        self._goal_columns = goal_columns
        self._counting = counting
        self._goal_lines = {"Ga": 0, "Gb": 8}
        if goal_quadrant == "first_line":
            self._goal_lines = {"Ga": 1, "Gb": 7}
        self._boxes: dict[tuple[Place, Place], int] = {}
        self._quadrants: dict[tuple[Place, Place], int] = {}

    def boxes(self, p: Place, r: Place) -> int:
        """Steps from box to box, diagonals counting as one."""
        pair = (p, r)
        if (known := self._boxes.get(pair)) is None:
            known = self._boxes[pair] = max(self._across(p, r), abs(Y[p] - Y[r]))
        return known

    def squared(self, p: Place, r: Place) -> int:
        """The square of the straight distance."""
        return self._across(p, r) ** 2 + (Y[p] - Y[r]) ** 2

    def quadrants(self, p: Place, r: Place) -> int:
        """Quadrants between two places, as the rulings count them."""
        pair = (p, r)
        if (known := self._quadrants.get(pair)) is None:
            known = self._quadrants[pair] = self._count_quadrants(p, r)
        return known

    def around_goal(self, goal: Place) -> frozenset[Box]:
        """The boxes next to a goal's places, for the ruling that lets it have some."""
        return frozenset(box for box in BOXES if self.boxes(goal, box) == 1)

    def _across(self, p: Place, r: Place) -> int:
        return _gap(self._columns(p), self._columns(r))

    def _columns(self, place: Place) -> tuple[int, int]:
        return self._goal_columns if place in GOALS else (X[place], X[place])

    def _count_quadrants(self, p: Place, r: Place) -> int:
        (p_low, p_high), (r_low, r_high) = self._columns(p), self._columns(r)
        across = _gap(((p_low + 1) // 2, (p_high + 1) // 2), ((r_low + 1) // 2, (r_high + 1) // 2))
        along = abs(self._line(p) - self._line(r))
        match self._counting:
            case "manhattan":
                return across + along
            case "between":
                return max(0, max(across, along) - 1)
            case "inclusive":
                return max(across, along) + 1
        return max(across, along)

    def _line(self, place: Place) -> int:
        return self._goal_lines[place] if place in GOALS else LINE[place]


def _gap(p: tuple[int, int], r: tuple[int, int]) -> int:
    return max(0, r[0] - p[1], p[0] - r[1])


@cache
def measure(goal_columns: tuple[int, int], counting: str, goal_quadrant: str) -> Measure:
    """The shared Measure of these goals and rulings."""
    return Measure(goal_columns, counting, goal_quadrant)


def faces(seat: Seat) -> Place:
    """The goal that the seat attacks."""
    return GOAL[OTHER[seat]]
