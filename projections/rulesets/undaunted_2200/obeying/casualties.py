"""Casualties: the card a unit loses, its rout, and what comes after.

Source: rulebook, 5. Determine Results, attack-type actions targeting a combat counter.
"""

from __future__ import annotations

from msgspec.structs import replace

from projections.rulesets.undaunted_2200.cards.zones import Card
from projections.rulesets.undaunted_2200.obeying.piles import lost, matching, with_seat
from projections.rulesets.undaunted_2200.obeying.turns import ended, pay, settled
from projections.rulesets.undaunted_2200.setup import ENEMY
from projections.rulesets.undaunted_2200.state import Casualty, Pending, Result, SeatState, State


def inflict(state: State, pending: Pending, unit: str) -> State:
    """A casualty is due: a card of the unit, or where it cannot have any left, its rout."""
    setup = state.setup
    seat = setup.owner[unit]
    if may_have_card(state, unit):
        due = replace(pending, casualty=Casualty(unit, seat, "card"))
        return replace(state, pending=due)
    return rout(replace(state, pending=replace(pending, casualty=None)), unit)


def may_have_card(state: State, unit: str) -> bool:
    """Whether hand, discard pile or deck of the owner may hold a card of the unit."""
    own = state.seats[state.setup.owner[unit]]
    unseen = own.deck.unseen
    if unseen and unseen[-1] is None:
        return True
    for kind in state.setup.matches[unit]:
        if kind in own.hand or kind in own.discard or kind in unseen:
            return True
    return False


def known_cards(state: State, own: SeatState, unit: str) -> int:
    """The cards of a unit that are named in a seat's hand, discard pile or unseen cards."""
    kinds = state.setup.matches[unit]
    return sum(matching(zone, kinds) for zone in (own.hand, own.discard, own.deck.unseen))


def take_casualty(state: State, pending: Pending, zone: str, card: str | None) -> State:
    """The unit's owner answers a hit with a card out of a zone, or (none) with the rout step."""
    due = pending.casualty
    if due is None or due.stage != "card":
        return state
    state = replace(state, pending=replace(pending, casualty=None))
    if zone == "none":
        return settled(rout(state, due.unit))
    named = casualty_kind(state, due.unit, card)
    own = lost(state.seats[due.seat], zone, named)  # type: ignore[arg-type]
    return settled(with_effect(with_seat(state, due.seat, own), "casualty"))


def casualty_kind(state: State, unit: str, card: Card) -> Card:
    """The card put in the casualty pile: a card that was not shown is the unit's only kind."""
    kinds = state.setup.kinds[unit]
    return kinds[0] if card is None and len(kinds) == 1 else card


def rout(state: State, unit: str) -> State:
    """What a hit does to a unit without cards: rout, loss of its supply, a hit on its cargo."""
    setup = state.setup
    counter, seat = state.units[unit], setup.owner[unit]
    if not counter.routed:
        routed = replace(counter, routed=True)
        state = with_effect(replace(state, units={**state.units, unit: routed}), "routed")
        state = pay(state, ENEMY[setup.units[unit].side], 1)
        return state if state.turn.phase == "over" else _squad_check(state, unit)
    own = state.seats[seat]
    kinds = setup.matches[unit]
    gone = [card for card in own.supply if card in kinds]
    if gone:
        own = replace(
            own,
            supply=tuple(card for card in own.supply if card not in kinds),
            removed=tuple(sorted((*own.removed, *gone))),
        )
        return with_effect(with_seat(state, seat, own), "supply-removed")
    if setup.units[unit].type == "transport" and aboard(state, unit) and state.pending is not None:
        passed = replace(state.pending, casualty=Casualty(unit, seat, "carried"))
        return with_effect(replace(state, pending=passed), "redirected")
    return with_effect(state, "none")


def aboard(state: State, transport: str) -> list[str]:
    """The ground units that a transport carries, by id."""
    units = state.setup.units
    return [
        unit
        for unit, counter in state.units.items()
        if counter.carried_by == transport and units[unit].type == "ground"
    ]


def _squad_check(state: State, unit: str) -> State:
    """Four players: a seat all of whose placed counters are routed loses the game for its side.

    Source: Game End (Four Players).
    """
    setup = state.setup
    if not setup.four:
        return state
    seat = setup.owner[unit]
    standing = any(
        counter.at is not None and not counter.routed
        for id_, counter in state.units.items()
        if setup.owner[id_] == seat
    )
    if standing:
        return state
    return ended(state, Result(ENEMY[setup.side_of[seat]], "squad-routed"))


def with_effect(state: State, effect: str) -> State:
    """The position with that effect of the last attack."""
    if state.last_attack is None:
        return state
    return replace(state, last_attack=replace(state.last_attack, effect=effect))
