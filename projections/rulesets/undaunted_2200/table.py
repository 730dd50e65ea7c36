"""OBEYS: what each event does to the position, read literally. It judges nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from events.event import Event
from projections.kit.ruleset import Seat
from projections.rulesets.undaunted_2200.board.hexes import neighbours
from projections.rulesets.undaunted_2200.cards.zones import with_cards
from projections.rulesets.undaunted_2200.obeying.adjusting import adjusted
from projections.rulesets.undaunted_2200.obeying.attacks import attack_on, resolve
from projections.rulesets.undaunted_2200.obeying.casualties import inflict, take_casualty
from projections.rulesets.undaunted_2200.obeying.moving import deploy, move
from projections.rulesets.undaunted_2200.obeying.performing import begin, play
from projections.rulesets.undaunted_2200.obeying.piles import (
    discard,
    drawn,
    left_behind,
    reshuffled,
    set_aside,
    supplied,
    with_seat,
)
from projections.rulesets.undaunted_2200.obeying.squads import begin_game, choose, open_choices
from projections.rulesets.undaunted_2200.obeying.turns import (
    bidders,
    end_turn,
    ended,
    finish,
    reveal,
    settle_draws,
    settle_pending_draw,
    settled,
    spend,
    take_turns,
)
from projections.rulesets.undaunted_2200.payloads.fields import Side
from projections.rulesets.undaunted_2200.state import Draw, Pending, Result, State


def apply(state: State, event: Event) -> State:
    """The position after an event. When the game is over only an adjustment changes it."""
    if state.turn.phase == "over" and event.type != "TableAdjusted":
        return state
    case = _BY_SEAT.get(event.type)
    if case is not None:
        seat = event.seat
        after = case(state, seat, event.data) if seat in state.setup.seats else state
    else:
        anyone = _BY_ANYONE.get(event.type)
        after = state if anyone is None else anyone(state, event)
    return after if after.turn.phase == "turn" else _passed_on(after)


def _passed_on(state: State) -> State:
    """The position beyond a phase in which nobody has anything to do any more.

    However it came about: an awaited hand may become empty by other events than a bid.
    """
    turn = state.turn
    if turn.phase == "bid" and not bidders(state):
        return reveal(state)
    if turn.phase == "draw" and not any(turn.draws.values()):
        return settle_draws(state, turn, state.seats)
    return begin_game(state) if turn.phase == "setup" and not open_choices(state) else state


def _squad_chosen(state: State, seat: Seat, data: Any) -> State:
    if state.turn.phase != "setup":
        return state
    return choose(state, seat, data.squad, data.units)


def _cards_drawn(state: State, _seat: Seat, data: Any) -> State:
    deck, cards = data.deck, data.cards
    own = state.seats.get(deck)
    if own is None:
        return state
    seats = state.seats.copy()
    seats[deck] = drawn(own, cards)
    turn, pending = state.turn, state.pending
    if turn.phase == "draw":
        draws = turn.draws.copy()
        draws[deck] = max(draws.get(deck, 0) - len(cards), 0)
        return settle_draws(state, replace(turn, draws=draws), seats)
    state = replace(state, seats=seats)
    if pending is not None and pending.draw is not None and pending.draw.seat == deck:
        due = Draw(deck, max(pending.draw.left - len(cards), 0))
        return settle_pending_draw(replace(state, pending=replace(pending, draw=due)))
    return state


def draw_is_due(state: State, seat: Seat) -> bool:
    """Whether cards are still to be drawn from a seat's deck."""
    draw = state.pending.draw if state.pending else None
    return state.turn.draws.get(seat, 0) > 0 or (draw is not None and draw.seat == seat)


def _deck_shuffled(state: State, _seat: Seat, data: Any) -> State:
    deck = data.deck
    own = state.seats.get(deck)
    if own is None or not draw_is_due(state, deck):
        return state
    state = with_seat(state, deck, reshuffled(own))
    if state.turn.phase == "draw":
        return settle_draws(state, state.turn, state.seats)
    return settle_pending_draw(state)


def _initiative_bid(state: State, event: Event) -> State:
    seat, card = event.seat, event.data.card
    own = state.seats.get(seat or "")
    if seat is None or own is None:
        return state
    due = bidders(state) if state.turn.phase == "bid" else []
    hand, deck = left_behind(own, own.hand, card) or (own.hand, own.deck)
    seats = state.seats.copy()
    seats[seat] = replace(own, hand=hand, deck=deck)
    if seat not in due:
        state = discard(replace(state, seats=seats), seat, [card])
        return replace(state, revealed=(*state.revealed, event.version))
    turn = replace(state.turn, bids={**state.turn.bids, seat: card})
    face_down = (*state.face_down, event.version)
    return replace(state, seats=seats, turn=turn, face_down=face_down)


def _target_chosen(state: State, _seat: Seat, data: Any) -> State:
    pending, target = state.pending, data.target
    if pending is None or pending.combat is None:
        return state
    if target not in state.units and target not in state.objects:
        return state
    combat = pending.combat
    if combat.key.startswith(("remote-fire", "strike")):
        named_ = data.source
        combat = replace(combat, source=named_ if named_ in state.objects else None)
    attack = attack_on(state, combat, combat.source, target)
    return replace(state, pending=replace(pending, combat=combat, attack=attack))


def _dice_rolled(state: State, _seat: Seat, data: Any) -> State:
    pending = state.pending
    if pending is None or pending.attack is None:
        return state
    faces = [die.face for die in data.dice]
    return resolve(state, pending, pending.attack, faces, max(faces) >= pending.attack.defence)


def _space_chosen(state: State, _seat: Seat, data: Any) -> State:
    pending = state.pending
    choose = pending.choose if pending else None
    if pending is None or choose is None or choose.what != "space" or pending.combat is None:
        return state
    combat = pending.combat
    queue = blast_queue(state, combat.key, data.space)
    aimed = replace(combat, space=data.space, queue=queue) if queue else None
    return finish(state, replace(pending, choose=None, combat=aimed))


def blast_queue(state: State, key: str, space: str) -> tuple[str, ...]:
    """The counters that a BLAST or FOCUSED BLAST of a space hits, by id."""
    zone = {space} if key.startswith("focused") else {space, *neighbours(space)}
    return tuple(
        unit
        for unit, counter in state.units.items()
        if counter.carried_by is None and counter.at in zone
    )


def _cards_chosen(state: State, _seat: Seat, data: Any) -> State:
    pending = state.pending
    if pending is None or pending.choose is None:
        return state
    what, cards = pending.choose.what, data.cards
    if what == "inspire":
        own = state.seats[pending.seat]
        hand = with_cards(own.hand, cards)
        back = replace(own, play=supplied(own.play, cards), hand=hand)
        state = with_seat(state, pending.seat, back)
    elif what in ("bolster", "support"):
        own = state.seats[pending.owner]
        left = replace(own, supply=supplied(own.supply, cards))
        if what == "support":
            left = replace(left, hand=with_cards(own.hand, cards))
        state = with_seat(state, pending.owner, left)
        if what == "bolster":
            state = discard(state, pending.owner, cards)
    else:
        return state
    return finish(state, replace(pending, choose=None))


def _action_chosen(state: State, _seat: Seat, data: Any) -> State:
    pending, key = state.pending, data.action
    if pending is None or not asks_for_action(pending):
        return state
    return begin(state, replace(pending, choose=None, action=key), key)


def asks_for_action(pending: Pending) -> bool:
    """Whether an action may follow now: after DROPSHIP, after the movement of ASSAULT."""
    what = pending.choose.what if pending.choose else None
    return what == "follow-up" or (what == "assault" and pending.move is None)


def _action_finished(state: State, _seat: Seat, _data: Any) -> State:
    return state if state.pending is None else replace(state, pending=None)


def _casualty_taken(state: State, _seat: Seat, data: Any) -> State:
    if state.pending is None:
        return state
    return take_casualty(state, state.pending, data.from_, data.card)


def _carried_unit_hit(state: State, _seat: Seat, data: Any) -> State:
    pending, unit = state.pending, data.unit
    due = pending.casualty if pending else None
    if pending is None or due is None or due.stage != "carried" or unit not in state.units:
        return state
    return settled(inflict(state, replace(pending, casualty=None), unit))


def _discords_found(state: State, _seat: Seat, data: Any) -> State:
    pending = state.pending
    if pending is None or pending.scan is None:
        return state
    seat = pending.scan.seat
    discord = state.setup.discord[state.setup.side_of[seat]]
    own = set_aside(state.seats[seat], discord, data.hand, data.discard, data.deck)
    return finish(with_seat(state, seat, own), replace(pending, scan=None))


def _turn_ended(state: State, seat: Seat, data: Any) -> State:
    return end_turn(state, seat, data.discarded or [])


def _vp_scored(state: State, seat: Seat, data: Any) -> State:
    return spend(state, state.setup.side_of[seat], data.cubes)


def _unit_deployed(state: State, event: Event) -> State:
    seat, unit = event.seat, event.data.unit
    stranger = seat is not None and seat not in state.setup.seats
    return state if stranger or unit not in state.units else deploy(state, event.data)


def _outcome_ruled(state: State, event: Event) -> State:
    outcome, pending = event.data.outcome, state.pending
    if not isinstance(outcome, str):
        return state
    what, _, side = outcome.partition(":")
    if what in ("success", "failure") and not side:
        if pending is None or pending.attack is None:
            return state
        return resolve(state, pending, pending.attack, (), what == "success")
    if outcome == "skip":
        return replace(state, pending=None)
    if side not in ("lfa", "breakers"):
        return state
    return _ruled_for(state, what, side)  # type: ignore[arg-type]


def _ruled_for(state: State, what: str, side: Side) -> State:
    """The table gives a side the initiative or the game."""
    if what == "initiative" and state.turn.phase == "bid":
        return take_turns(state, side)
    return ended(state, Result(side, "agreement")) if what == "win" else state


def _game_ended(state: State, event: Event) -> State:
    return ended(state, Result(event.data.winner, event.data.reason))


def _table_adjusted(state: State, event: Event) -> State:
    return adjusted(state, event.data.set)[0]


_BY_SEAT: dict[str, Callable[[State, Seat, Any], State]] = {
    "SquadChosen": _squad_chosen,
    "CardsDrawn": _cards_drawn,
    "DeckShuffled": _deck_shuffled,
    "CardPlayed": play,
    "UnitMoved": move,
    "TargetChosen": _target_chosen,
    "DiceRolled": _dice_rolled,
    "SpaceChosen": _space_chosen,
    "CardsChosen": _cards_chosen,
    "ActionChosen": _action_chosen,
    "ActionFinished": _action_finished,
    "CasualtyTaken": _casualty_taken,
    "CarriedUnitHit": _carried_unit_hit,
    "DiscordsFound": _discords_found,
    "TurnEnded": _turn_ended,
    "VpScored": _vp_scored,
}
"""Events of a seat; from somebody who has none they change nothing."""

_BY_ANYONE: dict[str, Callable[[State, Event], State]] = {
    "InitiativeBid": _initiative_bid,
    "UnitDeployed": _unit_deployed,
    "OutcomeRuled": _outcome_ruled,
    "GameEnded": _game_ended,
    "TableAdjusted": _table_adjusted,
}
