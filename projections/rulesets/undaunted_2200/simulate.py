"""PLAYS: simulated players know all cards in play, act legally, choose by simple weights."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations
from random import Random
from typing import Any

from events.event import Draft
from projections.kit.ruleset import Seat
from projections.rulesets.undaunted_2200.actions import CardPlayed
from projections.rulesets.undaunted_2200.awaiting import Awaited, awaited
from projections.rulesets.undaunted_2200.board.hexes import distance
from projections.rulesets.undaunted_2200.cards.action_keys import action
from projections.rulesets.undaunted_2200.chapters.card_actions import (
    action_findings,
    eligible,
    follow_ups,
    known_discords,
)
from projections.rulesets.undaunted_2200.chapters.combat import enemies_in, legal_targets
from projections.rulesets.undaunted_2200.chapters.drawing_and_initiative import cards_due
from projections.rulesets.undaunted_2200.chapters.player_turns import as_json, legal_plays
from projections.rulesets.undaunted_2200.obeying.casualties import aboard
from projections.rulesets.undaunted_2200.obeying.performing import begin
from projections.rulesets.undaunted_2200.obeying.squads import open_choices
from projections.rulesets.undaunted_2200.payloads.fields import Side
from projections.rulesets.undaunted_2200.simulating.paths import wander
from projections.rulesets.undaunted_2200.state import Pending, State

LAST_ROUND = 60
"""Rounds after which the players stop."""

WAIVES = 0.3
"""How often a player whose lot it is to leave the rest of a card does so."""

NEAR = 1
"""Spaces between a transport and an objective that make it worth setting down a unit."""

WEIGHTS = {
    "control": 400.0,
    "move": 8.0,
    "manoeuvre": 5.0,
    **dict.fromkeys(("scan", "coordinate", "jam", "command", "inspire"), 1.5),
}
OTHER, RALLY, COMBAT, UNAIMED, SET_DOWN, IDLE = 0.7, 8.0, 15.0, 0.05, 60.0, 0.2

Data = dict[str, Any]


def simulate(_initial: State, rng: Random) -> Callable[[State], Draft | None]:
    """Players of one game. Drawing is uniform over the unseen cards, so no pile is kept."""
    return lambda state: _next(state, rng)


def _next(state: State, rng: Random) -> Draft | None:
    if state.turn.phase == "over":
        return None
    if state.turn.number > LAST_ROUND:
        return Draft(type="GameEnded", data={"reason": "time"})
    due = awaited(state)
    if state.pending is None and state.turn.phase == "turn" and state.turn.seat is not None:
        return _turn(state, state.turn.seat, rng)
    while due:
        seat, type_ = chosen = _lot(due, rng)
        data = _DRAFTS[type_](state, seat, rng)
        if data is not None:
            return Draft(type=type_, seat=seat, data=data)
        due.remove(chosen)
    return None


def _lot(due: list[Awaited], rng: Random) -> Awaited:
    """One of what is awaited; whoever is to leave the rest of a card mostly goes on with it."""
    chosen = rng.choice(due)
    others = [entry for entry in due if entry[1] != "ActionFinished"]
    if others and chosen not in others and rng.random() >= WAIVES:
        return rng.choice(others)
    return chosen


def _turn(state: State, seat: Seat, rng: Random) -> Draft:
    plays = [data for data in legal_plays(state, seat) if data.as_ != "hunker"]
    if not plays:
        return Draft(type="TurnEnded", seat=seat, data={})
    weights = [_weight(state, seat, data) for data in plays]
    data = rng.choices(plays, weights)[0]
    return Draft(type="CardPlayed", seat=seat, data=as_json(data))


def _weight(state: State, seat: Seat, data: CardPlayed) -> float:
    known = action(data.action) if data.action else None
    if data.as_ == "rally":
        return RALLY
    if known is None:
        return IDLE
    if known.combat is not None:
        return COMBAT if _has_target(state, seat, data) else UNAIMED
    if known.name in ("disembark", "dropship"):
        unit = state.setup.unit_of[data.card]
        return SET_DOWN if _goal_distance(state, seat, state.units[unit].at) <= NEAR else IDLE
    if known.name == "move" and not goals(state, state.setup.side_of[seat]):
        return IDLE
    return WEIGHTS.get(known.name, OTHER)


def _has_target(state: State, seat: Seat, data: CardPlayed) -> bool:
    """Whether a combat action has a target right now; one without a unit as source always."""
    unit = state.setup.unit_of.get(data.card)
    if unit is None or data.action is None:
        return True
    pending = Pending(seat, data.card, unit, data.action, seat)
    begun = begin(state, pending, data.action).pending
    combat = begun.combat if begun else None
    return combat is not None and next(legal_targets(state, seat, combat), None) is not None


def goals(state: State, side: Side) -> list[str]:
    """The spaces of the objectives that a side does not control."""
    return [goal.at for goal in state.objectives.values() if goal.owner != side]


def _goal_distance(state: State, seat: Seat, at: str | None) -> int:
    side = state.setup.side_of[seat]
    return min((distance(at, goal) for goal in goals(state, side) if at), default=99)


def _draw(state: State, seat: Seat, rng: Random) -> Data:
    unseen = list(state.seats[seat].deck.unseen)
    return {"deck": seat, "cards": rng.sample(unseen, cards_due(state, seat))}


def _bid(state: State, seat: Seat, rng: Random) -> Data:
    return {"card": rng.choice(state.seats[seat].hand)}


def _squad(state: State, seat: Seat, rng: Random) -> Data:
    _, squad, choice = open_choices(state, seat)[0]
    units = rng.choice(list(combinations(sorted(choice.from_), choice.pick)))
    return {"squad": squad, "units": list(units)}


def _target(state: State, seat: Seat, rng: Random) -> Data | None:
    combat = state.pending.combat if state.pending else None
    targets = list(legal_targets(state, seat, combat)) if combat else []
    if not targets:
        return None
    target, source = rng.choice(targets)
    return {"target": target} | ({"source": source} if source else {})


def _space(state: State, seat: Seat, rng: Random) -> Data | None:
    spaces = [
        space for space in state.setup.board if enemies_in(state, seat, "focused-blast", space)
    ]
    return {"space": rng.choice(spaces)} if spaces else None


def _roll(state: State, _seat: Seat, rng: Random) -> Data | None:
    attack = state.pending.attack if state.pending else None
    sides = state.setup.box.die_sides
    if attack is None:
        return None
    faces = [rng.randint(1, sides) for _ in range(attack.dice)]
    return {"dice": [{"die": f"d{sides}", "face": face} for face in faces]}


def _cards(state: State, _seat: Seat, rng: Random) -> Data | None:
    pending = state.pending
    choose = pending.choose if pending else None
    if pending is None or choose is None:
        return None
    owner = pending.seat if choose.what == "inspire" else pending.owner
    cards = eligible(state, owner, choose, pending.card)
    number = min(choose.max or 0, len(cards))
    return {"cards": sorted(rng.sample(cards, number))} if number else None


def _follow_up(state: State, _seat: Seat, rng: Random) -> Data | None:
    pending = state.pending
    keys = follow_ups(state, pending) if pending else []
    legal = [key for key in keys if pending and not action_findings(state, pending, key)]
    return {"action": rng.choice(legal)} if legal else None


def _casualty(state: State, _seat: Seat, rng: Random) -> Data | None:
    due = state.pending.casualty if state.pending else None
    if due is None:
        return None
    own, kinds = state.seats[due.seat], state.setup.matches[due.unit]
    zones = {"hand": own.hand, "discard": own.discard, "deck": own.deck.unseen}
    for zone, cards in zones.items():
        matching = [card for card in cards if card in kinds]
        if matching:
            return {"from": zone, "card": rng.choice(matching)}
    return {"from": "none"}


def _carried(state: State, _seat: Seat, rng: Random) -> Data | None:
    due = state.pending.casualty if state.pending else None
    units = aboard(state, due.unit) if due else []
    return {"unit": rng.choice(units)} if units else None


def _discords(state: State, seat: Seat, _rng: Random) -> Data:
    scan = state.pending.scan if state.pending else None
    hand, discard, deck = known_discords(state, scan.seat if scan else seat)
    return {"hand": hand, "discard": discard, "deck": deck}


_DRAFTS: Mapping[str, Callable[[State, Seat, Random], Data | None]] = {
    "SquadChosen": _squad,
    "CardsDrawn": _draw,
    "DeckShuffled": lambda _, seat, _rng: {"deck": seat},
    "InitiativeBid": _bid,
    "UnitMoved": wander,
    "TargetChosen": _target,
    "SpaceChosen": _space,
    "DiceRolled": _roll,
    "CardsChosen": _cards,
    "ActionChosen": _follow_up,
    "ActionFinished": lambda *_: {},
    "CasualtyTaken": _casualty,
    "CarriedUnitHit": _carried,
    "DiscordsFound": _discords,
}
