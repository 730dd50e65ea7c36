"""OBEYS: what each event does to the position, read literally, whatever the rules say."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from typing import NamedTuple

from events.event import Event
from projections.rulesets.football_u.obeying import adjusting, games, offseason, rulings
from projections.rulesets.football_u.obeying.automatic_steps import advance, settle
from projections.rulesets.football_u.obeying.late_rolls import BEGINS, begun_next, closing
from projections.rulesets.football_u.preconditions import ACTIONS, refusal
from projections.rulesets.football_u.state import State


def apply(state: State, event: Event) -> State:
    """The state after an event. Total: what cannot be obeyed changes nothing."""
    obeyed = obey(state, event)
    return state if obeyed is None else settle(obeyed)


def obey(state: State, event: Event) -> State | None:
    """The state just after an event, before anything settles; None: it changes nothing."""
    act = _OBEYS.get(event.type)
    if event.type in BEGINS:
        state = begun_next(state, event) or state
    why = refusal(state, event)
    if act is not None and (why is None or (why == "phase.wrong" and _applied_anyway(event))):
        return act(state, event)
    return None


class Step(NamedTuple):
    """A state that an event leads through, and whether the event itself made it."""

    state: State
    by_event: bool = False


def trail(state: State, event: Event) -> Iterator[Step]:
    """Every state from the one before an event to the one after it."""
    yield Step(state)
    game = state.game
    if begun_next(state, event) is not None or refusal(state, event) is None:
        now = state
        while (step := closing(now, event, game)) is not None:
            yield Step(step)
            now = yield from _settling(step)
    obeyed = obey(state, event)
    if obeyed is not None:
        yield Step(obeyed, by_event=True)
        yield from _settling(obeyed)


def _settling(state: State) -> Generator[Step, None, State]:
    while (after := advance(state)) is not None:
        yield Step(after)
        state = after
    return state


def _applied_anyway(event: Event) -> bool:
    """What happened at the table although it was not the time for it."""
    return event.type in ACTIONS or (event.type == "CardsDrawn" and event.data.deck == "chemistry")


def _cards_drawn(state: State, event: Event) -> State:
    if event.data.deck == "coach":
        return offseason.coach_drawn(state, event)
    if event.data.deck == "chemistry":
        return offseason.chemistry_drawn(state, event)
    if state.phase == "game.ai-card":
        return games.ai_card_drawn(state, event)
    return offseason.dealt(state, event)


_OBEYS: Mapping[str, Callable[[State, Event], State]] = {
    "CardsDrawn": _cards_drawn,
    "DeckShuffled": offseason.shuffled,
    "PlayerRecruited": offseason.recruited,
    "WalkOnAdded": offseason.walkon_added,
    "PlayerUpgraded": offseason.upgraded,
    "GameplanTaken": offseason.gameplan_taken,
    "PlayerScouted": offseason.scouted,
    "OffseasonPassed": offseason.passed,
    "PlayersMoved": offseason.players_moved,
    "CoachRevealed": offseason.coach_revealed,
    "AbilityUsed": games.ability_used,
    "DeclarationsClosed": games.declarations_closed,
    "GameplansSpent": games.gameplans_spent,
    "DiceRolled": games.dice_rolled,
    "XAssigned": games.x_assigned,
    "TableAdjusted": adjusting.table_adjusted,
    "OutcomeRuled": rulings.outcome_ruled,
    "GameEnded": rulings.game_ended,
}
