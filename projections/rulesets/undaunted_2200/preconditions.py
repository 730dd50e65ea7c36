"""Chapters "Round Structure" and "3. Player Turns": whose turn it is, what comes next."""

from __future__ import annotations

from collections.abc import Iterator

from events.event import Event
from projections.kit.ruleset import Finding, Option, Seat
from projections.rulesets.undaunted_2200.actions import OWN, TurnEnded
from projections.rulesets.undaunted_2200.awaiting import asked, entries
from projections.rulesets.undaunted_2200.chapters.obligations import unfinished
from projections.rulesets.undaunted_2200.chapters.player_turns import not_in_hand
from projections.rulesets.undaunted_2200.position.words import (
    card_name,
    listed,
    possessive,
    seat_name,
)
from projections.rulesets.undaunted_2200.rulebook import RULES
from projections.rulesets.undaunted_2200.state import Pending, State

IN_PLAY = frozenset({*OWN, "CardsDrawn", "DiceRolled", "OutcomeRuled"})
"""What cannot happen once the game is over."""

AWAITED = frozenset({*OWN, "CardsDrawn", "DiceRolled"} - {"UnitDeployed", "VpScored"})
"""What must come next to be right."""


def gate(state: State, event: Event) -> Finding | None:
    """The finding that stops all others: the game is over, or another event or seat is due."""
    kind, seat, phase = event.type, event.seat, state.turn.phase
    if phase == "over":
        return _over(state) if kind in IN_PLAY else None
    if kind not in AWAITED:
        return _wrong_deck(state, event) if kind == "DeckShuffled" else None
    if kind in ("CardPlayed", "TurnEnded"):
        if phase == "turn":
            return None if seat == state.turn.seat else _wrong_seat(state, seat, [state.turn.seat])
    elif kind == "ActionFinished":
        if state.pending is not None:
            due = state.pending.seat
            return None if seat == due else _wrong_seat(state, seat, [due])
    else:
        seats = [due for due, type_ in asked(state) if type_ == kind]
        if seats:
            if seat not in seats:
                return _wrong_seat(state, seat, seats)
            return _wrong_deck(state, event) if kind == "CardsDrawn" else None
    return _wrong_phase(state, kind)


def _over(state: State) -> Finding:
    number = state.turn.number
    return RULES.illegal("turn.game-over", f"The game ended in round {number}.", got=number)


def _wrong_phase(state: State, kind: str) -> Finding:
    due = entries(state)
    types = ", ".join(dict.fromkeys(entry["type"] for entry in due)) or "nothing"
    next_ = " Or: ".join(dict.fromkeys(entry["why"] for entry in due))
    message = f"{DOING[kind]} is not what comes next. Now: {next_}"
    return RULES.illegal("turn.wrong-phase", message, types, kind)


DOING = {
    "SquadChosen": "Choosing a squad",
    "CardsDrawn": "Drawing",
    "DiceRolled": "Rolling dice",
    "InitiativeBid": "Bidding a card",
    "CardPlayed": "Playing a card",
    "UnitMoved": "Moving",
    "TargetChosen": "Choosing a target",
    "SpaceChosen": "Choosing the space of a blast",
    "CardsChosen": "Taking cards",
    "ActionChosen": "Choosing an action that follows",
    "ActionFinished": "Leaving the rest of a card",
    "CasualtyTaken": "Taking a casualty",
    "CarriedUnitHit": "Passing a hit to a carried unit",
    "DiscordsFound": "Finding Discords",
    "TurnEnded": "Ending the turn",
}
"""What is awaited, as people say it of one that comes out of time."""


def _wrong_seat(state: State, seat: Seat | None, due: list[Seat | None] | list[Seat]) -> Finding:
    names = dict.fromkeys(seat_name(state.setup, other) for other in due)
    whose = listed(possessive(name) for name in names)
    message = f"{seat_name(state.setup, seat)} acts, but it is {whose} turn."
    return RULES.illegal("turn.wrong-seat", message, ", ".join(map(str, due)), seat)


def _wrong_deck(state: State, event: Event) -> Finding | None:
    deck: Seat = event.data.deck
    return None if deck == event.seat else _wrong_seat(state, event.seat, [deck])


def turn_ended(state: State, seat: Seat, data: TurnEnded) -> list[Finding]:
    """The findings for the end of a turn: a card left unfinished, cards shown that it had not."""
    found = unfinished(state)
    if data.discarded:
        absent = not_in_hand(state, seat, data.discarded)
        found += [absent] if absent else []
    return found


def end_option(state: State, seat: Seat) -> Iterator[Option]:
    """The turn may end at any time."""
    yield Option(type="TurnEnded", seat=seat, data={}, label="End the turn", weight=0.2)


def finish_option(state: State, pending: Pending) -> Iterator[Option]:
    """What is left of the card may be waived."""
    yield Option(
        type="ActionFinished",
        seat=pending.seat,
        data={},
        label=f"Done with {card_name(state.setup, pending.card)}",
        weight=0.3,
    )
