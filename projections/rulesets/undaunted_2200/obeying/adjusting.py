"""TableAdjusted: sets parts of the position by JSON pointers into the view.

Objects are merged key by key, everything else replaces. What leads nowhere or does not fit is left
out and named, for the referee.
"""

from __future__ import annotations

import typing
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import fields, replace

from projections.kit.ruleset import Seat
from projections.rulesets.undaunted_2200.cards.zones import zone
from projections.rulesets.undaunted_2200.creation import full_draws
from projections.rulesets.undaunted_2200.obeying.moving import keep_aboard
from projections.rulesets.undaunted_2200.obeying.turns import order_of, turned_up
from projections.rulesets.undaunted_2200.payloads.fields import Id, Side
from projections.rulesets.undaunted_2200.setup import Setup
from projections.rulesets.undaunted_2200.state import (
    Counter,
    LastAttack,
    Objective,
    Pending,
    Result,
    SeatState,
    SideState,
    State,
    Status,
    Thing,
    Turn,
)

REPLACED = ("pending", "draws", "bids", "result")
"""Objects that are replaced whole."""

BY_SEAT = ("draws", "bids")
"""Objects with a key for every seat, there or not."""

ADDABLE = ("objects", "objectives")

LARGEST = 1000
"""No number that is set is larger."""

SORTED = (
    "hand",
    "discard",
    "play",
    "supply",
    "casualties",
    "set_aside",
    "removed",
    "chosen",
    "unseen",
)
"""Lists without an order of their own."""


class Board(Struct, frozen=True):
    """The settable part of the view's `board`."""

    units: dict[Id, Counter]
    objects: dict[Id, Thing]
    objectives: dict[Id, Objective]


class Table(Struct, frozen=True):
    """The settable part of the view."""

    status: Status
    turn: Turn
    result: Result | None
    initiative: Side
    sides: dict[Side, SideState]
    seats: dict[Seat, SeatState]
    board: Board
    pending: Pending | None
    last_attack: LastAttack | None


class MisfitError(ValueError):
    """A pointer that leads nowhere, or a value that does not fit its place."""


def adjusted(state: State, pointers: Mapping[str, Any]) -> tuple[State, list[str]]:
    """The position after the adjustment, and the pointers that were left out in whole or part."""
    setter = _Setter(state.setup)
    shared = {f.name: getattr(state, f.name) for f in fields(Table) if f.name != "board"}
    table = Table(board=Board(state.units, state.objects, state.objectives), **shared)
    for pointer, value in pointers.items():
        table = setter.put(table, pointer, value)
    parts = {f.name: getattr(table, f.name) for f in fields(Table) if f.name != "board"}
    board = {f.name: getattr(table.board, f.name) for f in fields(Board)}
    return _consistent(replace(state, **parts, **board)), setter.misfits


def steps_of(pointer: str) -> list[str]:
    """The keys of a JSON pointer. Source: RFC 6901. Raises MisfitError where it is none."""
    if pointer and not pointer.startswith("/"):
        raise MisfitError(pointer)
    return [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]


class _Setter:
    """Sets pointers one by one. `misfits`: those of which something was left out."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.misfits: list[str] = []

    def put(self, table: Table, pointer: str, value: Any) -> Table:
        """The table with the value at the pointer, as far as both fit."""
        self.pointer = pointer
        try:
            put: Table = self._put(Table, "", table, steps_of(pointer), value)
        except MisfitError:
            self._leave_out()
            return table
        return put

    def _leave_out(self) -> None:
        if self.pointer not in self.misfits:
            self.misfits.append(self.pointer)

    def _put(self, kind: Any, name: str, old: Any, steps: Sequence[str], value: Any) -> Any:
        """What `old`, the part `name` of type `kind`, becomes. Raises MisfitError."""
        if steps:
            return self._below(kind, name, old, steps[0], steps[1:], value)
        if name == "deck" and isinstance(value, list):
            value = {"count": len(value), "unseen": value}
        if isinstance(old, Struct | dict) and isinstance(value, Mapping) and name not in REPLACED:
            return self._merged(kind, name, old, value)
        return self._leaf(kind, name, value)

    def _merged(self, kind: Any, name: str, old: Any, value: Mapping[str, Any]) -> Any:
        for key, part in value.items():
            try:
                old = self._below(kind, name, old, key, [], part)
            except MisfitError:
                self._leave_out()
        return old

    def _below(
        self, kind: Any, name: str, old: Any, key: str, steps: Sequence[str], value: Any
    ) -> Any:
        if isinstance(old, dict):
            return self._entry(typing.get_args(kind)[1], name, old, key, steps, value)
        members = _members(type(old)) if isinstance(old, Struct) else {}
        if key not in members:
            raise MisfitError(key)
        field, inner = members[key]
        now = getattr(old, field)
        new = self._put(inner, field, now, steps, value)
        if new == now:
            return old
        if type(old) is SeatState and field in ("side", "squad"):
            raise MisfitError(field)
        changed = replace(old, **{field: new})
        if isinstance(changed, Pending):
            self._check_pending(changed)
        return changed

    def _entry(
        self, kind: Any, name: str, old: Any, key: str, steps: Sequence[str], value: Any
    ) -> Any:
        """An object keyed by seat, side or id with one of its entries set."""
        if name == "objects" and key in old and not steps and value is None:
            return {id_: thing for id_, thing in old.items() if id_ != key}
        if key in old:
            new = self._put(kind, "", old[key], steps, value)
            if isinstance(new, SideState):
                self._check_commanders(key, new)
            return {**old, key: new}
        fits = key in self.setup.seats if name in BY_SEAT else name in ADDABLE
        if steps or not fits or key in self.setup.units:
            raise MisfitError(key)
        new = self._leaf(kind, "", value)
        self._leaf(Id, "", key)
        return {**old, key: new} if name in BY_SEAT else dict(sorted({**old, key: new}.items()))

    def _leaf(self, kind: Any, name: str, value: Any) -> Any:
        try:
            new = msgspec.convert(value, kind)
        except (msgspec.ValidationError, RecursionError) as error:
            raise MisfitError(str(error)) from None
        if isinstance(new, Pending):
            self._check_pending(new)
        if not _is_small(value) or not self._knows(name, new):
            raise MisfitError(name)
        return zone(new) if name in SORTED else new

    def _knows(self, name: str, new: Any) -> bool:
        """Whether the seats and units that a value names are those of this game."""
        seats, units = self.setup.seats, self.setup.units
        if name in ("seat", "commander", "commander_next"):
            return new is None or new in seats
        if name in ("order", *BY_SEAT):
            return set(new) <= set(seats) and len(set(new)) == len(new)
        if name == "carried_by":
            return new is None or new in units
        return name != "chosen" or set(new) <= set(units)

    def _check_commanders(self, side: str, state: SideState) -> None:
        seats = self.setup.seats_of[side]  # type: ignore[index]
        if state.commander not in seats or state.commander_next not in seats:
            raise MisfitError(side)

    def _check_pending(self, pending: Pending) -> None:
        parts = (pending.draw, pending.scan, pending.casualty)
        seats = [pending.seat, pending.owner, *(part.seat for part in parts if part)]
        units = [part.unit for part in (pending.move, pending.casualty) if part]
        if not set(seats) <= set(self.setup.seats) or not set(units) <= set(self.setup.units):
            raise MisfitError("pending")


def _is_small(value: Any) -> bool:
    if isinstance(value, Mapping):
        return all(map(_is_small, value.values()))
    if isinstance(value, list):
        return all(map(_is_small, value))
    return not isinstance(value, int) or value <= LARGEST


@cache
def _members(kind: type[Struct]) -> Mapping[str, tuple[str, Any]]:
    """Key of the view -> field and its type."""
    hints = typing.get_type_hints(kind, include_extras=True)
    return {f.encode_name: (f.name, hints[f.name]) for f in fields(kind)}


def _consistent(state: State) -> State:
    """What follows: carried counters lie with their transport, the parts of the turn agree."""
    turn, setup = state.turn, state.setup
    order = turn.order or order_of(state, state.initiative)
    playing = turn.phase == "turn"
    draws = turn.draws or full_draws(setup, state.sides)
    turn = replace(
        turn,
        order=order if playing else (),
        seat=(turn.seat or order[0]) if playing else None,
        draws=draws if turn.phase == "draw" else {},
        bids=turn.bids if turn.phase == "bid" else {},
    )
    units = dict(state.units)
    for unit, counter in state.units.items():
        if counter.carried_by is None:
            keep_aboard(units, unit)
    for unit, counter in state.units.items():  # what is left: counters that carry each other
        carrier = units.get(counter.carried_by or "")
        if carrier is not None and carrier.at != units[unit].at:
            keep_aboard(units, counter.carried_by or "")
    state = replace(state, turn=turn, units=units)
    return state if turn.phase == "bid" else turned_up(state)
