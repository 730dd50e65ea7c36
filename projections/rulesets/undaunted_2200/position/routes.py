"""The ways of a counter: where it can get, and by which spaces and turns."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from projections.rulesets.undaunted_2200.board.hexes import TURN, coordinates, neighbours, step
from projections.rulesets.undaunted_2200.board.terrain import Ground
from projections.rulesets.undaunted_2200.state import Counter


class Route(Struct, frozen=True):
    """A way of a counter: spaces entered, its turn in each, the facing at the end."""

    path: tuple[str, ...]
    turns: tuple[str | None, ...]
    facing: int


def ground_routes(ground: Ground, start: str, most: int) -> list[tuple[str, ...]]:
    """The shortest path to each space within reach; of several the first by `q`, `r`."""
    found: dict[str, tuple[str, ...]] = {start: ()}
    edge = [start]
    for _ in range(most):
        beyond: dict[str, tuple[str, ...]] = {}
        for at in edge:
            for space in neighbours(at):
                if space in found or not ground.admits(space, "ground"):
                    continue
                path = (*found[at], space)
                beyond[space] = min(beyond.get(space, path), path, key=by_numbers)
        found |= beyond
        edge = list(beyond)
        if not edge:
            break
    return [path for path in found.values() if path]


def straight(ground: Ground, counter: Counter, most: int) -> list[str]:
    """The spaces ahead of an air unit that it can enter, up to its allowance."""
    spaces: list[str] = []
    at = counter.at
    while at is not None and counter.facing is not None and len(spaces) < most:
        at = step(at, counter.facing)
        if not ground.admits(at, "air"):
            break
        spaces.append(at)
    return spaces


def turning_routes(ground: Ground, counter: Counter, most: int) -> list[Route]:
    """One route to each end space and facing: fewest turns, then spaces, then by `q`, `r`."""
    best: dict[tuple[str, int], Route] = {}
    if counter.at is None or counter.facing is None:
        return []
    routes = [Route((), (), counter.facing)]
    for _ in range(most):
        grown: dict[tuple[str, int], Route] = {}
        for route in routes:
            at = step(route.path[-1] if route.path else counter.at, route.facing)
            if ground.admits(at, "air"):
                for turn in (None, "left", "right"):
                    longer = _longer(route, at, turn)
                    _keep(grown, (at, longer.facing), longer)
        routes = list(grown.values())
        for key, route in grown.items():
            _keep(best, key, route)
        if not routes:
            break
    return list(best.values())


def _longer(route: Route, space: str, turn: str | None) -> Route:
    facing = route.facing if turn is None else (route.facing + TURN[turn]) % 6
    return Route((*route.path, space), (*route.turns, turn), facing)


def _keep(best: dict[tuple[str, int], Route], key: tuple[str, int], route: Route) -> None:
    best[key] = min(best.get(key, route), route, key=_rank)


def _rank(route: Route) -> tuple[int, int, list[tuple[int, int]]]:
    turns = sum(turn is not None for turn in route.turns)
    return turns, len(route.path), by_numbers(route.path)


def by_numbers(path: Sequence[str]) -> list[tuple[int, int]]:
    """A path as numbers, for comparison."""
    return [coordinates(space) for space in path]
