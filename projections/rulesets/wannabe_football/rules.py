"""JUDGES: the index of the chapters. What the referee says of an event, what may come next."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from events.event import Event
from projections.kit.ruleset import Finding, Option, Viewer
from projections.rulesets.wannabe_football import preconditions
from projections.rulesets.wannabe_football.chapters import (
    dribbling,
    national_sides,
    one_round,
    passing,
    playing,
    the_cards,
    the_whistle,
    warming_up,
)
from projections.rulesets.wannabe_football.obeying import turns
from projections.rulesets.wannabe_football.position.words import doing
from projections.rulesets.wannabe_football.rulebook import RULES
from projections.rulesets.wannabe_football.setup import Seat
from projections.rulesets.wannabe_football.state import State
from projections.rulesets.wannabe_football.view import seen_by


def check(state: State | None, event: Event) -> Sequence[Finding]:
    """The findings for an event, judged on the state before it."""
    kind = event.type
    if state is None:
        return national_sides.created(event.data)
    if state.turn.phase == "over" and kind in _IN_PLAY and not _rules_the_last_card(state, kind):
        message = "The game is over: only notes, and what sets the table right, still count."
        return [RULES.illegal("game.over", message, got=doing(kind))]
    found = preconditions.unseated(state.setup, event)
    if found:
        return found
    judge = _CHECKS.get(kind)
    return judge(state, event.seat or "", event.data) if judge else ()


def _rules_the_last_card(state: State, kind: str) -> bool:
    """Whether the Multi Card that ended the game is overruled."""
    return kind == "OutcomeRuled" and state.revert is not None


def _cards_drawn(state: State, seat: Seat, data: Any) -> Sequence[Finding]:
    cards = data.cards
    if data.deck == "multi":
        return the_cards.multi_drawn(state, seat, cards)
    found = the_cards.unknown(state.setup.player_cards, cards)
    if turns.is_next(state, seat):
        state, undone = passing.ended_by(state, seat)
        found += undone
    found += one_round.drawn_count(state, seat, len(cards))
    return found + the_cards.drawn_elsewhere(state, seat, cards)


_CHECKS: Mapping[str, Callable[[State, Seat, Any], Sequence[Finding]]] = {
    "KickOffDecided": lambda s, _, data: warming_up.kick_off_decided(s, data.starter),
    "CardsDrawn": _cards_drawn,
    "CardPlayed": lambda s, seat, data: playing.card_played(s, seat, data.card),
    "PassCalled": lambda s, seat, _: passing.pass_called(s, seat),
    "TurnEnded": lambda s, seat, _: passing.turn_ended(s, seat),
    "FoulSpotted": lambda s, seat, _: the_whistle.foul_spotted(s, seat),
    "CardsDiscarded": lambda s, seat, data: passing.cards_discarded(s, seat, data.cards),
    "CardStolen": lambda s, seat, data: dribbling.card_stolen(s, seat, data.victim, data.card),
    "ShotTaken": lambda s, seat, _: national_sides.shot_taken(s, seat),
    "CardsExchanged": lambda s, seat, data: national_sides.cards_exchanged(s, seat, data.cards),
    "OutcomeRuled": lambda s, _, data: the_cards.outcome_ruled(s, data.outcome),
    "TableAdjusted": lambda s, _, data: preconditions.table_adjusted(s.setup, data),
    "DiceRolled": lambda s, *_: [one_round.dice_rolled(s)],
}
_IN_PLAY = frozenset({*_CHECKS, "DeckShuffled", "GameEnded"} - {"TableAdjusted"})


def options(state: State, viewer: Viewer) -> Sequence[Option]:
    """The legal next events as far as `viewer` knows the cards."""
    if state.turn.phase == "over":
        return []
    known = seen_by(state, viewer)
    due = _OPTIONS[state.turn.phase](known)
    exchange = national_sides.exchange_options(known)
    return [*due, *exchange, *the_whistle.whistle_options(known)]


def _continue_options(state: State) -> list[Option]:
    return [*playing.play_options(state), *national_sides.shot_options(state)]


_OPTIONS: Mapping[str, Callable[[State], list[Option]]] = {
    "setup": warming_up.setup_options,
    "draw": one_round.draw_options,
    "play": playing.play_options,
    "star": the_cards.check_options,
    "continue": _continue_options,
    "steal": dribbling.steal_options,
    "bonus": national_sides.bonus_options,
    "shot": the_cards.check_options,
    "whistle": the_cards.check_options,
    "penalty": the_cards.check_options,
    "discard": passing.discard_options,
    "exchange": one_round.draw_options,
    "refill": one_round.draw_options,
    "shootout": the_cards.check_options,
}
