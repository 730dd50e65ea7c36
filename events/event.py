"""Draft and Event: the only nouns that the whole program shares."""

from __future__ import annotations

from typing import Any

import msgspec


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """An event as its writer reports it, before the store has accepted it.

    `id` is the idempotency key (a UUID in lower case), `at` the time at the table
    (RFC 3339, UTC); the store fills in both where they are absent. `private` says that the payload
    type has private fields, so that the stored body gets a salt.
    """

    type: str
    data: Any
    seat: str | None = None
    id: str | None = None
    at: str | None = None
    schema: int = 1
    private: bool = False


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """An event that the store has accepted. It never changes; a later event corrects it.

    `data` is `msgspec.Raw` (the stored JSON) as the store returns it, and a payload struct once a
    ruleset has read it. `version` is the 1-based place in `stream`, `position` the place in the
    whole store. `amended_by` is set in the effective log only: the version of the
    amendment whose data is shown.
    """

    version: int
    type: str
    seat: str | None = None
    data: Any = None
    id: str = ""
    stream: str = ""
    at: str = ""
    recorded_at: str = ""
    recorded_by: str = ""
    schema: int = 1
    hash: str = ""
    position: int | None = None
    salt: str | None = None
    amended_by: int | None = None
