"""Turns and End of the Game: spending actions, ending a turn, the last turns."""

from __future__ import annotations

from msgspec.structs import replace

from projections.rulesets.und1c1.board.pitch import Place
from projections.rulesets.und1c1.payloads.seats import OTHER, SEATS, BySeat, Seat
from projections.rulesets.und1c1.state import (
    NONE_PLAYED,
    READY,
    Chip,
    Chips,
    LastPass,
    Padlocks,
    PlayerId,
    Result,
    State,
    Turn,
)


def spent(turn: Turn) -> Turn:
    """The turn with one action less, its obligation met, back among its actions."""
    return Turn(
        turn.number,
        turn.seat,
        "actions",
        max(0, turn.actions_left - 1),
        None,
        turn.next_must,
        turn.tractor_used,
        turn.lost,
        turn.cards_played,
    )


def in_phase(state: State, phase: str) -> Turn:
    """The state's turn in another phase."""
    return replace(state.turn, phase=phase)


def kept_pass(state: State, carrier: PlayerId | None) -> LastPass | None:
    """The last pass, if the ball is still with the side that made it."""
    last = state.last_pass
    if last is None or carrier is None or last.passer[0] != carrier[0]:
        return None
    return last


def with_ball(state: State, carrier: PlayerId | None) -> State:
    """The state with the ball on that chip."""
    return replace(state, ball=carrier, last_pass=kept_pass(state, carrier))


def put(chips: BySeat[Chips], player: PlayerId, at: Place) -> BySeat[Chips]:
    """The chips with that player's at a place, its flip kept."""
    own = chips.a if player[0] == "a" else chips.b
    known = own.get(player)
    moved = own.copy()
    moved[player] = Chip(at, None if known is None else known.flipped)
    return BySeat(moved, chips.b) if player[0] == "a" else BySeat(chips.a, moved)


def end_turn(state: State, next_seat: Seat | None = None) -> State:
    """Ends the turn and begins the next, or the game's end. `next_seat`: whoever plays on."""
    number = state.turn.number
    final = state.final_turns_left
    if final is not None:
        final = max(0, final - 1)
    elif state.cards.a.pile == 0 and state.cards.b.pile == 0:
        final = 2
    a, b = state.chips.a, state.chips.b
    up_a, up_b = _turned_up(a, number), _turned_up(b, number)
    effects = state.effects
    if effects:
        effects = tuple(e for e in effects if e.until is None or e.until > number)
    ended = replace(
        state,
        turn=state.turn if final == 0 else _next_turn(state, next_seat),
        chips=state.chips if up_a is a and up_b is b else BySeat(up_a, up_b),
        effects=effects,
        final_turns_left=final,
        actions_used=0,
    )
    return full_time(ended) if final == 0 else ended


def _next_turn(state: State, next_seat: Seat | None) -> Turn:
    turn = state.turn
    must = turn.next_must
    if next_seat is None:
        seat = turn.whose
        scored = must == "kickoff" and state.setup.rulings.kickoff_after_goal == "scoring"
        next_seat = seat if scored else OTHER[seat]
    return Turn(
        turn.number + 1,
        next_seat,
        "kickoff" if must == "kickoff" else "actions",
        state.setup.numbers.actions,
        must,
        None,
        False,
        False,
        NONE_PLAYED,
    )


def _turned_up(chips: Chips, number: int) -> Chips:
    due = [p for p, chip in chips.items() if chip.flipped is not None and chip.flipped <= number]
    if not due:
        return chips
    return {**chips, **{player: Chip(chips[player].at) for player in due}}


def full_time(state: State) -> State:
    """The game is over after its last turn."""
    ended = replace(state, final_turns_left=0)
    return over(ended, "ended", Result(leader(state), "full_time"))


def over(state: State, status: str, result: Result | None) -> State:
    """The game is over: nothing is pending and nobody has to get ready."""
    return replace(
        state,
        status=status,
        turn=in_phase(state, "over"),
        roll=None,
        interception=None,
        free_move=None,
        reposition=None,
        ready=READY,
        result=result,
    )


def leader(state: State) -> Seat | None:
    """The seat with more goals; None when they are level."""
    score = state.score
    return None if score.a == score.b else max(SEATS, key=score.of)


def after_padlocks(state: State, placed: Padlocks) -> State:
    """After the padlocks: the card is drawn, or with an empty pile the turn ends."""
    seat = state.turn.whose
    if state.cards.of(seat).pile > 0:
        return replace(state, turn=in_phase(state, "draw"), padlocks=placed)
    return end_turn(replace(state, padlocks=placed))
