"""The course of the game: drawing, the reveal of the bids, turns, rounds, victory."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from projections.kit.ruleset import Seat
from projections.rulesets.undaunted_2200.creation import full_draws
from projections.rulesets.undaunted_2200.obeying.piles import lay_down, shown
from projections.rulesets.undaunted_2200.payloads.fields import Side
from projections.rulesets.undaunted_2200.setup import ENEMY
from projections.rulesets.undaunted_2200.state import (
    Pending,
    Result,
    SeatState,
    SideState,
    State,
    Turn,
)


def ended(state: State, result: Result) -> State:
    """The game is over; bids that are still face down are discarded."""
    seats, sides = _bids_discarded(state)
    return replace(
        turned_up(state),
        seats=seats,
        sides=sides,
        status="abandoned" if result.reason == "abandoned" else "ended",
        turn=Turn(state.turn.number, None, "over", (), {}, {}),
        result=result,
        pending=None,
    )


def pay(state: State, side: Side, cubes: int) -> State:
    """Cubes leave a side's supply, not more than it has; the last one wins the game at once."""
    own = state.sides[side]
    paid = min(cubes, own.vp_supply)
    if paid <= 0:
        return state
    left = replace(own, vp_supply=own.vp_supply - paid)
    state = replace(state, sides={**state.sides, side: left})
    return state if left.vp_supply else ended(state, Result(side, "vp"))


def spend(state: State, side: Side, cubes: int) -> State:
    """Cubes go from a side's supply to the box, not more than it has."""
    own = state.sides[side]
    paid = max(min(cubes, own.vp_supply), 0)
    spent = replace(own, vp_spent=own.vp_spent + paid)
    return pay(replace(state, sides={**state.sides, side: spent}), side, paid)


def give_back(state: State, side: Side, cubes: int) -> State:
    """Cubes return to a side's supply."""
    own = state.sides[side]
    more = replace(own, vp_supply=own.vp_supply + cubes)
    return replace(state, sides={**state.sides, side: more})


def finish(state: State, pending: Pending | None) -> State:
    """The position with that card being resolved, or none when nothing of it is due."""
    return replace(state, pending=None if pending is None or pending.done else pending)


def settled(state: State) -> State:
    """The position, without a card being resolved when nothing of it is due any more."""
    pending = state.pending
    return replace(state, pending=None) if pending is not None and pending.done else state


def begin_draws(state: State) -> State:
    """The drawing of a round begins."""
    draws = full_draws(state.setup, state.sides)
    return settle_draws(state, Turn(state.turn.number, None, "draw", (), draws, {}), state.seats)


def settle_draws(state: State, turn: Turn, seats: dict[Seat, SeatState]) -> State:
    """The position with that turn in phase draw, or beyond it when no seat can draw any more."""
    draws = turn.draws
    due = False
    for seat, left in draws.items():
        if left and _exhausted(seats[seat]):
            draws = {**draws, seat: 0}
        elif left:
            due = True
    if due:
        turn = turn if draws is turn.draws else replace(turn, draws=draws)
        return replace(state, turn=turn, seats=seats)
    bidding = Turn(turn.number, None, "bid", (), {}, turn.bids)
    state = replace(state, turn=bidding, seats=seats)
    return state if bidders(state) else reveal(state)


def settle_pending_draw(state: State) -> State:
    """Ends a draw of the card being resolved when nothing is left to draw."""
    pending = state.pending
    draw = pending.draw if pending else None
    if pending is None or draw is None:
        return state
    if draw.left > 0 and not _exhausted(state.seats[draw.seat]):
        return state
    return finish(state, replace(pending, draw=None))


def _exhausted(own: SeatState) -> bool:
    return own.deck.count == 0 and not own.discard


def bidders(state: State) -> list[Seat]:
    """The commanders, in seat order, who have cards and have not bid. Source: Initiative."""
    bids, seats = state.turn.bids, state.seats
    return [
        seat
        for side in state.sides.values()
        if (seat := side.commander) not in bids and seats[seat].hand
    ]


def reveal(state: State) -> State:
    """The higher bid takes the initiative; a tie changes nothing."""
    return take_turns(state, winner(state, state.turn.bids))


def winner(state: State, bids: Mapping[Seat, str | None]) -> Side:
    """The side that those bids give the initiative; a side without a bid loses to one that has.

    A bid that nobody saw counts as 0.
    """
    setup, holder = state.setup, state.initiative
    best: dict[Side, int] = {}
    for seat, card in bids.items():
        side, value = setup.side_of[seat], setup.initiative.get(card or "", 0)
        if value > best.get(side, -1):
            best[side] = value
    other = ENEMY[holder]
    return other if best.get(other, -1) > best.get(holder, -1) else holder


def take_turns(state: State, first: Side) -> State:
    """The bids are discarded and the players' turns begin, those of `first` leading."""
    seats, sides = _bids_discarded(state)
    order = order_of(state, first)
    return replace(
        state,
        turn=Turn(state.turn.number, order[0], "turn", order, {}, {}),
        initiative=first,
        seats=seats,
        sides=sides,
        face_down=(),
        revealed=state.revealed + state.face_down,
    )


def _bids_discarded(state: State) -> tuple[dict[Seat, SeatState], dict[Side, SideState]]:
    seats, sides = state.seats.copy(), state.sides
    for seat, card in state.turn.bids.items():
        sides = lay_down(state, seats, sides, seat, (card,))
    return seats, sides


def turned_up(state: State) -> State:
    """No bid is secret any more."""
    if not state.face_down:
        return state
    return replace(state, face_down=(), revealed=state.revealed + state.face_down)


def order_of(state: State, first: Side) -> tuple[Seat, ...]:
    """The seats of a round: both commanders, then their teammates, `first` leading each time."""
    setup = state.setup
    commanders = state.sides[first].commander, state.sides[ENEMY[first]].commander
    found = setup.orders.get(commanders)
    if found is None:
        mates = [mate for seat in commanders if (mate := setup.mate[seat]) is not None]
        found = setup.orders[commanders] = (*commanders, *mates)
    return found


def end_turn(state: State, seat: Seat, named: list[str]) -> State:
    """A seat's hand and play area are discarded; the next seat acts, or the next round begins."""
    own = state.seats[seat]
    if named:
        own = shown(own, named)
    seats = state.seats.copy()
    seats[seat] = replace(own, hand=(), play=())
    sides = lay_down(state, seats, state.sides, seat, own.hand + own.play)
    if state.turn.phase == "turn" and seat == state.turn.seat:
        return _next_turn(state, seats, sides)
    return replace(state, pending=None, seats=seats, sides=sides)


def _next_turn(state: State, seats: dict[Seat, SeatState], sides: dict[Side, SideState]) -> State:
    """The seat after the active one acts; after the last the next round begins."""
    turn = state.turn
    order = turn.order
    at = order.index(turn.seat) + 1 if turn.seat in order else len(order)
    if at < len(order):
        turn = Turn(turn.number, order[at], "turn", order, turn.draws, turn.bids)
        return replace(state, pending=None, seats=seats, sides=sides, turn=turn)
    if state.setup.four:
        sides = {side: replace(s, commander=s.commander_next) for side, s in sides.items()}
    state = replace(state, pending=None, sides=sides)
    draws = full_draws(state.setup, sides)
    return settle_draws(state, Turn(turn.number + 1, None, "draw", (), draws, {}), seats)
