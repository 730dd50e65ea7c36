"""What the referee says of an event, and who may read it."""

from __future__ import annotations

from typing import Literal

import msgspec

Seat = str
"""A place at the table; each ruleset fixes the ids."""

Viewer = str
"""`all` (sees everything), `public` (a spectator) or a seat."""

ALL: Viewer = "all"
PUBLIC: Viewer = "public"

Severity = Literal["illegal", "unverifiable"]


class Finding(msgspec.Struct, frozen=True):
    """What the referee says of one event.

    `rule` is the full id (`und1c1.pass.receiver-goalkeeper`), `citation` the rulebook heading.
    """

    rule: str
    severity: Severity
    message: str
    citation: str
    expected: str | float | None = None
    got: str | float | None = None
