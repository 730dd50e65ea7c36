"""What a table says of two neighbours that have as many points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from projections.leagues.counting import LOTS, NAME, amount, label


class Level(Struct, frozen=True):
    """Two that have as many points; `skipped`: criteria that are not known of every game."""

    other: str
    points: float
    skipped: Sequence[str] = ()


def decided(level: Level, criterion: str, own: Any, others: Any, ahead: bool) -> str:
    """`level with Badgers on 7 points; ahead by goal difference, +3 to +1`."""
    side = "ahead" if ahead else "behind"
    if criterion == NAME:
        return f"{_level(level)} and in all else{_but(level)}; {side} by name"
    if criterion == LOTS:
        return f"{_level(level)} and in all that counts before{_but(level)}; {side} by lot"
    by = f"{side} by {label(criterion)}, {_to(criterion, own, others)}"
    return f"{_level(level)}{_but(level)}; {by}"


def undecided(level: Level) -> str:
    """What is said where nothing decides."""
    return f"{_level(level)} and in all that counts{_but(level)}; lots may be drawn"


def _level(level: Level) -> str:
    return f"level with {level.other} on {_points(level.points)}"


def _but(level: Level) -> str:
    """What decides nothing, for it is not known of every game."""
    if not level.skipped:
        return ""
    named = " and ".join(dict.fromkeys(map(label, level.skipped)))
    return f" ({named} not known of every game)"


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
