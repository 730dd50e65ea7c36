"""Chapters "Air Movement" and "MOVE X": which paths are legal, what is wrong with one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from projections.kit.ruleset import Finding, Option, Seat
from projections.rulesets.undaunted_2200.actions import Cargo, UnitMoved
from projections.rulesets.undaunted_2200.board.hexes import TURN, distance, step
from projections.rulesets.undaunted_2200.board.terrain import Ground
from projections.rulesets.undaunted_2200.chapters.transporting import cargo_findings, legal_cargo
from projections.rulesets.undaunted_2200.position.routes import (
    ground_routes,
    straight,
    turning_routes,
)
from projections.rulesets.undaunted_2200.position.sight import ground_of
from projections.rulesets.undaunted_2200.position.words import counted, space_name, unit_name
from projections.rulesets.undaunted_2200.rulebook import RULES
from projections.rulesets.undaunted_2200.state import Move, Pending, State

TURNING = ("manoeuvre", "pilot")

MOST_CARGO = 8
"""Options that add a pick-up or drop-off."""


def unit_moved(state: State, pending: Pending, data: UnitMoved) -> list[Finding]:
    """The findings for a movement and its cargo."""
    move = pending.move
    if move is None:
        return []
    if data.unit != move.unit:
        name = unit_name(state.setup, data.unit)
        return [
            RULES.illegal("move.unit", f"{name} is not the unit that moves.", move.unit, data.unit)
        ]
    found = [*_length(state, move, data), *_way(state, move, data)]
    return found + cargo_findings(state, move, data) if data.cargo else found


def _length(state: State, move: Move, data: UnitMoved) -> Iterator[Finding]:
    spaces = len(data.path)
    most = move.max - 1 if data.edge else move.max
    if spaces > most or (not spaces and not data.edge):
        least = 0 if data.edge else 1
        yield RULES.illegal(
            "move.length",
            f"{unit_name(state.setup, data.unit)} moves {counted(spaces, 'space')}, "
            f"allowed {least}\u2013{most}.",
            most,
            spaces,
        )


def _way(state: State, move: Move, data: UnitMoved) -> Iterator[Finding]:
    ground, class_ = ground_of(state), class_moving(move)
    counter, turns = state.units[data.unit], data.turns or ()
    at, facing = counter.at, counter.facing
    astray = blocked = None
    for number, space in enumerate(data.path):
        if astray is None and not _follows(class_, at, facing, space):
            astray = space
        if blocked is None and not ground.admits(space, class_):
            blocked = space
        at = space
        facing = turned(facing, turns[number]) if number < len(turns) else facing
    if astray is not None:
        yield RULES.illegal("move.direction", f"{space_name(astray)} does not follow.", got=astray)
    if blocked is not None:
        name = unit_name(state.setup, data.unit)
        message = f"{name} cannot enter {space_name(blocked)}."
        yield RULES.illegal("move.blocked", message, got=blocked)
    may_turn = len(data.path) if move.kind in TURNING else 0
    if turns and any(turns[may_turn:]):
        name = unit_name(state.setup, data.unit)
        message = f"{name} may not turn there."
        yield RULES.illegal("move.turn", message, may_turn, len(turns))
    if data.edge and not _stops(state, ground, class_, at, facing, bool(data.path)):
        name = unit_name(state.setup, data.unit)
        message = f"Nothing stops {name} at {space_name(at)}."
        yield RULES.illegal("move.edge", message, got=data.edge)


def _follows(class_: str, at: str | None, facing: int | None, space: str) -> bool:
    if at is None:
        return False
    if class_ == "ground":
        return distance(at, space) == 1
    return facing is not None and step(at, facing) == space


def _stops(
    state: State,
    ground: Ground,
    class_: str,
    at: str | None,
    facing: int | None,
    has_moved: bool,
) -> bool:
    """Whether the edge of the board or terrain stops an air unit where its path ends."""
    if class_ == "ground" or (has_moved and not may_choose_edge(state)):
        return False
    return at is not None and facing is not None and not ground.admits(step(at, facing), "air")


def turned(facing: int | None, turn: str | None) -> int | None:
    """A facing after a turn by one edge, or none."""
    return facing if facing is None or turn is None else (facing + TURN[turn]) % 6


def class_moving(move: Move) -> str:
    """Whether a movement is over the ground or through the air."""
    return "ground" if move.kind == "ground" else "air"


def may_choose_edge(state: State) -> bool:
    """Whether a unit that has moved may fly into the edge."""
    return bool(state.setup.rulings["edge-choice"] == "yes")


def move_options(state: State, pending: Pending) -> Iterator[Option]:
    """The ways of the unit whose movement is due, with the cargo of the longest straight one."""
    move = pending.move
    if move is None:
        return
    counter, ground = state.units[move.unit], ground_of(state)
    if counter.at is None:
        return
    if move.kind == "ground":
        for path in ground_routes(ground, counter.at, move.max):
            yield _option(state, pending.seat, move, path)
        return
    ahead = tuple(straight(ground, counter, move.max))
    if move.kind == "air":
        for length in range(1, len(ahead) + 1):
            yield _option(state, pending.seat, move, ahead[:length])
    else:
        for route in turning_routes(ground, counter, move.max):
            yield _option(state, pending.seat, move, route.path, route.turns)
    may_stop = not ahead or (move.kind == "air" and may_choose_edge(state))
    if len(ahead) < move.max and may_stop:
        for edge in TURN:
            yield _option(state, pending.seat, move, ahead, edge=edge)
    if ahead and move.kind == "manoeuvre" and state.setup.units[move.unit].type == "transport":
        for entry in islice(legal_cargo(state, move, ahead), MOST_CARGO):
            yield _option(state, pending.seat, move, ahead, cargo=entry)


def can_move(state: State, pending: Pending) -> bool:
    """Whether the movement that is due can be carried out in any way."""
    return next(move_options(state, pending), None) is not None


def _option(
    state: State,
    seat: Seat,
    move: Move,
    path: tuple[str, ...],
    turns: tuple[str | None, ...] = (),
    edge: str | None = None,
    cargo: Cargo | None = None,
) -> Option:
    while turns and turns[-1] is None:
        turns = turns[:-1]
    data: dict[str, Any] = {"unit": move.unit, "path": path}
    if turns:
        data["turns"] = turns
    if cargo is not None:
        what = {"pickup": cargo.pickup} if cargo.pickup else {"dropoff": cargo.dropoff}
        data["cargo"] = [{"at": cargo.at, **what}]
    if edge:
        data["edge"] = edge
    end = path[-1] if path else state.units[move.unit].at
    return Option(
        type="UnitMoved",
        seat=seat,
        data=data,
        label=_label(state, move.unit, path, turns, edge, cargo),
        piece=move.unit,
        to=end,
        weight=0.5 if edge or cargo else 1 + len(path) - 0.5 * len(turns),
    )


def _label(
    state: State,
    unit: str,
    path: tuple[str, ...],
    turns: tuple[str | None, ...],
    edge: str | None,
    cargo: Cargo | None,
) -> str:
    words = [f"{unit_name(state.setup, unit)} to {space_name(path[-1])}" if path else ""]
    words += [f"turning {turn}" for turn in turns if turn]
    if edge:
        words.append(f"turned {edge} at the edge, a Discord")
    if cargo is not None:
        verb = "picking up" if cargo.pickup else "dropping off"
        name = unit_name(state.setup, cargo.pickup or cargo.dropoff)
        words.append(f"{verb} {name} after {counted(cargo.at, 'space')}")
    return ", ".join(word for word in words if word)
