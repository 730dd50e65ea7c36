"""Strategy Cards as they are played, discarded and drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from projections.rulesets.und1c1.actions import CardDiscarded, CardPlayed, CardsDrawn
from projections.rulesets.und1c1.components import StrategyCard
from projections.rulesets.und1c1.obeying.turns import end_turn
from projections.rulesets.und1c1.payloads.seats import OTHER, BySeat, Seat, seated
from projections.rulesets.und1c1.position.sums import ONE_DIE, modifiers, target_of
from projections.rulesets.und1c1.state import Cards, Chip, Effect, PlayerId, State

LISTED = frozenset({"roll_bonus", "lucky_throw", "extra_box", "grant_ability"})
"""Kinds of effects that wait or last; the others are carried out at once."""

Hand = tuple[str | None, ...]


def without(cards: Hand, card: str | None) -> Hand:
    """The cards without that one; without an unseen one when it was not among those seen."""
    leaving = card if card in cards else None
    if leaving not in cards:
        return cards
    index = cards.index(leaving)
    return cards[:index] + cards[index + 1 :]


def _less_one(hand: Hand) -> Hand:
    """The hand without an unseen card; of known ones any may have gone, so none is known now."""
    return without(hand, None) if None in hand else (None,) * (len(hand) - 1)


def card_played(state: State, seat: Seat, data: CardPlayed) -> State:
    """A card leaves the hand, counts as played and takes effect."""
    card = state.setup.cards.get(data.card)
    own = state.cards.of(seat)
    hand = without(own.hand, data.card)
    if card is not None and card.duration == "permanent":
        own = replace(own, hand=hand, in_play=(*own.in_play, data.card))
    else:
        own = replace(own, hand=hand, discard=(*own.discard, data.card))
    played = state.turn.cards_played
    turn = replace(state.turn, cards_played=played.but(seat, played.of(seat) + 1))
    state = replace(state, turn=turn, cards=state.cards.but(seat, own))
    if card is not None:
        if card.effect.kind in LISTED or card.duration == "permanent":
            entry = entry_of(state, seat, card, data.player)
            state = replace(state, effects=(*state.effects, entry))
        at_once = _AT_ONCE.get(card.effect.kind)
        if at_once is not None:
            state = at_once(state, seat, card, data)
    return _answered(state, seat)


def entry_of(state: State, seat: Seat, card: StrategyCard, player: PlayerId | None) -> Effect:
    """The entry that a played card makes among the effects."""
    until = None if card.lasts == "game" else state.turn.number
    return Effect(seat, card.id, player, card.lasts, until)


def card_discarded(state: State, seat: Seat, data: CardDiscarded) -> State:
    """A card goes to the discard; a permanent's effect ends."""
    own = state.cards.of(seat)
    if data.source == "hand":
        if data.card is None and not own.hand:
            return state
        hand = _less_one(own.hand) if data.card is None else without(own.hand, data.card)
        own = replace(own, hand=hand, discard=(*own.discard, data.card))
        return recomputed(replace(state, cards=state.cards.but(seat, own)))
    if data.card is None:
        return state
    return recomputed(_out_of_play(state, seat, data.card))


def _out_of_play(state: State, seat: Seat, card: str) -> State:
    own = state.cards.of(seat)
    own = replace(own, in_play=_less(own.in_play, card), discard=(*own.discard, card))
    effects = _ended(state.effects, seat, card, lasting=True)
    return replace(state, cards=state.cards.but(seat, own), effects=effects)


def _less(cards: Sequence[str], card: str) -> tuple[str, ...]:
    if card not in cards:
        return tuple(cards)
    index = cards.index(card)
    return (*cards[:index], *cards[index + 1 :])


def _ended(effects: tuple[Effect, ...], seat: Seat, card: str, lasting: bool) -> tuple[Effect, ...]:
    """The effects without the latest entry of that card: a permanent's, or another's."""
    for index in range(len(effects) - 1, -1, -1):
        entry = effects[index]
        if entry.seat == seat and entry.card == card and (entry.lasts == "game") == lasting:
            return effects[:index] + effects[index + 1 :]
    return effects


def cards_drawn(state: State, seat: str | None, data: CardsDrawn) -> State:
    """Cards go from the pile to the hand; in phase `draw` this ends the turn."""
    drawer = seated(seat) or data.deck
    deck = state.cards.of(data.deck)
    cards: BySeat[Cards] = state.cards.but(
        data.deck, replace(deck, pile=max(0, deck.pile - len(data.cards)))
    )
    own = cards.of(drawer)
    cards = cards.but(drawer, replace(own, hand=(*own.hand, *data.cards)))
    state = replace(state, cards=cards)
    if state.turn.phase == "draw" and drawer == state.turn.seat:
        return end_turn(state)
    return state


def recomputed(state: State) -> State:
    """The state whose pending roll has the target and the modifiers it would face now."""
    roll = state.roll
    if roll is None or roll.by is None:
        return state
    target = roll.target
    if roll.kind in ONE_DIE:
        target = target_of(state, roll.by, roll.player, roll.receiver)
    added = modifiers(state, roll.kind, roll.by, roll.player, roll.opponent)
    return replace(state, roll=replace(roll, target=target, modifiers=added))


def _answered(state: State, seat: Seat) -> State:
    state = recomputed(state)
    roll = state.roll
    if roll is None or roll.by is None or seat == roll.by or roll.responded:
        return state
    return replace(state, roll=replace(roll, responded=True))


def _extra_action(state: State, seat: Seat, card: StrategyCard, data: CardPlayed) -> State:
    turn = state.turn
    if turn.seat != seat:
        return state
    more = turn.actions_left + (card.effect.amount or 0)
    return replace(state, turn=replace(turn, actions_left=more))


def _unflip(state: State, seat: Seat, card: StrategyCard, data: CardPlayed) -> State:
    own = state.chips.of(seat)
    if data.player not in own:
        return state
    up = {**own, data.player: Chip(own[data.player].at)}
    return replace(state, chips=state.chips.but(seat, up))


def _destroy(state: State, seat: Seat, card: StrategyCard, data: CardPlayed) -> State:
    other = OTHER[seat]
    if data.target not in state.cards.of(other).in_play:
        return state
    return _out_of_play(state, other, data.target)


def _cancel(state: State, seat: Seat, card: StrategyCard, data: CardPlayed) -> State:
    if data.target is None:
        return state
    return replace(state, effects=_ended(state.effects, OTHER[seat], data.target, lasting=False))


_AT_ONCE: dict[str, Callable[[State, Seat, StrategyCard, CardPlayed], State]] = {
    "extra_action": _extra_action,
    "unflip": _unflip,
    "destroy_permanent": _destroy,
    "cancel": _cancel,
}
