"""A damaged stream put back from a backup, with what was recorded in it since."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from events.batch import GONE
from events.damage import Unreadable, proven
from events.database import revisions, writing
from events.keeping import backup
from events.keeping.backup import BadBackup
from events.keeping.verification import VISIBILITIES, Row, walk
from events.tables import events, origins


def mend(engine: sa.Engine, file: Path, stream: str) -> int:
    """Puts a stream back as a backup has it, all or nothing; how many events were not so.

    What was recorded since the backup stays, and so does who may see it. A stream of which nothing
    is left comes back whole. Raises BadBackup where the backup does not hold the stream, has
    another history than what is sound of it, or leaves it damaged; and for a stream that was
    deleted, since or before. Raises OSError for a file that cannot be read.
    """
    if backup.read(file).revision != revisions()[-1]:
        raise BadBackup(f"{file} is older than this database: restore it whole, in a new folder.")
    begun = next(backup.rows(file, origins, lambda row: row["id"] == stream), None)
    saved = list(backup.rows(file, events, lambda row: row["stream"] == stream))
    if begun is None or not saved:
        raise BadBackup(f"{file} holds no {stream}; look into an older or a newer backup.")
    if begun["kind"] == GONE:
        raise BadBackup(f"{stream} had been deleted when {file} was made; look into an older one.")
    try:
        with writing(engine) as connection, _unguarded(connection):
            begun |= _kept(connection, stream)
            stored = connection.execute(_EVENTS, {"stream": stream}).all()
            _require_same(begun, stored, saved)
            return _put_back(connection, begun, saved, stored)
    except Unreadable as error:
        found = error.broken
        place = f"{stream} would still be damaged (version {found.version}: {found.reason})"
        raise BadBackup(f"{place}; look into a newer backup.") from None
    except IntegrityError:
        raise BadBackup(f"Something else stands in the log now where {stream} was.") from None


@contextmanager
def _unguarded(connection: sa.Connection) -> Iterator[None]:
    """What is in the log may be changed, and by nobody else, until the transaction ends.

    Where it fails, the transaction takes back with all else that the triggers were away.
    """
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("ALTER TABLE events DISABLE TRIGGER USER")
        yield
        connection.exec_driver_sql("ALTER TABLE events ENABLE TRIGGER USER")
        return
    guards = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'events'"
    found = connection.exec_driver_sql(guards).all()
    for name, _ in found:
        connection.exec_driver_sql(f"DROP TRIGGER {name}")
    yield
    for _, text in found:
        connection.exec_driver_sql(text)


def _kept(connection: sa.Connection, stream: str) -> dict[str, str]:
    """Who may see the stream, where that is known still. Raises BadBackup for a deleted one."""
    present = connection.execute(_ORIGIN, {"stream": stream}).first()
    if present is None:
        return {}
    if present.kind == GONE:
        raise BadBackup(f"{stream} was deleted since; what is deleted does not come back.")
    return {"visibility": present.visibility} if present.visibility in VISIBILITIES else {}


def _require_same(
    begun: Mapping[str, Any], stored: Sequence[Row], saved: Sequence[Mapping[str, Any]]
) -> None:
    """Raises BadBackup where anything sound is not as the backup has it, also after damage.

    An event is sound whose hash follows from the one that stands before it.
    """
    stream, before = begun["id"], begun["start_hash"]
    hashes = {row["version"]: row["hash"] for row in saved}
    for row in stored:
        differs = hashes.get(row.version, row.hash) != row.hash
        if differs and _is_sound(stream, before, row):
            raise BadBackup(f"What is sound of {stream} is not what the backup holds of it.")
        before = row.hash


def _is_sound(stream: str, before: object, row: Row) -> bool:
    try:
        proven(stream, row.version, str(before), row.body, row.hash)
    except Unreadable:
        return False
    return True


def _put_back(
    connection: sa.Connection,
    begun: Mapping[str, Any],
    saved: Sequence[Mapping[str, Any]],
    stored: Sequence[Row],
) -> int:
    """Writes the stream anew up to where the backup goes, and proves all of it.

    How many of its events are not as they were `stored`.
    """
    stream, last = begun["id"], saved[-1]["version"]
    connection.execute(events.delete().where(events.c.stream == stream, events.c.version <= last))
    connection.execute(origins.delete().where(origins.c.id == stream))
    connection.execute(origins.insert(), dict(begun))
    connection.execute(events.insert(), saved)
    origin = connection.execute(_ORIGIN, {"stream": stream}).one()
    whole = connection.execute(_EVENTS, {"stream": stream}).all()
    walk(origin, origin.parent_version or 0, origin.start_hash, whole)
    return len(set(map(tuple, whole)) - set(map(tuple, stored)))


_STREAM: sa.BindParameter[str] = sa.bindparam("stream")
_ORIGIN = sa.select(origins).where(origins.c.id == _STREAM)
_EVENTS = sa.select(events).where(events.c.stream == _STREAM).order_by(events.c.version)
