"""Rolls that an event decided, by completing them or by a ruling: for text, trace and facts."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from events.event import Event
from projections.rulesets.und1c1.obeying.rolls import answered, with_dice
from projections.rulesets.und1c1.payloads.seats import OTHER, Seat
from projections.rulesets.und1c1.position.sums import awaited_seats, chance, outcome_of
from projections.rulesets.und1c1.state import NO_ROLLS, Roll, State


class Verdict(Struct, frozen=True):
    """A roll and how it went for `by` (`a` at the kick-off), in the state it was decided in.

    `ruled`: the table said so; `reopened`: of a roll that the dice had decided otherwise before.
    """

    state: State
    roll: Roll
    outcome: Literal["won", "lost", "draw", "void"]
    ruled: bool = False
    reopened: bool = False

    @property
    def won(self) -> bool:
        """Whether `by` won."""
        return self.outcome == "won"

    @property
    def decided(self) -> bool:
        """Whether anybody won."""
        return self.outcome in ("won", "lost")

    @property
    def by(self) -> Seat:
        """The acting coach; `a` at the kick-off."""
        return self.roll.first

    @property
    def other(self) -> Seat:
        """The other coach."""
        return OTHER[self.by]

    def fresh_chance(self) -> float:
        """Chance that `by` wins before any die has fallen."""
        return chance(self.state, replace(self.roll, rolls=NO_ROLLS))


def verdict_of(before: State, event: Event) -> Verdict | None:
    """What a DiceRolled or OutcomeRuled decided; None where nothing was, or a die is missing."""
    if event.type == "DiceRolled":
        roll = with_dice(before, event.seat, event.data)
        if roll is None or awaited_seats(roll):
            return None
        fallen = replace(before, roll=roll)
        won = outcome_of(fallen, roll)
        return Verdict(fallen, roll, "draw" if won is None else "won" if won else "lost")
    if event.type == "OutcomeRuled":
        answer = answered(before, event.data.outcome)
        if answer is None:
            return None
        said = answer.won
        outcome = _outcome(said)
        return Verdict(answer.state, answer.roll, outcome, True, answer.reopened)
    return None


def _outcome(won: bool | None) -> Literal["won", "lost", "void"]:
    return "void" if won is None else "won" if won else "lost"
