"""A batch on its way into a stream: what the critical section is given and what it answers."""

from __future__ import annotations

import re

from msgspec import Struct

from events.body import Body

STREAM_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")

GONE = "deleted"
"""The kind of a stream whose content is gone; see `events.keeping.tombstones`."""

KINDS = ("game", "league", GONE)
"""What a stream may be the log of."""

LARGEST = 2**31 - 1
"""The largest version, step or schema: beyond it PostgreSQL's columns do not go."""

STREAM_EXISTS = -1
"""Stands for an expected version: any, but the stream must be there."""

NO_STREAM = 0
"""Stands for an expected version: the stream must not be there."""


class Origin(Struct, frozen=True):
    """What a stream gets when its first append makes it.

    `start_hash` stands before its first event: a branch continues from its parent's.
    """

    kind: str
    visibility: str
    start_hash: str
    parent: str | None = None
    parent_version: int | None = None
    parent_step: int | None = None


class Entry(Struct, frozen=True):
    """One event, ready to be written: `text` is the canonical JSON of `body`."""

    body: Body
    text: bytes
    digest: str


class Batch(Struct, frozen=True):
    """Events for one stream. `expected` None: whatever its version.

    `time` is when a stream that this batch makes is made, where no event says it.
    """

    stream: str
    expected: int | None
    entries: list[Entry]
    time: str
    origin: Origin


class Outcome(Struct, frozen=True):
    """What became of a batch. Nothing was written where `position` is None.

    `present` is the stream's version before (0: no stream), `position` the place of the first event
    in the whole store, `hashes` are those of the events.
    """

    present: int
    position: int | None
    hashes: list[str]
