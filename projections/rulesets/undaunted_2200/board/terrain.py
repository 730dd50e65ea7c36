"""The terrain in force: who may enter which space, what blocks sight, which spaces are one area."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from projections.rulesets.undaunted_2200.board.hexes import disc, neighbours, open_path
from projections.rulesets.undaunted_2200.components import Board

CLOSED_TO_GROUND = ("no-ground", "obstacle")
CLOSED_TO_AIR = ("obstacle", "high-enclosure")
BLOCKS_ALL = ("obstacle", "high-enclosure")
BLOCKS_GROUND = (*BLOCKS_ALL, "low-enclosure")
"""Terrain that ground sources aiming at ground targets cannot see past."""

ENCLOSURES = ("low-enclosure", "high-enclosure")


Sight = tuple[tuple[int, ...] | None, tuple[str, ...], bool, str, tuple[str, ...], bool]
"""What decides which spaces of a target a source sees: its firing lines (none on the ground), its
spaces, whether it is a wall; the target's class, its spaces, whether it is a wall.
"""


def terrain_of(board: Board) -> dict[str, str]:
    """The terrain printed on each space of a board."""
    spaces = board.spaces if board.spaces is not None else disc(board.radius or 0)
    return {space: board.terrain.get(space, "open") for space in spaces}


class Ground:
    """A board with its tiles on it. `terrain`: of each space; a space without is off the board.

    `sightings` remembers who sees what.

    Source: rulebook, Terrain; Line of Sight; Enclosures.
    """

    __slots__ = (
        "_paths",
        "areas",
        "blocks_all",
        "blocks_ground",
        "closed",
        "sightings",
        "terrain",
    )

    def __init__(self, terrain: Mapping[str, str], ground_crosses_obstacles: bool) -> None:
        """Sorts out the spaces; ground units may cross obstacles under a ruling only."""
        self.terrain = terrain
        self.closed = {
            "air": _spaces(terrain, CLOSED_TO_AIR),
            "ground": _spaces(
                terrain, ("no-ground",) if ground_crosses_obstacles else CLOSED_TO_GROUND
            ),
        }
        self.blocks_all = _spaces(terrain, BLOCKS_ALL)
        self.blocks_ground = _spaces(terrain, BLOCKS_GROUND)
        self.areas = _areas(terrain)
        self.sightings: dict[Sight, tuple[str, ...]] = {}
        self._paths: dict[tuple[str, str, str, tuple[str, ...]], bool] = {}

    def admits(self, space: str, class_: str) -> bool:
        """Whether counters of that class (air, ground) may enter the space."""
        return space in self.terrain and space not in self.closed[class_]

    def open_path(self, a: str, b: str, class_: str, transparent: tuple[str, ...] = ()) -> bool:
        """Whether a ground source at `a` sees a target of that class at `b` along some path.

        The spaces of `transparent` do not block. Source: Checking Line of Sight.
        """
        key = (a, b, class_, transparent)
        found = self._paths.get(key)
        if found is None:
            blocked: Collection[str] = self.blocks_ground if class_ == "ground" else self.blocks_all
            found = open_path(a, b, self.terrain, frozenset(blocked).difference(transparent))
            self._paths[key] = found
        return found


def _spaces(terrain: Mapping[str, str], kinds: Collection[str]) -> frozenset[str]:
    return frozenset(space for space, kind in terrain.items() if kind in kinds)


def _areas(terrain: Mapping[str, str]) -> dict[str, int]:
    """The number of its area for each space of an enclosure: connected spaces of one terrain."""
    areas: dict[str, int] = {}
    for start, kind in terrain.items():
        if kind in ENCLOSURES and start not in areas:
            area = len(set(areas.values()))
            edge = [start]
            while edge:
                space = edge.pop()
                if terrain.get(space) == kind and space not in areas:
                    areas[space] = area
                    edge += neighbours(space)
    return areas
