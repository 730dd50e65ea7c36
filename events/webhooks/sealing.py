"""Webhooks' secrets as they are stored: sealed with a key that lies in a file of its own.

Who reads the database alone cannot sign in a webhook's name. The key lies beside the file of
SQLite, with PostgreSQL in the data folder (or where GAMETAPE_KEY says), and every web server and
worker of an installation needs the same.

A secret is covered by a stream of HMAC-SHA256 under a nonce of its own, and what is stored carries
a MAC (encrypt, then MAC; the standard library has no cipher).
"""

from __future__ import annotations

import base64
import binascii
import hmac
import os
import secrets
from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy import Engine

from events.database import overwrite, writing
from events.tables import webhooks

FILE = "gametape.key"
SEALED = "sealed:"
_NONCE, _MAC = 16, 32


class NotOpened(Exception):
    """A sealed secret cannot be opened with the key that is there; a sentence."""


class Seal:
    """Seals and opens secrets with the key in a file, which is made when it is first needed."""

    def __init__(self, file: Path) -> None:
        """Takes where the key lies."""
        self._file = file

    def closed(self, secret: str, owner: str) -> str:
        """A secret of the webhook `owner`, sealed."""
        key, nonce = self._made(), secrets.token_bytes(_NONCE)
        covered = _covered(key, nonce, secret.encode())
        content = nonce + covered + _mac(key, owner, nonce + covered)
        return SEALED + base64.b64encode(content).decode()

    def opened(self, stored: str, owner: str) -> str:
        """The secret that was sealed for `owner`. Raises NotOpened."""
        if not stored.startswith(SEALED):
            return stored
        key = self._read()
        try:
            content = base64.b64decode(stored.removeprefix(SEALED), validate=True)
        except binascii.Error:
            content = b""
        told, mac = content[:-_MAC], content[-_MAC:]
        if key is None or not hmac.compare_digest(mac, _mac(key, owner, told)):
            raise NotOpened(
                f"The webhook's secret was sealed with another key than that in {self._file}; "
                "put the right file there, or make the webhook anew."
            )
        return _covered(key, told[:_NONCE], told[_NONCE:]).decode()

    def _read(self) -> bytes | None:
        try:
            return bytes.fromhex(self._file.read_text("ascii").strip())
        except (FileNotFoundError, ValueError):
            return None

    def _made(self) -> bytes:
        """The key; a new one where there is none. Of two processes that make it one wins."""
        if (key := self._read()) is not None:
            return key
        self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        new = self._file.with_name(f"{self._file.name}.{secrets.token_hex(8)}")
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_hex(32) + "\n")
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(new, self._file)
        except FileExistsError:
            pass
        finally:
            new.unlink()
        key = self._read()
        if key is None:
            raise NotOpened(f"{self._file} holds no key; put the right file there.")
        return key


def seal_of(engine: Engine) -> Seal:
    """The seal of an installation, by its database."""
    if named := os.environ.get("GAMETAPE_KEY"):
        return Seal(Path(named))
    if engine.dialect.name == "sqlite" and engine.url.database:
        return Seal(Path(engine.url.database).with_name(FILE))
    return Seal(Path(os.environ.get("GAMETAPE_DATA") or "var") / FILE)


def seal_all(engine: Engine) -> None:
    """Seals the secrets that older versions stored as they are."""
    query = sa.select(webhooks.c.id, webhooks.c.secret)
    query = query.where(webhooks.c.secret.not_like(f"{SEALED}%"))
    with engine.connect() as connection:
        if connection.execute(query.limit(1)).first() is None:
            return
    seal = seal_of(engine)
    with writing(engine) as connection:
        for row in connection.execute(query).all():
            same = webhooks.c.id == row.id, webhooks.c.secret == row.secret
            closed = seal.closed(row.secret, row.id)
            connection.execute(webhooks.update().where(*same).values(secret=closed))
    overwrite(engine)


def _covered(key: bytes, nonce: bytes, text: bytes) -> bytes:
    """`text` covered, or what was covered uncovered again."""
    return bytes(one ^ other for one, other in zip(text, _stream(key, nonce), strict=False))


def _stream(key: bytes, nonce: bytes) -> Iterator[int]:
    for n in count():
        yield from hmac.digest(key, b"cover" + nonce + n.to_bytes(8, "big"), "sha256")


def _mac(key: bytes, owner: str, content: bytes) -> bytes:
    return hmac.digest(key, b"mac" + sha256(owner.encode()).digest() + content, "sha256")
