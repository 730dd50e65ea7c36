"""What a table says of two neighbours that have as many points."""

from __future__ import annotations

from typing import Any

from projections.leagues.counting import LOTS, NAME, amount, label


def decided(criterion: str, points: float, other: str, own: Any, others: Any, ahead: bool) -> str:
    """`level with Badgers on 7 points; ahead by goal difference, +3 to +1`."""
    level = f"level with {other} on {_points(points)}"
    side = "ahead" if ahead else "behind"
    if criterion == NAME:
        return f"{level} and in all else; {side} by name"
    if criterion == LOTS:
        return f"{level} and in all that counts before; {side} by lot"
    return f"{level}; {side} by {label(criterion)}, {_to(criterion, own, others)}"


def undecided(points: float, other: str) -> str:
    """What is said where nothing decides."""
    return f"level with {other} on {_points(points)} and in all that counts; lots may be drawn"


def _points(points: float) -> str:
    return f"{number(points)} point{'' if points == 1 else 's'}"


def _to(criterion: str, own: Any, others: Any) -> str:
    signed = (amount(criterion) or "").endswith("_difference") or criterion.startswith("-")
    return f"{number(own, signed=signed)} to {number(others, signed=signed)}"


def number(value: float | None, *, signed: bool = False) -> str:
    """A number as a table shows it: two decimals at most, a true minus; `?` where not known."""
    if value is None:
        return "?"
    text = f"{abs(value):.2f}".rstrip("0").rstrip(".")
    if float(text) == 0:
        return "0"
    return ("−" if value < 0 else "+" if signed else "") + text
