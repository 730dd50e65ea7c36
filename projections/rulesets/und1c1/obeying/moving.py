"""Chips on the move: what a movement changes on the table."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from projections.rulesets.und1c1.actions import PlayerMoved, TractorMoved
from projections.rulesets.und1c1.obeying.turns import put
from projections.rulesets.und1c1.payloads.seats import BySeat
from projections.rulesets.und1c1.position.chips import shrugs_off_white, steps
from projections.rulesets.und1c1.state import Chips, Padlocks, PlayerId, State

Moves = Sequence[PlayerMoved | TractorMoved]


def set_down(state: State, moves: Moves) -> State:
    """Chips are put somewhere, nothing else."""
    chips = state.chips
    for move in moves:
        chips = put(chips, move.player, move.to)
    return replace(state, chips=chips)


def lifted(state: State, players: Collection[PlayerId]) -> State:
    """The position without the chips of these players."""
    a, b = (
        {player: chip for player, chip in chips.items() if player not in players}
        for chips in (state.chips.a, state.chips.b)
    )
    return replace(state, chips=BySeat(a, b))


def stepped(state: State, moves: Moves) -> State:
    """Chips move; a gorilla without the ball removes the white padlock that he steps on."""
    chips, padlocks = after_moves(state, moves)
    return replace(state, chips=chips, padlocks=padlocks)


def after_moves(state: State, moves: Moves) -> tuple[BySeat[Chips], Padlocks]:
    """The chips and padlocks after movements, whatever the order they are listed in."""
    chips, padlocks = state.chips, state.padlocks
    for move in moves:
        if padlocks.white is not None and shrugs_off_white(state, move.player):
            start = chips.of(move.player[0]).get(move.player)
            if padlocks.white in steps(move.to if start is None else start.at, move.to):
                padlocks = Padlocks(None, padlocks.black)
        chips = put(chips, move.player, move.to)
    return chips, padlocks
