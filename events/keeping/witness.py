"""The witness: a signed file beside the database that says what was in the log, and in which order.

It is written at intervals and when a server stops. So events that are gone from the end of the
store, a stream that is gone or another one, and exchanged positions are found, which no hash in the
database tells. What came after its last line it does not know.
"""

from __future__ import annotations

import fcntl
import hmac
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from events import clock
from events.canonical import canonical, digest
from events.chain import START
from events.damage import Broken, Unreadable
from events.store import EventStore
from events.tables import events, origins

OUTDATED = 1_000
"""Heads more than twice those that there are, from which on the file is written anew."""

MARGIN = timedelta(minutes=1)
"""How long before it was there a stream may say that it was made."""

_STREAM = ("id", "kind", "parent", "parent_version", "parent_step", "start_hash", "created_at")
"""What never changes of a stream's row."""


class Head(Struct, frozen=True, array_like=True):
    """A stream's last event, and the digest of its row."""

    version: int
    hash: str
    row: str


class Line(Struct, frozen=True, kw_only=True):
    """What was there at a time: all positions up to `position`, in the `order` of a running hash.

    `last` is the hash of the last event. `streams`: those of which there was something new. `mac`
    signs the line and all before it.
    """

    at: str
    position: int
    order: str
    last: str
    streams: dict[str, Head]
    mac: str = ""


_BEGINNING = Line(at="", position=0, order=START, last=START, streams={})


class NotSigned(Exception):
    """The witness cannot be believed, or the log contradicts it; the message is a sentence."""


class Witness:
    """The file of a log; each process may have one."""

    def __init__(self, file: Path) -> None:
        """`file` is made when it is needed, and its key beside it, for its owner's eyes alone."""
        self.file = file
        self._last = _BEGINNING
        self._size = 0

    def take(self, store: EventStore) -> None:
        """Writes down what is new in the log. Raises NotSigned, and OSError."""
        with self._locked():
            size = self.file.stat().st_size if self.file.exists() else 0
            if size != self._size:
                self._last = (self._compacted() or [_BEGINNING])[-1]
            if self._last.position and _hash_at(store, self._last.position) != self._last.last:
                raise NotSigned(
                    f"The log is not what was witnessed on {self._last.at}: nothing was added to "
                    f"{self.file}. `gametape verify` tells what is missing"
                )
            line = _news(store, self._last)
            if line.streams:
                self._last = self._add(line)
                self._size = self.file.stat().st_size

    def lines(self) -> list[Line]:
        """What was written down, in order. Raises NotSigned, FileNotFoundError."""
        return self._read(self.file.read_bytes())

    @property
    def _key(self) -> Path:
        return self.file.with_name(f"{self.file.name}.key")

    @contextmanager
    def _locked(self) -> Iterator[None]:
        if not self.file.exists():
            with suppress(FileExistsError):
                made = os.open(self._key, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
                os.write(made, secrets.token_hex(32).encode())
                os.close(made)
        self._secret()
        with self._key.open() as opened:
            fcntl.flock(opened, fcntl.LOCK_EX)
            yield

    def _secret(self) -> bytes:
        try:
            return self._key.read_bytes()
        except FileNotFoundError:
            raise NotSigned(
                f"The key of the witness, {self._key}, is gone, so that {self.file.name} cannot "
                "be believed. Delete that file to begin a new one"
            ) from None

    def _read(self, content: bytes) -> list[Line]:
        secret = self._secret()
        found, before = [], ""
        for number, text in enumerate(content[: content.rfind(b"\n") + 1].splitlines(), 1):
            try:
                line = msgspec.json.decode(text, type=Line)
            except msgspec.MsgspecError:
                line = _BEGINNING
            if not hmac.compare_digest(line.mac, _signed(secret, line, before).mac):
                raise NotSigned(
                    f"Line {number} of the witness {self.file} is not what was signed: something "
                    "else has written there. Delete the file to begin a new one"
                )
            before = line.mac
            found.append(line)
        return found

    def _compacted(self) -> list[Line]:
        """The lines; where most of what they say is outdated, one is left. A torn end goes."""
        content = self.file.read_bytes() if self.file.exists() else b""
        lines, heads = self._read(content), heads_of(self._read(content))
        if sum(len(line.streams) for line in lines) > 2 * len(heads) + OUTDATED:
            lines = [_signed(self._secret(), _with(lines[-1], streams=heads), "")]
        kept = b"".join(map(_text, lines))
        if kept != content:
            draft = self.file.with_name(f"{self.file.name}.new")
            draft.write_bytes(kept)
            draft.chmod(0o600)
            draft.replace(self.file)
        return lines

    def _add(self, line: Line) -> Line:
        signed = _signed(self._secret(), line, self._last.mac)
        opened = os.open(self.file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            os.write(opened, _text(signed))
            os.fsync(opened)
        finally:
            os.close(opened)
        return signed


def heads_of(lines: list[Line]) -> dict[str, Head]:
    """The last that was written down of each stream."""
    found: dict[str, Head] = {}
    for line in lines:
        found.update(line.streams)
    return found


def differences(store: EventStore, lines: list[Line]) -> Iterator[Broken]:
    """What was in the log and is not any more, or is another, one place for each stream."""
    if not lines:
        return
    said = lines[-1].at
    for stream, head in heads_of(lines).items():
        if reason := _difference(store, stream, head, said):
            yield Broken(stream, *reason)
    if broken := _disorder(store, lines):
        yield broken


def _difference(store: EventStore, stream: str, head: Head, at: str) -> tuple[int, str] | None:
    try:
        found = store.stream(stream)
    except Unreadable:
        return None  # that is told without a witness
    if found is None:
        return 0, f"it is gone, and was there at version {head.version} on {at}"
    if _rows(store, origins.c.id == stream).get(stream) != head.row:
        return 0, f"its own row is not what it was on {at}"
    hash = store.hash_at(found, head.version)
    if hash is None:
        return found.version + 1, f"it ends here, and was at version {head.version} on {at}"
    if hash != head.hash:
        return head.version, f"its hash is not what it was on {at}"
    return None


def _disorder(store: EventStore, lines: list[Line]) -> Broken | None:
    due = list(reversed(lines))
    position, order = 0, START
    for row in _events(store, 0):
        while due and row.position > due[-1].position:
            if due[-1].order != order:
                return _between(position, lines, due[-1])
            due.pop()
        if not due:
            return None
        position, order = row.position, _next(order, row)
    wrong = next((line for line in reversed(due) if line.order != order), None)
    return None if wrong is None else _between(position, lines, wrong)


def _between(position: int, lines: list[Line], line: Line) -> Broken:
    if position < line.position:
        reason = f"it ends at position {position}, and was at {line.position} on {line.at}"
        return Broken("The log", 0, reason)
    first = max((one.position for one in lines if one.position < line.position), default=0) + 1
    reason = f"positions {first} to {line.position} are not those events, or not in that order"
    return Broken("The log", 0, f"{reason}, that were there on {line.at}")


def _news(store: EventStore, last: Line) -> Line:
    now = clock.now()
    since = datetime.fromisoformat(last.at) - MARGIN if last.at else None
    position, order, hash = last.position, last.order, last.last
    heads: dict[str, tuple[int, str]] = {}
    for row in _events(store, last.position):
        position, order, hash = row.position, _next(order, row), row.hash
        heads[row.stream] = row.version, row.hash
    made = _rows(store, origins.c.created_at >= (clock.stamp(since) if since else ""))
    for stream in made.keys() - heads.keys():
        with suppress(Unreadable):
            if found := store.stream(stream):
                heads[stream] = found.version, found.head_hash
    rows = made | _rows_of(store, list(heads))
    streams = {stream: Head(*heads[stream], rows.get(stream, "")) for stream in sorted(heads)}
    return Line(at=now, position=position, order=order, last=hash, streams=streams)


def _hash_at(store: EventStore, position: int) -> str | None:
    query = sa.select(events.c.hash).where(events.c.position == position)
    with store.engine.connect() as connection:
        found: str | None = connection.scalar(query)
        return found


def _events(store: EventStore, after: int) -> Iterator[Any]:
    columns = (events.c.position, events.c.stream, events.c.version, events.c.hash)
    query = sa.select(*columns).where(events.c.position > after).order_by(events.c.position)
    with store.engine.connect() as connection:
        yield from connection.execute(query.execution_options(yield_per=5_000))


def _next(order: str, row: Any) -> str:
    return digest(f"{order} {row.position} {row.stream} {row.version} {row.hash}".encode())


def _rows_of(store: EventStore, streams: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for start in range(0, len(streams), 500):
        found |= _rows(store, origins.c.id.in_(streams[start : start + 500]))
    return found


def _rows(store: EventStore, those: sa.ColumnElement[bool]) -> dict[str, str]:
    """The digests of the rows of streams."""
    query = sa.select(*(origins.c[name] for name in _STREAM)).where(those)
    with store.engine.connect() as connection:
        return {row.id: digest(repr(tuple(row)).encode()) for row in connection.execute(query)}


def _with(line: Line, **changes: Any) -> Line:
    return msgspec.structs.replace(line, **changes)


def _signed(secret: bytes, line: Line, before: str) -> Line:
    text = before.encode() + canonical(_with(line, mac=""))
    return _with(line, mac=hmac.new(secret, text, "sha256").hexdigest())


def _text(line: Line) -> bytes:
    return canonical(line) + b"\n"
