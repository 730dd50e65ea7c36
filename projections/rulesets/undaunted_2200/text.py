"""SAYS: an event as one sentence that a spectator understands."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from events.event import Event
from projections.kit.ruleset import ALL, Viewer
from projections.rulesets.undaunted_2200.cards.action_keys import words
from projections.rulesets.undaunted_2200.chapters.results import ZONES
from projections.rulesets.undaunted_2200.obeying.performing import rallied
from projections.rulesets.undaunted_2200.position.odds import odds
from projections.rulesets.undaunted_2200.position.words import (
    card_name,
    card_names,
    counted,
    listed,
    outcome_words,
    percent,
    seat_name,
    side_name,
    space_name,
    thing_name,
    unit_name,
    whose,
)
from projections.rulesets.undaunted_2200.setup import Setup
from projections.rulesets.undaunted_2200.state import State
from projections.rulesets.undaunted_2200.view import is_over

EFFECTS = {
    "none": "to no effect",
    "suppressed": "it is suppressed",
    "routed": "it is routed",
    "supply-removed": "its supply is gone",
    "redirected": "a unit aboard takes the hit",
    "damaged": "it is damaged",
    "destroyed": "it is destroyed",
}


def text(before: State | None, event: Event, after: State, viewer: Viewer) -> str:
    """The sentence for an event; what the viewer may not know is left out."""
    if before is None:
        return _created(after)
    tell = _TELLS.get(event.type)
    if event.data is None or tell is None:
        return f"{seat_name(after.setup, event.seat)}: something that this game does not have"
    sentence = tell(before, event, after, viewer)
    return sentence[0].upper() + sentence[1:] + _ending(before, event, after)


def _created(state: State) -> str:
    setup = state.setup
    goals = listed(
        f"{own.goal} cubes win for {side_name(setup, side)}" for side, own in state.sides.items()
    )
    names = listed(dict.fromkeys(setup.names.values()))
    return f"{names} set up {setup.scenario.name}: {goals}"


def _ending(before: State, event: Event, after: State) -> str:
    """What the event brought about besides: the end of the game, a new round, the first turn."""
    if after.turn.phase == "over" and before.turn.phase != "over" and after.result is not None:
        won = after.result.winner
        reasons = {
            "vp": "every cube is placed",
            "squad-routed": "a whole squad is routed",
        }
        reason = reasons.get(after.result.reason, after.result.reason)
        return f". {side_name(after.setup, won)} wins: {reason}" if won else ". The game is over"
    if event.type == "TableAdjusted":
        return ""
    if after.turn.number > before.turn.number:
        return f". Round {after.turn.number} begins"
    if after.turn.phase == "turn" != before.turn.phase and event.type != "InitiativeBid":
        return f". {side_name(after.setup, after.initiative)} goes first"
    return ""


def _sees(after: State, seat: str | None, viewer: Viewer) -> bool:
    return viewer in (ALL, seat) or is_over(after)


def _squad(_before: State, event: Event, after: State, viewer: Viewer) -> str:
    setup, data = after.setup, event.data
    name = seat_name(setup, event.seat)
    if after.turn.phase == "setup" and not _sees(after, event.seat, viewer):
        return f"{name} has chosen squad {data.squad}"
    units = listed(unit_name(setup, unit) for unit in data.units)
    return f"{name} takes {units} into squad {data.squad}"


def _drawn(_before: State, event: Event, after: State, viewer: Viewer) -> str:
    setup, data = after.setup, event.data
    name = seat_name(setup, data.deck)
    if not _sees(after, data.deck, viewer) or not any(data.cards):
        return f"{name} draws {counted(len(data.cards), 'card')}"
    return f"{name} draws {card_names(setup, data.cards)}"


def _shuffled(before: State, event: Event, after: State, _viewer: Viewer) -> str:
    name = seat_name(after.setup, event.data.deck)
    own = before.seats.get(event.data.deck)
    number = len(own.discard) if own else 0
    if after.seats is before.seats or not number:
        return f"{name} shuffles the deck"
    return f"{name} shuffles {counted(number, 'discarded card')} into a new deck"


def _bid(before: State, event: Event, after: State, viewer: Viewer) -> str:
    setup, card = after.setup, event.data.card
    name = seat_name(setup, event.seat)
    bid = _card_bid(setup, card)
    if before.turn.phase != "bid":
        return f"{name} discards {card_name(setup, card)} as a bid out of time"
    if after.turn.phase == "bid":
        return f"{name} bids " + (bid if _sees(after, event.seat, viewer) else "a card face down")
    others = [
        f"{seat_name(setup, seat)} {_card_bid(setup, other)}"
        for seat, other in before.turn.bids.items()
    ]
    first = f"{side_name(setup, after.initiative)} goes first"
    return f"{name} bids {bid}" + (f" against {listed(others)}" if others else "") + f": {first}"


def _card_bid(setup: Setup, card: str | None) -> str:
    if card is None:
        return "a card face down"
    return f"{card_name(setup, card)}, {setup.initiative.get(card, 0)}"


def _played(before: State, event: Event, after: State, _viewer: Viewer) -> str:
    setup, data = after.setup, event.data
    name, card = seat_name(setup, event.seat), card_name(setup, data.card)
    if data.as_ == "hunker":
        return f"{name} hunkers {card} down"
    if data.as_ == "rally":
        return _rallied(before, event, after)
    action = words(data.action) if data.action else "a move without an action"
    helped = f" for {seat_name(setup, data.owner)}" if data.owner else ""
    return f"{name} plays {card}: {action}{helped}{_at_once(before, event, after)}"


def _rallied(before: State, event: Event, after: State) -> str:
    setup, data = after.setup, event.data
    unit = rallied(before, data.card, data.unit)
    name = seat_name(setup, event.seat)
    if unit is None or after.units is before.units:
        return f"{name} plays {card_name(setup, data.card)} to rally, to no effect"
    was_routed = before.units[unit].routed
    gain = "it is routed no more and its cube goes back" if was_routed else "it is ready again"
    return f"{name} rallies {unit_name(setup, unit)}: {gain}"


def _at_once(before: State, event: Event, after: State) -> str:
    """What an action changed as it was played: objectives, Discords, cargo."""
    setup = after.setup
    parts: list[str] = []
    for id_, now in after.objectives.items():
        was = before.objectives.get(id_)
        if was is None or now is was:
            continue
        if now.owner is not None:
            parts.append(f"it takes {thing_name(id_)} with {counted(now.cubes, 'cube')}")
        else:
            parts.append(f"{thing_name(id_)} is free again")
    for seat in setup.seats:
        side = setup.side_of[seat]
        fewer = after.sides[side].discord_supply < before.sides[side].discord_supply
        discord = setup.discord[side]
        more = after.seats[seat].discard.count(discord) > before.seats[seat].discard.count(discord)
        if fewer and more:
            why = "out of comms, " if seat == event.seat else ""
            parts.append(f"{why}a Discord for {seat_name(setup, seat)}")
    return f"; {', '.join(parts)}" if parts else ""


def _moved(before: State, event: Event, after: State, _viewer: Viewer) -> str:
    setup, data = after.setup, event.data
    if data.unit not in after.units:
        name, unit = seat_name(setup, event.seat), unit_name(setup, data.unit)
        return f"{name} moves {unit}, which is not in the game"
    ground = setup.units[data.unit].type == "ground"
    name, verb = whose(setup, data.unit), "moves" if ground else "flies"
    parts = []
    if data.path:
        number = counted(len(data.path), "space")
        parts.append(f"{verb} {number} to {space_name(data.path[-1])}")
    turns = [turn for turn in data.turns or () if turn]
    if turns:
        parts.append(f"turns {listed(turns)}")
    for entry in data.cargo or ():
        if entry.pickup:
            parts.append(f"picks up {unit_name(setup, entry.pickup)}")
        if entry.dropoff:
            parts.append(f"drops off {unit_name(setup, entry.dropoff)}")
    if data.edge:
        parts.append(f"is turned {data.edge} at the edge, for a Discord")
    return f"{name} {listed(parts) if parts else 'stays where it is'}"


def _target(_before: State, event: Event, after: State, _viewer: Viewer) -> str:
    setup = after.setup
    pending = after.pending
    attack = pending.attack if pending else None
    name = seat_name(setup, event.seat)
    if pending is None or attack is None:
        target = event.data.target
        known = target in after.units or target in after.objects
        aim = whose(setup, target, event.seat) if known else "what is not in play"
        return f"{name} aims at {aim}"
    source = attack.source
    if source is not None:
        name = unit_name(setup, source) if source in setup.units else thing_name(source)
    chance = percent(float(odds(after, attack)))
    target = whose(setup, attack.target, pending.seat)
    reach = f"range {attack.range}, " if source is not None else ""
    return f"{name} aims at {target}: {reach}needs {attack.defence} or more, {chance}"


def _rolled(before: State, event: Event, after: State, _viewer: Viewer) -> str:
    faces = ", ".join(str(die.face) for die in event.data.dice)
    last, pending = after.last_attack, before.pending
    if pending is None or pending.attack is None or last is None:
        return f"{seat_name(after.setup, event.seat)} rolls {faces}"
    return f"{faces} against {last.defence}: {_result(before, after)}"


def _result(before: State, after: State) -> str:
    last, pending = after.last_attack, before.pending
    if last is None or pending is None:
        return "nothing"
    target = whose(after.setup, last.target, pending.seat)
    if not last.success:
        return f"{target} is missed"
    due = after.pending.casualty if after.pending else None
    if due is not None and due.stage == "card":
        return f"a hit on {target}, a casualty is due"
    return f"a hit on {target}, {EFFECTS.get(last.effect, last.effect)}"


def _casualty(before: State, event: Event, after: State, viewer: Viewer) -> str:
    setup, data = after.setup, event.data
    due = before.pending.casualty if before.pending else None
    name = seat_name(setup, event.seat)
    if due is None:
        return f"{name} takes a casualty although none is due"
    unit = unit_name(setup, due.unit)
    if data.from_ == "none":
        effect = after.last_attack.effect if after.last_attack else "none"
        return f"{name} has no {unit} card left: {EFFECTS.get(effect, effect)}"
    other = data.card is not None and data.card not in setup.matches[due.unit]
    shown = f", {card_name(setup, data.card)} in fact" if other else ""
    shown = shown if _sees(after, due.seat, viewer) else ""
    return f"{name} loses a {unit} card from {ZONES[data.from_]}{shown}"


def _counter(state: State, unit: str, reader: str | None = None) -> str:
    """A counter with its owner, also one that is not in this game."""
    known = unit in state.units
    return whose(state.setup, unit, reader) if known else unit_name(state.setup, unit)


def _carried(before: State, event: Event, after: State, _viewer: Viewer) -> str:
    unit = _counter(after, event.data.unit, event.seat)
    due = after.pending.casualty if after.pending else None
    if due is not None:
        return f"The hit passes to {unit}, a casualty is due"
    effect = after.last_attack.effect if after.last_attack else "none"
    return f"The hit passes to {unit}, {EFFECTS.get(effect, effect)}"


def _space(_before: State, event: Event, after: State, _viewer: Viewer) -> str:
    combat = after.pending.combat if after.pending else None
    number = len(combat.queue or ()) if combat else 0
    name, space = seat_name(after.setup, event.seat), space_name(event.data.space)
    return f"{name} aims at {space}: {counted(number, 'counter')} in the blast"


def _cards(before: State, event: Event, after: State, _viewer: Viewer) -> str:
    pending = before.pending
    what = pending.choose.what if pending and pending.choose else "inspire"
    goes = {"bolster": "to the discard pile", "support": "to the hand"}
    cards = card_names(after.setup, event.data.cards)
    name = seat_name(after.setup, event.seat)
    return f"{name} takes {cards} {goes.get(what, 'back to the hand')}"


def _discords(before: State, event: Event, after: State, _viewer: Viewer) -> str:
    scan = before.pending.scan if before.pending else None
    number = event.data.hand + event.data.discard + event.data.deck
    owner = seat_name(after.setup, scan.seat if scan else event.seat)
    return f"{counted(number, 'Discord')} of {owner} set aside"


def _ended_turn(before: State, event: Event, after: State, _viewer: Viewer) -> str:
    own = before.seats.get(event.seat or "")
    name = seat_name(after.setup, event.seat)
    left = len(own.hand) if own else 0
    return f"{name} ends the turn" + (f", {counted(left, 'card')} unplayed" if left else "")


def _deployed(_before: State, event: Event, after: State, _viewer: Viewer) -> str:
    data = event.data
    where = (
        f"aboard {unit_name(after.setup, data.carried_by)}"
        if data.carried_by
        else f"at {space_name(data.at)}"
        if data.at
        else space_name(None)
    )
    return f"{_counter(after, data.unit)} is placed {where}"


def _adjusted(_before: State, event: Event, _after: State, _viewer: Viewer) -> str:
    number = counted(len(event.data.set), "place")
    return f"The table is set right in {number}" + (f": {event.data.why}" if event.data.why else "")


def _ruled(_before: State, event: Event, after: State, _viewer: Viewer) -> str:
    data = event.data
    outcome = outcome_words(after.setup, data.outcome)
    return f"The table rules {outcome}" + (f": {data.reason}" if data.reason else "")


def _over(_before: State, event: Event, after: State, _viewer: Viewer) -> str:
    winner = event.data.winner
    won = f" for {side_name(after.setup, winner)}" if winner else ""
    return f"The game is ended by {event.data.reason}{won}"


_TELLS: Mapping[str, Callable[[State, Event, State, Viewer], str]] = {
    "SquadChosen": _squad,
    "CardsDrawn": _drawn,
    "DeckShuffled": _shuffled,
    "InitiativeBid": _bid,
    "CardPlayed": _played,
    "UnitMoved": _moved,
    "TargetChosen": _target,
    "SpaceChosen": _space,
    "DiceRolled": _rolled,
    "CardsChosen": _cards,
    "ActionChosen": lambda b, e, a, _: (
        f"{seat_name(a.setup, e.seat)} goes on: {words(e.data.action)}{_at_once(b, e, a)}"
    ),
    "ActionFinished": lambda b, e, a, _: (
        f"{seat_name(a.setup, e.seat)} is done"
        + (f" with {card_name(a.setup, b.pending.card)}" if b.pending else "")
    ),
    "CasualtyTaken": _casualty,
    "CarriedUnitHit": _carried,
    "DiscordsFound": _discords,
    "TurnEnded": _ended_turn,
    "UnitDeployed": _deployed,
    "VpScored": lambda _b, e, a, _v: (
        f"{seat_name(a.setup, e.seat)} scores {counted(e.data.cubes, 'cube')}: {e.data.why}"
    ),
    "TableAdjusted": _adjusted,
    "OutcomeRuled": _ruled,
    "GameEnded": _over,
    "NoteAdded": lambda _b, e, _a, _v: e.data.text.strip() or "An empty note",
}
