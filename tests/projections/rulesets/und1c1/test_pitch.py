"""Geometry: everything the rulebook's playmate lets one count."""

from __future__ import annotations

import pytest

from projections.rulesets.und1c1.board.pitch import (
    ADVANCE,
    AROUND,
    BOXES,
    CORNERS,
    DEPTH,
    FRONT,
    FRONT_THREE,
    HALF,
    LINE,
    PLACES,
    direction,
    measure,
    own_line,
    path,
    ray,
    turned,
)

MEASURE = measure((7, 10), "chebyshev", "behind")


def test_224_boxes_in_seven_lines_of_eight_quadrants() -> None:
    assert len(set(BOXES)) == 224
    assert BOXES[0] == "A1" and BOXES[-1] == "P14"
    assert {line: sum(LINE[b] == line for b in BOXES) for line in range(1, 8)} == dict.fromkeys(
        range(1, 8), 32
    )
    assert LINE["H7"] == LINE["H8"] == 4


def test_each_half_has_seven_rows() -> None:
    assert HALF["a"] | HALF["b"] == set(BOXES)
    assert "P7" in HALF["a"] and "A8" in HALF["b"]


def test_lines_are_counted_from_the_own_goal() -> None:
    assert (own_line("a", "C2"), own_line("b", "N13"), own_line("b", "N9")) == (1, 1, 3)


@pytest.mark.parametrize(
    ("place", "a", "b"), [("H12", 12, 3), ("Ga", 0, 15), ("Gb", 15, 0), ("A1", 1, 14)]
)
def test_advance_and_depth_add_up_to_fifteen(place: str, a: int, b: int) -> None:
    assert (ADVANCE["a"][place], ADVANCE["b"][place]) == (a, b)
    assert (DEPTH["a"][place], DEPTH["b"][place]) == (b, a)


def test_boxes_around() -> None:
    assert AROUND["A1"] == {"A2", "B1", "B2"}
    assert len(AROUND["H7"]) == 8
    assert AROUND["Ga"] == frozenset()


def test_right_in_front_is_towards_the_attacked_goal() -> None:
    assert FRONT["a"]["H12"] == ("H13",)
    assert FRONT["b"]["H12"] == ("H11",)
    assert FRONT["a"]["H14"] == ()
    assert FRONT_THREE["a"]["A12"] == ("A13", "B13")


def test_sixteen_boxes_lie_in_corners() -> None:
    assert len(CORNERS) == 16
    assert {"A1", "B2", "O1", "P2", "A13", "B14", "O14", "P13"} <= CORNERS


def test_turning_the_pitch() -> None:
    assert (turned("N2"), turned("H7"), turned(turned("C6"))) == ("C13", "I8", "C6")


@pytest.mark.parametrize(
    ("start", "end", "way"),
    [
        ("G5", "G7", ("G6", "G7")),
        ("G5", "I7", ("H6", "I7")),
        ("G5", "H7", None),
        ("G5", "G5", None),
        ("Ga", "H1", None),
    ],
)
def test_only_straight_moves_have_a_path(start: str, end: str, way: tuple[str, ...] | None) -> None:
    assert path(start, end) == way


def test_directions_are_signs() -> None:
    assert direction("G5", "I7") == (1, 1)
    assert direction("N6", "N4") == (0, -1)
    assert direction("G5", "H7") is None
    assert ray("N13", (1, 1)) == ("O14",)


@pytest.mark.parametrize(
    ("p", "r", "boxes", "quadrants"),
    [
        ("A1", "B2", 1, 0),
        ("G3", "G7", 4, 2),
        ("G3", "M8", 6, 3),
        ("Ga", "H1", 1, 1),
        ("Ga", "A1", 6, 3),
        ("Gb", "H14", 1, 1),
        ("Ga", "Gb", 15, 8),
    ],
)
def test_distances(p: str, r: str, boxes: int, quadrants: int) -> None:
    assert (MEASURE.boxes(p, r), MEASURE.boxes(r, p)) == (boxes, boxes)
    assert (MEASURE.quadrants(p, r), MEASURE.quadrants(r, p)) == (quadrants, quadrants)


def test_distances_are_symmetric_and_zero_at_home() -> None:
    for p in PLACES[::5]:
        assert MEASURE.boxes(p, p) == MEASURE.quadrants(p, p) == MEASURE.squared(p, p) == 0
        for r in PLACES[::7]:
            assert MEASURE.boxes(p, r) == MEASURE.boxes(r, p)
            assert MEASURE.squared(p, r) == MEASURE.squared(r, p)
