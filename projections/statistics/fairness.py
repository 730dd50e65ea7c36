"""Whether a die is fair: how often a fair one strays as far, found exactly, by simulation or by
the limiting distribution, and said in a sentence."""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import comb, exp, lgamma, log, sqrt
from random import Random
from typing import Literal

import msgspec

from projections.statistics.chance import above, noncentrality

How = Literal["exact", "simulated", "limit"]

MOST_EXACT = 6_000
"""Ways in which rolls can fall that are still gone through one by one."""

SIMULATED = 2_000
"""Fair dice that are rolled as often as the real one."""

MOST_SIMULATED = 1_000
"""Rolls above which the chi-square distribution is right to a thousandth."""

LEVEL = 0.01
"""A die is called odd when fewer than one fair die in a hundred strays as far."""

POWER = 0.8


class Face(msgspec.Struct, frozen=True):
    """A face, its share of the rolls of a fair die, and how often it fell and should have."""

    face: str
    share: float
    count: int
    expected: float


class Fairness(msgspec.Struct, frozen=True, kw_only=True):
    """A die's rolls and how a fair die compares.

    `chance`: that of a fair die straying as far or farther, within `error` (two standard errors,
    where it was simulated). `odd`: too far for chance, `looked_at` dice being looked at. `notices`:
    the share of one face that would be noticed in four of five such seasons; None: no share would.
    """

    rolls: int
    faces: Sequence[Face]
    square: float
    degrees: int
    chance: float
    how: How
    error: float
    looked_at: int
    odd: bool
    notices: float | None
    says: str


def fairness(counts: Mapping[str, int], faces: Sequence[str], looked_at: int = 1) -> Fairness:
    """How a die with these faces, each as likely, did in its rolls.

    `looked_at`: dice that are tested together; the more there are, the farther one may stray.
    Raises ValueError for a die with fewer than two different faces or without rolls.
    """
    kinds = dict(sorted(Counter(faces).items(), key=lambda item: _order(item[0])))
    weights = tuple(kinds.values())
    fallen = tuple(counts.get(face, 0) for face in kinds)
    rolls = sum(fallen)
    if len(kinds) < 2 or rolls == 0:
        raise ValueError(f"{rolls} rolls of a die with {len(kinds)} different faces")
    square = _square(fallen, weights)
    chance, how = chance_of(fallen, weights)
    error = 2 * sqrt(chance * (1 - chance) / SIMULATED) if how == "simulated" else 0.0
    level = LEVEL / looked_at
    odd = chance < level
    notices = _noticed(rolls, weights, level)
    shares = [weight / sum(weights) for weight in weights]
    listed = [
        Face(face, share, n, rolls * share)
        for face, share, n in zip(kinds, shares, fallen, strict=True)
    ]
    return Fairness(
        rolls=rolls,
        faces=listed,
        square=square,
        degrees=len(kinds) - 1,
        chance=chance,
        how=how,
        error=error,
        looked_at=looked_at,
        odd=odd,
        notices=notices,
        says=_says(rolls, chance, how, error, looked_at, notices, listed, odd=odd),
    )


def _order(face: str) -> tuple[int, int, str]:
    return (0, int(face), "") if face.isdecimal() else (1, 0, face)


def _square(counts: Sequence[int], weights: Sequence[int]) -> float:
    """Pearson's statistic: squared strays over what was expected."""
    rolls, whole = sum(counts), sum(weights)
    return sum(
        (count - (even := rolls * weight / whole)) ** 2 / even
        for count, weight in zip(counts, weights, strict=True)
    )


@lru_cache(4_096)
def chance_of(counts: tuple[int, ...], weights: tuple[int, ...]) -> tuple[float, How]:
    """How likely a fair die strays as far or farther, and how that was found."""
    rolls, kinds = sum(counts), len(counts)
    if comb(rolls + kinds - 1, kinds - 1) <= MOST_EXACT:
        return _exact(counts, weights), "exact"
    if rolls <= MOST_SIMULATED:
        return _simulated(counts, weights), "simulated"
    return above(_square(counts, weights), kinds - 1), "limit"


def _exact(counts: Sequence[int], weights: Sequence[int]) -> float:
    """The sum of the chances of all ways to fall that stray as far or farther."""
    bar, whole, rolls = _square(counts, weights) - 1e-9, sum(weights), sum(counts)
    logs = [log(weight / whole) for weight in weights]
    total = 0.0
    for ways in _ways(rolls, len(counts)):
        if _square(ways, weights) >= bar:
            of_each = (n * share - lgamma(n + 1) for n, share in zip(ways, logs, strict=True))
            total += exp(lgamma(rolls + 1) + sum(of_each))
    return min(1.0, total)


def _ways(rolls: int, kinds: int) -> Iterator[tuple[int, ...]]:
    if kinds == 1:
        yield (rolls,)
        return
    for first in range(rolls + 1):
        for rest in _ways(rolls - first, kinds - 1):
            yield (first, *rest)


def _simulated(counts: Sequence[int], weights: Sequence[int]) -> float:
    """The share of simulated fair dice that stray as far; the seed is fixed, so is the answer."""
    bar, rolls = _square(counts, weights) - 1e-9, sum(counts)
    random = Random(rolls)
    as_far = sum(_square(_roll(random, rolls, weights), weights) >= bar for _ in range(SIMULATED))
    return (as_far + 1) / (SIMULATED + 1)


def _roll(random: Random, rolls: int, weights: Sequence[int]) -> list[int]:
    """How often each face falls: one face after the other, from the rolls that are left."""
    found, left, whole = [], rolls, sum(weights)
    for weight in weights[:-1]:
        first, steps = _binomial(left, weight, whole)
        fell = first + bisect(steps, random.random()) if left else 0
        fell = min(fell, left)
        found.append(fell)
        left, whole = left - fell, whole - weight
    return [*found, left]


@lru_cache(1_024)
def _binomial(rolls: int, weight: int, whole: int) -> tuple[int, list[float]]:
    """The distribution function of how often a face falls, from where it matters on."""
    share = weight / whole
    if rolls == 0 or share >= 1:
        return rolls, []
    spread = 8 * sqrt(rolls * share * (1 - share)) + 8
    first = max(0, int(rolls * share - spread))
    last = min(rolls, int(rolls * share + spread))
    up, down = log(share), log(1 - share)
    total, steps = 0.0, []
    for n in range(first, last):
        ways = lgamma(rolls + 1) - lgamma(n + 1) - lgamma(rolls - n + 1)
        total += exp(ways + n * up + (rolls - n) * down)
        steps.append(total)
    return first, steps


def _noticed(rolls: int, weights: Sequence[int], level: float) -> float | None:
    """The share of a fair die's first face that would be noticed; None: even 1 would not."""
    even = weights[0] / sum(weights)
    shift = noncentrality(len(weights) - 1, level, POWER)
    share = even + sqrt(shift * even * (1 - even) / rolls)
    return share if share < 1 else None


_HOWS: Mapping[How, str] = {
    "exact": "counted exactly",
    "simulated": f"{SIMULATED:,} fair dice simulated",
    "limit": "by the chi-square distribution",
}


def _says(
    rolls: int,
    chance: float,
    how: How,
    error: float,
    looked_at: int,
    notices: float | None,
    faces: Sequence[Face],
    *,
    odd: bool,
) -> str:
    verdict = "Hardly chance." if odd else "Nothing to see."
    about = f", give or take {100 * error:.1f} in 100" if error and not odd else ""
    strays = (
        f"In {rolls:,} rolls a fair die strays this far or farther {_often(chance)} "
        f"({_HOWS[how]}{about})."
    )
    among = f" It is one of {looked_at} dice looked at." if looked_at > 1 else ""
    if notices is None:
        return f"{verdict} {strays}{among} With so few rolls no die would be found out."
    first = faces[0]
    return (
        f"{verdict} {strays}{among} With this many, a die that showed its {first.face} "
        f"{100 * notices:.1f} times in a hundred instead of {100 * first.share:.1f} would be found "
        "out about four times in five."
    )


def _often(chance: float) -> str:
    if chance >= 0.095:
        return f"in {100 * chance:.0f} of 100 seasons"
    if chance >= 0.0095:
        return f"in {100 * chance:.1f} of 100 seasons"
    if chance >= 0.0001:
        return f"in {10_000 * chance:.0f} of 10,000 seasons"
    return "in fewer than 1 of 10,000 seasons"
