"""A backup: everything that cannot be made anew, in one file that either database takes back.

A zip of one file of JSON Lines a table (its columns, then its rows), the files beside the database,
and a manifest with the number of rows and the SHA-256 of each.
"""

from __future__ import annotations

import base64
import errno
import os
import zipfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import IO, Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from events import clock
from events.database import reading, revision_of, revisions, upgrade, writing

FORMAT = 1
"""The version of the file format."""

AT_ONCE = 1_000
"""Rows that are written in one statement."""

_MANIFEST = "manifest.json"
_REVISIONS = "alembic_version"


class Part(Struct, frozen=True):
    """A member of the zip: its SHA-256, and of a table how many rows it has."""

    sha256: str
    rows: int | None = None


class Manifest(Struct, frozen=True, kw_only=True):
    """What is in a backup. `revision`: the migration up to which its database was."""

    gametape_backup: int
    made_at: str
    revision: str
    parts: dict[str, Part]


class BadBackup(Exception):
    """The file is no backup that can be restored here; the message is a sentence."""


def write(
    engine: sa.Engine, file: Path, leave_out: Collection[str], beside: Mapping[str, bytes]
) -> Manifest:
    """Writes a backup of one moment, while others go on, and reads it back.

    `leave_out`: tables that can be made anew. `beside`: files that belong to the database.
    Raises OSError, FileExistsError among them, and BadBackup where it does not come back.
    """
    parts: dict[str, Part] = {}
    draft = file.with_name(f"{file.name}.part")
    if file.exists():
        raise FileExistsError(errno.EEXIST, "is there already", str(file))
    draft.unlink(missing_ok=True)
    with (
        os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as opened,
        zipfile.ZipFile(opened, "w", zipfile.ZIP_DEFLATED, compresslevel=3) as packed,
        reading(engine) as connection,
    ):
        names = set(sa.inspect(connection).get_table_names()) - {*leave_out, _REVISIONS}
        known = sa.MetaData()
        known.reflect(connection, only=sorted(names))
        for name in sorted(names):
            parts[_member(name)] = _write_table(packed, connection, known.tables[name])
        for name, content in beside.items():
            packed.writestr(f"beside/{name}", content)
            parts[f"beside/{name}"] = Part(sha256(content).hexdigest())
        manifest = Manifest(
            gametape_backup=FORMAT,
            made_at=clock.now(),
            revision=revision_of(connection) or "",
            parts=parts,
        )
        packed.writestr(_MANIFEST, msgspec.json.encode(manifest))
    try:
        if read(draft) != manifest:
            raise BadBackup(f"What was written to {file} is not what was read.")
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)
    return manifest


def read(file: Path) -> Manifest:
    """What is in a backup, every part of it counted and hashed. Raises BadBackup, OSError."""
    try:
        with zipfile.ZipFile(file) as packed:
            manifest = msgspec.json.decode(packed.read(_MANIFEST), type=Manifest)
            if manifest.gametape_backup != FORMAT:
                made = f"{file} has version {manifest.gametape_backup} of the format"
                raise BadBackup(f"{made}; this program reads version {FORMAT}.")
            for name, part in manifest.parts.items():
                if _part(packed, name) != part:
                    raise BadBackup(f"{file} is damaged: its part {name} is not what was saved.")
    except (zipfile.BadZipFile, KeyError, EOFError, msgspec.MsgspecError, NotImplementedError):
        raise BadBackup(f"{file} is no backup of gametape, or is cut short.") from None
    return manifest


def restore(engine: sa.Engine, file: Path) -> dict[str, bytes]:
    """Puts a backup that was `read` into an empty database, all or nothing; what lies beside it.

    Raises BadBackup for a database that is not empty, and for a backup that is newer than this
    program.
    """
    with zipfile.ZipFile(file) as packed, writing(engine) as connection:
        manifest = msgspec.json.decode(packed.read(_MANIFEST), type=Manifest)
        if manifest.revision not in revisions():
            raise BadBackup(f"{file} was made by a newer gametape than this one; update it first.")
        if sa.inspect(connection).get_table_names():
            raise BadBackup("There is something in the database already; name an empty one.")
        upgrade(connection, manifest.revision)
        known = sa.MetaData()
        known.reflect(connection)
        for table in known.sorted_tables:
            if _member(table.name) in manifest.parts:
                with packed.open(_member(table.name)) as lines:
                    _restore_table(connection, table, lines)
        upgrade(connection, "head")
        names = (name for name in manifest.parts if name.startswith("beside/"))
        return {name.removeprefix("beside/"): packed.read(name) for name in names}


def rows(
    file: Path, table: sa.Table, wanted: Callable[[Mapping[str, Any]], bool]
) -> Iterator[dict[str, Any]]:
    """The rows of a table that are wanted, of a backup that was `read`, as they were saved."""
    with zipfile.ZipFile(file) as packed, packed.open(_member(table.name)) as lines:
        yield from filter(wanted, _rows(lines))


def _member(table: str) -> str:
    return f"tables/{table}.jsonl"


def _write_table(packed: zipfile.ZipFile, connection: sa.Connection, table: sa.Table) -> Part:
    count, seen = 0, sha256()
    query = sa.select(table).order_by(*table.primary_key).execution_options(yield_per=AT_ONCE)
    with packed.open(_member(table.name), "w", force_zip64=True) as lines:
        for row in _with_columns(table, connection.execute(query)):
            line = _line(row)
            lines.write(line)
            seen.update(line)
            count += 1
    return Part(seen.hexdigest(), count - 1)


def _with_columns(table: sa.Table, rows: Any) -> Iterator[Sequence[Any]]:
    yield [str(name) for name in table.columns.keys()]  # noqa: SIM118
    yield from map(tuple, rows)


def _part(packed: zipfile.ZipFile, name: str) -> Part:
    count, seen = 0, sha256()
    with packed.open(name) as lines:
        while piece := lines.read(1 << 16):
            seen.update(piece)
            count += piece.count(b"\n")
    return Part(seen.hexdigest(), count - 1 if name.startswith("tables/") else None)


def _restore_table(connection: sa.Connection, table: sa.Table, lines: IO[bytes]) -> None:
    told = _rows(lines)
    while some := list(islice(told, AT_ONCE)):
        connection.execute(table.insert(), some)


def _rows(lines: IO[bytes]) -> Iterator[dict[str, Any]]:
    columns = msgspec.json.decode(lines.readline())
    for line in lines:
        yield dict(zip(columns, map(_value, msgspec.json.decode(line)), strict=True))


def _line(row: Sequence[Any]) -> bytes:
    """A row as JSON; bytes are told apart from texts."""
    values = [
        {"base64": base64.b64encode(value).decode()} if isinstance(value, bytes) else value
        for value in row
    ]
    return msgspec.json.encode(values) + b"\n"


def _value(value: Any) -> Any:
    return base64.b64decode(value["base64"]) if isinstance(value, dict) else value
