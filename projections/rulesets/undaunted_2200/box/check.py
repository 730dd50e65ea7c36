"""What is wrong with a box that its type cannot say: references, numbers that must agree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from projections.kit.ruleset import Errors
from projections.rulesets.undaunted_2200.board.terrain import terrain_of
from projections.rulesets.undaunted_2200.cards.action_keys import CARGO, action
from projections.rulesets.undaunted_2200.components import (
    Board,
    Box,
    CardKind,
    Defence,
    ObjectStart,
    Placement,
    Scenario,
    Terrain,
    Unit,
)
from projections.rulesets.undaunted_2200.setup import SIDES

Fault = tuple[tuple[str, ...], str]
"""Where in the box, and what is wrong there."""

EFFECTS: Mapping[str, Any] = {
    "remove": bool,
    "terrain": Terrain | None,
    "defence": Defence | None,
    "score": int,
}


def check_box(box: Box) -> Errors:
    """The faults of a box, nested as its JSON is; empty: none."""
    errors: dict[str, Any] = {}
    for path, message in _faults(box):
        at = errors
        for key in path[:-1]:
            at = at.setdefault(key, {})
        at.setdefault(path[-1], []).append(message)
    return errors


def _faults(box: Box) -> Iterator[Fault]:
    for id_, unit in box.units.items():
        yield from _in(("units", id_), _unit(box, unit))
    for id_, card in box.cards.items():
        yield from _in(("cards", id_), _card(box, card))
    for side in SIDES:
        discords = [c for c in box.cards.values() if c.kind == "discord" and c.side == side]
        if len(discords) != 1:
            yield ("cards", "discord"), f"{side} needs exactly one kind of Discord."
    for id_, board in box.boards.items():
        yield from _in(("boards", id_), _board(board))
    for id_, scenario in box.scenarios.items():
        if scenario.board not in box.boards:
            yield ("scenarios", id_, "board"), f"There is no board {scenario.board}."
        else:
            faults = list(_parts(box, scenario)) or list(_whole(box, scenario))
            yield from _in(("scenarios", id_), faults)


def _in(path: tuple[str, ...], faults: Iterable[Fault]) -> Iterator[Fault]:
    for inner, message in faults:
        yield (*path, *inner), message


def _unit(box: Box, unit: Unit) -> Iterator[Fault]:
    if unit.faction not in box.factions:
        yield ("faction",), f"There is no faction {unit.faction}."
    if unit.type == "ground" and unit.lines:
        yield ("lines",), "Ground units have no firing lines."
    if len(set(unit.lines)) != len(unit.lines):
        yield ("lines",), "Each line once."
    if (unit.type == "transport") != (unit.comms == "gives"):
        yield ("comms",), "Transports give comms, other units do not."
    if unit.nihabh and unit.type != "transport":
        yield ("nihabh",), "Only a transport gives the bonus."
    if unit.cargo_actions and unit.type != "transport":
        yield ("cargo_actions",), "Only transports have a cargo display."
    for key in unit.cargo_actions:
        known = action(key)
        if known is None or known.name not in CARGO:
            yield ("cargo_actions",), f"{key} is no cargo action."


def _card(box: Box, card: CardKind) -> Iterator[Fault]:
    unit = box.units.get(card.unit or "")
    if card.kind != "combat":
        if card.unit is not None or card.move is not None:
            yield ("unit",), "Only combat cards have a unit and a movement value."
    elif unit is None:
        yield ("unit",), f"There is no unit {card.unit}."
    else:
        if (unit.side, unit.squad) != (card.side, card.squad):
            yield ("unit",), "Side and squad are those of the unit."
        if (unit.type == "ground") != (card.move is None):
            yield ("move",), "Air units' cards have a movement value, others none."
    if card.commander and card.kind != "command":
        yield ("commander",), "Only a command card is a commander."
    if card.kind == "discord" and card.actions:
        yield ("actions",), "Discords have no actions."
    for key in card.actions:
        known = action(key)
        if known is None or known.name == "special":
            yield ("actions",), f"{key} is no action."


def _board(board: Board) -> Iterator[Fault]:
    if (board.radius is None) == (board.spaces is None):
        yield ("radius",), "Give either a radius or spaces."
        return
    spaces = terrain_of(board)
    for space in board.terrain:
        if space not in spaces:
            yield ("terrain",), f"{space} is not on the board."


def _parts(box: Box, scenario: Scenario) -> Iterator[Fault]:
    """References of a scenario to the rest of the box."""
    units = [u for start in scenario.starting.values() for u in start.units]
    chosen = [
        u
        for squads in (scenario.choices or {}).values()
        for choice in squads.values()
        for u in choice.from_
    ]
    for name, ids in (
        ("starting", units),
        ("counters", scenario.counters),
        ("choices", chosen),
        ("reserve", scenario.reserve),
    ):
        yield from _known(name, ids, box.units, "unit")
    for start in scenario.starting.values():
        yield from _known("starting", [*start.a, *start.b], box.cards, "card")
    yield from _known("promoted", scenario.promoted, box.cards, "card")
    for key, special in scenario.special.items():
        yield from _known("special", special.cards or [], box.cards, "card")
        if not key.startswith("special-"):
            yield ("special",), f"{key} does not begin with special-."
    for side in SIDES:
        if side not in scenario.goal or side not in scenario.starting:
            yield ("goal",), f"{side} needs a goal and a starting table."


def _known(name: str, ids: Iterable[str], there: Mapping[str, Any], what: str) -> Iterator[Fault]:
    for id_ in ids:
        if id_ not in there:
            yield (name,), f"There is no {what} {id_}."


def _whole(box: Box, scenario: Scenario) -> Iterator[Fault]:
    """What must agree in a scenario whose references hold."""
    spaces = terrain_of(box.boards[scenario.board])
    started = [u for start in scenario.starting.values() for u in start.units]
    if sorted(started) != sorted(scenario.counters):
        yield ("counters",), "Every unit of the starting tables has one counter, no other has."
    for side, start in scenario.starting.items():
        for unit in start.units:
            if box.units[unit].side != side:
                yield ("starting",), f"{unit} is not of {side}."
        for card in (*start.a, *start.b):
            if box.cards[card].kind != "command" or box.cards[card].side != side:
                yield ("starting",), f"{card} is no command card of {side}."
    for unit, placement in scenario.counters.items():
        yield from _placement(box, scenario, unit, placement, spaces)
    for id_, goal in scenario.objectives.items():
        if goal.at not in spaces:
            yield ("objectives", id_), f"{goal.at} is not on the board."
    for id_, thing in scenario.objects.items():
        yield from _in(("objects", id_), _object(thing, spaces))
    ids = [*box.units, *scenario.objects, *scenario.objectives]
    for id_ in sorted({i for i in ids if ids.count(i) > 1}):
        yield ("objects",), f"{id_} names two things."
    yield from _choices(box, scenario)
    for unit in {*started, *scenario.reserve}:
        if not any(card.unit == unit for card in box.cards.values()):
            yield ("starting",), f"{unit} has no cards."


def _placement(
    box: Box, scenario: Scenario, unit: str, placed: Placement, spaces: Mapping[str, str]
) -> Iterator[Fault]:
    where, kind = ("counters", unit), box.units[unit]
    carrier = box.units.get(placed.carried_by or "")
    if (placed.at is None) == (placed.carried_by is None):
        yield where, "Give either a space or the transport that carries it."
    elif placed.carried_by is not None:
        there = scenario.counters.get(placed.carried_by)
        if carrier is None or carrier.type != "transport" or there is None or there.at is None:
            yield where, f"{placed.carried_by} is no transport on the board."
        elif kind.type != "ground" or carrier.side != kind.side:
            yield where, "Transports carry ground units of their own side."
    elif placed.at not in spaces:
        yield where, f"{placed.at} is not on the board."
    elif (kind.type == "ground") != (placed.facing is None):
        yield where, "Air units have a facing, ground units none."


def _object(thing: ObjectStart, spaces: Mapping[str, str]) -> Iterator[Fault]:
    for space in thing.spaces:
        if space not in spaces:
            yield ("spaces",), f"{space} is not on the board."
    for effect in thing.on_hit.effects if thing.on_hit else ():
        if len(effect) != 1 or not all(_is_effect(*entry) for entry in effect.items()):
            yield ("on_hit",), f"{effect} is no effect."


def _is_effect(name: str, value: Any) -> bool:
    if name not in EFFECTS:
        return False
    try:
        msgspec.convert(value, EFFECTS[name])
    except msgspec.ValidationError:
        return False
    return value is True if name == "remove" else name != "score" or 1 <= value <= 100


def _choices(box: Box, scenario: Scenario) -> Iterator[Fault]:
    for side, squads in (scenario.choices or {}).items():
        for squad, choice in squads.items():
            where = ("choices", side, squad)
            squad_ids = {u for u, k in box.units.items() if (k.side, k.squad) == (side, squad)}
            if not set(choice.from_) <= squad_ids:
                yield where, f"All units are of {side}, squad {squad}."
            if choice.pick > len(set(choice.from_)):
                yield where, f"Only {len(set(choice.from_))} units to choose from."
            if set(choice.from_) & set(scenario.counters):
                yield where, "A unit to choose has no counter yet."
            placed = squad_ids & set(scenario.counters)
            if not any(box.units[unit].type == "transport" for unit in placed):
                yield where, "The squad needs a transport where its units start."
