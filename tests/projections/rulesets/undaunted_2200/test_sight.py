"""Hexes, paths, areas and lines against slow and plain definitions."""

from __future__ import annotations

from itertools import product

import pytest

from projections.rulesets.undaunted_2200.board import hexes
from projections.rulesets.undaunted_2200.board.terrain import Ground
from projections.rulesets.undaunted_2200.position.sight import ground_of, outlook, seen
from tests.projections.rulesets.undaunted_2200.table import opening, placed

BOARD = hexes.disc(3)
DOMES = {
    "0,1": "obstacle",
    "1,0": "low-enclosure",
    "2,0": "low-enclosure",
    "-1,0": "high-enclosure",
}


def paths(a: str, b: str) -> list[list[str]]:
    """Every shortest path over the board, its ends left out."""
    if hexes.distance(a, b) <= 1:
        return [[]]
    return [
        [step, *rest]
        for step in hexes.neighbours(a)
        if step in BOARD and hexes.distance(step, b) == hexes.distance(a, b) - 1
        for rest in paths(step, b)
    ]


def test_distance_is_the_number_of_steps() -> None:
    reached = {"0,0": 0}
    edge = ["0,0"]
    for far in range(1, 4):
        edge = [s for at in edge for s in hexes.neighbours(at) if s not in reached]
        reached |= dict.fromkeys(edge, far)
    assert {space: hexes.distance("0,0", space) for space in reached} == reached
    assert len(BOARD) == 37


@pytest.mark.parametrize("class_", ["air", "ground"])
def test_a_path_is_open_when_one_shortest_path_is(class_: str) -> None:
    ground = Ground({space: DOMES.get(space, "open") for space in BOARD}, False)
    blocking = {"obstacle", "high-enclosure"} | ({"low-enclosure"} if class_ == "ground" else set())
    for a, b in product(BOARD, BOARD):
        clear = any(all(DOMES.get(s) not in blocking for s in path) for path in paths(a, b))
        assert ground.open_path(a, b, class_) == clear, (a, b)


def test_lines_and_bearings() -> None:
    for direction in range(6):
        line = list(hexes.line("0,0", direction, BOARD))
        assert len(line) == 3
        assert all(hexes.bearing("0,0", space) == direction for space in line)
        assert hexes.between("0,0", line[-1]) == line[:-1]
    assert hexes.bearing("0,0", "2,-1") is None
    assert hexes.bearing("0,0", "0,0") is None


def test_an_area_is_connected_and_of_one_terrain() -> None:
    areas = ground_of(opening("sample-domes")).areas
    low = {areas[space] for space in ("-2,3", "-1,2", "-1,3")}
    high = {areas[space] for space in ("2,-3", "1,-2", "1,-3")}
    assert len(low) == len(high) == 1
    assert low != high
    assert set(areas) == {"-2,3", "-1,2", "-1,3", "2,-3", "1,-2", "1,-3"}


def test_sight_between_counters_is_remembered_by_what_decides_it() -> None:
    state = opening("sample-domes")
    far = {"/board/units/lfa-ground-shot-a/at": "0,2", "/board/units/brk-ground-shot-a/at": "0,0"}
    assert outlook(placed(state, far), "lfa-ground-shot-a", "brk-ground-shot-a") == "hidden"
    near = {**far, "/board/units/lfa-ground-shot-a/at": "1,0"}
    assert outlook(placed(state, near), "lfa-ground-shot-a", "brk-ground-shot-a") == "seen"
    assert outlook(placed(state, far), "lfa-ground-shot-a", "brk-ground-shot-a") == "hidden"


def test_air_units_see_along_their_lines_only() -> None:
    state = placed(
        opening("sample-plain"),
        {
            "/board/units/lfa-bomber-b": {"at": "0,0", "facing": 0},
            "/board/units/brk-ground-shot-a/at": "3,0",
            "/board/units/brk-ground-shot-b/at": "2,1",
            "/board/units/brk-fighter-a/at": "0,0",
        },
    )
    assert outlook(state, "lfa-bomber-b", "brk-ground-shot-a") == "seen"
    assert outlook(state, "lfa-bomber-b", "brk-ground-shot-b") == "off line"
    assert outlook(state, "lfa-bomber-b", "brk-fighter-a") == "seen"


def test_a_structure_is_aimed_at_where_it_is_seen() -> None:
    state = placed(opening("sample-domes"), {"/board/units/lfa-ground-shot-a": {"at": "0,-2"}})
    assert "1,-2" in seen(state, "lfa-ground-shot-a", "structure-1")
