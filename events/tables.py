"""The tables of the log, and plain ones beside it: boxes, tokens, people, webhooks.

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
    Column("person", Text),
)

signed_out = Table(
    "signed_out",
    metadata,
    Column("session", Text, primary_key=True),
    Column("at", Text, nullable=False),
)
"""Sessions that were ended, by the hash of their word, for as long as one may last."""

confirmations = Table(
    "confirmations",
    metadata,
    Column("game", Text, primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("side", Text, primary_key=True),
    Column("by", Text, nullable=False),
    Column("at", Text, nullable=False),
)
"""Who says that a game is over as it stood at `version`; `side` "": who records the whole game."""

disputes = Table(
    "disputes",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False, index=True),
    Column("version", Integer, nullable=False),
    Column("side", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("note", Text),
)
"""Each time that a side disputed how a game ended, as it stood at `version`."""

opened_hands = Table(
    "opened_hands",
    metadata,
    Column("game", Text, primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("step", Integer, nullable=False),
    Column("at", Text, nullable=False),
)
"""Games that went on at `version` after their hands had been open, from `step` on."""

people = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text),
    Column("sought", Text),
    Column("created_at", Text, nullable=False),
    Column("erased_at", Text),
    Column("changed_at", Text),
)
"""Who the ids of people in the log are; `sought` is the name in lower case, without accents.

An erased person has neither any more.
"""

webhooks = Table(
    "webhooks",
    metadata,
    Column("id", Text, primary_key=True),
    Column("url", Text, nullable=False),
    Column("events", Text, nullable=False),
    Column("league", Text),
    Column("secret", Text, nullable=False),
    Column("role", Text, nullable=False),
    Column("created_by", Text, nullable=False),
    Column("created_at", Text, nullable=False),
)
"""Who is told what: `events` is a JSON list of types; `league` null: of any league and of none.

`created_by` is the token that made it, `role` that token's.
"""

deliveries = Table(
    "deliveries",
    metadata,
    Column("id", Text, primary_key=True),
    Column("webhook", Text, nullable=False),
    Column("event", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("cause", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("tries", Text, nullable=False),
    Column("due_at", Text),
    Column("delivered_at", Text),
    UniqueConstraint("webhook", "cause"),
)
"""What webhooks are sent, once a cause. `subject`: the game or season. `due_at`: when the next
attempt is due, null once it was delivered or given up; `tries`: a JSON list of those made."""
