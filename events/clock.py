"""The store's clock and its new ids."""

from __future__ import annotations

from datetime import UTC, datetime

import uuid_utils


def now() -> str:
    """The present time as RFC 3339 in UTC with milliseconds and Z."""
    return stamp(datetime.now(UTC))


def stamp(moment: datetime) -> str:
    """A moment as RFC 3339 in UTC with milliseconds and Z."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def new_id() -> str:
    """A new UUIDv7 in lower case."""
    return str(uuid_utils.uuid7())
