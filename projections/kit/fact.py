"""Fact: one statistical observation that an event yields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from projections.kit.finding import Seat


class Fact(msgspec.Struct, frozen=True):
    """One statistical observation that an event yields.

    `value` is 1 or 0 (success) or an amount, `expected` its exact expectation before the dice;
    None: not known, or there is none. `piece` is a chip, unit or card. `data` is the rest, as the
    ruleset's spec names it.
    """

    kind: str
    seat: Seat | None = None
    piece: str | None = None
    value: float | None = None
    expected: float | None = None
    data: Mapping[str, Any] = {}
