"""Canonical JSON (RFC 8785) for values without floats, and the digest of it."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Any

import msgspec

_sorted = msgspec.json.Encoder(order="sorted")
_as_given = msgspec.json.Encoder()
_beyond_bmp = re.compile(rb"[\xf0-\xf4]")


def canonical(value: Any) -> bytes:
    """The one spelling of a JSON value: sorted keys, no blanks. Source: RFC 8785.

    Raises UnicodeEncodeError for a lone surrogate; floats are refused by `events.strict_json`.
    """
    content = _sorted.encode(value)
    if content.isascii() or not _beyond_bmp.search(content):
        return content
    return _as_given.encode(_in_order(msgspec.json.decode(content)))


def digest(content: bytes) -> str:
    """SHA-256 of `content` as 64 lower-case hex digits."""
    return sha256(content).hexdigest()


def _in_order(value: Any) -> Any:
    # RFC 8785 sorts keys by UTF-16 code units, which differs from code points beyond U+FFFF.
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
        return {key: _in_order(value[key]) for key in keys}
    if isinstance(value, list):
        return [_in_order(item) for item in value]
    return value
