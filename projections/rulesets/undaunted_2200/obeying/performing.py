"""Playing a card: hunker down, rally, or begin what an action asks for.

Source: rulebook, Player Turns; Actions.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from msgspec.structs import replace

from projections.kit.ruleset import Seat
from projections.rulesets.undaunted_2200.actions import CardPlayed
from projections.rulesets.undaunted_2200.board.hexes import around
from projections.rulesets.undaunted_2200.cards.action_keys import BLASTS, Action, action
from projections.rulesets.undaunted_2200.cards.zones import with_card, with_named
from projections.rulesets.undaunted_2200.obeying.attacks import COMMS_RANGE
from projections.rulesets.undaunted_2200.obeying.piles import (
    give_discord,
    hunkered,
    left_behind,
    taken,
    with_seat,
)
from projections.rulesets.undaunted_2200.obeying.turns import (
    finish,
    give_back,
    pay,
    settle_pending_draw,
)
from projections.rulesets.undaunted_2200.setup import ENEMY
from projections.rulesets.undaunted_2200.state import (
    Choose,
    Combat,
    Draw,
    Move,
    Objective,
    Pending,
    Scan,
    SeatState,
    State,
)

ATTACKS = {"dual-attack": 2, "trident-attack": 3}
"""Attacks of one action; others have one."""

SOURCELESS = (*BLASTS, "hack", "remote-fire", "strike")
"""Combat actions that no unit performs; two of them use an object, named with the target."""


def play(state: State, seat: Seat, data: CardPlayed) -> State:
    """A card leaves the hand and does what it is played for; a card left unresolved is dropped."""
    own, card = state.seats[seat], data.card
    hand, deck = left_behind(own, own.hand, card) or (own.hand, own.deck)
    if data.as_ == "hunker":
        seats = {**state.seats, seat: replace(own, hand=hand, deck=deck)}
        return hunkered(replace(state, pending=None, seats=seats), seat, card)
    own = replace(own, hand=hand, deck=deck, play=with_named(own.play, card))
    seats = state.seats.copy()
    seats[seat] = own
    if data.as_ == "rally":
        state = replace(state, pending=None, seats=seats)
        return rally(state, rallied(state, card, data.unit))
    return _perform(state, seat, data, seats)


def rallied(state: State, card: str, unit: str | None) -> str | None:
    """The counter that a card rallies: the one named, the carrying transport, or its own.

    The transport where the card's unit is carried and itself ready. None: there is no such unit.
    """
    if unit is not None:
        return unit if unit in state.units else None
    own = state.setup.unit_of.get(card)
    counter = state.units.get(own or "")
    if counter is not None and counter.carried_by is not None and not counter.down:
        return counter.carried_by
    return None if counter is None else own


def rally(state: State, unit: str | None) -> State:
    """One card undoes one state: a rout, whose cube goes back to the enemy, else suppression."""
    counter = state.units.get(unit or "")
    if unit is None or counter is None or not counter.down:
        return state
    if not counter.routed:
        return replace(state, units={**state.units, unit: replace(counter, suppressed=False)})
    state = replace(state, units={**state.units, unit: replace(counter, routed=False)})
    return give_back(state, ENEMY[state.setup.units[unit].side], 1)


def in_comms(state: State, unit: str) -> bool:
    """Whether a counter is in comms. Source: Checking Comms."""
    counter = state.units[unit]
    if unit in state.setup.self_supplied or counter.carried_by is not None:
        return True
    if counter.at is None:
        return False
    givers = state.setup.comms_givers[state.setup.units[unit].side]
    spaces = [other.at for giver in givers if (other := state.units[giver]).carried_by is None]
    return not around(counter.at, COMMS_RANGE).isdisjoint(spaces)


def _perform(state: State, seat: Seat, data: CardPlayed, seats: dict[Seat, SeatState]) -> State:
    """The action begins, with the movement that an air unit must make; `seats`: without the card.

    Comms are checked before anything of the card is performed.
    """
    setup, key = state.setup, data.action
    unit = setup.unit_of.get(data.card)
    counter = None if unit is None else state.units.get(unit)
    move = None
    if unit is not None and counter is not None and counter.at is not None:
        if not in_comms(state, unit):
            state = give_discord(replace(state, seats=seats), seat)
            seats = state.seats
        if counter.carried_by is None and setup.units[unit].type != "ground":
            move = _flight(unit, setup.cards[data.card].move or 1, key == "manoeuvre")
    owner = data.owner if data.owner in setup.seats else seat
    pending = Pending(seat, data.card, unit, key, owner, move)
    return begin(replace(state, seats=seats), pending, key, data.opponent)


@lru_cache(maxsize=4096)
def asked(known: Action, unit: str | None) -> tuple[Combat | None, Choose | None]:
    """The combat or choice that an action asks for, performed by that unit."""
    if known.combat is not None:
        blast = known.name in BLASTS
        left = None if blast else ATTACKS.get(known.name, 1)
        source = None if known.name in SOURCELESS else unit
        combat = Combat(known.key, known.combat, known.x, left, (), (), None, source, None, None)
        return combat, Choose("space") if blast else None
    if known.name in ("bolster", "inspire", "support"):
        most = 1 if known.name == "support" else known.x
        return None, Choose(known.name, most, known.squad)  # type: ignore[arg-type]
    return None, None


@lru_cache(maxsize=1024)
def _flight(unit: str, spaces: int, manoeuvre: bool) -> Move:
    """The compulsory movement of an air unit. Source: Air Movement."""
    return Move(unit, spaces, "manoeuvre" if manoeuvre else "air")


def begin(state: State, pending: Pending, key: str | None, opponent: Seat | None = None) -> State:
    """An action starts, no choice being due; what it has at once happens.

    None and an unknown action start nothing.
    """
    known = action(key) if key else None
    if known is None:
        return finish(state, pending)
    start, at_once = _STARTS.get(known.name), _AT_ONCE.get(known.name)
    if start is not None:
        return finish(state, start(state, pending, known))
    if at_once is not None:
        return at_once(state, pending, opponent)
    combat, choose = asked(known, pending.unit)
    return finish(state, replace(pending, combat=combat or pending.combat, choose=choose))


def _move(state: State, pending: Pending, known: Action) -> Pending:
    if not state.setup.is_in_game(pending.unit):
        return pending
    move = Move(pending.unit or "", known.x or 1, "ground")
    choose = Choose("assault") if known.name == "assault" else pending.choose
    return replace(pending, move=move, choose=choose)


def _pilot(state: State, pending: Pending, _known: Action) -> Pending:
    counter = state.units.get(pending.unit or "")
    if counter is None or counter.carried_by is None:
        return pending
    return replace(pending, move=Move(counter.carried_by, 1, "pilot"))


def _scan(_state: State, pending: Pending, _known: Action) -> Pending:
    return replace(pending, scan=Scan(pending.owner))


_STARTS: dict[str, Callable[[State, Pending, Action], Pending]] = {
    "move": _move,
    "assault": _move,
    "pilot": _pilot,
    "scan": _scan,
}
"""Actions that only ask for something."""


def objective_at(state: State, unit: str | None) -> tuple[str, Objective] | None:
    """The objective in the space of a counter on the board, with its id."""
    counter = state.units.get(unit or "")
    if counter is None or not counter.on_board:
        return None
    for id_, objective in state.objectives.items():
        if objective.at == counter.at:
            return id_, objective
    return None


def _control(state: State, pending: Pending, _opponent: Seat | None) -> State:
    """CONTROL: take a free objective, or free an enemy one."""
    state = finish(state, pending)
    found = objective_at(state, pending.unit)
    side = state.setup.side_of[pending.seat]
    if found is None or found[1].owner == side:
        return state
    id_, objective = found
    if objective.owner is not None:
        free = replace(objective, owner=None, cubes=0)
        state = replace(state, objectives={**state.objectives, id_: free})
        return give_back(state, objective.owner, objective.cubes)
    cubes = max(min(objective.value, state.sides[side].vp_supply), 0)
    held = replace(objective, owner=side, cubes=cubes)
    return pay(replace(state, objectives={**state.objectives, id_: held}), side, cubes)


def _disembark(state: State, pending: Pending, _opponent: Seat | None) -> State:
    """DISEMBARK: the carried unit is set down in the space of its transport."""
    return finish(_set_down(state, pending.unit), pending)


def _dropship(state: State, pending: Pending, _opponent: Seat | None) -> State:
    """DROPSHIP: as DISEMBARK; an action of the unit's card may follow."""
    return finish(_set_down(state, pending.unit), replace(pending, choose=Choose("follow-up")))


def _set_down(state: State, unit: str | None) -> State:
    counter = state.units.get(unit or "")
    if unit is None or counter is None or counter.carried_by is None:
        return state
    return replace(state, units={**state.units, unit: replace(counter, carried_by=None)})


def _command(state: State, pending: Pending, _opponent: Seat | None) -> State:
    """COMMAND: up to so many cards are drawn."""
    known = action(pending.action or "")
    draw = Draw(pending.owner, known.x if known else 0)
    return settle_pending_draw(replace(state, pending=replace(pending, draw=draw)))


def _coordinate(state: State, pending: Pending, _opponent: Seat | None) -> State:
    """COORDINATE: a Discord of the hand is set aside, a card is drawn."""
    seat = pending.seat
    discord = state.setup.discord[state.setup.side_of[seat]]
    own = taken(state.seats[seat], "hand", discord)
    if own is not None:
        own = replace(own, set_aside=with_card(own.set_aside, discord))
        state = with_seat(state, seat, own)
    due = replace(pending, draw=Draw(seat, 1))
    return settle_pending_draw(replace(state, pending=due))


def _jam(state: State, pending: Pending, opponent: Seat | None) -> State:
    """JAM: a Discord for the opponent named, else for whom the ruling makes it."""
    return finish(give_discord(state, jammed(state, pending.seat, opponent)), pending)


def jammed(state: State, seat: Seat, opponent: Seat | None) -> Seat:
    """The seat that a JAM hits: the one named, else the enemy's first seat or its commander."""
    if opponent in state.setup.seats:
        return opponent
    enemy = ENEMY[state.setup.side_of[seat]]
    if state.setup.rulings["jam-opponent"] == "commander":
        return state.sides[enemy].commander
    return state.setup.seats_of[enemy][0]


_AT_ONCE: dict[str, Callable[[State, Pending, Seat | None], State]] = {
    "control": _control,
    "disembark": _disembark,
    "dropship": _dropship,
    "command": _command,
    "coordinate": _coordinate,
    "jam": _jam,
}
"""Actions that change the position as they are declared."""
