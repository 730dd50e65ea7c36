"""The hash chain: each event's hash covers its body and the hash before it in its stream.

PostgreSQL computes the same in the function `append_events`, which the migration 0001_log makes;
`events.keeping.verification` recomputes it.
"""

from __future__ import annotations

from hashlib import sha256

START = "0" * 64
"""The hash that stands before version 1 of a stream."""


def link(before: str, content_digest: str) -> str:
    """The hash of an event whose body has `content_digest`, after an event with hash `before`."""
    return sha256((before + content_digest).encode()).hexdigest()
