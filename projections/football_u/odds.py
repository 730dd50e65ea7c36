"""Exact chances of a roll of football dice. Knows dice as tuples of equally likely faces.

A game is two drives that have no die in common: the visitor's offense against the home defense,
and the other way round. A drive's net is what the offense keeps after the best X's of the
defense, less what the defense scores itself; the visitor's margin is the difference of two nets.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, TypeVar

F = TypeVar("F")

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


@lru_cache(maxsize=20_000)
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
    """Multisets of points that the dice show (descending, blanks left out) -> weight."""
    shown: dict[tuple[int, ...], int] = {(): 1}
    for die in dice:
        faces = _counted(die)
        after: dict[tuple[int, ...], int] = {}
        for points, weight in shown.items():
            for face, ways in faces.items():
                more = tuple(sorted((*points, face), reverse=True)) if face else points
                after[more] = after.get(more, 0) + weight * ways
        shown = after
    return shown


def _left(scored: Mapping[tuple[int, ...], int], x: int) -> dict[int, int]:
    """Points left when the `x` highest dice are cancelled -> weight."""
    left: dict[int, int] = {}
    for points, weight in scored.items():
        rest = sum(points[x:])
        left[rest] = left.get(rest, 0) + weight
    return left


def _defended(dice: tuple[DefenseDie, ...]) -> dict[int, dict[int, int]]:
    """X's in total -> points of the defense -> weight."""
    shown: dict[tuple[int, int], int] = {(0, 0): 1}
    for die in dice:
        faces = _counted(die)
        after: dict[tuple[int, int], int] = {}
        for (x, points), weight in shown.items():
            for (more_x, more_points), ways in faces.items():
                key = (x + more_x, points + more_points)
                after[key] = after.get(key, 0) + weight * ways
        shown = after
    result: dict[int, dict[int, int]] = {}
    for (x, points), weight in shown.items():
        result.setdefault(x, {})[points] = weight
    return result


def _counted(die: Iterable[F]) -> dict[F, int]:
    """Face -> how many of the die's faces are alike."""
    faces: dict[F, int] = {}
    for face in die:
        faces[face] = faces.get(face, 0) + 1
    return faces


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


@lru_cache(maxsize=4_096)
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
