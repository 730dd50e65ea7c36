"""Chips on the move: what a movement changes on the table."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from projections.und1c1.actions import PlayerMoved, TractorMoved
from projections.und1c1.position import chip_of, shrugs_off_white, steps
from projections.und1c1.state import Padlocks, State
from projections.und1c1.turns import put

Moves = Sequence[PlayerMoved | TractorMoved]


def set_down(state: State, moves: Moves) -> State:
    """Chips are put somewhere, nothing else."""
    for move in moves:
        state = replace(state, chips=put(state, move.player, move.to))
    return state


def stepped(state: State, moves: Moves) -> State:
    """Chips move; a gorilla without the ball removes the white padlock that he steps on."""
    for move in moves:
        padlocks = state.padlocks
        if padlocks.white is not None and shrugs_off_white(state, move.player):
            start = chip_of(state, move.player)
            if padlocks.white in steps(move.to if start is None else start.at, move.to):
                padlocks = Padlocks(None, padlocks.black)
        state = replace(state, chips=put(state, move.player, move.to), padlocks=padlocks)
    return state
