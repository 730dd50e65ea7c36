"""Movement of counters, with what they carry, as it happened. Source: rulebook, Air Movement."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from projections.kit.ruleset import Seat
from projections.rulesets.undaunted_2200.actions import Cargo, UnitDeployed, UnitMoved
from projections.rulesets.undaunted_2200.board.hexes import TURN
from projections.rulesets.undaunted_2200.obeying.piles import give_discord
from projections.rulesets.undaunted_2200.state import Counter, Pending, State


def move(state: State, seat: Seat, data: UnitMoved) -> State:
    """A counter moved literally, legal or not; a movement that was due is done.

    It ends a combat action that has begun; at the edge of the board also one that has not.
    """
    if data.unit not in state.units:
        return state
    if data.edge is not None:
        state = give_discord(state, seat)
    return replace(state, units=_moved(state, data), pending=_after_move(state.pending, data))


def _after_move(pending: Pending | None, data: UnitMoved) -> Pending | None:
    """What is still due of a card once its counter moved; None: nothing."""
    if pending is None:
        return None
    combat, choose = pending.combat, pending.choose
    if data.edge is not None:
        combat = choose = None
    elif combat is not None and combat.used and pending.move is not None:
        combat = None
    left = replace(pending, move=None, combat=combat, choose=choose)
    return None if left.done else left


def deploy(state: State, data: UnitDeployed) -> State:
    """A counter is placed in a space or on a cargo display; what it carries comes along."""
    units = dict(state.units)
    counter = units[data.unit]
    ground = state.setup.units[data.unit].type == "ground"
    carrier = data.carried_by if data.carried_by in units and data.carried_by != data.unit else None
    units[data.unit] = replace(
        counter,
        at=units[carrier].at if carrier is not None else data.at,
        facing=None if ground else data.facing,
        carried_by=carrier,
    )
    keep_aboard(units, data.unit)
    return replace(state, units=units)


def _moved(state: State, data: UnitMoved) -> dict[str, Counter]:
    units = state.units.copy()
    unit = data.unit
    counter = units[unit]
    if not data.cargo and not data.turns and data.edge is None:
        units[unit] = _at(counter, data.path, counter.facing)
    else:
        facing = counter.facing
        cargo = data.cargo or ()
        _load(units, unit, cargo, 0)
        for number, space in enumerate(data.path):
            facing = _turned(facing, data.turns, number)
            units[unit] = Counter(space, facing, None, counter.suppressed, counter.routed)
            _load(units, unit, cargo, number + 1)
        if data.edge is not None and facing is not None:
            turned = (facing + TURN[data.edge]) % 6
            units[unit] = replace(units[unit], facing=turned)
    keep_aboard(units, unit)
    return units


def _at(counter: Counter, path: Sequence[str], facing: int | None) -> Counter:
    if not path:
        return counter
    return Counter(path[-1], facing, None, counter.suppressed, counter.routed)


def _turned(facing: int | None, turns: Sequence[str | None] | None, number: int) -> int | None:
    turn = turns[number] if turns and number < len(turns) else None
    return facing if facing is None or turn is None else (facing + TURN[turn]) % 6


def _load(units: dict[str, Counter], mover: str, cargo: Sequence[Cargo], moved: int) -> None:
    """Picks up and drops off what was said for the space reached after `moved` spaces."""
    at = units[mover].at
    for entry in cargo:
        if entry.at != moved:
            continue
        for unit, carrier in ((entry.pickup, mover), (entry.dropoff, None)):
            if unit in units and unit != mover:
                units[unit] = replace(units[unit], at=at, carried_by=carrier)
                keep_aboard(units, unit)


def keep_aboard(units: dict[str, Counter], carrier: str) -> None:
    """Keeps what a counter carries in its space, and what that carries, however deep it goes.

    Counters that carry each other are followed once.
    """
    carriers = [carrier]
    for above in carriers:
        for unit in [unit for unit, counter in units.items() if counter.carried_by == above]:
            if unit not in carriers:
                carriers.append(unit)
                if units[unit].at != units[above].at:
                    units[unit] = replace(units[unit], at=units[above].at)
