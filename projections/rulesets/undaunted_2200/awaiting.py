"""What the table waits for: who may do which next, in the order in which it is asked."""

from __future__ import annotations

from typing import Any

from projections.kit.ruleset import Seat
from projections.rulesets.undaunted_2200.cards.action_keys import words
from projections.rulesets.undaunted_2200.chapters.obligations import cut_short, obligation
from projections.rulesets.undaunted_2200.obeying.squads import open_choices
from projections.rulesets.undaunted_2200.obeying.turns import bidders
from projections.rulesets.undaunted_2200.position.odds import odds
from projections.rulesets.undaunted_2200.position.words import (
    card_name,
    counted,
    possessive,
    seat_name,
    unit_name,
    whose,
)
from projections.rulesets.undaunted_2200.state import Pending, State
from projections.rulesets.undaunted_2200.table import asks_for_action

Awaited = tuple[Seat, str]
"""A seat and the type of event that it may record."""


def awaited(state: State) -> list[Awaited]:
    """Every event that may legally come next and is asked for."""
    due = asked(state)
    return [entry for entry in due if entry[1] != "UnitMoved"] if cut_short(state) else due


def asked(state: State) -> list[Awaited]:
    """Every event that is asked for; a movement also where it would leave a compulsory attack."""
    phase = state.turn.phase
    if phase == "turn":
        pending = state.pending
        return _of_turn(state) if pending is None else _of_card(state, pending)
    if phase == "draw":
        draws = state.turn.draws
        return [_draw(state, seat) for seat in state.setup.seats if draws.get(seat)]
    if phase == "bid":
        return [(seat, "InitiativeBid") for seat in bidders(state)]
    if phase == "setup":
        seats = dict.fromkeys(seat for seat, _, _ in open_choices(state))
        return [(seat, "SquadChosen") for seat in seats]
    return []


def _draw(state: State, seat: Seat) -> Awaited:
    return seat, "CardsDrawn" if state.seats[seat].deck.count else "DeckShuffled"


def _of_turn(state: State) -> list[Awaited]:
    seat = state.turn.seat
    if seat is None:
        return []
    end = (seat, "TurnEnded")
    return [(seat, "CardPlayed"), end] if state.seats[seat].hand else [end]


def _of_card(state: State, pending: Pending) -> list[Awaited]:
    """What is due of the card being resolved: some parts alone, the others in any order."""
    seat = pending.seat
    if pending.attack is not None:
        return [(seat, "DiceRolled")]
    if pending.casualty is not None:
        due = pending.casualty
        card = due.stage == "card"
        return [(due.seat, "CasualtyTaken") if card else (seat, "CarriedUnitHit")]
    if pending.scan is not None:
        return [(seat, "DiscordsFound")]
    if pending.draw is not None:
        draw = _draw(state, pending.draw.seat)
        command = pending.action is not None and pending.action.startswith("command")
        free = command and obligation(state, pending) is None
        return [draw, (seat, "ActionFinished")] if free else [draw]
    asked = pending.choose.what if pending.choose else None
    found: list[Awaited] = []
    if pending.move is not None:
        found.append((seat, "UnitMoved"))
    if asked == "space":
        found.append((seat, "SpaceChosen"))
    elif pending.combat is not None:
        found.append((seat, "TargetChosen"))
    if asked in ("bolster", "support", "inspire"):
        found.append((seat, "CardsChosen"))
    if asked is not None and asks_for_action(pending):
        found.append((seat, "ActionChosen"))
    if obligation(state, pending) is None:
        found.append((seat, "ActionFinished"))
    return found


def entries(state: State) -> list[dict[str, Any]]:
    """`awaited` as the view has it: with the reason, and the odds of a roll."""
    return [_entry(state, seat, type_) for seat, type_ in awaited(state)]


def _entry(state: State, seat: Seat, type_: str) -> dict[str, Any]:
    entry: dict[str, Any] = {"seat": seat, "type": type_, "why": _why(state, seat, type_)}
    attack = state.pending.attack if state.pending else None
    if attack is not None and type_ == "DiceRolled":
        entry |= {"target": attack.defence, "probability": float(odds(state, attack))}
    return entry


def _why(state: State, seat: Seat, type_: str) -> str:
    name = seat_name(state.setup, seat)
    pending = state.pending
    if pending is None or state.turn.phase != "turn":
        return _why_of_phase(state, seat, type_, name)
    card = card_name(state.setup, pending.card)
    match type_:
        case "DiceRolled" if pending.attack is not None:
            return _why_roll(state, seat, pending)
        case "CasualtyTaken" if pending.casualty is not None:
            unit = unit_name(state.setup, pending.casualty.unit)
            return f"{name} takes one {unit} card out of hand, discard pile or deck."
        case "CarriedUnitHit":
            return f"{name} names the carried unit that the hit passes to."
        case "DiscordsFound":
            return f"{name} takes every Discord out of hand, discard pile and deck."
        case "UnitMoved" if pending.move is not None:
            unit = unit_name(state.setup, pending.move.unit)
            return f"{unit} moves up to {counted(pending.move.max, 'space')}."
        case "SpaceChosen":
            return f"{name} chooses the space of the blast."
        case "TargetChosen":
            key = pending.combat.key if pending.combat else None
            return f"{card}: a target for {words(key)}."
        case "CardsChosen":
            most = pending.choose.max if pending.choose else 0
            return f"{name} takes up to {counted(most or 0, 'card')}: {words(pending.action)}."
        case "ActionChosen":
            return f"{card}: an action that follows."
        case "ActionFinished":
            return f"{name} may leave the rest of {card}."
    return _why_of_phase(state, seat, type_, name)


def _why_roll(state: State, seat: Seat, pending: Pending) -> str:
    attack = pending.attack
    if attack is None:
        return ""
    target = whose(state.setup, attack.target, seat)
    parts = [f"base {attack.defence - attack.range - attack.bonus}", f"range {attack.range}"]
    if attack.bonus:
        parts.append(f"bonus {attack.bonus}")
    key = pending.combat.key if pending.combat else pending.action
    return f"{words(key)} on {target} needs {attack.defence} or more: {', '.join(parts)}."


def _why_of_phase(state: State, seat: Seat, type_: str, name: str) -> str:
    match type_:
        case "SquadChosen":
            return f"{name} chooses units for its squads."
        case "CardsDrawn":
            draw = state.pending.draw if state.pending else None
            left = state.turn.draws.get(seat) or (draw.left if draw else 0)
            return f"{name} draws {counted(left, 'card')}."
        case "DeckShuffled":
            return f"{possessive(name)} deck is empty: the discard pile is shuffled."
        case "InitiativeBid":
            return f"{name} bids a card for the initiative."
        case "CardPlayed":
            return f"{name} plays a card."
    return f"{name} may end the turn."
