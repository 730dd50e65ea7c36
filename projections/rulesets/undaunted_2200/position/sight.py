"""Line of sight, firing lines and enclosures: which spaces of a target a source sees.

Sources and targets are ids of counters or objects. Source: rulebook, Line of Sight; Enclosures.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Literal

from projections.rulesets.undaunted_2200.board.hexes import bearing, between, distance
from projections.rulesets.undaunted_2200.board.terrain import Ground
from projections.rulesets.undaunted_2200.components import Class
from projections.rulesets.undaunted_2200.state import State

Outlook = Literal["seen", "hidden", "off line"]
"""What a source has of a target: sight, a firing line without sight, not even a firing line."""


def ground_of(state: State) -> Ground:
    """The effective terrain: that of the tile on a space (the last in id order), else the board's.

    Source: rulebook, Terrain.
    """
    setup, objects = state.setup, state.objects
    latest, ground = setup.latest_ground
    if latest is objects and ground is not None:
        return ground
    tiles = tuple((t.spaces, t.terrain) for t in objects.values() if t.terrain is not None)
    found = setup.grounds.get(tiles)
    if found is None:
        covered = {space: kind for spaces, kind in tiles for space in spaces}
        terrain = {space: covered.get(space, kind) for space, kind in setup.board.items()}
        found = Ground(terrain, setup.rulings["obstacle-ground"] == "yes")
        setup.grounds[tiles] = found
    setup.latest_ground = (objects, found)
    return found


def spaces_of(state: State, id_: str) -> tuple[str, ...]:
    """The spaces of a counter (one, or none while it is not placed) or object."""
    counter = state.units.get(id_)
    if counter is not None:
        return () if counter.at is None else (counter.at,)
    thing = state.objects.get(id_)
    return () if thing is None else thing.spaces


def class_of(state: State, id_: str) -> Class:
    """Air for air units and what the scenario calls air, ground for everything else."""
    unit = state.setup.units.get(id_)
    if unit is not None:
        return unit.class_
    thing = state.objects.get(id_)
    return "ground" if thing is None else thing.class_


def lines_of(state: State, source: str) -> tuple[int, ...] | None:
    """The directions in which a source fires; None: a ground source, which fires anywhere.

    Debris (STRIKE) fires in all six.
    """
    unit = state.setup.units.get(source)
    if unit is None:
        thing = state.objects.get(source)
        return tuple(range(6)) if thing is not None and thing.kind == "debris" else None
    if unit.type == "ground":
        return None
    return state.setup.rays[source][state.units[source].facing or 0]


def outlook(state: State, source: str, target: str) -> Outlook:
    """Whether a source sees any of a target, or why not. Source: 2. Choose Target."""
    if seen(state, source, target):
        return "seen"
    return "hidden" if _on_firing_line(state, source, target) else "off line"


def _on_firing_line(state: State, source: str, target: str) -> bool:
    """Whether a space of the target is the source's own or on one of its firing lines."""
    lines = lines_of(state, source)
    board = state.setup.board
    return lines is None or any(
        _in_line(board, lines, a, b)
        for a in spaces_of(state, source)
        for b in spaces_of(state, target)
    )


def seen(state: State, source: str, target: str) -> tuple[str, ...]:
    """The spaces of the target that the source sees, in the order of its list."""
    ground, wall = ground_of(state), _wall(state, target)
    key = (
        lines_of(state, source),
        spaces_of(state, source),
        bool(_wall(state, source)),
        class_of(state, target),
        spaces_of(state, target),
        bool(wall),
    )
    found = ground.sightings.get(key)
    if found is None:
        found = ground.sightings[key] = _seen(state, ground, source, target, wall)
    return found


def _seen(
    state: State, ground: Ground, source: str, target: str, wall: tuple[str, ...]
) -> tuple[str, ...]:
    return tuple(
        space
        for space in spaces_of(state, target)
        if any(
            _sees(state, ground, source, start, target, space, wall)
            for start in spaces_of(state, source)
        )
    )


def nearest(spaces: Iterable[str], origins: Iterable[str]) -> tuple[str, int] | None:
    """The first of the nearest of `spaces` and its distance from the nearest of `origins`."""
    starts = tuple(origins)
    found: tuple[str, int] | None = None
    for space in spaces:
        for start in starts:
            far = distance(start, space)
            if found is None or far < found[1]:
                found = (space, far)
    return found


def _sees(
    state: State,
    ground: Ground,
    source: str,
    start: str,
    target: str,
    space: str,
    wall: tuple[str, ...],
) -> bool:
    inside = _source_area(state, ground, source, start)
    if inside != _target_area(state, ground, target, space, inside):
        return False
    if inside is not None:
        return True
    lines = lines_of(state, source)
    if lines is None:
        return ground.open_path(start, space, class_of(state, target), wall)
    return _in_line(ground.terrain, lines, start, space) and ground.blocks_all.isdisjoint(
        crossed for crossed in between(start, space) if crossed not in wall
    )


def _source_area(state: State, ground: Ground, source: str, space: str) -> int | None:
    """The enclosure a ground source stands in; None: it stands in the open, or above."""
    if class_of(state, source) != "ground" or _wall(state, source):
        return None
    return ground.areas.get(space)


def _target_area(
    state: State, ground: Ground, target: str, space: str, inside: int | None
) -> int | None:
    """The enclosure a target is in, as a source in the enclosure `inside` finds it.

    Structures and tiles are the walls: from inside their own area they count as inside, else not.
    """
    if class_of(state, target) != "ground":
        return None
    wall = _wall(state, target)
    if not wall or state.setup.rulings["structure-sight"] == "as-ground":
        return ground.areas.get(space)
    own = inside is not None and any(ground.areas.get(s) == inside for s in wall)
    return inside if own else None


def _wall(state: State, id_: str) -> tuple[str, ...]:
    """The spaces of a structure or tile, which are no walls to itself; () for anything else."""
    thing = state.objects.get(id_) if id_ not in state.units else None
    if thing is None or (thing.kind != "structure" and thing.terrain is None):
        return ()
    return thing.spaces


def _in_line(board: Collection[str], lines: tuple[int, ...], a: str, b: str) -> bool:
    if a == b:
        return True
    if bearing(a, b) not in lines:
        return False
    return all(space in board for space in (*between(a, b), b))
