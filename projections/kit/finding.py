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
    While the game runs only the seats in `open_to` (None: everybody) read `message`, `expected` and
    `got`; others read `veiled`, which names nothing hidden.
    """

    rule: str
    severity: Severity
    message: str
    citation: str
    expected: str | float | None = None
    got: str | float | None = None
    veiled: str | None = None
    open_to: tuple[Seat, ...] | None = None

    def seen_by(self, viewer: Viewer) -> Finding:
        """The finding as `viewer` may read it while the game runs."""
        if viewer == ALL or self.open_to is None or viewer in self.open_to:
            return self
        return msgspec.structs.replace(
            self, message=self.veiled or self.citation, expected=None, got=None
        )
