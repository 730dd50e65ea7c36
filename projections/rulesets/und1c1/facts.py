"""COUNTS: what an event adds to the statistics, with exact expectations before the dice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from events.event import Event
from projections.kit.ruleset import Fact
from projections.rulesets.und1c1.board.pitch import ADVANCE, X, turned
from projections.rulesets.und1c1.obeying.decided_rolls import Verdict, verdict_of
from projections.rulesets.und1c1.obeying.rolls import rerollable, whose_die, with_dice
from projections.rulesets.und1c1.payloads.seats import Seat, seated
from projections.rulesets.und1c1.position.chips import (
    chip_of,
    in_front,
    inside_area,
    is_goalkeeper,
    markers,
    place_of,
    value_of,
)
from projections.rulesets.und1c1.position.sums import side_of_roll
from projections.rulesets.und1c1.state import PlayerId, State
from projections.rulesets.und1c1.table import RESTING

_DECIDES = frozenset({"DiceRolled", "OutcomeRuled"})
_ENDS_NO_TURN = frozenset({"TableAdjusted", "GameEnded", "CaptainRerolled"})


def facts(before: State | None, event: Event, after: State) -> list[Fact]:
    """Everything that the event adds to the statistics; the turn in `data` is that before it."""
    if before is None or event.data is None:
        return []
    yields = _YIELDS.get(event.type)
    found = [] if yields is None else list(yields(before, event, after))
    if event.type not in _ENDS_NO_TURN:
        found += _turn_end(before, event, after)
    return found


def _fact(
    state: State,
    kind: str,
    seat: Seat | None,
    piece: PlayerId | None,
    value: float | None = None,
    expected: float | None = None,
    **data: Any,
) -> Fact:
    rest: Mapping[str, Any] = {"turn": state.turn.number, **data}
    return Fact(kind, seat, piece, value, expected, rest)


def _dice(before: State, event: Event, after: State) -> Iterator[Fact]:
    roll = before.roll
    fallen = with_dice(before, event.seat, event.data)
    if roll is None or fallen is None:
        return
    sides = before.setup.sides_of_die
    counted: set[Seat] = set()
    for index, die in enumerate(event.data.dice):
        whose = whose_die(before, event.seat, event.data, index)
        awaited = roll.rolls.of(whose) is None and fallen.rolls.of(whose) is not None
        if awaited and whose not in counted:
            counted.add(whose)
            mean = (sides + 1) / 2
            more = {"die": die.die, "face": die.face, "sides": sides}
            yield _fact(before, "die", whose, None, die.face, mean, **more)
    yield from _decision(before, event, after)


def _decision(before: State, event: Event, after: State) -> Iterator[Fact]:
    verdict = verdict_of(before, event)
    if verdict is None:
        return
    if verdict.reopened and before.reopen is not None:
        yield _withdrawn(before, before.reopen.version)
    if verdict.decided and verdict.roll.by is not None:
        yield from _DECIDED[verdict.roll.kind](verdict, after)


def _withdrawn(state: State, version: int) -> Fact:
    """The facts of that event, but for its dice, count nowhere.

    A state does not know the step of that event, which corrections move: `version` names it.
    """
    return _fact(state, "withdrawn", None, None, version=version)


def _pass(verdict: Verdict, after: State) -> Iterator[Fact]:
    state, roll, by = verdict.state, verdict.roll, verdict.by
    passer, receiver = roll.player, roll.receiver
    start, end = place_of(state, passer), place_of(state, receiver)
    if passer is None or receiver is None or start is None or end is None:
        return
    yield _fact(
        state,
        roll.kind,
        by,
        passer,
        int(verdict.won),
        verdict.fresh_chance(),
        receiver=receiver,
        quadrants=state.setup.measure.quadrants(start, end),
        markers=len(markers(state, by, receiver, end)),
        target=roll.target,
        modifier=roll.modifiers.of(by),
        from_goalkeeper=is_goalkeeper(state, passer),
    )
    if not verdict.won and after.interception is None and after.ball is not None:
        yield _fact(state, "interception", verdict.other, after.ball, 1)


def _duel(verdict: Verdict, after: State) -> Iterator[Fact]:
    state, roll = verdict.state, verdict.roll
    p = verdict.fresh_chance()
    delta = roll.modifiers.of(verdict.by) - roll.modifiers.of(verdict.other)
    yield _fact(
        state,
        roll.kind,
        verdict.by,
        roll.player,
        int(verdict.won),
        p,
        opponent=roll.opponent,
        delta=delta,
        draws=roll.draws,
    )
    yield _fact(
        state,
        "duel_defended",
        verdict.other,
        roll.opponent,
        int(not verdict.won),
        1 - p,
        of=roll.kind,
        opponent=roll.player,
    )
    loser = roll.opponent if verdict.won else roll.player
    if loser is not None:
        yield _fact(state, "flipped", loser[0], loser, 1, of=roll.kind)


def _shot(verdict: Verdict, after: State) -> Iterator[Fact]:
    state, roll, by = verdict.state, verdict.roll, verdict.by
    p = verdict.fresh_chance()
    place = place_of(state, roll.player)
    last = state.last_pass
    crosser = {"crosser": last.passer if last else None} if roll.kind == "header" else {}
    data = {
        "turn": state.turn.number,
        "box": place,
        "spot": turned(place) if by == "b" and place in X else place,
        "value": value_of(state, by, place),
        "inside": inside_area(state, by, place),
        "front": in_front(state, by, place),
        "delta": roll.modifiers.of(by) - roll.modifiers.of(verdict.other),
        "goalkeeper": roll.opponent,
        **crosser,
    }
    yield Fact(roll.kind, by, roll.player, int(verdict.won), p, data)
    yield _fact(
        state, "save", verdict.other, roll.opponent, int(not verdict.won), 1 - p, of=roll.kind
    )
    if verdict.won:
        assist = last.passer if last is not None and last.receiver == roll.player else None
        yield _fact(state, "goal", by, roll.player, 1, assist=assist)
        if assist is not None:
            yield _fact(state, "assist", by, assist, 1, scorer=roll.player)


_DECIDED: dict[str, Callable[[Verdict, State], Iterator[Fact]]] = {
    "pass": _pass,
    "cross": _pass,
    "tackle": _duel,
    "dribble": _duel,
    "shot": _shot,
    "header": _shot,
}


def _reroll(before: State, event: Event, after: State) -> Iterator[Fact]:
    seat = seated(event.seat)
    lying = None if seat is None else rerollable(before, seat)
    if seat is None or lying is None:
        return
    then, roll = lying
    if then is not before and before.reopen is not None:
        yield _withdrawn(before, before.reopen.version)
    _, roller = side_of_roll(roll, seat)
    yield _fact(before, "reroll", seat, roller, face=roll.rolls.of(seat))


def _interceptor(before: State, event: Event, after: State) -> Iterator[Fact]:
    player = event.data.player
    if before.interception is not None and chip_of(before, player) is not None:
        yield _fact(before, "interception", player[0], player, 1)


def _moves(before: State, event: Event, after: State) -> Iterator[Fact]:
    kind = "single" if event.type == "PlayerMoved" else "tractor"
    yield from _moved(before, after, kind, event.data.player)


def _group(before: State, event: Event, after: State) -> Iterator[Fact]:
    for player in dict.fromkeys(move.player for move in event.data.moves):
        yield from _moved(before, after, "group", player)


def _free_move(before: State, event: Event, after: State) -> Iterator[Fact]:
    if before.free_move is not None and event.data.to is not None:
        yield from _moved(before, after, "free", before.free_move.player)


def _moved(before: State, after: State, kind: str, player: PlayerId) -> Iterator[Fact]:
    """How far a chip went, and how many rows towards the goal it attacks."""
    start = place_of(before, player)
    if before.turn.phase in RESTING or start is None:
        return
    end = after.chips.of(player[0])[player].at
    boxes = before.setup.measure.boxes(start, end)
    gain = ADVANCE[player[0]][end] - ADVANCE[player[0]][start]
    kind = "reposition" if before.reposition is not None else kind
    yield _fact(before, "move", player[0], player, boxes, kind2=kind, boxes=boxes, gain=gain)


def _kick_off(before: State, event: Event, after: State) -> Iterator[Fact]:
    data = event.data
    if after.ball == data.receiver and after.turn.phase == "actions":
        yield _fact(before, "kick_off", data.taker[0], data.taker, receiver=data.receiver)


def _card(before: State, event: Event, after: State) -> Iterator[Fact]:
    card = before.setup.cards.get(event.data.card)
    category = None if card is None else card.category
    seat = seated(event.seat) or before.turn.seat
    piece = event.data.player
    yield _fact(before, "card", seat, piece, card=event.data.card, category=category)
    if category is not None:
        yield _fact(before, f"card_{category}", seat, piece, card=event.data.card)


_YIELDS: dict[str, Callable[[State, Event, State], Iterator[Fact]]] = {
    "DiceRolled": _dice,
    "OutcomeRuled": _decision,
    "CaptainRerolled": _reroll,
    "InterceptorChosen": _interceptor,
    "PlayerMoved": _moves,
    "TractorMoved": _moves,
    "GroupMoved": _group,
    "FreeMoveTaken": _free_move,
    "KickOffTaken": _kick_off,
    "CardPlayed": _card,
}


def _turn_end(before: State, event: Event, after: State) -> Iterator[Fact]:
    """What the turn came to, when this event ended it."""
    state = before
    if event.type in _DECIDES:
        verdict = verdict_of(before, event)
        if verdict is None:
            return
        state = verdict.state
    turn = state.turn
    ended = after.turn.number > turn.number or after.turn.phase == "over"
    if turn.seat is None or turn.phase == "over" or not ended:
        return
    carrier = after.ball if event.type in _DECIDES else state.ball
    if carrier is not None:
        yield _fact(state, "possession", carrier[0], None, 1)
    yield _fact(
        state,
        "turn_end",
        turn.seat,
        None,
        state.actions_used,
        actions_used=state.actions_used,
        lost=turn.lost,
    )
    if turn.lost:
        yield _fact(state, "turn_lost", turn.seat, None, 1)
