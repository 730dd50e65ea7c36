"""Beside the chapters: what the table decides itself, ruled outcomes and adjusted positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from projections.kit.ruleset import Finding, Option
from projections.rulesets.und1c1.actions import OutcomeRuled
from projections.rulesets.und1c1.board.pitch import GOALS
from projections.rulesets.und1c1.obeying.adjusting import adjusted
from projections.rulesets.und1c1.obeying.rolls import answered, outcome_word
from projections.rulesets.und1c1.payloads.adjustment import TableAdjusted
from projections.rulesets.und1c1.payloads.seats import Seat
from projections.rulesets.und1c1.position.sums import outcome_of
from projections.rulesets.und1c1.rulebook import RULES
from projections.rulesets.und1c1.state import State


def check_ruled(state: State, data: OutcomeRuled) -> list[Finding]:
    """A ruling on a roll: against its dice, without them, or on nothing."""
    answer = answered(state, data.outcome)
    if answer is None:
        ruled = state.setup.names.get(data.outcome, data.outcome)
        message = f"There is no roll that {ruled!r} could decide."
        return [RULES.illegal("ruled.nothing", message, None, data.outcome)]
    if not answer.reopened:
        message = "Not enough was recorded: the dice of this roll are missing."
        return [RULES.unverifiable("ruled.unjudged", message, None, data.outcome)]
    said = outcome_of(answer.state, answer.roll)
    if said is answer.won:
        return []
    word = "a draw" if said is None else outcome_word(answer.roll.kind, said)
    names = state.setup.names
    ours, theirs = names.get(word, word), names.get(data.outcome, data.outcome)
    message = f"The dice say {ours}, the table says {theirs}."
    return [RULES.illegal("ruled.contradicts", message, word, data.outcome)]


def check_adjusted(state: State, data: TableAdjusted) -> list[Finding]:
    """An adjustment puts no two things in one box; what lay so before it is not its doing."""
    before = _twice(state)
    for box in _twice(adjusted(state, data)):
        if box not in before:
            message = f"{box} is taken twice: leave one thing in it."
            return [RULES.illegal("table.overlap", message, 1, box)]
    return []


def _twice(state: State) -> list[str]:
    """The boxes that hold more than one thing."""
    return [box for box, number in Counter(_things(state)).items() if number > 1]


def _things(state: State) -> Iterator[str]:
    for chips in (state.chips.a, state.chips.b):
        yield from (chip.at for chip in chips.values() if chip.at not in GOALS)
    yield from (box for box in (state.padlocks.white, state.padlocks.black) if box is not None)


_GOES_ON: Mapping[str, tuple[Mapping[str, Any], str]] = {
    "kickoff": ({"phase": "actions", "must": None}, "Nobody can kick off: play on without"),
    "choose_interceptor": ({"phase": "end_turn"}, "Nobody is there to get the ball: end the turn"),
    "draw": ({"phase": "end_turn"}, "No card can be drawn: end the turn"),
}


def way_on_options(state: State, seat: Seat) -> Iterator[Option]:
    """How the table may go on where a phase asks for what nobody can do."""
    if state.turn.phase in _GOES_ON:
        turn, label = _GOES_ON[state.turn.phase]
        yield Option("TableAdjusted", seat, {"turn": turn}, label)
