"""The tables of the log, and plain ones beside it: boxes, tokens, people.

The migrations make them; these are the same tables as SQLAlchemy queries see them.
Times are text (RFC 3339, UTC, milliseconds), so that no server's time zone matters.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Integer, MetaData, Table, Text, UniqueConstraint

metadata = MetaData()

origins = Table(
    "origins",
    metadata,
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("parent", Text),
    Column("parent_version", Integer),
    Column("parent_step", Integer),
    Column("start_hash", Text, nullable=False),
    Column("visibility", Text, nullable=False),
    Column("created_at", Text, nullable=False),
)
"""What a stream began as. Only its visibility changes."""

streams = Table(
    "streams",
    metadata,
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("head_hash", Text, nullable=False),
    Column("parent", Text),
    Column("parent_version", Integer),
    Column("parent_step", Integer),
    Column("visibility", Text, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("updated_at", Text, nullable=False),
)
"""A view, for reading: the origins, each with its present version, hash and time."""

events = Table(
    "events",
    metadata,
    Column("position", BigInteger, primary_key=True, autoincrement=False),
    Column("stream", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("id", Text, nullable=False),
    Column("type", Text, nullable=False),
    Column("schema", Integer, nullable=False),
    Column("seat", Text),
    Column("body", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("recorded_at", Text, nullable=False),
    Column("recorded_by", Text, nullable=False),
    Column("hash", Text, nullable=False),
    UniqueConstraint("stream", "version"),
    UniqueConstraint("stream", "id"),
)

boxes = Table(
    "boxes",
    metadata,
    Column("id", Text, primary_key=True),
    Column("ruleset", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("edition", Text),
    Column("sample", Boolean, nullable=False),
    Column("hash", Text, nullable=False),
    Column("content", Text, nullable=False),
    Column("created_at", Text, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", Text, primary_key=True),
    Column("hash", Text, nullable=False, unique=True),
    Column("role", Text, nullable=False),
    Column("game", Text),
    Column("seat", Text),
    Column("league", Text),
    Column("name", Text),
    Column("link", Boolean, nullable=False),
    Column("expires_at", Text),
    Column("created_at", Text, nullable=False),
    Column("created_by", Text),
    Column("revoked_at", Text),
)

people = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text),
    Column("sought", Text),
    Column("created_at", Text, nullable=False),
    Column("erased_at", Text),
)
"""Who the ids of people in the log are; `sought` is the name in lower case, without accents.

An erased person has neither any more.
"""
