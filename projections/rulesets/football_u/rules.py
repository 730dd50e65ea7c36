"""JUDGES: the index of the chapters. What the referee says of an event, what may come next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from events.event import Event
from projections.kit.ruleset import Finding, Option, Viewer
from projections.rulesets.football_u.chapters import (
    assigning,
    coming_next,
    declarations,
    game_options,
    offseason,
    offseason_options,
    rolling,
    rulings,
    setup,
)
from projections.rulesets.football_u.obeying.late_rolls import BEGINS, begun_next
from projections.rulesets.football_u.preconditions import ACTIONS, Refusal, refusal
from projections.rulesets.football_u.rulebook import RULES
from projections.rulesets.football_u.state import State


def check(state: State | None, event: Event) -> Sequence[Finding]:
    """The findings for an event, judged on the state before it (None for GameCreated)."""
    if state is None:
        return tuple(setup.check_creation(event.data))
    if event.type == "GameCreated":
        return (coming_next.wrong_phase(state, event),)
    begun = begun_next(state, event) if event.type in BEGINS else None
    if begun is not None:
        return (*rolling.check_closed(state), *check(begun, event))
    why = refusal(state, event)
    if why is not None:
        return (_refused(state, event, why),)
    judge = _CHECKS.get(event.type)
    return tuple(judge(state, event)) if judge else ()


def _refused(state: State, event: Event, why: Refusal) -> Finding:
    if why == "phase.over":
        message = "The game is over: nothing is played any more. Correct what came before."
        return RULES.illegal("phase.over", message)
    if why == "seat.unknown":
        return coming_next.not_seated(state, event)
    return coming_next.wrong_phase(state, event)


_CHECKS: Mapping[str, Callable[[State, Event], Iterable[Finding]]] = {
    **dict.fromkeys(ACTIONS, offseason.check_action),
    "CardsDrawn": setup.check_cards,
    "CoachRevealed": setup.check_coach_revealed,
    "PlayersMoved": offseason.check_moves,
    "AbilityUsed": declarations.check_ability,
    "GameplansSpent": declarations.check_gameplans,
    "DeclarationsClosed": declarations.check_closing,
    "DiceRolled": rolling.check_roll,
    "XAssigned": assigning.check_assignment,
    "OutcomeRuled": rulings.check_outcome,
}


def options(state: State, viewer: Viewer) -> Sequence[Option]:
    """The legal next events, as far as the viewer may know them."""
    find = _OPTIONS.get(state.phase)
    return find(state, viewer) if find else ()


_OPTIONS: Mapping[str, Callable[[State, Viewer], Sequence[Option]]] = {
    "setup.coaches": setup.options,
    "offseason.shuffle": setup.options,
    "offseason.deal": setup.options,
    "offseason.actions": offseason_options.options,
    "offseason.draw": setup.options,
    "game.ai-card": setup.options,
    "game.helmet": game_options.declarations,
    "game.roll": game_options.rolls,
    "game.whistle": game_options.declarations,
    "game.resolve": game_options.rolls,
    "game.assign": game_options.assignments,
    "season.coaches": setup.options,
}
