"""What the table waits for: from whom, and with which chance."""

from __future__ import annotations

from msgspec import Struct

from projections.rulesets.und1c1.payloads.seats import OTHER, SEATS, Seat
from projections.rulesets.und1c1.position.chips import chips_of
from projections.rulesets.und1c1.position.hands import must_discard
from projections.rulesets.und1c1.position.receiving import owes_goal_pass
from projections.rulesets.und1c1.position.sums import (
    ONE_DIE,
    awaited_seats,
    chance,
    explained,
    lowest_face,
)
from projections.rulesets.und1c1.position.words import player_name
from projections.rulesets.und1c1.state import PlayerId, Roll, State

ACTIONS = (
    "PlayerMoved",
    "GroupMoved",
    "PassAttempted",
    "TackleAttempted",
    "DribbleAttempted",
    "ShotAttempted",
    "CrossAttempted",
)
"""The seven actions of a turn after the kick-off."""

_IN_ACTIONS = (*ACTIONS, "TractorMoved", "PadlocksPlaced")
_IN_REPOSITION = ("PlayerMoved", "GroupMoved", "RepositioningDone")


class Awaited(Struct, frozen=True):
    """One event the table waits for. `any_of`: types as good, `type` is then None.

    `target`: lowest natural face that succeeds; `probability`: that the seat gets its way.
    """

    seat: Seat
    type: str | None
    any_of: tuple[str, ...] | None
    why: str
    target: int | None = None
    probability: float | None = None


def awaiting(state: State) -> list[Awaited]:
    """Everything the table waits for now; empty when the game is over."""
    turn = state.turn
    seat = turn.whose
    match turn.phase:
        case "setup":
            return [entry for s in SEATS for entry in _setting_up(state, s)]
        case "kickoff_roll" | "roll":
            return _dice(state)
        case "kickoff":
            return [Awaited(seat, "KickOffTaken", None, f"{_name(state, seat)} to kick off")]
        case "actions":
            return [Awaited(seat, None, _IN_ACTIONS, why_actions(state))]
        case "choose_interceptor":
            by = state.interception.by if state.interception else seat
            why = f"{_name(state, by)} to name which of the closest opponents gets the ball"
            return [Awaited(by, "InterceptorChosen", None, why)]
        case "free_move":
            return [_free_move(state)]
        case "lineup":
            first = (seat, OTHER[seat])
            return [
                Awaited(s, "LineupPlaced", None, f"{_name(state, s)} to line up for the kick-off")
                for s in first
                if not state.ready.of(s)
            ]
        case "reposition":
            return [_reposition(state)]
        case "end_turn":
            why = f"Only the padlocks and the card are left to {_name(state, seat)}"
            return [Awaited(seat, "PadlocksPlaced", None, why)]
        case "draw":
            return [_draw(state, seat)]
    return []


def _name(state: State, seat: Seat) -> str:
    return state.setup.names[seat]


def _player(state: State, player: PlayerId | None) -> str:
    return player_name(state, player)


def _setting_up(state: State, seat: Seat) -> list[Awaited]:
    found = []
    name = _name(state, seat)
    if not chips_of(state, seat):
        found.append(Awaited(seat, "LineupPlaced", None, f"{name} to place the starting eleven"))
    if state.captains.of(seat).player is None:
        found.append(Awaited(seat, "CaptainChosen", None, f"{name} to choose the captain"))
    return found


def why_actions(state: State) -> str:
    """What is left of the turn, in words."""
    left = state.turn.actions_left
    if owes_goal_pass(state):
        return "The turn starts with a pass from the goalkeeper"
    if left == 0 or state.turn.tractor_used:
        return "The padlocks, then the card"
    return f"{left} action{'' if left == 1 else 's'} left, then the padlocks"


def _dice(state: State) -> list[Awaited]:
    roll = state.roll
    if roll is None:
        return []
    p = chance(state, roll)
    why, target = why_roll(state, roll), lowest_face(roll)
    return [
        Awaited(s, "DiceRolled", None, why, target, p if s == roll.first else 1 - p)
        for s in awaited_seats(roll)
    ]


def why_roll(state: State, roll: Roll) -> str:
    """The roll that is awaited, in words and numbers."""
    if roll.by is None:
        text = "Both coaches roll for the kick-off"
    elif roll.kind in ONE_DIE:
        receiver = _player(state, roll.receiver)
        parts = [f"{what} {n:+d}" for what, n in explained(state, roll, roll.by)]
        text = f"{roll.kind.capitalize()} from {_player(state, roll.player)} to {receiver} "
        text += " with ".join([f"needs {roll.target}", *filter(None, [", ".join(parts)])])
    else:
        ours, theirs = roll.modifiers.of(roll.by), roll.modifiers.of(OTHER[roll.by])
        text = f"{_attempt(state, roll)}: both dice, {ours:+d} against {theirs:+d}"
    return text if roll.draws == 0 else f"{text}; drawn {_times(roll.draws)}"


def _attempt(state: State, roll: Roll) -> str:
    player, opponent = _player(state, roll.player), _player(state, roll.opponent)
    match roll.kind:
        case "tackle":
            return f"{player} tackles {opponent}"
        case "dribble":
            return f"{player} dribbles past {opponent}"
        case "header":
            return f"Header by {player}"
    return f"Shot by {player}"


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def _free_move(state: State) -> Awaited:
    free = state.free_move
    if free is None:
        return Awaited(state.turn.whose, "FreeMoveTaken", None, "A free move")
    boxes = "one box" if free.range == 1 else f"up to {free.range} boxes"
    why = f"{_player(state, free.player)} may move on by {boxes}"
    return Awaited(free.by, "FreeMoveTaken", None, why)


def _reposition(state: State) -> Awaited:
    moves = state.reposition
    if moves is None:
        return Awaited(state.turn.whose, None, _IN_REPOSITION, "Repositioning")
    left = f"{moves.moves_left} movement{'' if moves.moves_left == 1 else 's'}"
    why = f"{_name(state, moves.by)} may reposition with up to {left}"
    return Awaited(moves.by, None, _IN_REPOSITION, why)


def _draw(state: State, seat: Seat) -> Awaited:
    name = _name(state, seat)
    if must_discard(state, seat):
        return Awaited(seat, "CardDiscarded", None, f"{name} to discard a card before drawing")
    return Awaited(seat, "CardsDrawn", None, f"{name} to draw a card, which ends the turn")
