"""Chapter "Combat", steps 1 to 4: targets, blasts, dice. What is illegal, what may be chosen."""

from __future__ import annotations

from collections.abc import Iterator

from projections.kit.ruleset import Finding, Option, Seat
from projections.rulesets.undaunted_2200.actions import DiceRolled, SpaceChosen, TargetChosen
from projections.rulesets.undaunted_2200.board.hexes import distance
from projections.rulesets.undaunted_2200.cards.action_keys import BLASTS, Action, action
from projections.rulesets.undaunted_2200.obeying.attacks import attack_on
from projections.rulesets.undaunted_2200.position.odds import odds
from projections.rulesets.undaunted_2200.position.sight import class_of, outlook, seen, spaces_of
from projections.rulesets.undaunted_2200.position.words import (
    counted,
    percent,
    space_name,
    thing_name,
    unit_name,
    whose,
)
from projections.rulesets.undaunted_2200.rulebook import RULES
from projections.rulesets.undaunted_2200.state import Combat, Pending, State
from projections.rulesets.undaunted_2200.table import blast_queue

FACE = 1
"""The face that stands in the payload of a roll still to be made."""


def target_chosen(state: State, pending: Pending, data: TargetChosen) -> list[Finding]:
    """The findings for a target, judged against the pending combat action."""
    combat = pending.combat
    if combat is None:
        return []
    return list(_target(state, pending.seat, combat, data.target, data.source))


def _target(
    state: State, seat: Seat, combat: Combat, target: str, source: str | None
) -> Iterator[Finding]:
    known = action(combat.key)
    if known is None:
        return
    if not is_target(state, target):
        yield RULES.illegal(
            "combat.target", f"{_name(state, target)} cannot be targeted.", got=target
        )
        return
    class_ = class_of(state, target)
    if combat.type == "shock" and target not in state.units:
        yield RULES.illegal(
            "combat.shock-object",
            f"{known.words} hits combat counters only, not {thing_name(target)}.",
            got=target,
        )
    if not known.admits(class_):
        yield RULES.illegal(
            "combat.arrow", f"{known.words} cannot target {class_}.", known.arrow, class_
        )
    if combat.class_ is not None and class_ != combat.class_:
        yield RULES.illegal(
            "combat.class", f"All targets must be {combat.class_}.", combat.class_, class_
        )
    if is_friendly(state, seat, known, target):
        yield RULES.illegal(
            "combat.friendly", f"{_name(state, target)} is your own counter.", got=target
        )
    if combat.queue is not None and target not in combat.queue:
        yield RULES.illegal(
            "combat.queue",
            f"{_name(state, target)} is not in the blast.",
            ", ".join(combat.queue),
            target,
        )
    if known.name in ("remote-fire", "strike"):
        yield from _from_object(state, seat, known, target, source)
    elif combat.source is not None:
        yield from _from_unit(state, combat, combat.source, target)


def _from_object(
    state: State, seat: Seat, known: Action, target: str, source: str | None
) -> Iterator[Finding]:
    if source is None or source not in sources(state, seat, known):
        wanted = "turret" if known.name == "remote-fire" else "debris"
        yield RULES.illegal(
            "combat.source",
            f"{_name(state, source or '')} cannot be the source of {known.words}: "
            f"name {'a turret' if wanted == 'turret' else 'debris'} that may be used.",
            wanted,
            source,
        )
        return
    if known.name == "strike" and not is_adjacent(state, source, target):
        yield RULES.illegal(
            "combat.adjacent",
            f"{_name(state, target)} is not adjacent to {thing_name(source)}.",
            1,
        )
    elif not seen(state, source, target):
        yield _unseen(state, source, target)


def _from_unit(state: State, combat: Combat, source: str, target: str) -> Iterator[Finding]:
    view = outlook(state, source, target)
    if view == "off line":
        yield RULES.illegal(
            "combat.firing-line",
            f"{_name(state, target)} is not on a firing line of {_name(state, source)}.",
            got=target,
        )
    elif view == "hidden":
        yield _unseen(state, source, target)
    if combat.key.startswith("trident") and not _has_free_line(state, combat, source, target):
        yield RULES.illegal(
            "combat.trident-line",
            f"The firing line to {_name(state, target)} is used or missing.",
            got=target,
        )


def _unseen(state: State, source: str, target: str) -> Finding:
    return RULES.illegal(
        "combat.sight",
        f"{_name(state, source)} has no line of sight to {_name(state, target)}.",
        got=target,
    )


def _has_free_line(state: State, combat: Combat, source: str, target: str) -> bool:
    line = attack_on(state, combat, source, target).line
    if target in combat.used or line in combat.lines:
        return False
    return line != 0 or 0 in state.setup.units[source].lines


def is_target(state: State, target: str) -> bool:
    """Whether it has a shield and is on the board. Source: 2. Choose Target."""
    counter = state.units.get(target)
    if counter is not None:
        return counter.on_board
    thing = state.objects.get(target)
    return thing is not None and thing.defence is not None


def is_friendly(state: State, seat: Seat, known: Action, target: str) -> bool:
    """Whether the target is a counter of the seat's own side that the action may not hit."""
    setup = state.setup
    unit = setup.units.get(target)
    if unit is None or known.name in BLASTS or setup.rulings["friendly-fire"] == "allowed":
        return False
    return unit.side == setup.side_of[seat]


def sources(state: State, seat: Seat, known: Action) -> list[str]:
    """The objects that a REMOTE FIRE or STRIKE may use."""
    kind = "turret" if known.name == "remote-fire" else "debris"
    own = kind == "turret" and state.setup.rulings["remote-turret"] == "own"
    sides = (None, state.setup.side_of[seat])
    return [
        id_
        for id_, thing in state.objects.items()
        if thing.kind == kind and (not own or thing.side in sides)
    ]


def is_adjacent(state: State, source: str, target: str) -> bool:
    """Whether a space of the target is next to one of the source."""
    return any(
        distance(a, b) == 1 for a in spaces_of(state, source) for b in spaces_of(state, target)
    )


def space_chosen(state: State, pending: Pending, data: SpaceChosen) -> list[Finding]:
    """The findings for the space of a blast."""
    combat = pending.combat
    focused = combat is not None and combat.key.startswith("focused")
    if data.space not in state.setup.board:
        problem = "it is not on the board"
    elif focused and not enemies_in(state, pending.seat, "focused-blast", data.space):
        problem = "no enemy counter is in it"
    else:
        return []
    return [
        RULES.illegal(
            "blast.space",
            f"{space_name(data.space)} cannot be chosen: {problem}.",
            got=data.space,
        )
    ]


def enemies_in(state: State, seat: Seat, key: str, space: str) -> list[str]:
    """The enemy counters that a blast of a space hits."""
    setup = state.setup
    side = setup.side_of[seat]
    return [u for u in blast_queue(state, key, space) if setup.units[u].side != side]


def dice_rolled(state: State, pending: Pending, data: DiceRolled) -> list[Finding]:
    """The findings for the dice of the pending attack."""
    attack = pending.attack
    if attack is None:
        return []
    found = []
    if len(data.dice) != attack.dice:
        found.append(
            RULES.illegal(
                "dice.count",
                f"{_dice(len(data.dice))}, not {attack.dice}.",
                attack.dice,
                len(data.dice),
            )
        )
    impossible = _impossible(data, state.setup.box.die_sides)
    return found if impossible is None else [*found, impossible]


def _impossible(data: DiceRolled, sides: int) -> Finding | None:
    """The finding for a die that the box does not have, or a face that its dice do not show."""
    name = f"d{sides}"
    for die in data.dice:
        if die.die != name:
            message = f"This box has no {die.die}: roll its {name}, with the faces 1 to {sides}."
            return RULES.illegal("dice.face", message, name, die.die)
        if not 1 <= die.face <= sides:
            zero = die.face == 0
            problem = f"A printed 0 is entered as {sides}" if zero else f"No die shows {die.face}"
            message = f"{problem}: the faces are 1 to {sides}."
            return RULES.illegal("dice.face", message, f"1..{sides}", die.face)
    return None


def legal_targets(state: State, seat: Seat, combat: Combat) -> Iterator[tuple[str, str | None]]:
    """Every target that a combat action may have now, with the source that it needs named."""
    known = action(combat.key)
    if known is None:
        return
    objects = known.name in ("remote-fire", "strike")
    candidates = combat.queue if combat.queue is not None else (*state.units, *state.objects)
    for source in sources(state, seat, known) if objects else (None,):
        for target in candidates:
            if next(_target(state, seat, combat, target, source), None) is None:
                yield target, source


def target_options(state: State, pending: Pending) -> Iterator[Option]:
    """One option for each legal target and source."""
    combat = pending.combat
    if combat is None:
        return
    for target, source in legal_targets(state, pending.seat, combat):
        attack = attack_on(state, combat, source or combat.source, target)
        chance = float(odds(state, attack))
        data = {"target": target} | ({"source": source} if source else {})
        yield Option(
            type="TargetChosen",
            seat=pending.seat,
            data=data,
            label=f"{whose(state.setup, target, pending.seat)}: "
            f"needs {attack.defence}+, {_dice(attack.dice)}: {percent(chance)}",
            piece=source or combat.source or target,
            to=target,
            target=attack.defence,
            probability=chance,
            weight=2 + chance,
        )


def space_options(state: State, pending: Pending) -> Iterator[Option]:
    """The spaces whose blast hits an enemy counter."""
    combat = pending.combat
    if combat is None:
        return
    name = "focused-blast" if combat.key.startswith("focused") else "blast"
    for space in state.setup.board:
        enemies = enemies_in(state, pending.seat, name, space)
        if enemies:
            friends = len(blast_queue(state, name, space)) - len(enemies)
            yield Option(
                type="SpaceChosen",
                seat=pending.seat,
                data={"space": space},
                label=f"{space_name(space)}: {counted(len(enemies), 'enemy counter')}, "
                f"{counted(friends, 'friend')}",
                piece=space,
                to=space,
                weight=1 + len(enemies) - friends,
            )


def dice_option(state: State, pending: Pending) -> Iterator[Option]:
    """The roll of the pending attack, its faces still open."""
    attack = pending.attack
    if attack is None:
        return
    sides = state.setup.box.die_sides
    chance = float(odds(state, attack))
    yield Option(
        type="DiceRolled",
        seat=pending.seat,
        data={"dice": [{"die": f"d{sides}", "face": FACE}] * attack.dice},
        label=f"Roll {_dice(attack.dice)}: {attack.defence}+ hits, {percent(chance)}",
        piece=attack.target,
        target=attack.defence,
        probability=chance,
        faces=[tuple(range(1, sides + 1))] * attack.dice,
        weight=10,
    )


def _dice(number: int) -> str:
    return "1 die" if number == 1 else f"{number} dice"


def _name(state: State, id_: str) -> str:
    if id_ in state.units:
        return unit_name(state.setup, id_)
    return thing_name(id_) if id_ in state.objects else "what is not in play"
