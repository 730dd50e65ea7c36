"""Who may have the ball of a pass, and whether the goalkeeper's pass after a save is still due."""

from __future__ import annotations

from projections.rulesets.und1c1.position.chips import chip_of, is_offside, outfield
from projections.rulesets.und1c1.state import PlayerId, State


def cannot_receive(state: State, receiver: PlayerId) -> bool:
    """Whether a receiver is flipped, which keeps him from receiving (ruling)."""
    chip = chip_of(state, receiver)
    flipped = chip is not None and chip.flipped is not None
    return flipped and state.setup.rulings.flipped_receives == "no"


def owes_goal_pass(state: State) -> bool:
    """Whether the turn has to start with the goalkeeper's pass; not where he cannot make one."""
    turn, keeper = state.turn, state.ball
    seat = turn.whose
    if turn.must != "goalkeeper_pass" or turn.actions_left == 0 or turn.tractor_used:
        return False
    chip = chip_of(state, keeper) if keeper in state.setup.keepers[seat] else None
    if chip is None or chip.flipped is not None:
        return False
    return any(
        not cannot_receive(state, player.id) and not is_offside(state, seat, chip.at, receiver.at)
        for player, receiver in outfield(state, seat)
    )
