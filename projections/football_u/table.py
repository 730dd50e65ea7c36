"""Obeys every event: the next state, read literally, whatever the rules say."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from events.event import Event
from projections.football_u import adjust, obey_game, obey_offseason, obey_ruled
from projections.football_u.admission import ACTIONS, refusal
from projections.football_u.settling import settle
from projections.football_u.state import State


def apply(state: State, event: Event) -> State:
    """The state after an event. Total: what cannot be obeyed changes nothing."""
    obey = _OBEYS.get(event.type)
    if obey is None:
        return state
    why = refusal(state, event)
    if why is not None and not (why == "phase.wrong" and _applied_anyway(event)):
        return state
    return settle(obey(state, event))


def _applied_anyway(event: Event) -> bool:
    """What happened at the table although it was not the time for it."""
    return event.type in ACTIONS or (event.type == "CardsDrawn" and event.data.deck == "chemistry")


def _cards_drawn(state: State, event: Event) -> State:
    if event.data.deck == "coach":
        return obey_offseason.coach_drawn(state, event)
    if event.data.deck == "chemistry":
        return obey_offseason.chemistry_drawn(state, event)
    if state.phase == "game.ai-card":
        return obey_game.ai_card_drawn(state, event)
    return obey_offseason.dealt(state, event)


_OBEYS: Mapping[str, Callable[[State, Event], State]] = {
    "CardsDrawn": _cards_drawn,
    "DeckShuffled": obey_offseason.shuffled,
    "PlayerRecruited": obey_offseason.recruited,
    "WalkOnAdded": obey_offseason.walkon_added,
    "PlayerUpgraded": obey_offseason.upgraded,
    "GameplanTaken": obey_offseason.gameplan_taken,
    "PlayerScouted": obey_offseason.scouted,
    "OffseasonPassed": obey_offseason.passed,
    "PlayersMoved": obey_offseason.players_moved,
    "CoachRevealed": obey_offseason.coach_revealed,
    "AbilityUsed": obey_game.ability_used,
    "DeclarationsClosed": obey_game.declarations_closed,
    "GameplansSpent": obey_game.gameplans_spent,
    "DiceRolled": obey_game.dice_rolled,
    "XAssigned": obey_game.x_assigned,
    "TableAdjusted": adjust.table_adjusted,
    "OutcomeRuled": obey_ruled.outcome_ruled,
    "GameEnded": obey_ruled.game_ended,
}
