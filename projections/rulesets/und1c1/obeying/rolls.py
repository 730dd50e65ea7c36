"""What a roll decides: passes and crosses, duels, shots and headers, the kick-off."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from projections.rulesets.und1c1.actions import DiceRolled
from projections.rulesets.und1c1.obeying.turns import full_time, in_phase, kept_pass
from projections.rulesets.und1c1.payloads.seats import OTHER, BySeat, Seat
from projections.rulesets.und1c1.position.chips import (
    chip_of,
    closest_opponents,
    has,
    keeper_of,
    place_of,
)
from projections.rulesets.und1c1.position.sums import (
    ONE_DIE,
    chance,
    counting,
    has_fallen,
    new_roll,
    outcome_of,
    side_of_roll,
)
from projections.rulesets.und1c1.state import (
    NO_ROLLS,
    NONE_PLAYED,
    NOT_READY,
    NOT_REROLLED,
    OFF_PITCH,
    Chip,
    Chips,
    FreeMove,
    Interception,
    LastPass,
    PlayerId,
    Reopen,
    Reposition,
    Roll,
    State,
    Turn,
)

ROLLING = frozenset({"roll", "kickoff_roll"})


def whose_die(state: State, seat: str | None, data: DiceRolled, index: int) -> Seat:
    """Whose roll a die of the event is: one die is its roller's, of two each is its holder's."""
    if len(data.dice) == 1 and (seat == "a" or seat == "b"):
        return seat
    return state.setup.holder[data.dice[index].die]


def with_dice(state: State, seat: str | None, data: DiceRolled) -> Roll | None:
    """The pending roll with the dice that it awaited; None when it awaited none of them."""
    roll = state.roll
    if roll is None:
        return None
    rolls = roll.rolls
    for index, die in enumerate(data.dice):
        whose = whose_die(state, seat, data, index)
        if rolls.of(whose) is None and (whose == roll.by or roll.kind not in ONE_DIE):
            rolls = rolls.but(whose, die.face)
    return None if rolls is roll.rolls else replace(roll, rolls=rolls)


def dice_fell(state: State, seat: str | None, data: DiceRolled, version: int) -> State:
    """The dice fall; when none is missing any more the roll is decided or drawn."""
    roll = with_dice(state, seat, data)
    if roll is None:
        return state
    fallen = replace(state, roll=roll)
    if not has_fallen(roll):
        return fallen
    won = outcome_of(fallen, roll)
    after = drawn(fallen, roll) if won is None else decided(fallen, roll, won)
    return replace(after, reopen=Reopen(fallen, version))


def drawn(state: State, roll: Roll) -> State:
    """A draw: both dice are rolled again."""
    again = replace(roll, rolls=NO_ROLLS, rerolled=NOT_REROLLED, draws=roll.draws + 1)
    return replace(state, roll=again)


def decided(state: State, roll: Roll, won: bool) -> State:
    """The consequences of a roll that `by` (`a` at the kick-off) won or lost."""
    return _CONSEQUENCES[roll.kind](state, roll, won)


class Answer(Struct, frozen=True):
    """A roll that the table decided itself: the state it stood in, and who won (None: void)."""

    state: State
    roll: Roll
    won: bool | None
    reopened: bool


_WORDS: dict[str, dict[str, bool | None]] = {
    "kickoff": {"a": True, "b": False},
    "pass": {"success": True, "failure": False, "void": None},
    "cross": {"success": True, "failure": False, "void": None},
    "tackle": {"won": True, "lost": False, "void": None},
    "dribble": {"won": True, "lost": False, "void": None},
    "shot": {"goal": True, "saved": False, "void": None},
    "header": {"goal": True, "saved": False, "void": None},
}


def outcome_word(kind: str, won: bool) -> str:
    """The word for an outcome of that kind of roll: `success`, `lost`, `goal`, ..."""
    return next(word for word, value in _WORDS[kind].items() if value is won)


def answered(state: State, outcome: str) -> Answer | None:
    """The roll that a ruled outcome answers: the pending one, else the one just decided."""
    if state.roll is not None and outcome in _WORDS[state.roll.kind]:
        return Answer(state, state.roll, _WORDS[state.roll.kind][outcome], False)
    reopened = state.reopen.state if state.reopen is not None else None
    if reopened is not None and reopened.roll is not None:
        words = _WORDS[reopened.roll.kind]
        if outcome in words:
            return Answer(reopened, reopened.roll, words[outcome], True)
    return None


def ruled(state: State, outcome: str) -> State:
    """The table decides a roll; nothing to answer changes nothing."""
    answer = answered(state, outcome)
    if answer is None:
        return state
    if answer.won is None:
        return replace(answer.state, roll=None, turn=in_phase(answer.state, "actions"))
    return decided(answer.state, answer.roll, answer.won)


def rerollable(state: State, seat: Seat) -> tuple[State, Roll] | None:
    """The state in which the coach's die lies that may be rolled again, and its roll.

    Either his die has fallen and the other is awaited, or the last event completed the roll.
    """
    reopened = state.reopen.state if state.reopen is not None else state
    for lying in (state, reopened):
        if lying.roll is not None and lying.roll.rolls.of(seat) is not None:
            return lying, lying.roll
    return None


def reroll(state: State, seat: Seat) -> State:
    """The captain's re-roll: that coach's die is awaited again; nothing to repeat, no change."""
    lying = rerollable(state, seat)
    if lying is None:
        return state
    before, roll = lying
    again = replace(roll, rolls=roll.rolls.but(seat, None), rerolled=roll.rerolled.but(seat, True))
    captain = before.captains.of(seat)
    left = replace(captain, rerolls_left=max(0, captain.rerolls_left - 1))
    return replace(before, roll=again, captains=before.captains.but(seat, left))


def _kicked_off(state: State, roll: Roll, won: bool) -> State:
    return first_turn(state, "a" if won else "b")


def first_turn(state: State, seat: Seat) -> State:
    """That coach is to kick off: the game begins."""
    turn = Turn(
        1,
        seat,
        "kickoff",
        state.setup.numbers.actions,
        "kickoff",
        None,
        False,
        False,
        NONE_PLAYED,
    )
    return replace(state, status="playing", turn=turn, roll=None)


def _passed(state: State, roll: Roll, won: bool) -> State:
    return _arrived(state, roll) if won else _failed(state, roll)


def _arrived(state: State, roll: Roll) -> State:
    passer, receiver = roll.player, roll.receiver
    if passer is None or receiver is None:
        return replace(state, roll=None, turn=in_phase(state, "actions"))
    state = replace(state, ball=receiver, last_pass=LastPass(passer, receiver))
    state = _luck_used(state, roll, goes_on=True)
    if roll.kind == "pass":
        return replace(state, roll=None, turn=in_phase(state, "actions"))
    return replace(state, roll=new_roll(state, "header", roll.first, receiver))


def _failed(state: State, roll: Roll) -> State:
    seat = roll.first
    place = place_of(state, roll.receiver)
    candidates = () if place is None else closest_opponents(state, seat, place)
    state = _luck_used(state, roll, goes_on=False)
    if len(candidates) > 1:
        turn = replace(state.turn, phase="choose_interceptor", lost=True)
        return replace(state, turn=turn, roll=None, interception=Interception(seat, candidates))
    carrier = candidates[0] if candidates else None
    turn = replace(state.turn, phase="end_turn", lost=True)
    return replace(state, turn=turn, roll=None, ball=carrier, last_pass=kept_pass(state, carrier))


def _duelled(state: State, roll: Roll, won: bool) -> State:
    winner, loser = (roll.player, roll.opponent) if won else (roll.opponent, roll.player)
    lost = not won and (roll.kind == "dribble" or state.setup.rulings.tackle_lost == "ends")
    state = _luck_used(state, roll, goes_on=not lost)
    chips = _swapped(state, roll.player, roll.opponent, loser)
    turn = replace(state.turn, lost=lost or state.turn.lost)
    then: Literal["actions", "end_turn"] = "end_turn" if lost else "actions"
    if winner is None or chip_of(state, winner) is None:
        return replace(state, turn=replace(turn, phase=then), chips=chips, roll=None)
    boxes = 2 if has(state, winner, "rabbit") else 1
    return replace(
        state,
        turn=replace(turn, phase="free_move"),
        chips=chips,
        ball=winner,
        last_pass=kept_pass(state, winner),
        roll=None,
        free_move=FreeMove(winner[0], winner, boxes, then),
    )


def _swapped(
    state: State, player: PlayerId | None, opponent: PlayerId | None, loser: PlayerId | None
) -> BySeat[Chips]:
    """The two chips switch boxes and the loser's is flipped to the end of its coach's next turn."""
    a, b = state.chips.a, state.chips.b
    duel = {p: chip for p, chip in (*a.items(), *b.items()) if p in (player, opponent)}
    places = [chip.at for chip in reversed(duel.values())]
    chips = {p: Chip(at, chip.flipped) for (p, chip), at in zip(duel.items(), places, strict=True)}
    if loser in chips:
        turns = 2 if loser[0] == state.turn.seat else 1
        chips[loser] = Chip(chips[loser].at, state.turn.number + turns)
    return BySeat(
        {p: chips.get(p, chip) for p, chip in a.items()},
        {p: chips.get(p, chip) for p, chip in b.items()},
    )


def _shot(state: State, roll: Roll, won: bool) -> State:
    seat = roll.first
    expected = state.xg.of(seat) + chance(state, replace(roll, rolls=NO_ROLLS))
    state = _luck_used(state, roll, goes_on=False)
    state = replace(state, xg=state.xg.but(seat, expected))
    return _goal(state, seat) if won else _saved(state, seat)


def _goal(state: State, seat: Seat) -> State:
    state = replace(
        state,
        score=state.score.but(seat, state.score.of(seat) + 1),
        ball=None,
        last_pass=None,
        padlocks=OFF_PITCH,
        roll=None,
    )
    if state.final_turns_left == 1:
        return full_time(state)
    turn = replace(state.turn, phase="lineup", next_must="kickoff")
    return replace(state, turn=turn, ready=NOT_READY)


def _saved(state: State, seat: Seat) -> State:
    other = OTHER[seat]
    keeper = keeper_of(state, other)
    state = replace(state, ball=keeper, last_pass=None, roll=None)
    if state.final_turns_left == 1:
        return full_time(state)
    must = state.turn.next_must if keeper is None else "goalkeeper_pass"
    turn = replace(state.turn, phase="reposition", next_must=must)
    moves = Reposition(other, state.setup.numbers.reposition, (seat,))
    return replace(state, turn=turn, reposition=moves)


def _luck_used(state: State, roll: Roll, goes_on: bool) -> State:
    """Lucky throws give their action and what counted in this roll only is gone.

    `goes_on`: the turn does not end by the result.
    """
    if not state.effects:
        return state
    counted: set[int] = set()
    extra = 0
    for seat in ("a", "b"):
        kind, actor = side_of_roll(roll, seat)
        if kind is None:
            continue
        face = roll.rolls.of(seat)
        for entry, effect in counting(state, seat, kind, actor):
            counted.add(id(entry))
            lucky = effect.then == "extra_action" and face is not None
            if lucky and (face or 0) >= (effect.at_least or 1) and entry.seat == state.turn.seat:
                extra += 1
    left = tuple(e for e in state.effects if e.lasts != "roll" or id(e) not in counted)
    turn = state.turn
    if extra and goes_on:
        turn = replace(turn, actions_left=turn.actions_left + extra)
    return replace(state, effects=left, turn=turn)


_CONSEQUENCES: dict[str, Callable[[State, Roll, bool], State]] = {
    "kickoff": _kicked_off,
    "pass": _passed,
    "cross": _passed,
    "tackle": _duelled,
    "dribble": _duelled,
    "shot": _shot,
    "header": _shot,
}
