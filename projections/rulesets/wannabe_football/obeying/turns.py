"""The course of play: starting and ending turns, dead balls, and acting out of turn."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from projections.rulesets.wannabe_football.board.zones import Zone, is_far
from projections.rulesets.wannabe_football.obeying.hands import cleared, excess, is_refilled
from projections.rulesets.wannabe_football.obeying.multi_deck import used_up, waiting
from projections.rulesets.wannabe_football.payloads.fields import RestartKind
from projections.rulesets.wannabe_football.setup import CardId, Seat
from projections.rulesets.wannabe_football.state import (
    HAND_LIMIT,
    Discard,
    Restart,
    State,
    Turn,
    mover,
    resting_place,
    top_card,
)

Slip = Literal["alternate", "not_drawn", "out_of_turn", "phase"]
"""How somebody who plays or passes was not the one to do so."""

ENDED_BY_NEXT = frozenset({"continue", "bonus", "discard"})
"""Phases in which the next seat may begin all the same; the turn is over by that."""


EXCHANGING = frozenset({"draw", "play", "continue"})
"""Phases of a turn in which England may exchange cards."""


def owner_of(state: State) -> Seat:
    """Whose turn it is; before the first turn the seat that starts, or the first."""
    return state.turn.seat or state.starter or state.setup.seats[0]


def start_turn(state: State, owner: Seat, actor: Seat) -> State:
    """The next turn begins, with a draw as long as there are cards. Source: One Round."""
    turn = _next_turn(state, owner, actor)
    return replace(state, turn=turn, pending=None, bonus_shot=False, played=0)


def _next_turn(state: State, owner: Seat, actor: Seat) -> Turn:
    return Turn(state.turn.number + 1, owner, actor, "draw" if state.deck > 0 else "play")


def end_turn(state: State, limit: bool = True) -> State:
    """The turn ends: too many cards are discarded first (if `limit`), then the next seat starts.

    After two passes in a row the ball is out of bounds. Sources: Pass, Double Pass.
    """
    setup = state.setup
    owner = state.turn.seat or owner_of(state)
    if limit:
        for seat in setup.partners[owner]:
            if state.hands[seat].count > HAND_LIMIT and (surplus := excess(state, seat)):
                return replace(
                    state,
                    turn=replace(state.turn, phase="discard"),
                    pending=Discard(seat, "limit", surplus),
                    bonus_shot=False,
                )
    following = setup.following[owner]
    if state.passes >= 2:
        spot = state.ball or resting_place(setup, top_card(state))
        return dead_ball(state, "out_of_bounds", following, following, spot=spot)
    return start_turn(state, following, following)


def dead_ball(
    state: State,
    kind: RestartKind,
    owner: Seat,
    actor: Seat,
    *,
    shot_ok: bool | None = None,
    spot: Zone | None = None,
) -> State:
    """The pitch is cleared, hands are refilled, `actor` restarts in the turn of `owner`.

    Unless `shot_ok` says so, a direct shot is allowed from a known spot in the far half only.
    Sources: Dead Ball, Free Kick.
    """
    hands, discards = cleared(state)
    if shot_ok is None:
        shot_ok = spot is not None and is_far(spot, state.setup.team[actor])
    turn = Turn(state.turn.number, owner, actor, "refill")
    return replace(
        state,
        turn=_next_turn(state, owner, actor) if is_refilled(state) else turn,
        hands=hands,
        pending=None,
        whistle=None,
        bonus_shot=False,
        played=0,
        passes=0,
        discards=discards,
        restart=Restart(kind, actor, shot_ok, spot),
        ball=None,
        pitch=(),
    )


def kick_off(state: State, starter: Seat) -> State:
    """The first turn begins; any card but a shot may be played. Source: Warming Up."""
    restart = Restart("kick_off", starter, shot_ok=False)
    return _restarted(replace(state, status="playing", restart=restart), starter, starter)


def _restarted(state: State, owner: Seat, actor: Seat) -> State:
    """A turn begins after a deal or a refill; with five cards in hand its card is drawn already."""
    begun = start_turn(state, owner, actor)
    if begun.hands[actor].count <= HAND_LIMIT:
        return begun
    return replace(begun, turn=replace(begun.turn, phase="play"))


def settled(state: State) -> State:
    """The state after what follows by itself: set-up complete, hands refilled, deck empty."""
    turn = state.turn
    if turn.phase == "draw":
        return state if state.deck > 0 else replace(state, turn=replace(turn, phase="play"))
    if turn.phase == "refill":
        owner = owner_of(state)
        return _restarted(state, owner, turn.actor or owner) if is_refilled(state) else state
    if turn.phase == "setup" and state.starter is not None:
        dealt = all(hand.count >= HAND_LIMIT for hand in state.hands.values())
        return kick_off(state, state.starter) if dealt else state
    return state


def has_just_ended(state: State, seat: Seat) -> bool:
    """Whether the turn before was that of the team of `seat`, and nobody has begun the next one.

    Then its "your turn" is what the rulebook invites it to say. Source: One Round.
    """
    turn = state.turn
    if turn.seat is None or state.setup.team[seat] == state.setup.team[turn.seat]:
        return False
    if turn.phase == "play":
        # without a draw a turn begins with a card
        begun = state.deck > 0 or state.played > 0
    else:
        begun = turn.phase not in ("draw", "refill")
    return not (begun or awaits_mate(state) or _is_first(state))


def _is_first(state: State) -> bool:
    restart = state.restart
    return restart is not None and restart.kind == "kick_off" and state.turn.number <= 1


def closes_whistle(state: State, seat: Seat) -> bool:
    """Whether what `seat` does lets a tackle of the other team go unseen. Source: The Whistle."""
    whistle = state.whistle
    team = state.setup.team
    return whistle is not None and team[whistle.seat] != team[seat]


def declined(state: State) -> State:
    """An extra card or free shot that was open when the next seat began was left out."""
    return end_turn(state) if state.turn.phase in ("continue", "bonus") else state


def undiscarded(state: State) -> State:
    """The discard that was due when the next seat began never came."""
    pending = state.pending
    if isinstance(pending, Discard) and pending.reason == "limit":
        return end_turn(state, limit=False)
    return state


def is_next(state: State, seat: Seat) -> bool:
    """Whether what `seat` begins now implies the end of the turn before."""
    if state.turn.phase not in ENDED_BY_NEXT:
        return False
    return state.setup.following[owner_of(state)] == seat


def implied_end(state: State, seat: Seat) -> State:
    """The state when `seat` draws, plays or passes: the turn before it is over by that."""
    return undiscarded(declined(state)) if is_next(state, seat) else state


def steps_in(state: State, seat: Seat, card: CardId | None) -> tuple[State, tuple[Slip, ...]]:
    """`seat` plays `card` (None: passes): the state in which it may, and what was irregular.

    Judged after an implied end of turn. Sources: One Round, Four Players.
    """
    turn = state.turn
    if seat == turn.actor and (turn.phase == "play" or _may_add(state, card)):
        return state, ()
    slips: tuple[Slip, ...] = ()
    if alternates(state, seat, card):
        slips = () if _took_over(state, seat) else ("alternate",)
        state = replace(state, turn=replace(turn, actor=seat))
        if turn.phase != "draw":
            return state, slips
    if state.turn.phase == "draw" and seat == state.turn.actor:
        return replace(state, turn=replace(state.turn, phase="play")), (*slips, "not_drawn")
    slip: Slip = "phase" if mover(state) in (seat, None) else "out_of_turn"
    return _taken_over(state, seat), (slip,)


def alternates(state: State, seat: Seat, card: CardId | None) -> bool:
    """Whether `seat` acts in place of its teammate, whose card it is. Source: Four Players."""
    turn = state.turn
    if not state.setup.four or turn.actor is None or state.setup.mate[turn.actor] != seat:
        return False
    if turn.phase == "continue":
        return card is not None
    return turn.phase in ("draw", "play") and awaits_mate(state)


def _took_over(state: State, seat: Seat) -> bool:
    """Whether `seat` turned over the Multi Card of its own star, so that it was told already."""
    last = state.multi.last
    return state.turn.phase == "continue" and last is not None and last.seat == seat


def draws_for_turn(state: State, seat: Seat) -> bool:
    """Whether a draw of this seat starts the turn: the actor's, or its mate's in its place."""
    if state.turn.phase != "draw":
        return False
    return seat == state.turn.actor or alternates(state, seat, None)


def awaits_mate(state: State) -> bool:
    """Whether the actor restarts because its teammate has just shot.

    Such a restart allows a direct shot; one that was handed on to the next seat does not.
    """
    restart = state.restart
    return (
        restart is not None
        and restart.kind in ("corner", "woodwork")
        and restart.seat == state.turn.actor
        and restart.shot_ok
    )


def _may_add(state: State, card: CardId | None) -> bool:
    """Whether the actor may lay a card after its star or its dribble."""
    if card is None:
        return False
    phase = state.turn.phase
    return phase == "continue" or (phase == "bonus" and state.setup.kinds[card] == "shot")


def _taken_over(state: State, seat: Seat) -> State:
    """Somebody acts although it is not due: what was pending is dropped, it is that seat's move."""
    team = state.setup.team
    owner = state.turn.seat
    keeps = owner is not None and team[owner] == team[seat]
    return replace(
        state,
        status="playing",
        turn=Turn(state.turn.number, owner if keeps else seat, seat, "play"),
        multi=used_up(state.multi, waiting(state.pending)),
        pending=None,
        bonus_shot=False,
        played=state.played if keeps else 0,
    )
