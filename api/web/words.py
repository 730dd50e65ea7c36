"""Dates, counts and kinds as pages say them."""

from __future__ import annotations

from datetime import datetime

_NUMBERS = (
    "No",
    "One",
    "Two",
    "Three",
    "Four",
    "Five",
    "Six",
    "Seven",
    "Eight",
    "Nine",
    "Ten",
    "Eleven",
    "Twelve",
)

GRADES = {"full": "fully recorded", "partial": "partly recorded", "result": "result only"}
STATUSES = {
    "setup": "setting up",
    "playing": "live",
    "ended": "ended",
    "abandoned": "abandoned",
}
SEVERITIES = {"illegal": "against the rules", "unverifiable": "not enough recorded"}


def short_date(at: str) -> str:
    """`Thu 12 Nov`, of a time in RFC 3339."""
    day = datetime.fromisoformat(at)
    return f"{day:%a} {day.day} {day:%b}"


def long_date(at: str) -> str:
    """`Thu 12 Nov 2026`."""
    return f"{short_date(at)} {datetime.fromisoformat(at).year}"


def count(number: int, one: str, many: str | None = None) -> str:
    """`4 findings`, `1 finding`, `no findings`."""
    return f"{number or 'no'} {one if number == 1 else many or one + 's'}"


def count_in_words(number: int, one: str, many: str | None = None) -> str:
    """`Four findings`, for headings."""
    said = _NUMBERS[number] if number < len(_NUMBERS) else str(number)
    return f"{said} {one if number == 1 else many or one + 's'}"


def plain(value: object) -> str:
    """A value of a finding or ruling as text; nothing: a dash."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g}"
    return str(value)
