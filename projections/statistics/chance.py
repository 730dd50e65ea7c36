"""Chi-square distributions, central and not, in closed form for whole degrees of freedom."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import erfc, exp, lgamma, log, sqrt


def above(square: float, degrees: int) -> float:
    """The chance that chi-square with that many degrees of freedom is `square` or more."""
    return _upper(degrees, square / 2)


def _upper(halves: int, x: float) -> float:
    """The regularized upper incomplete gamma function Q(halves / 2, x)."""
    if x <= 0:
        return 1.0
    a, found = (0.5, erfc(sqrt(x))) if halves % 2 else (1.0, exp(-x))
    while 2 * a < halves:
        found += exp(a * log(x) - x - lgamma(a + 1))
        a += 1
    return min(1.0, found)


@cache
def critical(degrees: int, level: float) -> float:
    """The square that chance alone exceeds with probability `level`."""
    return _last(lambda square: above(square, degrees) > level, 10.0 * degrees + 100.0)


@cache
def noncentrality(degrees: int, level: float, power: float) -> float:
    """How far from even a die must be to exceed the critical square with probability `power`."""
    square = critical(degrees, level)
    return _last(lambda shift: _power(square, degrees, shift) < power, 200.0)


def _last(holds: Callable[[float], bool], high: float) -> float:
    """Up to where something holds that holds at 0 and no more at `high`: halved to the last bit."""
    low, middle = 0.0, high / 2
    while low < middle < high:
        low, high = (middle, high) if holds(middle) else (low, middle)
        middle = (low + high) / 2
    return middle


def _power(square: float, degrees: int, shift: float) -> float:
    half, total, term = shift / 2, 0.0, exp(-shift / 2)
    for n in range(400):
        total += term * above(square, degrees + 2 * n)
        term *= half / (n + 1)
        if n > half and term < 1e-12:
            break
    return total
