"""A foul that was given: the booking first, then the free kick or the penalty kick."""

from __future__ import annotations

from msgspec.structs import replace

from projections.rulesets.wannabe_football.board.zones import ABSOLUTE, OWN_BOX
from projections.rulesets.wannabe_football.obeying.hands import excess, refereed
from projections.rulesets.wannabe_football.obeying.turns import dead_ball
from projections.rulesets.wannabe_football.payloads.fields import Reason
from projections.rulesets.wannabe_football.setup import Seat
from projections.rulesets.wannabe_football.state import (
    Bookings,
    Check,
    Discard,
    Foul,
    State,
    WhistleCheck,
)

BOOKINGS = ("yellow", "red")


def foul_of(state: State, check: WhistleCheck, outcome: str) -> Foul:
    """Where the foul was and who takes the kick; in the tackler's own box it is a penalty."""
    offender = check.offender
    box = ABSOLUTE[state.setup.team[offender]][OWN_BOX]
    taker = state.setup.following[check.owner]
    return Foul(offender, taker, check.zone, outcome == "penalty" or check.zone == box)


def given(state: State, foul: Foul, outcome: str) -> State:
    """The state after the referee's decision, up to the discard that a booking costs."""
    if outcome == "yellow":
        booked, count, reason = _yellow(state, foul.seat)
    elif outcome == "red":
        booked, count, reason = _red(state, foul.seat)
    else:
        return kick_awarded(state, foul)
    if count == 0:
        return kick_awarded(booked, foul)
    return replace(
        booked,
        turn=replace(state.turn, phase="discard"),
        pending=Discard(foul.seat, reason, count, foul),
    )


def kick_awarded(state: State, foul: Foul) -> State:
    """The penalty or the free kick, once a booking is dealt with."""
    if foul.penalty:
        turn = replace(state.turn, seat=foul.taker, actor=foul.taker, phase="penalty")
        pending = Check("penalty", foul.taker)
        return replace(state, turn=turn, pending=pending, bonus_shot=False, played=0)
    return dead_ball(state, "free_kick", foul.taker, foul.taker, spot=foul.zone)


def _yellow(state: State, seat: Seat) -> tuple[State, int, Reason]:
    """A yellow card is exchanged for a Player Card; every second one turns into a red card."""
    bookings = state.bookings[seat]
    seen = Bookings(bookings.yellows + 1, bookings.reds)
    booked = replace(state, bookings={**state.bookings, seat: seen})
    hand = state.hands[seat]
    if seen.yellows % 2 == 0:
        without = {**state.hands, seat: refereed(hand, yellow=-1)}
        return _red(replace(booked, hands=without), seat)
    shown = replace(booked, hands={**state.hands, seat: refereed(hand, yellow=1)})
    return shown, min(1, len(hand.cards)), "yellow"


def _red(state: State, seat: Seat) -> tuple[State, int, Reason]:
    """A red card takes a place in the hand; what is then too much is discarded at once."""
    bookings = state.bookings[seat]
    shown = replace(
        state,
        bookings={**state.bookings, seat: Bookings(bookings.yellows, bookings.reds + 1)},
        hands={**state.hands, seat: refereed(state.hands[seat], red=1)},
    )
    return shown, excess(shown, seat), "red"
