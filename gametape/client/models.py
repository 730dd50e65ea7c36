"""What is sent and answered, as types. What a newer server answers more is left out."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from msgspec import Struct, field


class Draft(Struct, frozen=True, omit_defaults=True):
    """An event to be recorded: its type and data as the ruleset says, the seat that did it.

    `id` makes it the same event however often it is sent. `at` is when it happened (RFC 3339);
    left out, it is when the server stored it.
    """

    type: str
    data: dict[str, Any]
    seat: str | None = None
    id: str = field(default_factory=lambda: str(uuid4()))
    at: str | None = None


class Event(Struct, frozen=True, kw_only=True):
    """An event as it is stored. `step` is there only where the log is read as it stands."""

    id: str
    game: str
    version: int
    type: str
    seat: str | None
    data: Any
    at: str
    recorded_at: str
    recorded_by: str
    hash: str
    schema: int
    position: int | None = None
    amended_by: int | None = None
    step: int | None = None


class Log(Struct, frozen=True):
    """A part of a log; `version` is that of the whole, or of the last event appended."""

    version: int
    events: list[Event]


class Checked(Struct, frozen=True):
    """News of a game: the referee has come so far."""

    checked_version: int


class Seat(Struct, frozen=True):
    """Who sits where."""

    seat: str
    name: str = ""
    team: str | None = None
    person: str | None = None


class Links(Struct, frozen=True):
    """Where a game is on the web; what carries a token is told only when it was made."""

    web: str
    recorder: str | None = None
    spectator: str | None = None


class Header(Struct, frozen=True, kw_only=True):
    """A game in short: what it is, who plays, how it stands."""

    id: str
    ruleset: str
    edition: str
    box: str
    seats: list[Seat]
    options: dict[str, Any]
    fixture: str | None
    visibility: str
    grade: str
    status: str
    turn: Any
    score: Any
    result: Any
    version: int
    step: int
    checked_version: int
    created_at: str
    updated_at: str
    links: Links


class Finding(Struct, frozen=True, kw_only=True):
    """What the referee says of the event of a version, now at that step."""

    version: int
    step: int
    rule: str
    severity: str
    message: str
    citation: str
    expected: str | float | None = None
    got: str | float | None = None


class Findings(Struct, frozen=True):
    """All findings up to `checked_version`; above it nothing is known yet."""

    checked_version: int
    version: int
    findings: list[Finding]


class Option(Struct, frozen=True, kw_only=True):
    """A legal next event; data whose values are null or empty lists are still to be told."""

    type: str
    seat: str | None
    data: dict[str, Any]
    label: str
    piece: str | None = None
    to: str | None = None
    target: Any = None
    probability: float | None = None

    def draft(self, **data: Any) -> Draft:
        """The event that says so, with what was still to be told."""
        return Draft(self.type, {**self.data, **data}, self.seat)
