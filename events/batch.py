"""A batch on its way into a stream: what both databases' critical sections are given and answer."""

from __future__ import annotations

import re

from msgspec import Struct

from events.body import Body

STREAM_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")

STREAM_EXISTS = -1
"""Stands for an expected version: any, but the stream must be there."""

NO_STREAM = 0
"""Stands for an expected version: the stream must not be there."""


class Origin(Struct, frozen=True):
    """What a stream gets when its first append makes it.

    `head` is the hash before its first event: a branch continues from its parent's.
    """

    kind: str
    visibility: str
    head: str
    parent: str | None = None
    parent_version: int | None = None
    parent_step: int | None = None


class Entry(Struct, frozen=True):
    """One event, ready to be written: `text` is the canonical JSON of `body`."""

    body: Body
    text: str
    digest: str


class Batch(Struct, frozen=True):
    """Events for one stream. `expected` None: whatever its version. `time` is when it changes."""

    stream: str
    expected: int | None
    entries: list[Entry]
    time: str
    origin: Origin


class Outcome(Struct, frozen=True):
    """What became of a batch. Nothing was written where `position` is None.

    `present` is the stream's version before (0: no stream), `head` the hash there, `known` how many
    of the ids the stream had, `position` the place of the first event in the whole store.
    """

    present: int
    head: str
    known: int
    position: int | None
