"""TableAdjusted: any part of the position is set directly, in the order of this ruleset's text.

Whatever names a seat or a card that is not there is left out; in lists an unknown card counts as
one that nobody saw.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from projections.rulesets.wannabe_football.obeying.full_time import no_kicks
from projections.rulesets.wannabe_football.obeying.hands import excess, in_one_place
from projections.rulesets.wannabe_football.obeying.piles import (
    multi_cards,
    none_lost,
    player_cards,
    seen_cards,
)
from projections.rulesets.wannabe_football.obeying.turns import EXCHANGING, end_turn, owner_of
from projections.rulesets.wannabe_football.payloads.adjustment import (
    HandGiven,
    PendingGiven,
    PitchCardGiven,
    RestartGiven,
    ResultGiven,
    ShootoutGiven,
    TableAdjusted,
    TurnGiven,
    WhistleGiven,
)
from projections.rulesets.wannabe_football.payloads.fields import Phase, Status
from projections.rulesets.wannabe_football.setup import Seat, Setup
from projections.rulesets.wannabe_football.state import (
    Check,
    Discard,
    Exchange,
    Foul,
    Hand,
    Kick,
    Pending,
    PitchCard,
    Restart,
    Result,
    Resume,
    Shootout,
    State,
    Steal,
    Turn,
    Whistle,
    WhistleCheck,
    hand_of,
    resting_place,
    top_card,
)

V = TypeVar("V")


def adjusted(state: State, data: TableAdjusted) -> State:
    """The position as the table says it is."""
    before = state
    for part in _PARTS:
        state = part(state, data)
    state = none_lost(before, state, data)
    return state if data.hands is UNSET else _limit_kept(before, state)


def _limit_kept(before: State, state: State) -> State:
    """Cards too many that a hand no longer has need not be discarded any more."""
    pending = state.pending
    if pending is not before.pending or not isinstance(pending, Discard):
        return state
    if pending.reason != "limit":
        return state
    surplus = excess(state, pending.seat)
    return replace(state, pending=replace(pending, count=surplus)) if surplus else end_turn(state)


def _hands(state: State, data: TableAdjusted) -> State:
    hands, bookings = dict(state.hands), dict(state.bookings)
    for seat, given in _of_seats(state.setup, data.hands or {}):
        hands[seat] = _hand(state.setup, hands[seat], given)
    for seat, received in _of_seats(state.setup, data.bookings or {}):
        old = bookings[seat]
        bookings[seat] = replace(
            old,
            yellows=_either(received.yellows, old.yellows),
            reds=_either(received.reds, old.reds),
        )
    state = replace(state, hands=hands, bookings=bookings)
    for seat, _ in _of_seats(state.setup, data.hands or {}):
        state = in_one_place(state, state.hands[seat].cards, seat)
    return state


def _hand(setup: Setup, hand: Hand, given: HandGiven) -> Hand:
    cards = hand.cards if given.cards is UNSET else seen_cards(setup.player_cards, given.cards)
    return hand_of(cards, _either(given.yellow, hand.yellow), _either(given.red, hand.red))


def _pitch(state: State, data: TableAdjusted) -> State:
    if data.pitch is UNSET:
        return state
    pitch = _laid(state.setup, data.pitch)
    laid = replace(state, pitch=pitch, restart=None)
    laid = in_one_place(laid, tuple(entry.card for entry in pitch))
    return replace(laid, ball=resting_place(state.setup, top_card(laid)))


def _laid(setup: Setup, pitch: Sequence[PitchCardGiven]) -> tuple[PitchCard, ...]:
    return tuple(
        PitchCard(entry.card, entry.seat)
        for entry in pitch
        if entry.card in setup.player_cards and entry.seat in setup.team
    )


def _restart(state: State, data: TableAdjusted) -> State:
    given = data.restart
    if given is None:
        return replace(state, restart=None)
    if not isinstance(given, RestartGiven) or given.seat not in state.setup.team:
        return state
    restart = Restart(given.kind, given.seat, given.shot_ok, given.spot)
    return replace(state, restart=restart, ball=None)


def _counts(state: State, data: TableAdjusted) -> State:
    return replace(
        state,
        ball=_either(data.ball, state.ball),
        passes=_either(data.passes, state.passes),
        pass_run=_either(data.pass_run, state.pass_run),
        starter=_seat_or_none(state, data.starter, state.starter),
        bonus_shot=_either(data.bonus_shot, state.bonus_shot),
        score=_merged(state.score, data.score or {}),
        side_used=_merged(state.side_used, data.side_used or {}),
        sides=_merged(state.sides, data.sides or {}),
    )


def _seat_or_none(state: State, given: object, present: Seat | None) -> Seat | None:
    if given is None or (isinstance(given, str) and given in state.setup.team):
        return given
    return present


def _outcome(state: State, data: TableAdjusted) -> State:
    result, shootout = state.result, state.shootout
    if data.result is None or isinstance(data.result, ResultGiven):
        result = _result(state, data.result)
    if data.shootout is None or isinstance(data.shootout, ShootoutGiven):
        shootout = _shootout(state, data.shootout)
    return replace(state, result=result, shootout=shootout)


def _result(state: State, given: ResultGiven | None) -> Result | None:
    if given is None:
        return None
    if given.winner is not None and given.winner not in state.setup.team:
        return state.result
    winner = given.winner and state.setup.team[given.winner]
    kicks = None if given.shootout is None else _merged({"1": 0, "2": 0}, given.shootout)
    return Result(winner, given.reason, kicks)


def _shootout(state: State, given: ShootoutGiven | None) -> Shootout | None:
    if given is None:
        return None
    team = state.setup.team
    kicks = tuple(Kick(kick.seat, kick.goal) for kick in given.kicks if kick.seat in team)
    return Shootout(kicks, _merged({"1": 0, "2": 0}, given.score))


def _turn(state: State, data: TableAdjusted) -> State:
    given = data.turn
    if not isinstance(given, TurnGiven):
        return state
    turn = replace(state.turn, number=_either(given.number, state.turn.number))
    seat = _seat_or_none(state, given.seat, None)
    if seat is not None:
        turn = replace(turn, seat=seat, actor=seat)
    turn = replace(turn, actor=_seat_or_none(state, given.actor, turn.actor))
    state = replace(state, turn=turn)
    if given.phase is UNSET:
        return state
    cleared = state if data.result is not UNSET else replace(state, result=None)
    return _in_phase(replace(cleared, pending=None), given.phase)


def _in_phase(state: State, phase: Phase) -> State:
    """The phase with its status, its seats and, where these say enough, what it waits for.

    Where they do not, or nobody holds a card to be taken, it reads as `play`.
    """
    phase = "play" if phase in ("discard", "whistle", "exchange") else phase
    state = _seated(state, phase)
    actor = state.turn.actor
    if actor is None:
        return state
    if phase == "star" or phase == "shot" or phase == "penalty" or phase == "shootout":
        shootout = state.shootout or (no_kicks() if phase == "shootout" else None)
        return replace(state, pending=Check(phase, actor), shootout=shootout)
    if phase == "steal":
        held = any(state.hands[seat].cards for seat in state.setup.opponents[actor])
        return replace(state, pending=Steal(actor)) if held else _seated(state, "play")
    return state


def _seated(state: State, phase: Phase) -> State:
    """The turn in a phase, with a seat in every phase that needs one."""
    if phase in ("setup", "over"):
        status: Status = "setup" if phase == "setup" else "ended"
        return replace(state, status=status, turn=replace(state.turn, phase=phase))
    owner = owner_of(state)
    turn = Turn(state.turn.number, owner, state.turn.actor or owner, phase)
    return replace(state, status="playing", turn=turn)


def _status(state: State, data: TableAdjusted) -> State:
    return replace(state, status=_either(data.status, state.status))


def _whistle(state: State, data: TableAdjusted) -> State:
    given = data.whistle
    if given is None:
        return replace(state, whistle=None)
    if not isinstance(given, WhistleGiven):
        return state
    setup = state.setup
    owner = given.owner or given.seat
    if given.seat not in setup.team or owner not in setup.team:
        return state
    if given.card not in setup.player_cards:
        return state
    zone = given.zone or setup.starts[given.seat][given.card]
    return replace(state, whistle=Whistle(given.seat, given.card, owner, zone))


def _pending(state: State, data: TableAdjusted) -> State:
    given = data.pending
    if not isinstance(given, PendingGiven) or given.seat not in state.setup.team:
        return state
    pending = _awaited(state, given)
    if pending is None:
        return state
    if pending.kind == "shootout" and state.shootout is None:
        state = replace(state, shootout=no_kicks())
    cleared = state if data.result is not UNSET else replace(state, result=None)
    return replace(_seated(cleared, pending.kind), pending=pending)


def _awaited(state: State, given: PendingGiven) -> Pending | None:
    """What the table waits for; None when a tackle that was called is not fully told."""
    seat = given.seat
    kind = given.kind
    if kind == "whistle":
        return _called(state, given)
    if kind == "steal":
        return Steal(seat)
    if kind == "discard":
        return Discard(seat, given.reason, given.count, _foul(state.setup, given))
    if kind == "exchange":
        return Exchange(seat, given.count, _going_on(state))
    return Check(kind, seat, given.drawn)


def _called(state: State, given: PendingGiven) -> WhistleCheck | None:
    setup = state.setup
    offender, card = given.offender, given.card
    if offender not in setup.team or card not in setup.player_cards:
        return None
    zone = given.zone or setup.starts[offender][card]
    resume = Resume("play" if state.deck == 0 else "draw", None)
    return WhistleCheck(
        given.seat, given.drawn, offender, card, zone, owner=offender, resume=resume
    )


def _going_on(state: State) -> Phase:
    """The phase that an exchange interrupts."""
    return state.turn.phase if state.turn.phase in EXCHANGING else "play"


def _foul(setup: Setup, given: PendingGiven) -> Foul | None:
    foul = given.foul
    if given.reason not in ("yellow", "red") or foul is None:
        return None
    if foul.seat not in setup.team or foul.taker not in setup.team:
        return None
    return Foul(foul.seat, foul.taker, foul.zone, foul.penalty)


def _of_seats(setup: Setup, given: Mapping[Seat, V]) -> list[tuple[Seat, V]]:
    return [(seat, value) for seat, value in given.items() if seat in setup.team]


def _merged(present: Mapping[str, V], given: Mapping[str, V]) -> Mapping[str, V]:
    """`present` with what is given for the keys that it has."""
    return {**present, **{key: value for key, value in given.items() if key in present}}


def _either(given: object, present: V) -> V:
    """What is given, unless it is absent."""
    return present if given is UNSET else given  # type: ignore[return-value]


_PARTS: Sequence[Callable[[State, TableAdjusted], State]] = (
    _hands,
    _pitch,
    _restart,
    _counts,
    _outcome,
    player_cards,
    multi_cards,
    _turn,
    _status,
    _whistle,
    _pending,
)
