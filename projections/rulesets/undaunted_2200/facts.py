"""COUNTS: what an event adds to the statistics, with its exact expectation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from events.event import Event
from projections.kit.ruleset import Fact, Seat
from projections.rulesets.undaunted_2200.obeying.casualties import casualty_kind, known_cards
from projections.rulesets.undaunted_2200.obeying.performing import in_comms
from projections.rulesets.undaunted_2200.obeying.piles import matching
from projections.rulesets.undaunted_2200.payloads.fields import Side
from projections.rulesets.undaunted_2200.position.odds import odds
from projections.rulesets.undaunted_2200.position.words import unit_name
from projections.rulesets.undaunted_2200.setup import ENEMY, SIDE_NAMES, SIDES
from projections.rulesets.undaunted_2200.standings import outcomes
from projections.rulesets.undaunted_2200.state import State
from projections.rulesets.undaunted_2200.view import score

CAUSES = ("CardPlayed", "ActionChosen", "DiceRolled", "OutcomeRuled", "CasualtyTaken")
EFFECTS = frozenset({*CAUSES, "CarriedUnitHit", "VpScored", "UnitMoved"})
"""Events whose changes of counters, cubes and Discords are facts; an adjustment's are not."""


def facts(before: State | None, event: Event, after: State) -> Sequence[Fact]:
    """The facts of an event."""
    if before is None or event.data is None or before.turn.phase == "over":
        return ()
    own = _OWN.get(event.type)
    found = list(own(before, event, after)) if own else []
    if event.type in EFFECTS:
        seat = _cause(before, event)
        found += _discords(before, event, after, seat)
        found += _counters(before, event, after, seat)
        found += _objectives(before, after, seat)
        found += _cubes(before, event, after, seat)
    if after.turn.phase == "over":
        found += _scenario(after)
    if after.turn.number > before.turn.number and event.type != "TableAdjusted":
        found.append(_round(after))
    return found


def _scenario(after: State) -> Iterator[Fact]:
    """Which side of the scenario won; nothing of a game that does not count."""
    setup, counted = after.setup, outcomes(after)
    for side in SIDES if counted else ():
        yield Fact(
            kind="scenario",
            seat=setup.seats_of[side][0],
            piece=f"{setup.scenario.name}: {SIDE_NAMES[side]}",
            value=float(counted[side]["outcome"] == "win"),
            data={"scenario": setup.scenario_id, "side": side},
        )


def _cause(before: State, event: Event) -> Seat | None:
    """Who brought it about: whoever's card is being resolved, else the seat of the event."""
    if before.pending is not None and event.type not in ("CardPlayed", "VpScored"):
        return before.pending.seat
    return event.seat


def _shot(before: State, event: Event, after: State) -> Iterator[Fact]:
    pending = before.pending
    attack = pending.attack if pending else None
    last = after.last_attack
    if pending is None or attack is None or last is None:
        return
    setup = before.setup
    chance = float(odds(before, attack))
    target = setup.units.get(attack.target)
    thing = before.objects.get(attack.target)
    side = target.side if target else thing.side if thing else None
    lethal = attack.type == "attack" and attack.target in before.units
    costs = _has_card(before, attack.target) if lethal else False
    routs = lethal and not before.units[attack.target].routed
    yield Fact(
        kind="shot",
        seat=pending.seat,
        piece=attack.source or pending.card,
        value=float(last.success),
        expected=chance,
        data={
            "action": pending.action,
            "type": attack.type,
            "target": attack.target,
            "target_side": side,
            "range": attack.range,
            "defence": attack.defence,
            "dice": list(last.dice),
            "effect": last.effect,
            "expected_casualties": None if costs is None else chance * costs,
            "expected_vp": None if routs and costs is None else chance * (routs and not costs),
        },
    )


def _has_card(state: State, unit: str) -> bool | None:
    """Whether a card of a unit is left to lose; None: only cards that others do not see tell."""
    own = state.seats[state.setup.owner[unit]]
    if own.deck.unseen[-1:] == (None,):
        return True if matching(own.discard, state.setup.matches[unit]) else None
    return known_cards(state, own, unit) > 0


def _casualty(before: State, event: Event, _after: State) -> Iterator[Fact]:
    due = before.pending.casualty if before.pending else None
    if due is None or before.pending is None or event.data.from_ == "none":
        return
    yield Fact(
        kind="casualty",
        seat=before.pending.seat,
        piece=due.unit,
        value=1,
        data={
            "owner": due.seat,
            "unit": unit_name(before.setup, due.unit),
            "from": event.data.from_,
            "card": casualty_kind(before, due.unit, event.data.card),
        },
    )


def _counters(before: State, event: Event, after: State, seat: Seat | None) -> Iterator[Fact]:
    """Routs, suppressions and their end."""
    if after.units is before.units:
        return
    for unit, now in after.units.items():
        was = before.units[unit]
        if now is was:
            continue
        data = {"owner": before.setup.owner[unit]}
        if now.routed != was.routed:
            yield Fact("rout" if now.routed else "unrout", seat, unit, 1, data=data)
        if now.suppressed != was.suppressed:
            yield Fact("suppression" if now.suppressed else "ready", seat, unit, 1, data=data)


def _objectives(before: State, after: State, seat: Seat | None) -> Iterator[Fact]:
    for id_, now in after.objectives.items():
        was = before.objectives.get(id_)
        if was is None or was.owner == now.owner:
            continue
        data = {"side": now.owner or was.owner, "objective": id_, "value": now.value}
        yield Fact("control" if now.owner else "decontrol", seat, id_, 1, data=data)


def _cubes(before: State, event: Event, after: State, seat: Seat | None) -> Iterator[Fact]:
    """Cubes placed, returned or spent, with the side they are of and its score after it.

    `vp_against`: what they take from the other side's lead.
    """
    was, now = score(before), score(after)
    for side in SIDES:
        change = now[side] - was[side]
        if change:
            data = {
                "side": side,
                "cubes": change,
                "why": _why(before, event, after, change),
                "score": now[side],
            }
            yield Fact("vp", _on(before, seat, side), None, change, data=data)
            yield Fact("vp_against", _on(before, seat, ENEMY[side]), None, -change, data=data)


def _on(state: State, seat: Seat | None, side: Side) -> Seat:
    """The seat, if it is on that side, else the side's first."""
    setup = state.setup
    return seat if seat and setup.side_of.get(seat) == side else setup.seats_of[side][0]


def _why(before: State, event: Event, after: State, change: int) -> str:
    if event.type == "VpScored":
        return "special"
    if after.objectives is not before.objectives:
        return "control" if change > 0 else "lost-control"
    if event.type == "CardPlayed":
        return "unrout"
    return "object" if after.units is before.units else "rout"


def _discords(before: State, event: Event, after: State, by: Seat | None) -> Iterator[Fact]:
    """Discords taken: out of comms, at the edge, by a JAM; and those that a JAM inflicted."""
    if after.sides is before.sides:
        return
    setup = before.setup
    for seat in setup.seats:
        side = setup.side_of[seat]
        left = after.sides[side].discord_supply
        card = setup.discord[side]
        taken = after.seats[seat].discard.count(card) - before.seats[seat].discard.count(card)
        if left < before.sides[side].discord_supply and taken > 0:
            cause = "comms" if seat == event.seat else "jam"
            cause = "edge" if event.type == "UnitMoved" else cause
            yield Fact("discord", seat, None, taken, data={"cause": cause, "supply": left})
            if cause == "jam" and setup.side_of.get(by or "") == ENEMY[side]:
                yield Fact("jam", by, None, taken, data={"opponent": seat, "supply": left})


def _played(before: State, event: Event, after: State) -> Iterator[Fact]:
    setup, data, seat = before.setup, event.data, event.seat
    unit = setup.unit_of.get(data.card)
    comms = in_comms(before, unit) if unit in before.units and data.as_ == "action" else None
    side = setup.side_of.get(seat or "")
    fewer = side is not None and (
        after.sides[side].discord_supply < before.sides[side].discord_supply
    )
    yield Fact(
        kind="play",
        seat=seat,
        piece=data.card,
        value=1,
        data={
            "as": data.as_,
            "action": data.action,
            "in_comms": comms,
            "discord_taken": fewer,
        },
    )
    if data.as_ == "hunker":
        yield Fact("hunker", seat, data.card, 1)


def _bids(before: State, event: Event, after: State) -> Iterator[Fact]:
    """Both bids, once they are revealed."""
    if before.turn.phase != "bid" or after.turn.phase == "bid":
        return
    bids = {**before.turn.bids, event.seat or "": event.data.card}
    setup = before.setup
    for seat, card in bids.items():
        chance = _bid_chance(before, seat, card)
        yield Fact(
            kind="bid",
            seat=seat,
            piece=card,
            value=float(after.initiative == setup.side_of.get(seat)),
            expected=None if chance is None else float(chance),
            data={"initiative": None if card is None else setup.initiative.get(card, 0)},
        )


def _bid_chance(state: State, seat: Seat, card: str | None) -> Fraction | None:
    """The chance that a bid wins against any card of the enemy commander's hand.

    A card that nobody saw is any of the enemy's unseen cards. None: too little is known.
    """
    setup = state.setup
    side = setup.side_of.get(seat)
    if side is None or card is None:
        return None
    enemy = state.sides[ENEMY[side]].commander
    own = state.seats[enemy]
    hand = [*own.hand, *([state.turn.bids[enemy]] if enemy in state.turn.bids else [])]
    named = [known for known in hand if known is not None]
    unseen = [known for known in own.deck.unseen if known is not None]
    hidden = len(hand) - len(named)
    if not hand or (hidden and not unseen):
        return None if hand else Fraction(1)
    tie = state.initiative == side
    wins = Fraction(sum(_beats(state, card, other, tie) for other in named))
    if hidden:
        share = Fraction(sum(_beats(state, card, other, tie) for other in unseen), len(unseen))
        wins += hidden * share
    return wins / len(hand)


def _beats(state: State, card: str, other: str, tie: bool) -> bool:
    values = state.setup.initiative
    own, theirs = values.get(card, 0), values.get(other, 0)
    return own > theirs or (tie and own == theirs)


def _moved(_before: State, event: Event, _after: State) -> Iterator[Fact]:
    data = event.data
    yield Fact(
        kind="move",
        seat=event.seat,
        piece=data.unit,
        value=len(data.path),
        data={
            "turns": sum(turn is not None for turn in data.turns or ()),
            "edge": data.edge,
            "picked_up": [entry.pickup for entry in data.cargo or () if entry.pickup],
            "dropped_off": [entry.dropoff for entry in data.cargo or () if entry.dropoff],
        },
    )


def _counted(kind: str, number: Callable[[State, Any], int]) -> Callable[..., Iterator[Fact]]:
    def one(before: State, event: Event, _after: State) -> Iterator[Fact]:
        yield Fact(kind, getattr(event.data, "deck", event.seat), None, number(before, event.data))

    return one


def _chosen(before: State, event: Event, _after: State) -> Iterator[Fact]:
    choose = before.pending.choose if before.pending else None
    if choose is not None and choose.what == "bolster":
        yield Fact("bolster", event.seat, None, len(event.data.cards))


def _turn(before: State, event: Event, _after: State) -> Iterator[Fact]:
    own = before.seats.get(event.seat or "")
    if own is not None:
        data = {"played": len(own.play), "discarded": len(own.hand)}
        yield Fact("turn", event.seat, None, 1, data=data)


def _round(after: State) -> Fact:
    held = dict.fromkeys(SIDES, 0)
    for objective in after.objectives.values():
        if objective.owner is not None:
            held[objective.owner] += 1
    decks = {seat: own.deck.count + len(own.discard) for seat, own in after.seats.items()}
    data = {
        "held": held,
        "held_by": {after.setup.seats_of[side][0]: number for side, number in held.items()},
        "decks": decks,
    }
    return Fact("round", None, None, after.turn.number, data=data)


_OWN: Mapping[str, Callable[[State, Event, State], Iterator[Fact]]] = {
    "DiceRolled": _shot,
    "CasualtyTaken": _casualty,
    "CardPlayed": _played,
    "InitiativeBid": _bids,
    "UnitMoved": _moved,
    "CardsDrawn": _counted("draw", lambda _, data: len(data.cards)),
    "DeckShuffled": _counted("reshuffle", lambda _, __: 1),
    "CardsChosen": _chosen,
    "TurnEnded": _turn,
}
