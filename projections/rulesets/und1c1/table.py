"""OBEYS: what each event does to the position. No rule is enforced: what happened, happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from events.event import Event
from projections.rulesets.und1c1.actions import (
    CaptainChosen,
    CardDiscarded,
    CardPlayed,
    CrossAttempted,
    DribbleAttempted,
    FreeMoveTaken,
    GameEnded,
    InterceptorChosen,
    KickOffTaken,
    LineupPlaced,
    PadlocksPlaced,
    PassAttempted,
    PlayerMoved,
    TackleAttempted,
    TractorMoved,
)
from projections.rulesets.und1c1.obeying import rolls, strategy_cards
from projections.rulesets.und1c1.obeying.adjusting import adjusted, settled, without_missing
from projections.rulesets.und1c1.obeying.moving import after_moves, set_down, stepped
from projections.rulesets.und1c1.obeying.turns import (
    after_padlocks,
    end_turn,
    in_phase,
    kept_pass,
    leader,
    over,
    put,
    spent,
    with_ball,
)
from projections.rulesets.und1c1.payloads.fields import RollKind
from projections.rulesets.und1c1.payloads.seats import OTHER, Seat, seated
from projections.rulesets.und1c1.position.chips import chip_of
from projections.rulesets.und1c1.position.penalty_area import left_behind, mended, overfull
from projections.rulesets.und1c1.position.sums import new_roll
from projections.rulesets.und1c1.state import (
    Chip,
    Padlocks,
    PlayerId,
    Reposition,
    Result,
    State,
    Turn,
    without_pending,
)

RESTING = frozenset({"setup", "kickoff_roll", "lineup", "over"})
"""Phases in which nobody has a turn: chips may be put somewhere, no action is played."""

ANSWERS_REOPEN = frozenset({"CaptainRerolled", "OutcomeRuled"})
"""These may still answer the roll that was just decided; any other event leaves it decided."""


def apply(state: State, event: Event) -> State:
    """The state after an event, read literally where the rules would not allow it."""
    obey = _OBEY.get(event.type)
    if obey is None:
        return state
    if state.reopen is not None and event.type not in ANSWERS_REOPEN:
        state = replace(state, reopen=None)
    after = obey(state, event)
    return mended(after) if after.crowded else after


def _line_up(state: State, event: Event) -> State:
    data: LineupPlaced = event.data
    seat = seated(event.seat) or data.players[0].player[0]
    known, squad = state.chips.of(seat), state.setup.squads[seat]
    chips = {
        placed.player: Chip(
            placed.at, known[placed.player].flipped if placed.player in known else None
        )
        for placed in data.players
        if placed.player in squad
    }
    state = without_missing(replace(state, chips=state.chips.but(seat, chips)))
    if state.turn.phase == "lineup":
        state = replace(state, ready=state.ready.but(seat, True))
    return settled(state)


def _captain_chosen(state: State, event: Event) -> State:
    data: CaptainChosen = event.data
    seat = seated(event.seat) or data.player[0]
    if data.player not in state.setup.players:
        return state
    captain = replace(state.captains.of(seat), player=data.player)
    return settled(replace(state, captains=state.captains.but(seat, captain)))


def _dice_rolled(state: State, event: Event) -> State:
    return rolls.dice_fell(state, event.seat, event.data, event.version)


def _captain_rerolled(state: State, event: Event) -> State:
    seat = seated(event.seat)
    return _closed(state if seat is None else rolls.reroll(state, seat))


def _outcome_ruled(state: State, event: Event) -> State:
    return _closed(rolls.ruled(state, event.data.outcome))


def _closed(state: State) -> State:
    return state if state.reopen is None else replace(state, reopen=None)


def _game_ended(state: State, event: Event) -> State:
    data: GameEnded = event.data
    winner: Seat | None = data.winner
    if winner is None and data.reason == "concession":
        winner = OTHER.get(event.seat or "")
    elif winner is None and data.reason == "time":
        winner = leader(state)
    status = "abandoned" if data.reason == "abandoned" else "ended"
    return over(state, status, Result(winner, data.reason))


def _opened(state: State, event: Event, player: PlayerId) -> tuple[State, Seat]:
    """The state in which an action is played, and by whom.

    Out of turn the turn before is ended; whatever was pending is dropped. In a resting phase, or
    when that turn was the last, the state stays at rest.
    """
    turn = state.turn
    named = seated(event.seat)
    if turn.phase == "actions" and (named is None or named == turn.seat):
        return state, named or player[0]
    if turn.phase not in RESTING:
        state = without_pending(state)
        if named is not None and named != turn.seat:
            state = end_turn(state, next_seat=named)
        if state.turn.phase != "over":
            turn = replace(state.turn, phase="actions", must=None)
            state = replace(state, turn=turn)
    return state, named or player[0]


def _kick_off(state: State, event: Event) -> State:
    data: KickOffTaken = event.data
    if data.taker not in state.setup.players or chip_of(state, data.receiver) is None:
        return state
    if state.turn.phase == "kickoff_roll":
        state = rolls.first_turn(state, seated(event.seat) or data.taker[0])
    state, _ = _opened(state, event, data.taker)
    if state.turn.phase in RESTING:
        return state
    return replace(
        state,
        turn=spent(state.turn),
        chips=put(state.chips, data.taker, data.at),
        ball=data.receiver,
        last_pass=kept_pass(state, data.receiver),
        actions_used=state.actions_used + 1,
    )


def _player_moved(state: State, event: Event) -> State:
    return _move(state, event, (event.data,))


def _group_moved(state: State, event: Event) -> State:
    return _move(state, event, event.data.moves)


def _move(state: State, event: Event, moves: Sequence[PlayerMoved]) -> State:
    """A single or group movement: costs one action, or one of the movements after a save."""
    players = state.setup.players
    for move in moves:
        if move.player not in players:
            return state
    if state.reposition is not None:
        if (seated(event.seat) or moves[0].player[0]) != state.reposition.by:
            return set_down(state, moves)
        after = stepped(state, moves)
        return _one_less(_told(state, after, state.reposition.moves_left == 1), state.reposition)
    state, _ = _opened(state, event, moves[0].player)
    if state.turn.phase in RESTING:
        return settled(set_down(state, moves))
    chips, padlocks = after_moves(state, moves)
    return replace(
        state,
        turn=spent(state.turn),
        chips=chips,
        padlocks=padlocks,
        actions_used=state.actions_used + 1,
    )


def _tractor_moved(state: State, event: Event) -> State:
    move: TractorMoved = event.data
    if move.player not in state.setup.players:
        return state
    if state.reposition is None:
        state, _ = _opened(state, event, move.player)
    if state.reposition is not None or state.turn.phase in RESTING:
        return settled(set_down(state, (move,)))
    turn = replace(state.turn, must=None, tractor_used=True)
    return replace(stepped(state, (move,)), turn=turn)


def _one_less(state: State, moves: Reposition) -> State:
    if moves.moves_left > 1:
        return replace(state, reposition=replace(moves, moves_left=moves.moves_left - 1))
    return _repositioned(state, moves)


def _repositioned(state: State, moves: Reposition) -> State:
    """The next coach repositions, or the turn goes to its end."""
    if moves.queue:
        following = Reposition(moves.queue[0], state.setup.numbers.reposition, moves.queue[1:])
        return replace(state, reposition=following)
    return replace(state, turn=in_phase(state, "end_turn"), reposition=None)


def _repositioning_done(state: State, event: Event) -> State:
    if state.reposition is None:
        return state
    return _repositioned(_told(state, state, through=True), state.reposition)


def _told(state: State, after: State, through: bool) -> State:
    """The state after a movement in the other coach's turn, with what its coach was told."""
    told = left_behind(state, after, through)
    return replace(after, crowded=(*after.crowded, *told)) if told else after


def _pass_attempted(state: State, event: Event) -> State:
    data: PassAttempted = event.data
    return _attempt(state, event, "pass", data.player, receiver=data.receiver)


def _cross_attempted(state: State, event: Event) -> State:
    data: CrossAttempted = event.data
    return _attempt(state, event, "cross", data.player, receiver=data.receiver)


def _tackle_attempted(state: State, event: Event) -> State:
    data: TackleAttempted = event.data
    return _attempt(state, event, "tackle", data.player, opponent=data.opponent)


def _dribble_attempted(state: State, event: Event) -> State:
    data: DribbleAttempted = event.data
    return _attempt(state, event, "dribble", data.player, opponent=data.opponent)


def _shot_attempted(state: State, event: Event) -> State:
    return _attempt(state, event, "shot", event.data.player)


def _attempt(
    state: State,
    event: Event,
    kind: RollKind,
    player: PlayerId,
    opponent: PlayerId | None = None,
    receiver: PlayerId | None = None,
) -> State:
    """An action that dice decide: spends one and awaits the roll."""
    for concerned in (player, opponent or receiver):
        if concerned is not None and chip_of(state, concerned) is None:
            return state
    state, seat = _opened(state, event, player)
    if state.turn.phase in RESTING:
        return state
    carrier = opponent if kind == "tackle" else player
    if state.ball != carrier:
        state = with_ball(state, carrier)
    roll = new_roll(state, kind, seat, player, opponent, receiver)
    turn = state.turn
    begun = Turn(
        turn.number,
        turn.seat,
        "roll",
        max(0, turn.actions_left - 1),
        None,
        turn.next_must,
        turn.tractor_used,
        turn.lost,
        turn.cards_played,
    )
    return replace(state, turn=begun, roll=roll, actions_used=state.actions_used + 1)


def _interceptor_chosen(state: State, event: Event) -> State:
    data: InterceptorChosen = event.data
    if chip_of(state, data.player) is None:
        return state
    state = with_ball(state, data.player)
    if state.interception is None:
        return state
    return replace(state, turn=in_phase(state, "end_turn"), interception=None)


def _free_move_taken(state: State, event: Event) -> State:
    data: FreeMoveTaken = event.data
    free = state.free_move
    if free is None:
        return state
    chips = state.chips if data.to is None else put(state.chips, free.player, data.to)
    after = _told(state, replace(state, chips=chips), through=True)
    return replace(after, turn=in_phase(state, free.then), free_move=None)


CLOSES = frozenset({"actions", "end_turn", "kickoff", "roll", "choose_interceptor", "free_move"})
"""Phases in which placing the padlocks ends the coach's actions."""


def _padlocks_placed(state: State, event: Event) -> State:
    data: PadlocksPlaced = event.data
    placed = Padlocks(data.white, data.black)
    if state.turn.phase not in CLOSES:
        return replace(state, padlocks=placed)
    state = without_pending(state)
    crowded = overfull(state)
    if crowded != state.crowded:
        state = replace(state, crowded=crowded)
    return after_padlocks(state, placed)


def _card_played(state: State, event: Event) -> State:
    seat = seated(event.seat) or state.turn.seat
    data: CardPlayed = event.data
    return state if seat is None else strategy_cards.card_played(state, seat, data)


def _card_discarded(state: State, event: Event) -> State:
    seat = seated(event.seat) or state.turn.seat
    data: CardDiscarded = event.data
    return state if seat is None else strategy_cards.card_discarded(state, seat, data)


def _cards_drawn(state: State, event: Event) -> State:
    return strategy_cards.cards_drawn(state, event.seat, event.data)


def _table_adjusted(state: State, event: Event) -> State:
    return adjusted(state, event.data)


_OBEY: dict[str, Callable[[State, Event], State]] = {
    "LineupPlaced": _line_up,
    "CaptainChosen": _captain_chosen,
    "DiceRolled": _dice_rolled,
    "CaptainRerolled": _captain_rerolled,
    "GameEnded": _game_ended,
    "KickOffTaken": _kick_off,
    "PlayerMoved": _player_moved,
    "GroupMoved": _group_moved,
    "TractorMoved": _tractor_moved,
    "PassAttempted": _pass_attempted,
    "CrossAttempted": _cross_attempted,
    "TackleAttempted": _tackle_attempted,
    "DribbleAttempted": _dribble_attempted,
    "ShotAttempted": _shot_attempted,
    "InterceptorChosen": _interceptor_chosen,
    "FreeMoveTaken": _free_move_taken,
    "RepositioningDone": _repositioning_done,
    "PadlocksPlaced": _padlocks_placed,
    "CardPlayed": _card_played,
    "CardDiscarded": _card_discarded,
    "CardsDrawn": _cards_drawn,
    "OutcomeRuled": _outcome_ruled,
    "TableAdjusted": _table_adjusted,
}
