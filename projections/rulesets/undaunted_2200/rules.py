"""JUDGES: the index of the chapters. What the referee says of an event, what may come next."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from events.event import Event
from projections.kit.ruleset import Finding, Option, Seat, Viewer
from projections.rulesets.undaunted_2200 import preconditions
from projections.rulesets.undaunted_2200.awaiting import awaited
from projections.rulesets.undaunted_2200.chapters import (
    card_actions,
    combat,
    customising,
    drawing_and_initiative,
    movement,
    obligations,
    player_turns,
    results,
)
from projections.rulesets.undaunted_2200.obeying.adjusting import adjusted
from projections.rulesets.undaunted_2200.position.words import (
    listed,
    outcome_words,
    place_name,
    unit_name,
    whose,
)
from projections.rulesets.undaunted_2200.rulebook import RULES
from projections.rulesets.undaunted_2200.state import Pending, State
from projections.rulesets.undaunted_2200.view import redacted


def check(state: State | None, event: Event) -> Sequence[Finding]:
    """The findings for an event, judged on the state before it."""
    if state is None:
        return ()
    stop = preconditions.gate(state, event)
    if stop is not None:
        return [_begun_large(stop)]
    found = _found(state, event)
    return [_begun_large(finding) for finding in found] if found else found


def _found(state: State, event: Event) -> Sequence[Finding]:
    """What a chapter says of an event that is due."""
    of_card = _CHECKS_OF_CARD.get(event.type)
    if of_card is not None and state.pending is not None:
        return of_card(state, state.pending, event.data)
    judge = _CHECKS.get(event.type)
    return judge(state, event.seat or "", event.data) if judge else ()


def _begun_large(finding: Finding) -> Finding:
    """The finding, its sentence begun with a capital whatever it begins with."""
    said = finding.message
    return finding if said[:1].isupper() else replace(finding, message=said[:1].upper() + said[1:])


def _card_played(state: State, seat: Seat, data: Any) -> list[Finding]:
    found = player_turns.card_played(state, seat, data)
    return obligations.unfinished(state) + found if state.pending else found


def _unit_moved(state: State, pending: Pending, data: Any) -> list[Finding]:
    return movement.unit_moved(state, pending, data) + obligations.cut_short(state)


def _outcome_ruled(state: State, _seat: Seat, data: Any) -> list[Finding]:
    outcome = data.outcome if isinstance(data.outcome, str) else "otherwise"
    message = f"The table ruled {outcome_words(state.setup, data.outcome)}."
    return [RULES.unverifiable("table.outcome-ruled", message, got=outcome)]


def _unit_deployed(state: State, _seat: Seat, data: Any) -> list[Finding]:
    if data.unit in state.setup.scenario.reserve:
        return []
    known = whose if data.unit in state.units else unit_name
    message = f"{known(state.setup, data.unit)} was placed by a special rule."
    return [RULES.unverifiable("table.special", message, got=data.unit)]


def _vp_scored(_state: State, _seat: Seat, data: Any) -> list[Finding]:
    message = f"Cubes were scored by a special rule: {data.why}"
    return [RULES.unverifiable("table.special", message, got=data.cubes)]


def _table_adjusted(state: State, _seat: Seat, data: Any) -> list[Finding]:
    wrong = adjusted(state, data.set)[1]
    if not wrong:
        return []
    places = listed(dict.fromkeys(place_name(state.setup, pointer) for pointer in wrong))
    message = f"Nothing can be set like that: {places}. Set it to what can lie there."
    return [RULES.illegal("table.unknown-pointer", message, got=", ".join(wrong))]


_CHECKS: Mapping[str, Callable[[State, Seat, Any], Sequence[Finding]]] = {
    "SquadChosen": customising.squad_chosen,
    "CardsDrawn": lambda s, _, data: drawing_and_initiative.cards_drawn(s, data),
    "DeckShuffled": lambda s, _, data: drawing_and_initiative.deck_shuffled(s, data),
    "InitiativeBid": drawing_and_initiative.initiative_bid,
    "CardPlayed": _card_played,
    "ActionFinished": lambda s, *_: obligations.unfinished(s),
    "TurnEnded": preconditions.turn_ended,
    "UnitDeployed": _unit_deployed,
    "VpScored": _vp_scored,
    "OutcomeRuled": _outcome_ruled,
    "TableAdjusted": _table_adjusted,
}

_CHECKS_OF_CARD: Mapping[str, Callable[[State, Pending, Any], Sequence[Finding]]] = {
    "UnitMoved": _unit_moved,
    "TargetChosen": combat.target_chosen,
    "SpaceChosen": combat.space_chosen,
    "DiceRolled": combat.dice_rolled,
    "CardsChosen": card_actions.cards_chosen,
    "ActionChosen": card_actions.action_chosen,
    "CasualtyTaken": results.casualty_taken,
    "CarriedUnitHit": results.carried_unit_hit,
    "DiscordsFound": card_actions.discords_found,
}
"""Of what is due of the card being resolved."""


def options(state: State, viewer: Viewer) -> Sequence[Option]:
    """The legal next events that are asked for, as far as `viewer` knows the cards."""
    state = redacted(state, viewer)
    found: list[Option] = []
    for seat, type_ in awaited(state):
        if type_ in _OF_CARD and state.pending is not None:
            found += _OF_CARD[type_](state, state.pending)
        elif type_ in _OF_SEAT:
            found += _OF_SEAT[type_](state, seat)
    return found


def _casualties(state: State, pending: Pending) -> Iterator[Option]:
    if pending.casualty is not None:
        yield from results.casualty_options(state, pending.casualty)


_OF_SEAT: Mapping[str, Callable[[State, Seat], Iterator[Option]]] = {
    "SquadChosen": customising.squad_options,
    "CardsDrawn": drawing_and_initiative.draw_options,
    "DeckShuffled": drawing_and_initiative.shuffle_option,
    "InitiativeBid": drawing_and_initiative.bid_options,
    "CardPlayed": player_turns.play_options,
    "TurnEnded": preconditions.end_option,
}

_OF_CARD: Mapping[str, Callable[[State, Pending], Iterator[Option]]] = {
    "UnitMoved": movement.move_options,
    "TargetChosen": combat.target_options,
    "SpaceChosen": combat.space_options,
    "DiceRolled": combat.dice_option,
    "CardsChosen": card_actions.choice_options,
    "ActionChosen": card_actions.follow_up_options,
    "ActionFinished": preconditions.finish_option,
    "CasualtyTaken": _casualties,
    "CarriedUnitHit": results.carried_options,
    "DiscordsFound": card_actions.scan_option,
}
