"""Chapter "Transporting Ground Units": picking up and dropping off during a MANOEUVRE."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from projections.kit.ruleset import Finding
from projections.rulesets.undaunted_2200.actions import Cargo, UnitMoved
from projections.rulesets.undaunted_2200.position.sight import ground_of
from projections.rulesets.undaunted_2200.position.words import space_name, unit_name
from projections.rulesets.undaunted_2200.rulebook import RULES
from projections.rulesets.undaunted_2200.state import Counter, Move, State


def cargo_findings(state: State, move: Move, data: UnitMoved) -> list[Finding]:
    """The findings for what a movement picked up and dropped off; one for each rule."""
    if move.kind != "manoeuvre" or state.setup.units[data.unit].type != "transport":
        message = "Only a transport's MANOEUVRE picks up or drops off."
        return [RULES.illegal("cargo.not-manoeuvre", message, "manoeuvre", move.kind)]
    found: dict[str, Finding] = {}
    for finding in _entries(state, data):
        found.setdefault(finding.rule, finding)
    return list(found.values())


def _entries(state: State, data: UnitMoved) -> Iterator[Finding]:
    """Every entry in the order in which it happened, with the counters as they then lie."""
    units = dict(state.units)
    spaces = [units[data.unit].at, *data.path]
    handled: dict[bool, set[str | None]] = {True: set(), False: set()}
    for at, unit, picked in _in_order(data.cargo or ()):
        handled[picked].add(unit)
        counter = units.get(unit or "")
        space = spaces[at] if at < len(spaces) else None
        if unit is None or counter is None or at >= len(spaces) or _is_last(state, data, at):
            yield _not_there(state, unit)
        elif picked:
            yield from _pickup(state, data.unit, unit, counter, space)
        elif counter.carried_by != data.unit:
            yield _not_there(state, unit)
        if at < len(spaces):
            yield from _landing(state, space)
        if unit is not None and counter is not None:
            carrier = data.unit if picked else None
            units[unit] = replace(counter, at=space, carried_by=carrier)
    for unit in handled[True] & handled[False] - {None}:
        name = unit_name(state.setup, unit)
        message = f"{name} was both picked up and dropped off."
        yield RULES.illegal("cargo.same-unit", message, got=unit)


def _in_order(cargo: Sequence[Cargo]) -> Iterator[tuple[int, str | None, bool]]:
    """Place, unit and whether it is picked up; an entry that names nothing has no unit."""
    for entry in sorted(cargo, key=lambda one: one.at):
        if entry.pickup or not entry.dropoff:
            yield entry.at, entry.pickup, True
        if entry.dropoff:
            yield entry.at, entry.dropoff, False


def _landing(state: State, space: str | None) -> Iterator[Finding]:
    kind = ground_of(state).terrain.get(space or "", "off the board")
    if kind != "open":
        message = f"{space_name(space)} is {kind.replace('-', ' ')}."
        yield RULES.illegal("cargo.terrain", message, "open", kind)


def _pickup(
    state: State, mover: str, unit: str, counter: Counter, at: str | None
) -> Iterator[Finding]:
    kind, own = state.setup.units[unit], state.setup.units[mover]
    if kind.type != "ground" or kind.side != own.side or not counter.on_board or counter.at != at:
        yield _not_there(state, unit)
    if counter.down:
        status = "routed" if counter.routed else "suppressed"
        name = unit_name(state.setup, unit)
        yield RULES.illegal("cargo.status", f"{name} is {status}.", "ready", status)


def _not_there(state: State, unit: str | None) -> Finding:
    name = unit_name(state.setup, unit)
    return RULES.illegal("cargo.unit", f"{name} is not there.", got=unit)


def _is_last(state: State, data: UnitMoved, at: int) -> bool:
    """Whether a ruling keeps cargo out of the space where the path ends."""
    not_last = state.setup.rulings["cargo-end-space"] == "not-last"
    return bool(not_last and data.path and at == len(data.path))


def legal_cargo(state: State, move: Move, path: tuple[str, ...]) -> Iterator[Cargo]:
    """Every single pick-up or drop-off that a MANOEUVRE along the path may add, by place, unit."""
    for at in range(len(path) + 1):
        for other, counter in state.units.items():
            aboard = counter.carried_by == move.unit
            entry = Cargo(at, None if aboard else other, other if aboard else None)
            tried = UnitMoved(move.unit, list(path), None, [entry])
            if not cargo_findings(state, move, tried):
                yield entry
