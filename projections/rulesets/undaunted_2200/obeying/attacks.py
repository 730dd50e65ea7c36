"""Combat: what an attack on a target needs, and what the dice do.

Source: rulebook, Combat, steps 3 to 5.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from projections.rulesets.undaunted_2200.board.hexes import around, bearing, distance
from projections.rulesets.undaunted_2200.obeying.casualties import inflict, with_effect
from projections.rulesets.undaunted_2200.obeying.turns import settled, spend
from projections.rulesets.undaunted_2200.payloads.fields import Side
from projections.rulesets.undaunted_2200.position.sight import class_of, nearest, seen, spaces_of
from projections.rulesets.undaunted_2200.state import (
    Attack,
    Combat,
    LastAttack,
    Pending,
    State,
    Thing,
)

COMMS_RANGE = 2
"""Spaces within which a transport gives comms, and a Nihabh Transport its bonus."""


def attack_on(state: State, combat: Combat, source: str | None, target: str) -> Attack:
    """The attack on a target: base defence + range + bonus. Source: 3. Determine Total Defence."""
    setup = state.setup
    unit = setup.units.get(target)
    if unit is not None:
        base, bonus = unit.defence, nihabh_bonus(state, target)
    else:
        base, bonus = state.objects[target].defence or 0, 0
    space, far = (None, 0) if source is None else _aim(state, source, target)
    if far and setup.rulings["range-count"] == "between":
        far -= 1
    line = None
    if source is not None and space is not None and combat.key.startswith("trident"):
        line = trident_line(state, source, space)
    return Attack(target, source, far, bonus, base + far + bonus, combat.dice, line, combat.type)


def _aim(state: State, source: str, target: str) -> tuple[str | None, int]:
    """The space of the target that is aimed at, and its distance; of several the nearest seen."""
    attacker, counter = state.units.get(source), state.units.get(target)
    if attacker is not None and counter is not None:
        if attacker.at is None or counter.at is None:
            return None, 0
        return counter.at, distance(attacker.at, counter.at)
    origins, spaces = spaces_of(state, source), spaces_of(state, target)
    return nearest(seen(state, source, target) or spaces, origins) or (None, 0)


def trident_line(state: State, source: str, space: str) -> int | None:
    """The firing line, relative to the facing, on which a space lies; the own space: line 0."""
    counter = state.units.get(source)
    if counter is None or counter.at is None:
        return None
    if counter.at == space:
        return 0
    direction = bearing(counter.at, space)
    line = None if direction is None else (direction - (counter.facing or 0)) % 6
    return line if line in state.setup.units[source].lines else None


def nihabh_bonus(state: State, target: str) -> int:
    """+1 for another Nihabh Transport of the same side in comms range of the counter."""
    setup, units = state.setup, state.units
    helpers = setup.nihabh[setup.units[target].side]
    at = units[target].at
    if at is None or not helpers:
        return 0
    near = around(at, COMMS_RANGE)
    found = [u for u in helpers if u != target and units[u].on_board and units[u].at in near]
    return len(found) if setup.rulings["nihabh-stack"] == "each" else min(len(found), 1)


def resolve(
    state: State, pending: Pending, attack: Attack, faces: Sequence[int], success: bool
) -> State:
    """The pending attack is decided: the combat action advances, then the effects follow."""
    combat = pending.combat
    left = replace(
        pending, attack=None, combat=None if combat is None else _advanced(state, combat, attack)
    )
    last = LastAttack(attack.target, attack.defence, tuple(faces), success, "none")
    strike = combat is not None and combat.key.startswith("strike")
    if not success and not strike:
        return replace(state, pending=None if left.done else left, last_attack=last)
    state = replace(state, pending=left, last_attack=last)
    if success:
        state = _hit(state, attack, state.setup.side_of[pending.seat])
    if strike and state.pending is not None:
        state = _without_debris(state, attack.source)
    return settled(state)


def _advanced(state: State, combat: Combat, attack: Attack) -> Combat | None:
    """The combat action after one attack; None when that was the last."""
    if combat.left == 1:
        return None
    left = None if combat.left is None else combat.left - 1
    queue = combat.queue and tuple(id_ for id_ in combat.queue if id_ != attack.target)
    if queue == () or left == 0:
        return None
    class_ = combat.class_
    if class_ is None and one_class(state, combat):
        class_ = class_of(state, attack.target)
    line = () if attack.line is None else (attack.line,)
    return replace(
        combat,
        left=left,
        used=(*combat.used, attack.target),
        lines=combat.lines + line,
        class_=class_,
        queue=queue,
    )


def one_class(state: State, combat: Combat) -> bool:
    """Whether all targets of the action must be of one class."""
    if combat.key.startswith("trident"):
        return True
    return combat.key.endswith("-either") and state.setup.rulings["arrow-either"] == "same-class"


def _hit(state: State, attack: Attack, side: Side) -> State:
    target = attack.target
    counter = state.units.get(target)
    if counter is None:
        if target not in state.objects or attack.type == "shock":
            return state
        return _hit_object(state, target, side)
    if attack.type == "attack" and state.pending is not None:
        return inflict(state, state.pending, target)
    if counter.suppressed:
        return state
    suppressed = replace(counter, suppressed=True)
    return with_effect(replace(state, units={**state.units, target: suppressed}), "suppressed")


def _hit_object(state: State, target: str, side: Side) -> State:
    """What the icon below the shield says. Source: Attack-type actions targeting objects."""
    start = state.setup.scenario.objects.get(target)
    if start is None or start.on_hit is None:
        return state
    state = with_effect(state, start.on_hit.result)
    state = _with_object(state, target, replace(state.objects[target], state="damaged"))
    for effect in start.on_hit.effects:
        state = _befall(state, target, effect, side)
        if state.turn.phase == "over":
            break
    return state


def _befall(state: State, target: str, effect: Mapping[str, Any], side: Side) -> State:
    """One effect of a hit on an object."""
    if "score" in effect:
        return spend(state, side, effect["score"])
    if "remove" in effect:
        return _without_object(state, target)
    thing = state.objects.get(target)
    return state if thing is None else _with_object(state, target, replace(thing, **effect))


def _with_object(state: State, id_: str, thing: Thing) -> State:
    return replace(state, objects={**state.objects, id_: thing})


def _without_object(state: State, id_: str) -> State:
    return replace(state, objects={k: thing for k, thing in state.objects.items() if k != id_})


def _without_debris(state: State, source: str | None) -> State:
    """STRIKE puts its debris back in the box, whatever the dice said."""
    thing = None if source is None else state.objects.get(source)
    if source is None or thing is None or thing.kind != "debris":
        return state
    return _without_object(state, source)
