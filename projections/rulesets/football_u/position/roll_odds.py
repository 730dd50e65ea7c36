"""Exact chances of a roll of football dice. Knows dice as tuples of equally likely faces.

A game is two drives that have no die in common: the visitor's offense against the home defense,
and the other way round. A drive's net is what the offense keeps after the best X's of the
defense, less what the defense scores itself; the visitor's margin is the difference of two nets.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

OffenseDie = tuple[int, ...]
"""The points of each face."""

DefenseDie = tuple[tuple[int, int], ...]
"""(X's, points) of each face."""

Distribution = Mapping[int, int]
"""Amount -> weight; the weights sum to the product of the dice's numbers of faces."""


class Drive(NamedTuple):
    """The dice of one offense and of the defense against it.

    `extra_x`: X's that stand already besides the defense dice.
    """

    offense: tuple[OffenseDie, ...]
    defense: tuple[DefenseDie, ...]
    extra_x: int = 0


class Chances(NamedTuple):
    """Chances of the visitor to win and to tie a roll."""

    win: Fraction
    tie: Fraction


@lru_cache(maxsize=2_000)
def net(drive: Drive) -> Distribution:
    """Distribution of a drive's net: points left to the offense less points of the defense."""
    hits = _defended(drive.defense)
    scored = _scored(drive.offense)
    result: dict[int, int] = {}
    for x, points in hits.items():
        left = _left(scored, x + drive.extra_x)
        for against, weight in points.items():
            for kept, ways in left.items():
                result[kept - against] = result.get(kept - against, 0) + weight * ways
    return result


def _scored(dice: tuple[OffenseDie, ...]) -> dict[tuple[int, ...], int]:
    """Multisets of points that the dice show (descending, blanks left out) -> weight.

    A face counts one digit of a number to a base that no digit reaches.
    """
    values = sorted({points for die in dice for points in die if points}, reverse=True)
    base = len(dice) + 1
    digit = {0: 0} | {points: base**place for place, points in enumerate(values)}
    shown = _sums(tuple(digit[points] for points in die) for die in dice)
    return {_decoded(code, base, values): weight for code, weight in shown.items()}


def _decoded(code: int, base: int, values: list[int]) -> tuple[int, ...]:
    points: list[int] = []
    for value in values:
        code, times = divmod(code, base)
        points += [value] * times
    return tuple(points)


def _left(scored: Mapping[tuple[int, ...], int], x: int) -> dict[int, int]:
    """Points left when the `x` highest dice are cancelled -> weight."""
    left: dict[int, int] = {}
    for points, weight in scored.items():
        rest = sum(points[x:])
        left[rest] = left.get(rest, 0) + weight
    return left


def _defended(dice: tuple[DefenseDie, ...]) -> dict[int, dict[int, int]]:
    """X's in total -> points of the defense -> weight."""
    unit = 1 + sum(max(points for _, points in die) for die in dice)
    shown = _sums(tuple(x * unit + points for x, points in die) for die in dice)
    result: dict[int, dict[int, int]] = {}
    for code, weight in shown.items():
        x, points = divmod(code, unit)
        result.setdefault(x, {})[points] = weight
    return result


def _sums(dice: Iterable[tuple[int, ...]]) -> dict[int, int]:
    """Sum of what the dice show -> weight."""
    shown = {0: 1}
    for die in dice:
        faces = [(face, die.count(face)) for face in dict.fromkeys(die)]
        after: dict[int, int] = {}
        for total, weight in shown.items():
            for face, ways in faces:
                after[total + face] = after.get(total + face, 0) + weight * ways
        shown = after
    return shown


def chances(visitor: Drive, home: Drive, bonus: int = 0) -> Chances:
    """Chances of the visitor; `bonus`: points added to the visitor's margin.

    `visitor` and `home` are the drives of the two offenses.
    """
    ours, theirs = net(visitor), net(home)
    at_most = _cumulated(theirs)
    total_theirs = sum(theirs.values())
    total = sum(ours.values()) * total_theirs
    amounts = sorted(theirs)
    win = tie = 0
    for kept, weight in ours.items():
        margin = kept + bonus
        tie += weight * theirs.get(margin, 0)
        win += weight * _below(amounts, at_most, margin)
    return Chances(Fraction(win, total), Fraction(tie, total))


def _cumulated(distribution: Distribution) -> dict[int, int]:
    """Amount -> weight of all amounts up to it."""
    total, result = 0, {}
    for amount in sorted(distribution):
        total += distribution[amount]
        result[amount] = total
    return result


def _below(amounts: list[int], at_most: Mapping[int, int], limit: int) -> int:
    """Weight of the amounts below `limit`; `amounts` ascend."""
    below = 0
    for amount in amounts:
        if amount >= limit:
            break
        below = at_most[amount]
    return below


@lru_cache(maxsize=2_000)
def overtime(visitor: Drive, home: Drive, orange: OffenseDie, stock: int, first: int) -> Fraction:
    """Chance that the visitor wins from the start of overtime round `first` on.

    The drives are those of round 1; each later round adds an orange die a side, until the
    `stock` of them is used up: then the home team wins (Overtime).
    """
    value = Fraction(0)
    for played in reversed(range(first, stock // 2 + 2)):
        more = (orange,) * (played - 1)
        roll = chances(
            visitor._replace(offense=visitor.offense + more),
            home._replace(offense=home.offense + more),
        )
        value = roll.win + roll.tie * value
    return value
