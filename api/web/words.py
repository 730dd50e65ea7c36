"""Dates, counts and kinds as pages say them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from api.paging import Page
from api.schemas import Header
from events.clock import local

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

AT_ONCE, A_DAY = 3, 86_400
"""Seconds: so late a verdict comes at once, or is not late but of something old."""

GRADES = {"full": "fully recorded", "partial": "partly recorded", "result": "result only"}
STATUSES = {
    "setup": "setting up",
    "playing": "live",
    "ended": "ended",
    "abandoned": "abandoned",
}
SEVERITIES = {"illegal": "against the rules", "unverifiable": "not enough recorded"}


def short_date(at: str, zone: str | None = None) -> str:
    """`Thu 12 Nov`, of a time in RFC 3339 by the clocks of a zone (None: UTC)."""
    day = local(at, zone)
    return f"{day:%a} {day.day} {day:%b}"


def long_date(at: str, zone: str | None = None) -> str:
    """`Thu 12 Nov 2026`."""
    return f"{short_date(at, zone)} {local(at, zone).year}"


def moment(at: str, zone: str | None = None) -> str:
    """`Thu 3 Dec 2026 19:00 CET`, by the clocks of a zone, which it names."""
    day = local(at, zone)
    return f"{long_date(at, zone)} {day:%H:%M} {_zone_name(day)}"


def _zone_name(day: datetime) -> str:
    """`CET`; where the zone has no name but its distance, that from UTC: `UTC+05:30`."""
    name = day.tzname() or "UTC"
    distance = f"{day:%z}"
    return name if name[:1].isalpha() else f"UTC{distance[:3]}:{distance[3:]}"


def count(number: int, one: str, many: str | None = None) -> str:
    """`4 findings`, `1 finding`, `no findings`."""
    return f"{number or 'no'} {one if number == 1 else many or one + 's'}"


def count_in_words(number: int, one: str, many: str | None = None) -> str:
    """`Four findings`, for headings."""
    said = _NUMBERS[number] if number < len(_NUMBERS) else str(number)
    return f"{said} {one if number == 1 else many or one + 's'}"


def in_all(page: Page[Any], one: str, many: str | None = None) -> str:
    """`Four games`, `More than 1000 games`, for the heading of a list."""
    if page.more:
        return f"More than {count(page.total, one, many)}"
    return count_in_words(page.total, one, many)


def lag(game: Header) -> str:
    """`The referee is 12 s behind.`, or how many events he has not come to; nothing: he is not.

    What was recorded long ago and is judged anew, or was brought in, says nothing of how long.
    """
    if game.unjudged_since is None:
        return ""
    seconds = (datetime.now(UTC) - datetime.fromisoformat(game.unjudged_since)).total_seconds()
    if seconds < AT_ONCE:
        return ""
    if seconds < A_DAY:
        return f"The referee is {seconds:.0f} s behind."
    left = game.version - game.checked_version
    return f"The referee has not come to {count(left, 'event')} yet."


def plain(value: object) -> str:
    """A value of a finding or ruling as text; nothing: a dash."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g}"
    return str(value)
