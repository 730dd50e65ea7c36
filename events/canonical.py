"""Canonical JSON (RFC 8785) for values without floats."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec

_encoder = msgspec.json.Encoder(order="deterministic")


def canonical(value: Any) -> bytes:
    """The one spelling of a JSON value: sorted keys, no blanks. Source: RFC 8785."""
    return _encoder.encode(value)


def digest(content: bytes) -> str:
    """SHA-256 of `content` as 64 lower-case hex digits."""
    return sha256(content).hexdigest()
