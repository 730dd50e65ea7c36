"""Exact distributions of how many of several independent chances come off."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import fsum


def tally(chances: Iterable[float]) -> list[float]:
    """The probability of 0, 1, 2, ... successes (Poisson binomial distribution)."""
    found = [1.0]
    for chance in chances:
        found.append(0.0)
        for n in range(len(found) - 1, 0, -1):
            found[n] = found[n] * (1 - chance) + found[n - 1] * chance
        found[0] *= 1 - chance
    return found


def against(own: Sequence[float], other: Sequence[float]) -> tuple[float, float, float]:
    """The chances that the own tally is the higher one, that they are level, that it is lower."""
    mine, theirs = tally(own), tally(other)
    level = fsum(a * b for a, b in zip(mine, theirs, strict=False))
    more = fsum(p * fsum(theirs[:n]) for n, p in enumerate(mine))
    return more, level, max(0.0, 1 - more - level)
