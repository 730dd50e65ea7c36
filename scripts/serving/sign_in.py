"""What signs the person at the terminal in."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from api.services import Services
from events.clock import stamp

VALID = timedelta(days=1)


def secret(here: Services) -> str:
    """A token to sign in as admin with, once, within a day."""
    expires = stamp(datetime.now(UTC) + VALID)
    _, made = here.tokens.make("admin", name="sign-in", link=True, expires_at=expires)
    return made
