"""Exact chances of the dice of an attack against the total defence."""

from __future__ import annotations

from fractions import Fraction

from projections.kit.odds import any_of, at_least
from projections.rulesets.undaunted_2200.state import Attack, State


def odds(state: State, attack: Attack) -> Fraction:
    """The chance that any of the attack's dice reaches the total defence."""
    return any_of(at_least(state.setup.box.die_sides, attack.defence), attack.dice)
