"""The critical section of an append on PostgreSQL: one call of `append_events()`."""

from __future__ import annotations

from typing import Any

from events.batch import Batch, Outcome

_APPEND = (
    "SELECT present, head, known, first_position"
    " FROM append_events(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"
)


def append(connection: Any, batch: Batch) -> Outcome:
    """Writes the batch, all or nothing, in one transaction and one round trip.

    The bodies travel as lines (canonical JSON has no raw line break); ids are UUIDs, which need no
    quotes in an array.
    """
    origin = batch.origin
    arguments = (
        batch.stream,
        batch.expected,
        "{" + ",".join([entry.body.id for entry in batch.entries]) + "}",
        "\n".join([entry.text for entry in batch.entries]),
        batch.time,
        origin.kind,
        origin.visibility,
        origin.parent,
        origin.parent_version,
        origin.parent_step,
        origin.head,
    )
    return Outcome(*connection.execute(_APPEND, arguments).fetchone())
