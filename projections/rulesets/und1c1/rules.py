"""JUDGES: the index of the chapters, and the gates before them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from events.event import Event
from projections.kit.ruleset import Finding, Option, Viewer
from projections.rulesets.und1c1 import preconditions
from projections.rulesets.und1c1.actions import GroupMoved, PlayerMoved
from projections.rulesets.und1c1.chapters import (
    kickoff,
    movement,
    padlocks,
    pass_and_cross,
    penalty_box,
    preparation,
    rulings,
    shot_and_header,
    strategy_cards,
    tackle_and_dribble,
)
from projections.rulesets.und1c1.chapters.penalty_box import leaving_few_enough
from projections.rulesets.und1c1.payloads.seats import OTHER, Seat, seated
from projections.rulesets.und1c1.position.chips import outfield
from projections.rulesets.und1c1.position.receiving import owes_goal_pass
from projections.rulesets.und1c1.rulebook import RULES
from projections.rulesets.und1c1.setup import Player
from projections.rulesets.und1c1.state import PlayerId, State

Judge = Callable[[State, Any, Seat], Sequence[Finding]]
Named = Callable[[Any], tuple[PlayerId, ...]]

_ORDER = {rule.id: number for number, rule in enumerate(RULES.rules.values())}
_NOTHING: Sequence[Finding] = ()


def check(state: State | None, event: Event) -> Sequence[Finding]:
    """The findings for an event, judged on the state before it, in the order of rules.toml."""
    if state is None:
        return _NOTHING
    judge = _CHECKS.get(event.type)
    if judge is None:
        return _NOTHING
    found = judge(state, event)
    return [_said(state, f) for f in sorted(found, key=_place)] if found else found


def _place(finding: Finding) -> int:
    return _ORDER[finding.rule]


def _said(state: State, finding: Finding) -> Finding:
    expected, got = (preconditions.in_words(state, v) for v in (finding.expected, finding.got))
    return replace(finding, expected=expected, got=got)


def options(state: State, viewer: Viewer) -> Sequence[Option]:
    """The legal next events, as far as the viewer may know them.

    Where whoever is awaited could do nothing lawful, what the table may agree on.
    """
    found = [*_phase_options(state, viewer), *preparation.reroll_options(state)]
    due = _DUE.get(state.turn.phase)
    seat = None if due is None else due(state)
    if seat is not None and not any(option.seat == seat for option in found):
        agreed = [*penalty_box.agreed_options(state, seat)]
        found += agreed or rulings.way_on_options(state, seat)
    return found


def _phase_options(state: State, viewer: Viewer) -> Iterator[Option]:
    seat = state.turn.whose
    match state.turn.phase:
        case "setup" | "lineup":
            yield from preparation.setup_options(state)
        case "kickoff_roll":
            yield from preparation.dice_options(state)
        case "kickoff":
            yield from kickoff.kick_off_options(state, seat)
            yield from _card_options(state, viewer)
        case "actions":
            yield from _action_options(state, seat)
            yield from padlocks.padlock_options(state, seat)
            yield from _card_options(state, viewer)
        case "roll":
            yield from preparation.dice_options(state)
            yield from _card_options(state, viewer)
        case "choose_interceptor":
            yield from pass_and_cross.interceptor_options(state)
        case "free_move":
            yield from leaving_few_enough(state, movement.free_move_options(state))
        case "reposition":
            yield from leaving_few_enough(state, movement.reposition_options(state))
        case "end_turn":
            yield from padlocks.padlock_options(state, seat)
        case "draw":
            yield from strategy_cards.draw_options(state, viewer)


def _card_options(state: State, viewer: Viewer) -> Iterator[Option]:
    yield from strategy_cards.played_options(state, viewer)
    yield from strategy_cards.permanent_options(state, viewer)


def _action_options(state: State, seat: Seat) -> Iterator[Option]:
    """Actions of cost one while there are any, then the extra movement."""
    keeper = state.ball if state.ball in state.setup.keepers[seat] else None
    if owes_goal_pass(state):
        yield from pass_and_cross.pass_options(state, seat, keeper or "")
        return
    if not preconditions.spending(state, "", ""):
        for player, chip in outfield(state, seat):
            if chip.flipped is None:
                yield from movement.single_options(state, player, chip)
                yield from _ball_options(state, seat, player)
        if keeper is not None and not preconditions.acting(state, "PassAttempted", keeper):
            yield from pass_and_cross.pass_options(state, seat, keeper)
        yield from movement.group_options(state, seat)
    yield from movement.tractor_options(state, seat)


def _ball_options(state: State, seat: Seat, player: Player) -> Iterator[Option]:
    if state.ball == player.id:
        yield from pass_and_cross.pass_options(state, seat, player.id)
        yield from shot_and_header.shot_options(state, seat, player.id)
        yield from pass_and_cross.cross_options(state, seat, player.id)
        yield from tackle_and_dribble.dribble_options(state, seat, player.id)
    else:
        yield from tackle_and_dribble.tackle_options(state, seat, player)


class _Play(NamedTuple):
    """How an event of the table is gated and judged: its phases, who is due, whom it names."""

    phases: frozenset[str]
    due: Callable[[State], Seat]
    players: Named
    judge: Judge


def _turn_seat(state: State) -> Seat:
    return state.turn.whose


def _mover(state: State) -> Seat:
    return state.turn.whose if state.reposition is None else state.reposition.by


def _free_mover(state: State) -> Seat:
    return state.turn.whose if state.free_move is None else state.free_move.by


def _chooser(state: State) -> Seat:
    return state.turn.whose if state.interception is None else state.interception.by


_DUE: dict[str, Callable[[State], Seat]] = {
    "kickoff": _turn_seat,
    "actions": _turn_seat,
    "choose_interceptor": _chooser,
    "reposition": _mover,
    "end_turn": _turn_seat,
    "draw": _turn_seat,
}
"""Whom a phase waits for that may leave him nothing to do."""


def _gated(kind: str, play: _Play) -> Callable[[State, Event], Sequence[Finding]]:
    """Judges an event behind the gates: phase, seat, players there, players one's own."""
    phases, due_now, named, judge = play
    every = kind == "GroupMoved"

    def judged(state: State, event: Event) -> Sequence[Finding]:
        if state.turn.phase not in phases:
            return [preconditions.wrong_phase(state, kind)]
        due = due_now(state)
        if event.seat != due and event.seat is not None:
            return [preconditions.wrong_seat(state, due, event.seat)]
        players = named(event.data)
        for player in players:
            if unknown := preconditions.absent(state, player):
                return [unknown]
        for player in players if every else players[:1]:
            if foreign := preconditions.not_yours(state, player, due):
                return [foreign]
        return judge(state, event.data, due)

    return judged


def _moved_single(state: State, data: PlayerMoved) -> Sequence[Finding]:
    found = movement.check_single(state, data)
    return [*found, *penalty_box.check_left_behind(state, (data,))]


def _moved_group(state: State, data: GroupMoved) -> Sequence[Finding]:
    found = movement.check_group(state, data)
    return [*found, *penalty_box.check_left_behind(state, data.moves)]


_TURN = frozenset({"actions"})
_MOVES = frozenset({"actions", "reposition"})
_IN_PLAY = frozenset({"kickoff", "actions", "roll"})

_PLAYS: dict[str, _Play] = {
    "KickOffTaken": _Play(
        frozenset({"kickoff"}),
        _turn_seat,
        lambda data: (data.taker, data.receiver),
        kickoff.check_kick_off,
    ),
    "PlayerMoved": _Play(
        _MOVES, _mover, lambda data: (data.player,), lambda s, d, _: _moved_single(s, d)
    ),
    "GroupMoved": _Play(
        _MOVES,
        _mover,
        lambda data: tuple(move.player for move in data.moves),
        lambda s, d, _: _moved_group(s, d),
    ),
    "TractorMoved": _Play(
        _TURN,
        _turn_seat,
        lambda data: (data.player,),
        lambda s, d, _: movement.check_tractor(s, d),
    ),
    "PassAttempted": _Play(
        _TURN, _turn_seat, lambda data: (data.player, data.receiver), pass_and_cross.check_pass
    ),
    "CrossAttempted": _Play(
        _TURN, _turn_seat, lambda data: (data.player, data.receiver), pass_and_cross.check_cross
    ),
    "TackleAttempted": _Play(
        _TURN,
        _turn_seat,
        lambda data: (data.player, data.opponent),
        tackle_and_dribble.check_tackle,
    ),
    "DribbleAttempted": _Play(
        _TURN,
        _turn_seat,
        lambda data: (data.player, data.opponent),
        tackle_and_dribble.check_dribble,
    ),
    "ShotAttempted": _Play(
        _TURN, _turn_seat, lambda data: (data.player,), shot_and_header.check_shot
    ),
    "FreeMoveTaken": _Play(
        frozenset({"free_move"}),
        _free_mover,
        lambda data: (),
        lambda s, d, _: [*movement.check_free_move(s, d), *penalty_box.check_free_move(s, d)],
    ),
    "RepositioningDone": _Play(
        frozenset({"reposition"}),
        _mover,
        lambda data: (),
        lambda s, d, _: [*penalty_box.check_left_behind(s, ())],
    ),
    "PadlocksPlaced": _Play(
        frozenset({"actions", "end_turn"}), _turn_seat, lambda data: (), padlocks.check_padlocks
    ),
    "CardsDrawn": _Play(
        frozenset({"draw"}), _turn_seat, lambda data: (), strategy_cards.check_drawn
    ),
}


def _interceptor(state: State, event: Event) -> Sequence[Finding]:
    if state.turn.phase != "choose_interceptor":
        return [preconditions.wrong_phase(state, event.type)]
    due = _chooser(state)
    if event.seat != due and event.seat is not None:
        return [preconditions.wrong_seat(state, due, event.seat)]
    player = event.data.player
    gate = preconditions.absent(state, player) or preconditions.not_yours(state, player, OTHER[due])
    return [gate] if gate else pass_and_cross.check_interceptor(state, event.data)


def _line_up(state: State, event: Event) -> Sequence[Finding]:
    if state.turn.phase not in ("setup", "lineup"):
        return [preconditions.wrong_phase(state, event.type)]
    players = [placed.player for placed in event.data.players]
    seat = seated(event.seat)
    if event.seat is not None and seat is None:
        return [preconditions.wrong_seat(state, None, event.seat)]
    seat = seat or players[0][0]
    if state.turn.phase == "lineup" and state.ready.of(seat):
        return [preconditions.wrong_seat(state, OTHER[seat], seat)]
    for player in players:
        if unknown := preconditions.not_in_squad(state, player):
            return [unknown]
    for player in players:
        if foreign := preconditions.not_yours(state, player, seat):
            return [foreign]
    return preparation.check_line_up(state, event.data, seat)


def _captain(state: State, event: Event) -> Sequence[Finding]:
    if state.turn.phase != "setup":
        return [preconditions.wrong_phase(state, event.type)]
    player = event.data.player
    seat = seated(event.seat)
    if event.seat is not None and seat is None:
        return [preconditions.wrong_seat(state, None, event.seat)]
    seat = seat or player[0]
    gate = preconditions.not_in_squad(state, player) or preconditions.not_yours(state, player, seat)
    return [gate] if gate else preparation.check_captain(state, event.data, seat)


def _dice(state: State, event: Event) -> Sequence[Finding]:
    return preparation.check_dice(state, event.seat, event.data)


def _reroll(state: State, event: Event) -> Sequence[Finding]:
    seat = seated(event.seat)
    if event.seat is not None and seat is None:
        return [preconditions.wrong_seat(state, None, event.seat)]
    return preparation.check_reroll(state, seat or state.turn.whose)


def _card_played(state: State, event: Event) -> Sequence[Finding]:
    if state.turn.phase not in _IN_PLAY:
        return [preconditions.wrong_phase(state, event.type)]
    seat = seated(event.seat)
    if event.seat is not None and seat is None:
        return [preconditions.wrong_seat(state, None, event.seat)]
    player = event.data.player
    if player is not None and (unknown := preconditions.absent(state, player)):
        return [unknown]
    return strategy_cards.check_played(state, event.data, seat or state.turn.whose)


def _card_discarded(state: State, event: Event) -> Sequence[Finding]:
    phases = _IN_PLAY if event.data.source == "play" else frozenset({"draw"})
    if state.turn.phase not in phases:
        return [preconditions.wrong_phase(state, event.type)]
    due = state.turn.whose
    if event.seat != due and event.seat is not None:
        return [preconditions.wrong_seat(state, due, event.seat)]
    return strategy_cards.check_discarded(state, event.data, due)


def _ended(state: State, event: Event) -> Sequence[Finding]:
    if event.seat is None or seated(event.seat) is not None:
        return _NOTHING
    return [preconditions.wrong_seat(state, None, event.seat)]


def _ruled(state: State, event: Event) -> Sequence[Finding]:
    return rulings.check_ruled(state, event.data)


def _adjusted(state: State, event: Event) -> Sequence[Finding]:
    return rulings.check_adjusted(state, event.data)


_CHECKS: dict[str, Callable[[State, Event], Sequence[Finding]]] = {
    **{kind: _gated(kind, play) for kind, play in _PLAYS.items()},
    "InterceptorChosen": _interceptor,
    "LineupPlaced": _line_up,
    "CaptainChosen": _captain,
    "DiceRolled": _dice,
    "CaptainRerolled": _reroll,
    "CardPlayed": _card_played,
    "CardDiscarded": _card_discarded,
    "GameEnded": _ended,
    "OutcomeRuled": _ruled,
    "TableAdjusted": _adjusted,
}
