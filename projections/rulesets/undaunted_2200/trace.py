"""DRAWS: the marks of the last event: paths, shots, what was concerned, what is in reach."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal

from events.event import Event
from projections.kit.drawing.scene import Mark
from projections.kit.ruleset import Viewer
from projections.rulesets.undaunted_2200.board.hexes import distance, line
from projections.rulesets.undaunted_2200.obeying.attacks import COMMS_RANGE
from projections.rulesets.undaunted_2200.position.sight import lines_of
from projections.rulesets.undaunted_2200.position.words import counted, unit_name, whose
from projections.rulesets.undaunted_2200.state import Attack, State


def trace(before: State | None, event: Event, after: State, _viewer: Viewer) -> Sequence[Mark]:
    """The marks of an event; on the board nothing is secret."""
    if before is None or event.data is None:
        return ()
    draw = _MARKS.get(event.type)
    found = list(draw(before, event, after)) if draw else []
    return [*_aids(after), *found]


def _aids(state: State) -> Iterator[Mark]:
    """The firing lines of the air unit whose combat action is pending."""
    combat = state.pending.combat if state.pending else None
    source = combat.source if combat else None
    counter = state.units.get(source or "")
    lines = lines_of(state, source) if source in state.units else None
    if source is None or lines is None or counter is None or counter.at is None:
        return
    spaces = [counter.at] if counter.at in state.setup.board else []
    for direction in lines:
        spaces += line(counter.at, direction, state.setup.board)
    if spaces:
        yield Mark(
            kind="area",
            why="aid",
            title=f"firing lines of {unit_name(state.setup, source)}",
            tone="seat",
            seat=state.setup.owner[source],
            places=spaces,
        )


def _moved(before: State, event: Event, after: State) -> Iterator[Mark]:
    unit = event.data.unit
    counter = before.units.get(unit)
    if counter is None:
        return
    board = after.setup.board
    way = [space for space in (counter.at, *event.data.path) if space in board]
    name = unit_name(after.setup, unit)
    if len(way) > 1:
        title = f"{name} moves {counted(len(event.data.path), 'space')}"
        yield Mark(kind="line", why="last", title=title, tone="last", through=way, head=True)
    elif _drawn(after, unit):
        yield _ring(unit, f"{name} turns")
    for entry in event.data.cargo or ():
        for cargo in (entry.pickup, entry.dropoff):
            if cargo is not None and _drawn(after, cargo):
                yield _ring(cargo, f"{unit_name(after.setup, cargo)} is moved by {name}")


def _ring(on: str, title: str) -> Mark:
    return Mark(kind="ring", why="last", title=title, tone="last", on=on)


def _drawn(state: State, id_: str) -> bool:
    """Whether the thing is an item of the scene."""
    counter = state.units.get(id_)
    if counter is not None:
        return counter.at in state.setup.board
    thing = state.objects.get(id_)
    return thing is not None and any(space in state.setup.board for space in thing.spaces)


def _aimed(_before: State, _event: Event, after: State) -> Iterator[Mark]:
    attack = after.pending.attack if after.pending else None
    if attack is None or not _drawn(after, attack.target):
        return
    base = attack.defence - attack.range - attack.bonus
    reason = f"needs {attack.defence}: defence {base}, range {attack.range}"
    if attack.bonus:
        reason += f", bonus {attack.bonus}"
    if _has_line(after, attack):
        yield Mark(
            kind="line",
            why="pending",
            title=f"{attack.type} at range {attack.range}",
            tone="quiet",
            through=[attack.source or "", attack.target],
            head=True,
            short=True,
            dash=True,
        )
    yield Mark(
        kind="tag",
        why="pending",
        title=reason,
        tone="quiet",
        on=attack.target,
        text=f"{attack.defence}+",
    )


def _has_line(state: State, attack: Attack) -> bool:
    source = attack.source
    return source is not None and source != attack.target and _drawn(state, source)


def _shot(before: State, _event: Event, after: State) -> Iterator[Mark]:
    attack = before.pending.attack if before.pending else None
    last = after.last_attack
    if attack is None or last is None or not _drawn(after, attack.target):
        return
    tone: Literal["good", "bad"] = "good" if last.success else "bad"
    if _has_line(after, attack):
        yield Mark(
            kind="line",
            why="last",
            title=f"{attack.type} at range {attack.range}",
            tone=tone,
            through=[attack.source or "", attack.target],
            head=True,
            short=True,
        )
    name = whose(after.setup, attack.target)
    yield _ring(attack.target, f"{name} is hit" if last.success else f"{name} is missed")
    best = max(last.dice, default=None)
    if best is not None:
        sign = "\u2265" if last.success else "<"
        yield Mark(
            kind="tag",
            why="last",
            title=f"{best} against {last.defence}",
            tone=tone,
            on=attack.target,
            text=f"{best} {sign} {last.defence}"[:9],
        )


def _struck(before: State, _event: Event, after: State) -> Iterator[Mark]:
    due = before.pending.casualty if before.pending else None
    if due is not None and _drawn(after, due.unit):
        yield _ring(due.unit, f"{unit_name(after.setup, due.unit)} takes the hit")


def _blast(_before: State, event: Event, after: State) -> Iterator[Mark]:
    combat = after.pending.combat if after.pending else None
    radius = 0 if combat is not None and combat.key.startswith("focused") else 1
    board = after.setup.board
    spaces = [space for space in board if distance(space, event.data.space) <= radius]
    if spaces:
        yield Mark(kind="area", why="pending", title="the blast", tone="bad", places=spaces)


def _played(before: State, event: Event, after: State) -> Iterator[Mark]:
    yield from _changed(before, event, after)
    setup = after.setup
    unit = setup.unit_of.get(event.data.card)
    if unit not in after.units or event.data.as_ != "action":
        return
    if _drawn(after, unit):
        yield _ring(unit, f"{unit_name(setup, unit)} acts")
    side = setup.units[unit].side
    givers = [after.units[giver] for giver in setup.comms_givers[side]]
    spaces = [giver.at for giver in givers if giver.on_board and giver.at is not None]
    places = [
        space
        for space in setup.board
        if any(distance(space, giver) <= COMMS_RANGE for giver in spaces)
    ]
    if places:
        yield Mark(
            kind="area",
            why="aid",
            title="in comms",
            tone="seat",
            seat=setup.owner[unit],
            places=places,
        )


def _changed(before: State, event: Event, after: State) -> Iterator[Mark]:
    """Rings on counters and objectives that the event changed."""
    own = after.setup.unit_of.get(getattr(event.data, "card", ""))
    for unit, counter in after.units.items():
        if counter is not before.units.get(unit) and _drawn(after, unit) and unit != own:
            yield _ring(unit, f"{unit_name(after.setup, unit)} is changed")
    for id_, objective in after.objectives.items():
        if objective is not before.objectives.get(id_) and objective.at in after.setup.board:
            yield _ring(id_, f"objective {id_} is changed")


_MARKS: Mapping[str, Callable[[State, Event, State], Iterator[Mark]]] = {
    "UnitMoved": _moved,
    "TargetChosen": _aimed,
    "DiceRolled": _shot,
    "OutcomeRuled": _shot,
    "CasualtyTaken": _struck,
    "CarriedUnitHit": _struck,
    "SpaceChosen": _blast,
    "CardPlayed": _played,
    "ActionChosen": _changed,
    "UnitDeployed": _changed,
    "TableAdjusted": _changed,
}
