"""How simulated players move: random legal paths, mostly the one that leads where they want."""

from __future__ import annotations

from random import Random
from typing import Any

from projections.kit.ruleset import Seat
from projections.rulesets.undaunted_2200.board.hexes import TURN, distance, neighbours, step
from projections.rulesets.undaunted_2200.board.terrain import Ground
from projections.rulesets.undaunted_2200.obeying.casualties import aboard
from projections.rulesets.undaunted_2200.payloads.fields import Side
from projections.rulesets.undaunted_2200.position.sight import ground_of
from projections.rulesets.undaunted_2200.state import Move, State

SAMPLES = 16
KEEN, TURNS, SETS_DOWN = 0.8, 0.5, 0.5
"""How often a player takes the best of the paths, turns in a space, sets a unit down."""

TURNING = ("manoeuvre", "pilot")


def wander(state: State, seat: Seat, rng: Random) -> dict[str, Any] | None:
    """A legal movement of the unit whose movement is due; None: there is none."""
    move = state.pending.move if state.pending else None
    if move is None:
        return None
    ground, side = ground_of(state), state.setup.side_of[seat]
    paths = [_path(state, ground, move, rng) for _ in range(SAMPLES)]
    legal = [way for way in paths if way["path"]]
    if not legal:
        air = move.kind != "ground"
        return {"unit": move.unit, "path": [], "edge": rng.choice(sorted(TURN))} if air else None
    keen = rng.random() < KEEN
    way = min(legal, key=lambda w: _cost(state, move, side, w)) if keen else rng.choice(legal)
    if move.kind == "manoeuvre":
        way = _setting_down(state, ground, move, side, way, rng)
    return way


def _path(state: State, ground: Ground, move: Move, rng: Random) -> dict[str, Any]:
    """A random path as far as it can go, up to a random length."""
    counter = state.units[move.unit]
    at, facing = counter.at, counter.facing
    path: list[str] = []
    turns: list[str | None] = []
    for _ in range(rng.randint(1, move.max)):
        if at is None:
            break
        if move.kind == "ground":
            open_ = [space for space in neighbours(at) if ground.admits(space, "ground")]
            at = rng.choice(open_) if open_ else None
        else:
            at = step(at, facing or 0)
            at = at if ground.admits(at, "air") else None
        if at is None:
            break
        path.append(at)
        turn = rng.choice(sorted(TURN)) if move.kind in TURNING and rng.random() < TURNS else None
        turns.append(turn)
        facing = facing if facing is None or turn is None else (facing + TURN[turn]) % 6
    while turns and turns[-1] is None:
        turns.pop()
    return {"unit": move.unit, "path": path} | ({"turns": turns} if turns else {})


def _cost(state: State, move: Move, side: Side, way: dict[str, Any]) -> int:
    """How far a path ends from what the unit is after: objectives, for combat ships enemies."""
    end, setup = way["path"][-1], state.setup
    if setup.units[move.unit].type == "combat-ship":
        after = [c.at for u, c in state.units.items() if setup.units[u].side != side]
    else:
        after = _goals(state, side)
    return min((distance(end, space) for space in after if space is not None), default=0)


def _goals(state: State, side: Side) -> list[str | None]:
    return [goal.at for goal in state.objectives.values() if goal.owner != side]


def _setting_down(
    state: State, ground: Ground, move: Move, side: Side, way: dict[str, Any], rng: Random
) -> dict[str, Any]:
    """A transport that ends next to an objective often drops off a unit there."""
    end, cargo = way["path"][-1], aboard(state, move.unit)
    near = any(goal and distance(end, goal) <= 1 for goal in _goals(state, side))
    allowed = state.setup.rulings["cargo-end-space"] == "both"
    if not cargo or not near or not allowed or ground.terrain.get(end) != "open":
        return way
    if rng.random() >= SETS_DOWN:
        return way
    return {**way, "cargo": [{"at": len(way["path"]), "dropoff": rng.choice(cargo)}]}
