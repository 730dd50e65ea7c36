"""TableAdjusted: sets any part of the position and leaves somebody to act."""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from projections.rulesets.und1c1.obeying.strategy_cards import entry_of
from projections.rulesets.und1c1.obeying.turns import in_phase, kept_pass
from projections.rulesets.und1c1.payloads.adjustment import (
    SetCaptain,
    SetEffect,
    SetPending,
    SetPile,
    SetTurn,
    TableAdjusted,
)
from projections.rulesets.und1c1.payloads.seats import SEATS, BySeat, Seat
from projections.rulesets.und1c1.position.chips import chip_of, is_goalkeeper
from projections.rulesets.und1c1.position.sums import ONE_DIE, awaited_seats, modifiers, target_of
from projections.rulesets.und1c1.state import (
    KICKOFF_ROLL,
    NOT_READY,
    OFF_PITCH,
    READY,
    STATUS_OF,
    Captain,
    Cards,
    Chip,
    Effect,
    FreeMove,
    Interception,
    Pending,
    Reposition,
    Result,
    Roll,
    State,
    Turn,
    pending_of,
    without_pending,
)

T = TypeVar("T")
S = TypeVar("S", bound=Struct)

_NEEDS: dict[str, type[Struct]] = {
    "kickoff_roll": Roll,
    "roll": Roll,
    "choose_interceptor": Interception,
    "free_move": FreeMove,
    "reposition": Reposition,
}
"""What is pending in a phase that needs something pending."""


def adjusted(state: State, data: TableAdjusted) -> State:
    """The state as the table sets it: what is named is set, what is not named stays."""
    if data.clear:
        state = replace(without_pending(state), chips=BySeat({}, {}), ball=None, padlocks=OFF_PITCH)
    state = _with_turn(state, data)
    state = _with_chips(state, data)
    state = replace(
        state,
        score=_merged(state.score, data.score),
        padlocks=_merged(state.padlocks, data.padlocks),
        captains=_with_captains(state, data),
        final_turns_left=_set(state.final_turns_left, data.final_turns_left),
    )
    state = _with_cards(state, data)
    state = _with_pending(state, data)
    return _acting(_with_end(state, data))


def _set(known: T, value: T | UnsetType) -> T:
    return known if isinstance(value, UnsetType) else value


def _merged(known: S, value: Struct | UnsetType) -> S:
    """`known` with the fields that `value` names."""
    if isinstance(value, UnsetType):
        return known
    named = {f: v for f in value.__struct_fields__ if (v := getattr(value, f)) is not UNSET}
    return replace(known, **named)


def _with_turn(state: State, data: TableAdjusted) -> State:
    if isinstance(data.turn, UnsetType):
        return state
    named: SetTurn = data.turn
    turn: Turn = _merged(state.turn, named)
    played = _merged(state.turn.cards_played, named.cards_played)
    if named.phase == "actions" and named.actions_left is UNSET:
        turn = replace(turn, actions_left=state.setup.numbers.actions)
    return replace(state, turn=replace(turn, cards_played=played))


def _with_chips(state: State, data: TableAdjusted) -> State:
    chips = {seat: dict(state.chips.of(seat)) for seat in SEATS}
    for player, chip in {} if isinstance(data.players, UnsetType) else data.players.items():
        if chip is None:
            chips[player[0]].pop(player, None)
        elif player in state.setup.players:
            chips[player[0]][player] = Chip(chip.at, chip.flipped)
    state = replace(state, chips=BySeat(chips["a"], chips["b"]))
    ball = _set(state.ball, data.ball)
    if ball is not None and chip_of(state, ball) is None:
        ball = None
    return replace(state, ball=ball, last_pass=kept_pass(state, ball))


def _with_captains(state: State, data: TableAdjusted) -> BySeat[Captain]:
    captains = state.captains
    for seat in SEATS:
        named = UNSET if isinstance(data.captains, UnsetType) else getattr(data.captains, seat)
        if isinstance(named, SetCaptain):
            if named.player not in (None, UNSET) and named.player not in state.setup.squads[seat]:
                named = replace(named, player=UNSET)
            captains = captains.but(seat, _merged(captains.of(seat), named))
    return captains


def _with_cards(state: State, data: TableAdjusted) -> State:
    cards, effects = state.cards, state.effects
    for seat in SEATS:
        named = UNSET if isinstance(data.cards, UnsetType) else getattr(data.cards, seat)
        if isinstance(named, SetPile):
            cards = cards.but(seat, _pile(cards.of(seat), named))
            if named.in_play is not UNSET:
                others = tuple(e for e in effects if e.seat != seat or e.lasts != "game")
                effects = others + _permanents(state, seat, cards.of(seat))
    if not isinstance(data.effects, UnsetType):
        effects = tuple(map(_effect, data.effects))
    return replace(state, cards=cards, effects=effects)


def _pile(known: Cards, named: SetPile) -> Cards:
    lists = {
        field: tuple(value)
        for field in ("hand", "in_play", "discard")
        if (value := getattr(named, field)) is not UNSET
    }
    return replace(known, pile=_set(known.pile, named.pile), **lists)


def _permanents(state: State, seat: Seat, cards: Cards) -> tuple[Effect, ...]:
    known = (state.setup.cards[c] for c in cards.in_play if c in state.setup.cards)
    return tuple(entry_of(state, seat, card, None) for card in known if card.lasts == "game")


def _effect(named: SetEffect) -> Effect:
    return Effect(named.seat, named.card, named.player, named.lasts, named.until)


def _names_phase(data: TableAdjusted) -> bool:
    return not isinstance(data.turn, UnsetType) and data.turn.phase is not UNSET


def _with_pending(state: State, data: TableAdjusted) -> State:
    named = data.pending
    if isinstance(named, UnsetType):
        return without_pending(state) if _names_phase(data) else without_missing(state)
    state = without_pending(state)
    if named is None:
        return state
    pending = _pending(state, named)
    if pending is None:
        return state
    return without_missing(replace(state, **{_FIELD[type(pending)]: pending}))


_FIELD: dict[type[Struct], str] = {
    Roll: "roll",
    Interception: "interception",
    FreeMove: "free_move",
    Reposition: "reposition",
}


def _pending(state: State, named: SetPending) -> Pending | None:
    by = named.by or state.turn.whose
    match named.kind:
        case "interception":
            rivals = tuple(player for player in named.candidates if player[0] != by)
            return Interception(by, rivals)
        case "free_move":
            mover = named.player
            return None if mover is None else FreeMove(by, mover, named.range, named.then)
        case "reposition":
            return Reposition(by, named.moves_left, tuple(named.queue))
        case kind:
            return _roll(state, named, kind, by)


def _roll(state: State, named: SetPending, kind: Any, by: Seat) -> Roll:
    actor = None if kind == "kickoff" else by
    added = modifiers(state, kind, actor, named.player, named.opponent)
    target = None
    if kind in ONE_DIE:
        computed = target_of(state, by, named.player, named.receiver)
        target = computed if named.target is None else named.target
    given = named.modifiers
    return Roll(
        kind,
        actor,
        named.player,
        named.opponent,
        named.receiver,
        target,
        added if given is None else BySeat(given.a, given.b),
        BySeat(named.rolls.a, named.rolls.b),
        BySeat(named.rerolled.a, named.rerolled.b),
        named.draws,
        named.responded,
    )


def without_missing(state: State) -> State:
    """The state without a ball, roll, choice or free move of chips that are not on the pitch."""

    def missing(player: str | None) -> bool:
        return player is not None and chip_of(state, player) is None

    if missing(state.ball):
        state = replace(state, ball=None, last_pass=None)
    roll, free, choice = state.roll, state.free_move, state.interception
    if roll is not None:
        if missing(roll.opponent) and is_goalkeeper(state, roll.opponent or ""):
            roll = replace(roll, opponent=None)
            state = replace(state, roll=roll)
        if missing(roll.player) or missing(roll.receiver) or missing(roll.opponent):
            return _dropped(state)
    if free is not None and missing(free.player):
        return _dropped(state)
    if choice is not None and any(map(missing, choice.candidates)):
        left = tuple(player for player in choice.candidates if not missing(player))
        return replace(state, interception=replace(choice, candidates=left))
    return state


def _dropped(state: State) -> State:
    return replace(without_pending(state), turn=in_phase(state, "actions"))


def _with_end(state: State, data: TableAdjusted) -> State:
    """Status, readiness and result, which follow the phase where they are not named."""
    phase_named = _names_phase(data)
    if data.status in ("ended", "abandoned") and not phase_named:
        state = replace(state, turn=in_phase(state, "over"))
    status = STATUS_OF[state.turn.phase]
    ready = state.ready
    if state.turn.phase == "over":
        status = "abandoned" if _abandoned(state, data, phase_named) else "ended"
    if phase_named:
        ready = NOT_READY if state.turn.phase in ("lineup", "setup") else READY
    ready = _merged(ready, data.ready)
    result = state.result if state.turn.phase == "over" else None
    if not isinstance(data.result, UnsetType):
        named = data.result
        result = None if named is None else Result(named.winner, named.reason)
    return replace(state, status=status, ready=ready, result=result)


def _abandoned(state: State, data: TableAdjusted, phase_named: bool) -> bool:
    if data.status is not UNSET or phase_named:
        return data.status == "abandoned"
    return state.status == "abandoned"


def _acting(state: State) -> State:
    """Leaves no phase without what it needs and nobody without a turn."""
    turn = state.turn
    pending, needed = pending_of(state), _NEEDS.get(turn.phase)
    fits = needed is not None and isinstance(pending, needed) and _can_be_answered(state, pending)
    if isinstance(pending, Roll):
        fits = fits and (pending.kind == "kickoff") == (turn.phase == "kickoff_roll")
    if not fits:
        state = without_pending(state)
        if turn.phase == "kickoff_roll":
            state = replace(state, roll=KICKOFF_ROLL)
        elif needed is not None:
            state = replace(state, turn=in_phase(state, "actions"))
    turn = state.turn
    if state.status == "playing":
        turn = replace(turn, seat=turn.whose, number=turn.number or 1)
        state = replace(state, turn=turn)
    return settled(_to_kick_off(state) if turn.phase == "kickoff" else state)


def _to_kick_off(state: State) -> State:
    """A kick-off is the first action of its turn."""
    left = state.turn.actions_left or state.setup.numbers.actions
    turn = replace(state.turn, actions_left=left, must="kickoff", tractor_used=False)
    return replace(state, turn=turn)


def _can_be_answered(state: State, pending: Pending | None) -> bool:
    if isinstance(pending, Interception):
        return bool(pending.candidates)
    if isinstance(pending, FreeMove):
        return chip_of(state, pending.player) is not None
    if isinstance(pending, Roll):
        return bool(awaited_seats(pending))
    return True


def settled(state: State) -> State:
    """`setup` and `lineup` go on to the next phase when both coaches are ready."""
    if state.turn.phase == "setup":
        ready = BySeat(_prepared(state, "a"), _prepared(state, "b"))
        state = replace(state, ready=ready)
        if ready == READY:
            return replace(state, turn=in_phase(state, "kickoff_roll"), roll=KICKOFF_ROLL)
    elif state.turn.phase == "lineup" and state.ready == READY:
        return replace(state, turn=in_phase(state, "end_turn"))
    return state


def _prepared(state: State, seat: Seat) -> bool:
    return bool(state.chips.of(seat)) and state.captains.of(seat).player is not None
