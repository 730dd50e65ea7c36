"""The store's clock and its new ids; times are RFC 3339 in UTC with milliseconds and Z."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import uuid_utils

_RFC_3339 = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ]"
    r"[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})"
)


def now() -> str:
    """The present time."""
    return _written(datetime.now(UTC))


def stamp(moment: datetime) -> str:
    """A moment (with its time zone) as the log writes it; cut off after the millisecond."""
    return _written(moment.astimezone(UTC))


def utc(text: Any) -> str:
    """Any RFC 3339 time as the log writes it.

    Raises ValueError, with a sentence, for what is no such time.
    """
    if not isinstance(text, str) or not _RFC_3339.fullmatch(text):
        raise ValueError("Not an RFC 3339 time such as 2026-03-01T19:30:00Z.")
    try:
        return stamp(datetime.fromisoformat(text.upper()))
    except (ValueError, OverflowError) as error:
        raise ValueError("There is no such date or time of day.") from error


_OF_THE_MACHINE = ("localtime", "posixrules", "Factory")
"""Names that mean another zone, or none, on every machine."""

_COPIES = ("posix/", "right/")
"""Zones that stand there twice: as they are, and with leap seconds."""


def zone(name: str) -> ZoneInfo:
    """The time zone of a name as `Europe/Berlin`. Raises ValueError, with a sentence."""
    try:
        if name in _OF_THE_MACHINE or name.startswith(_COPIES):
            raise ValueError
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        said = f"There is no time zone {name}; write one such as Europe/Berlin or UTC."
        raise ValueError(said) from None


def local(text: str, zone_name: str | None) -> datetime:
    """An RFC 3339 time as the clocks of a zone (None: UTC) show it; in UTC where they show none."""
    moment = datetime.fromisoformat(text.upper())
    try:
        return moment.astimezone(zone(zone_name or "UTC"))
    except (OverflowError, ValueError):  # a day beyond the calendar, a zone that is not known here
        return moment.astimezone(UTC)


def new_id() -> str:
    """A new UUIDv7 in lower case."""
    return str(uuid_utils.uuid7())


def _written(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds")[:-6] + "Z"
