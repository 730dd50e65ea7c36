"""DRAWS the board: spaces, counters, objects, objectives and the cubes on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from projections.kit.ruleset import Seat
from projections.kit.scene import Anchor, Badge, Board, Item, Place
from projections.undaunted_2200.components import Unit
from projections.undaunted_2200.ground import Ground
from projections.undaunted_2200.hexes import centre
from projections.undaunted_2200.names import side_name, space_name, thing_name, whose
from projections.undaunted_2200.setup import ENEMY, Setup
from projections.undaunted_2200.sight import ground_of
from projections.undaunted_2200.state import Counter, Objective, State, Thing

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
    setup = state.setup
    return Board(
        key=setup.board_id,
        view=_view(setup),
        turnable=True,
        places=_places(setup, ground_of(state)),
        items={**_counters(state), **_objectives(state), **_objects(state)},
    )


def _view(setup: Setup) -> list[float]:
    found: list[float] | None = setup.drawn.get("view")
    if found is None:
        points = [centre(space, SIDE) for space in setup.board]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        left, top = min(xs) - MARGIN, min(ys) - MARGIN
        size = max(xs) + MARGIN - left, max(ys) + MARGIN - top
        found = [round(number, 1) for number in (left, top, *size)]
        setup.drawn["view"] = found
    return found


def _places(setup: Setup, ground: Ground) -> Mapping[str, Place]:
    found: dict[str, Place] | None = setup.drawn.get(ground)
    if found is None:
        found = {space: _place(setup, space, kind) for space, kind in ground.terrain.items()}
        setup.drawn[ground] = found
    return found


def _place(setup: Setup, space: str, terrain: str) -> Place:
    key = ("place", space, terrain)
    found: Place | None = setup.drawn.get(key)
    if found is None:
        x, y = centre(space, SIDE)
        tone, pattern = LOOKS[terrain]
        name = space_name(space)
        title = name if terrain == "open" else f"{name}, {terrain.replace('-', ' ')}"
        found = Place(
            kind="hex", title=title, x=x, y=y, r=SIDE, tone=tone, pattern=pattern, label=name
        )
        setup.drawn[key] = found
    return found


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
        items[unit] = _counter(setup, unit, counter, active, number)
        if counter.routed:
            items[f"cube-{unit}"] = _rout_cube(setup, unit)
    return items


def _counter(setup: Setup, unit: str, counter: Counter, active: bool, number: int) -> Item:
    key = (unit, counter, active, number)
    found: Item | None = setup.drawn.get(key)
    if found is None:
        found = setup.drawn[key] = _new_counter(setup, unit, counter, active, number)
    return found


def _new_counter(setup: Setup, unit: str, counter: Counter, active: bool, number: int) -> Item:
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
    """Two letters for a title: the initials of its words, else its first and last consonant."""
    words = unit.title.replace("-", " ").split()
    if len(words) > 1:
        return "".join(word[0] for word in words[:3]).upper()
    title = unit.title.upper()
    consonants = [letter for letter in title[1:] if letter not in "AEIOU"]
    return title[0] + (consonants[-2] if len(consonants) > 2 else title[1:2])


def _rout_cube(setup: Setup, unit: str) -> Item:
    seat = setup.seats_of[ENEMY[setup.units[unit].side]][0]
    return _cube(setup, seat, unit, "sw", CUBE, 0, "a cube for the rout")


def _cube(setup: Setup, seat: Seat, on: str, anchor: Anchor, size: int, z: int, title: str) -> Item:
    key = ("cube", seat, on, anchor)
    found: Item | None = setup.drawn.get(key)
    if found is None:
        found = setup.drawn[key] = Item(
            kind="token",
            shape="cube",
            on=on,
            anchor=anchor,
            seat=seat,
            size=size,
            z=z,
            title=title,
        )
    return found


def _objectives(state: State) -> dict[str, Item]:
    setup = state.setup
    items: dict[str, Item] = {}
    for id_, objective in state.objectives.items():
        if objective.at not in setup.board:
            continue
        items[id_] = _flag(setup, id_, objective)
        for number in range(min(objective.cubes, len(ON_FLAG)) if objective.owner else 0):
            seat = setup.seats_of[objective.owner][0]  # type: ignore[index]
            title = f"a cube for {thing_name(id_)}"
            cube = _cube(setup, seat, id_, ON_FLAG[number], SMALL_CUBE, -1, title)
            items[f"{id_}-cube-{number}"] = cube
    return items


def _flag(setup: Setup, id_: str, objective: Objective) -> Item:
    key = (id_, objective)
    found: Item | None = setup.drawn.get(key)
    if found is None:
        owner = objective.owner
        held = f"held by {side_name(setup, owner)}" if owner else "free"
        found = setup.drawn[key] = Item(
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
    return found


def _objects(state: State) -> dict[str, Item]:
    setup = state.setup
    return {
        id_: _object(setup, id_, thing)
        for id_, thing in state.objects.items()
        if _first(thing.spaces, setup.board) is not None
    }


def _object(setup: Setup, id_: str, thing: Thing) -> Item:
    key = ("object", id_, thing)
    found: Item | None = setup.drawn.get(key)
    if found is None:
        found = setup.drawn[key] = _new_object(setup, id_, thing)
    return found


def _new_object(setup: Setup, id_: str, thing: Thing) -> Item:
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
