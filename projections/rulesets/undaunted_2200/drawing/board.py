"""The board: spaces, counters, objects, objectives and the cubes on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Literal

from projections.kit.drawing.scene import Anchor, Badge, Board, Item, Place
from projections.kit.ruleset import Seat
from projections.rulesets.undaunted_2200.board.hexes import centre
from projections.rulesets.undaunted_2200.board.terrain import Ground
from projections.rulesets.undaunted_2200.components import Unit
from projections.rulesets.undaunted_2200.position.sight import ground_of
from projections.rulesets.undaunted_2200.position.words import (
    side_name,
    space_name,
    thing_name,
    whose,
)
from projections.rulesets.undaunted_2200.setup import ENEMY, Setup
from projections.rulesets.undaunted_2200.state import Counter, Objective, State, Thing

SIDE = 40
"""Side of a hexagon in view units."""

MARGIN = 60
COUNTER, ABOARD, OBJECT, FLAG, CUBE, SMALL_CUBE = 46, 22, 34, 26, 15, 11

Pattern = Literal["hatch", "dots", "double", "dash"]
LOOKS: Mapping[str, tuple[str, Pattern | None]] = {
    "open": ("sand", None),
    "no-landing": ("sand", "hatch"),
    "no-ground": ("sand", "dots"),
    "obstacle": ("stone", None),
    "low-enclosure": ("mint", "dash"),
    "high-enclosure": ("steel", "double"),
}
SHAPES = {"ground": "square", "combat-ship": "ship", "transport": "transport"}
OBJECTS = {
    "turret": "gun",
    "shield-generator": "diamond",
    "debris": "rock",
    "tile": "rock",
    "structure": "tower",
    "marker": "disc",
}
ON_TRANSPORT: tuple[Anchor, ...] = ("s", "sw", "se", "w", "e", "nw", "n")
ON_FLAG: tuple[Anchor, ...] = ("e", "w")


def board(state: State) -> Board:
    """The board with everything on it; what did not change is the same object as before."""
    setup, ground = state.setup, ground_of(state)
    return Board(
        key=setup.board_id,
        view=setup.remembered("view", lambda: _view(setup)),
        turnable=True,
        places=setup.remembered(ground, lambda: _places(setup, ground)),
        items={**_counters(state), **_objectives(state), **_objects(state)},
    )


def _view(setup: Setup) -> list[float]:
    """The box around the centres of all spaces, with a margin."""
    points = [centre(space, SIDE) for space in setup.board]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, top = min(xs) - MARGIN, min(ys) - MARGIN
    size = max(xs) + MARGIN - left, max(ys) + MARGIN - top
    return [round(number, 1) for number in (left, top, *size)]


def _places(setup: Setup, ground: Ground) -> dict[str, Place]:
    return {space: _place(setup, space, kind) for space, kind in ground.terrain.items()}


def _place(setup: Setup, space: str, terrain: str) -> Place:
    return setup.remembered(("place", space, terrain), lambda: _new_place(space, terrain))


def _new_place(space: str, terrain: str) -> Place:
    x, y = centre(space, SIDE)
    tone, pattern = LOOKS[terrain]
    name = space_name(space)
    title = name if terrain == "open" else f"{name}, {terrain.replace('-', ' ')}"
    return Place(kind="hex", title=title, x=x, y=y, r=SIDE, tone=tone, pattern=pattern, label=name)


def _counters(state: State) -> dict[str, Item]:
    setup = state.setup
    pending = state.pending
    items: dict[str, Item] = {}
    carried: dict[str, int] = {}
    for unit, counter in state.units.items():
        if counter.at not in setup.board:
            continue
        active = pending is not None and pending.unit == unit
        number = 0
        if counter.carried_by is not None:
            number = carried.get(counter.carried_by, 0)
            carried[counter.carried_by] = number + 1
        key = (unit, counter, active, number)
        items[unit] = setup.remembered(key, partial(_counter, setup, *key))
        if counter.routed:
            items[f"cube-{unit}"] = _rout_cube(setup, unit)
    return items


def _counter(setup: Setup, unit: str, counter: Counter, active: bool, number: int) -> Item:
    known = setup.units[unit]
    aboard = counter.carried_by is not None
    states = {"suppressed": counter.suppressed, "routed": counter.routed, "active": active}
    faction = setup.box.factions[known.faction]
    foreign = known.faction != known.side
    shield = Badge(
        text=str(known.defence), corner="ne", shape="shield", title=f"defence {known.defence}"
    )
    title = f"{whose(setup, unit)}, defence {known.defence}"
    return Item(
        kind="piece",
        shape=SHAPES[known.type],
        title=title + (", aboard" if aboard else ""),
        at=None if aboard else counter.at,
        on=counter.carried_by,
        anchor=ON_TRANSPORT[number % len(ON_TRANSPORT)] if aboard else None,
        seat=setup.owner[unit],
        label=_letters(known),
        sublabel=known.squad,
        size=ABOARD if aboard else COUNTER,
        badges=() if aboard else (shield,),
        band=faction.colour if foreign else None,
        state=[name for name, holds in states.items() if holds],
        facing=None if counter.facing is None else counter.facing * 60,
        rays=[line * 60 for line in known.lines],
    )


def _letters(unit: Unit) -> str:
    """Two letters for a title: the initials of its words, else its first and a later consonant."""
    words = unit.title.upper().replace("-", " ").split()
    if len(words) > 1:
        return "".join(word[0] for word in words[:3])
    title = words[0]
    consonants = [letter for letter in title[1:-1] if letter not in "AEIOU" and letter != title[0]]
    return title[0] + (consonants[-1] if consonants else title[1:2])


def _rout_cube(setup: Setup, unit: str) -> Item:
    seat = setup.seats_of[ENEMY[setup.units[unit].side]][0]
    return _cube(setup, seat, unit, "sw", CUBE, 0, "a cube for the rout")


def _cube(setup: Setup, seat: Seat, on: str, anchor: Anchor, size: int, z: int, title: str) -> Item:
    return setup.remembered(
        ("cube", seat, on, anchor),
        lambda: Item(
            kind="token",
            shape="cube",
            on=on,
            anchor=anchor,
            seat=seat,
            size=size,
            z=z,
            title=title,
        ),
    )


def _objectives(state: State) -> dict[str, Item]:
    setup = state.setup
    items: dict[str, Item] = {}
    for id_, objective in state.objectives.items():
        if objective.at not in setup.board:
            continue
        key = (id_, objective)
        items[id_] = setup.remembered(key, partial(_flag, setup, *key))
        for number in range(min(objective.cubes, len(ON_FLAG)) if objective.owner else 0):
            seat = setup.seats_of[objective.owner][0]  # type: ignore[index]
            title = f"a cube for {thing_name(id_)}"
            cube = _cube(setup, seat, id_, ON_FLAG[number], SMALL_CUBE, -1, title)
            items[f"{id_}-cube-{number}"] = cube
    return items


def _flag(setup: Setup, id_: str, objective: Objective) -> Item:
    owner = objective.owner
    held = f"held by {side_name(setup, owner)}" if owner else "free"
    return Item(
        kind="token",
        shape="flag",
        at=objective.at,
        anchor="nw",
        z=-1,
        size=FLAG,
        label=str(objective.value),
        seat=setup.seats_of[owner][0] if owner else None,
        tone=None if owner else "white",
        title=f"objective {id_} worth {objective.value}, {held}",
    )


def _objects(state: State) -> dict[str, Item]:
    setup = state.setup
    return {
        id_: setup.remembered((id_, thing), partial(_object, setup, id_, thing))
        for id_, thing in state.objects.items()
        if _first(thing.spaces, setup.board) is not None
    }


def _object(setup: Setup, id_: str, thing: Thing) -> Item:
    defence = thing.defence
    shield = (
        Badge(text=str(defence), corner="ne", shape="shield", title=f"defence {defence}")
        if defence is not None
        else None
    )
    owner = f"{side_name(setup, thing.side)}: " if thing.side else ""
    return Item(
        kind="piece",
        shape=OBJECTS[thing.kind],
        title=f"{owner}{thing_name(id_)}" + (f", defence {defence}" if shield else ""),
        at=_first(thing.spaces, setup.board),
        order=-1,
        tone="stone",
        seat=setup.seats_of[thing.side][0] if thing.side else None,
        size=OBJECT,
        badges=(shield,) if shield else (),
        state=["damaged"] if thing.state == "damaged" else [],
    )


def _first(spaces: Iterable[str], board: Mapping[str, str]) -> str | None:
    return next((space for space in spaces if space in board), None)
