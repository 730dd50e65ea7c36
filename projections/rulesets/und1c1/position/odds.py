"""Exact chances of dice against a target and of duels that draws repeat."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import msgspec

from projections.kit.odds import at_least


class Side(msgspec.Struct, frozen=True, gc=False):
    """One side of a roll: what is added to its face, and from which natural face on it wins."""

    modifier: int
    wins_from: int | None = None


def beats(x: int, y: int, s: Side, o: Side) -> bool | None:
    """Whether face `x` of s wins against face `y` of o; None: a draw.

    A lucky face on one side alone decides; on both sides the scores do.
    """
    s_lucky = s.wins_from is not None and x >= s.wins_from
    o_lucky = o.wins_from is not None and y >= o.wins_from
    if s_lucky != o_lucky:
        return s_lucky
    score_s, score_o = x + s.modifier, y + o.modifier
    return None if score_s == score_o else score_s > score_o


def reaches(x: int, target: int, s: Side) -> bool:
    """Whether face `x` reaches the target of a pass or cross."""
    return x + s.modifier >= target or (s.wins_from is not None and x >= s.wins_from)


@lru_cache(maxsize=8192)
def against_target(sides: int, target: int, s: Side) -> Fraction:
    """Chance that one die reaches the target."""
    needed = target - s.modifier
    return at_least(sides, needed if s.wins_from is None else min(needed, s.wins_from))


@lru_cache(maxsize=8192)
def duel(sides: int, s: Side, o: Side, x: int | None = None, y: int | None = None) -> Fraction:
    """Chance that s wins in the end, however often a draw is rolled again.

    `x` and `y` are faces that have fallen already in this roll; later rolls are fresh. Raises
    ValueError when every roll would be a draw.
    """
    xs = range(1, sides + 1) if x is None else (x,)
    ys = range(1, sides + 1) if y is None else (y,)
    outcomes = [beats(i, j, s, o) for i in xs for j in ys]
    wins, draws = outcomes.count(True), outcomes.count(None)
    if x is None and y is None:
        if draws == len(outcomes):
            raise ValueError("every roll is a draw")
        return Fraction(wins, len(outcomes) - draws)
    again = draws * duel(sides, s, o) if draws else Fraction(0)
    return (wins + again) / len(outcomes)


def by_difference(sides: int, delta: int) -> Fraction:
    """Chance to win a duel with sums that differ by `delta` in favour of the asking side."""
    return duel(sides, Side(delta), Side(0))
