"""A whole game as JSON Lines, out of one store and into another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa
from msgspec import UNSET, Struct, structs
from sqlalchemy.dialects import postgresql, sqlite

from events import body, clock, export_lines, strict_json
from events.batch import GONE, NO_STREAM, Batch, Entry, Origin
from events.canonical import canonical, digest
from events.chain import START, link
from events.conflicts import narrower
from events.database import writing
from events.event import Event
from events.export_lines import Box, Envelope, Header, Opened
from events.store import EventStore, Parent, Stream, UnknownParent
from events.tables import opened_hands

T = TypeVar("T")

FORMAT = 1
"""The version of the file format."""


class Archive(Struct, frozen=True):
    """A whole, unbroken export: a stream with its events, and the box it was played with."""

    stream: str
    kind: str
    version: int
    hash: str
    parent: export_lines.Fork | None
    opened: list[Opened]
    box: str | None
    content: Any
    entries: list[Entry]

    @property
    def events(self) -> list[Event]:
        """The events, without hashes and positions."""
        first = self.version - len(self.entries) + 1
        return [
            body.event(self.stream, first + n, None, body.read(entry.text), "")
            for n, entry in enumerate(self.entries)
        ]


class BadArchive(Exception):
    """The file cannot be imported; `version` is that of the first event at fault, if it is one."""

    def __init__(self, reason: str, version: int | None = None) -> None:
        """Takes a sentence."""
        super().__init__(reason)
        self.reason, self.version = reason, version


class OtherEvents(Exception):
    """The store has a stream of that id with other events."""

    def __init__(self, stream: str) -> None:
        """Takes the stream's id."""
        super().__init__(f"{stream} is there already, with other events")
        self.stream = stream


def export(
    store: EventStore,
    stream: Stream,
    box: str | None,
    content: Any,
    redact: Callable[[Event], Any] | None = None,
) -> Iterator[bytes]:
    """The lines of a stream: header, box, then its own events in order.

    `redact(event)` gives the data that the reader may see: `event.data` itself where that is all.
    An event of which less is shown carries its digest in place of its salt.
    """
    recorded = store.read(stream.id, until=stream.version, prove=True)
    shown = [event.data if redact is None else redact(event) for event in recorded]
    redacted = any(data is not event.data for data, event in zip(shown, recorded, strict=True))
    yield _line(_header(store, stream, redacted))
    yield _line(Box(box, content))
    for event, data in zip(recorded, shown, strict=True):
        yield _line(export_lines.envelope(event, stream.kind, data))


def read(content: bytes) -> Archive:
    """Reads and verifies an export. Raises NotJson or BadArchive."""
    lines = [_parsed(number, line) for number, line in enumerate(content.splitlines(), 1)]
    if len(lines) < 2:
        raise BadArchive("An export has a header, a box and events, a line each.")
    header = _typed(Header, lines[0], "The header")
    box = _typed(Box, lines[1], "The box")
    if header.gametape != FORMAT:
        raise BadArchive(f"This is version {header.gametape} of the format, not {FORMAT}.")
    if header.redacted:
        raise BadArchive("A redacted export can be read, but not imported.")
    named = _named(header)
    if named is None:
        raise BadArchive("The header names one game or one league.")
    kind, stream = named
    entries = _entries(header, lines[2:])
    if any(mark.version > header.version for mark in header.opened or ()):
        raise BadArchive("The header marks a version that is not there.")
    return Archive(
        stream=stream,
        kind=kind,
        version=header.version,
        hash=header.hash,
        parent=header.parent,
        opened=header.opened or [],
        box=box.box,
        content=box.content,
        entries=entries,
    )


def kinship(line: bytes) -> tuple[str | None, str | None]:
    """The stream of an export that begins with `line`, and its parent; None where it has none."""
    try:
        header = msgspec.json.decode(line, type=Header)
    except msgspec.MsgspecError:
        return None, None
    named = _named(header)
    return named[1] if named else None, header.parent.game if header.parent else None


LEFT_OUT = (
    "Names of people, who may see a game, and its links are no events: an export leaves them out."
)
"""What an export cannot bring back, in a sentence."""


def restore(store: EventStore, archive: Archive, *, visibility: str = "unlisted") -> bool:
    """Puts an archive into the store, all or nothing. False: it is all there already.

    Raises OtherEvents, and UnknownParent where the store has not the branch's parent.
    """
    if _is_there(store, archive):
        return False
    last = archive.entries[-1].body.recorded_at if archive.entries else clock.now()
    batch = Batch(
        archive.stream, NO_STREAM, archive.entries, last, _origin(store, archive, visibility)
    )
    # Its marks come first, so that it is never there without them.
    with writing(store.engine) as connection:
        _mark(connection, archive)
    outcome = store.write(batch)
    # Where another import was faster, nothing was written.
    written = outcome is not None and outcome.position is not None
    return written or not _is_there(store, archive)


def _mark(connection: sa.Connection, archive: Archive) -> None:
    """Enters the marks of a game that is not there; of what was once tried there, none stay."""
    connection.execute(opened_hands.delete().where(opened_hands.c.game == archive.stream))
    if archive.opened:
        rows = [{"game": archive.stream, **structs.asdict(mark)} for mark in archive.opened]
        insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
        connection.execute(insert(opened_hands).on_conflict_do_nothing(), rows)


def _marks(store: EventStore, stream: Stream) -> list[Opened]:
    query = sa.select(opened_hands).order_by(opened_hands.c.version)
    mine = opened_hands.c.game == stream.id, opened_hands.c.version <= stream.version
    with store.engine.connect() as connection:
        rows = connection.execute(query.where(*mine)).all()
    return [Opened(at=row.at, step=row.step, version=row.version) for row in rows]


def _origin(store: EventStore, archive: Archive, visibility: str) -> Origin:
    fork = archive.parent
    if fork is None:
        return Origin(archive.kind, visibility, START)
    parent = store.stream(fork.game)
    if parent is None or parent.kind == GONE or store.hash_at(parent, fork.version) != fork.hash:
        raise UnknownParent(Parent(fork.game, fork.version, fork.step))
    seen_by = narrower(visibility, parent.visibility)
    return Origin(archive.kind, seen_by, fork.hash, fork.game, fork.version, fork.step)


def _is_there(store: EventStore, archive: Archive) -> bool:
    found = store.stream(archive.stream)
    if found is None:
        return False
    stored = (found.kind, found.parent, found.parent_version, found.parent_step)
    fork = archive.parent
    told = (fork.game, fork.version, fork.step) if fork else (None, None, None)
    if stored != (archive.kind, *told) or store.hash_at(found, archive.version) != archive.hash:
        raise OtherEvents(archive.stream)
    return True


def _header(store: EventStore, stream: Stream, redacted: bool) -> Header:
    parent = None
    if stream.parent is not None:
        version, step = stream.parent_version or 0, stream.parent_step or 0
        parent = export_lines.Fork(
            stream.parent, version, step, store.hash_at(stream, version) or ""
        )
    return Header(
        gametape=FORMAT,
        game=stream.id if stream.kind == "game" else UNSET,
        league=stream.id if stream.kind == "league" else UNSET,
        version=stream.version,
        hash=stream.head_hash,
        opened=_marks(store, stream) or UNSET,
        redacted=redacted,
        parent=parent,
    )


def _line(value: Struct) -> bytes:
    return canonical(value) + b"\n"


def _parsed(number: int, line: bytes) -> Any:
    try:
        return strict_json.parse(line, strict_json.DEPTH + 1)
    except strict_json.NotJson as error:
        raise strict_json.NotJson(f"Line {number}: {error}") from error


def _typed(shape: type[T], value: Any, what: str, version: int | None = None) -> T:
    try:
        return msgspec.convert(value, shape)
    except msgspec.ValidationError as error:
        raise BadArchive(f"{what} is not as an export has it: {error}.", version) from error


def _named(line: Header | Envelope) -> tuple[str, str] | None:
    if line.game is not UNSET and line.league is UNSET:
        return "game", line.game
    if line.league is not UNSET and line.game is UNSET:
        return "league", line.league
    return None


def _entries(header: Header, lines: list[Any]) -> list[Entry]:
    version, hash = (header.parent.version, header.parent.hash) if header.parent else (0, START)
    entries: list[Entry] = []
    seen: set[str] = set()
    for line in lines:
        version += 1
        told = _typed(Envelope, line, f"The event at version {version}", version)
        if told.version != version or _named(told) != _named(header):
            raise BadArchive(f"Version {version} is missing.", version)
        entry = _entry(told)
        hash = link(hash, entry.digest)
        if told.hash != hash:
            raise BadArchive(f"The chain of hashes breaks at version {version}.", version)
        if told.id in seen:
            raise BadArchive(f"Version {version} has the id of an earlier event.", version)
        seen.add(told.id)
        entries.append(entry)
    if header.version != version or version == 0:
        raise BadArchive(f"The events end at version {version}, not {header.version}.", version)
    if header.hash != hash:
        raise BadArchive(f"The header's hash is not that of version {version}.", version)
    return entries


def _entry(told: Envelope) -> Entry:
    recorded = body.Body(**{name: getattr(told, name) for name in body.Body.__struct_fields__})
    text = body.write(recorded)
    return Entry(recorded, text, digest(text))
